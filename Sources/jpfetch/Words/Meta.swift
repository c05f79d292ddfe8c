import JPCore

/// What `--meta` wraps around an answer.
enum Meta {
  /// - Parameter options: the run's options, which the errors' hints repeat.
  static func tree<Value>(
    _ data: JSONTree, _ fetched: Fetched<Value>, _ options: OptionValues,
    counts: [(name: String, count: Int?)] = []
  ) -> JSONTree {
    // A response that has just arrived has no age.
    let ages = fetched.sources.filter(\.isOfServer).map { $0.age ?? .zero }
    return [
      "data": data, "sources": fetched.sources,
      "oldest": ages.max()?.wholeSeconds, "newest": ages.min()?.wholeSeconds,
      "irregularities": fetched.irregularities,
      "errors": fetched.errors.map { Message($0, options) },
      "counts": JSONTree.object(counts.map { ($0.name, $0.count?.tree ?? .null) }),
    ]
  }
}

extension Irregularity: JSONTreeConvertible {
  var tree: JSONTree {
    [
      "code": facts.code.rawValue, "source": list, "count": count,
      "first": first, "message": inWords,
    ]
  }
}

extension Provenance: JSONTreeConvertible {
  var tree: JSONTree {
    [
      "source": resource, "url": url.withoutUserInfo, "status": status,
      "cache": origin.cacheWord,
      "derivedFrom": derivedFrom?.withoutUserInfo,
      "age": age?.wholeSeconds, "date": fields["Date"],
      "etag": fields["ETag"], "times": head.times,
      "error": failure.map { Message($0).codeText },
    ]
  }
}

extension TransferTimes: JSONTreeConvertible {
  /// In milliseconds from the transfer's start.
  var tree: JSONTree {
    [
      "dns": lookUp.roundedMilliseconds,
      "connect": connection.roundedMilliseconds, "tls": tls.roundedMilliseconds,
      "firstByte": firstByte.roundedMilliseconds,
    ]
  }
}
