import JPCore

/// The JSON object that `--meta` wraps around an answer.
enum Meta {
  /// - Parameters:
  ///   - settings: the settings, for the advice in errors.
  ///   - counts: the number of records of each list; `nil` if the list is missing.
  static func tree<Value>(
    _ data: JSONTree, _ answer: Answer<Value>, _ settings: Settings,
    counts: [(name: String, count: Int?)] = []
  ) -> JSONTree {
    var ages: [Duration] = []
    var hasUnknownAge = false
    for source in answer.sources where source.isFromServer {
      if let age = source.age {
        ages.append(age)
      } else if source.origin == .network {
        // A response that has just arrived has no age, and counts as new.
        ages.append(.zero)
      } else {
        hasUnknownAge = true
      }
    }
    var oldest = ages.max()
    if hasUnknownAge { oldest = nil }
    var members: [(String, JSONTree)] = []
    for (name, count) in counts {
      var tree = JSONTree.null
      if let count { tree = count.tree }
      members.append((name, tree))
    }
    return [
      "data": data,
      "sources": answer.sources,
      "oldest": oldest?.wholeSeconds,
      "newest": ages.min()?.wholeSeconds,
      "irregularities": answer.issues,
      "errors": answer.errors.map { error in Message(error, settings) },
      "counts": JSONTree.object(members),
    ]
  }
}

extension DataIssue: JSONTreeConvertible {
  var tree: JSONTree {
    [
      "code": code.rawValue,
      "source": list,
      "count": count,
      "first": first,
      "message": description,
    ]
  }
}

extension Source: JSONTreeConvertible {
  var tree: JSONTree {
    [
      "source": resource,
      "url": url,
      "status": status,
      "cache": origin.cacheWord,
      "age": age?.wholeSeconds,
      "date": headerFields[.date],
      "etag": headerFields[.etag],
      "times": head.times,
      "error": failure?.codeText,
    ]
  }
}

extension TransferTimes: JSONTreeConvertible {
  /// The times in milliseconds from the transfer's start.
  var tree: JSONTree {
    [
      "dns": lookUp.roundedMilliseconds,
      "connect": connection.roundedMilliseconds,
      "tls": tls.roundedMilliseconds,
      "firstByte": firstByte.roundedMilliseconds,
    ]
  }
}
