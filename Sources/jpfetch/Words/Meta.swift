import JPCore

/// What `--meta` wraps around an answer.
enum Meta {
  static func tree<Value>(
    _ data: JSONTree, _ fetched: Fetched<Value>, counts: [(name: String, count: Int?)] = []
  ) -> JSONTree {
    return .object([
      ("data", data),
      ("sources", .array(fetched.sources.map(\.tree))),
      ("errors", .array(fetched.errors.map { ErrorReport($0).tree })),
      ("counts", .object(counts.map { ($0.name, .number(orNull: $0.count)) })),
    ])
  }
}

extension Provenance {
  var tree: JSONTree {
    .object([
      ("source", .string(orNull: resource)),
      ("url", .string(url.withoutUserInfo)),
      ("status", .number(status)),
      ("cache", .string(cacheWord)),
      ("age", .number(orNull: age?.wholeSeconds)),
      ("date", .string(orNull: fields["Date"])),
      ("etag", .string(orNull: fields["ETag"])),
      ("error", .string(orNull: failure.map { ErrorReport($0).code })),
    ])
  }
}
