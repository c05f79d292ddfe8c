import JPCore

/// What `--meta` wraps around an answer.
enum Meta {
  /// - Parameter options: the run's options, which the errors' hints repeat.
  static func tree<Value>(
    _ data: JSONTree, _ fetched: Fetched<Value>, _ options: OptionValues,
    counts: [(name: String, count: Int?)] = []
  ) -> JSONTree {
    tree(
      data, fetched.sources, fetched.errors, options, irregularities: fetched.irregularities,
      counts: counts)
  }

  static func tree(
    _ data: JSONTree, _ sources: [Provenance], _ errors: [FetchError], _ options: OptionValues,
    irregularities: [Irregularity] = [], counts: [(name: String, count: Int?)] = []
  ) -> JSONTree {
    // A response that has just arrived has no age.
    let ages = sources.filter(\.isOfServer).map { $0.age ?? .zero }
    return [
      "data": data, "sources": .array(sources.map(\.tree)),
      "oldest": .number(ages.max()?.wholeSeconds), "newest": .number(ages.min()?.wholeSeconds),
      "irregularities": .array(irregularities.map(\.tree)),
      "errors": .array(errors.map { Message($0, options).tree }),
      "counts": .object(counts.map { ($0.name, .number($0.count)) }),
    ]
  }
}

extension Irregularity {
  fileprivate var tree: JSONTree {
    [
      "code": .string(code.rawValue), "source": .string(list), "count": .number(count),
      "first": .string(first), "message": .string(inWords),
    ]
  }
}

extension Provenance {
  var tree: JSONTree {
    [
      "source": .string(resource), "url": .string(url.withoutUserInfo), "status": .number(status),
      "cache": .string(cacheWord),
      "derivedFrom": .string(derivedFrom?.withoutUserInfo),
      "age": .number(age?.wholeSeconds), "date": .string(fields["Date"]),
      "etag": .string(fields["ETag"]), "times": head.times?.tree ?? .null,
      "error": .string(failure.map { Message($0).codeText }),
    ]
  }
}

extension TransferTimes {
  /// In milliseconds from the transfer's start.
  fileprivate var tree: JSONTree {
    [
      "dns": .number(lookUp.roundedMilliseconds),
      "connect": .number(connection.roundedMilliseconds), "tls": .number(tls.roundedMilliseconds),
      "firstByte": .number(firstByte.roundedMilliseconds),
    ]
  }
}
