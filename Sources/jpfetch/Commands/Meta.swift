import JPCore

/// What `--meta` wraps an answer in.
enum Meta {
  static func tree(
    _ data: JSONTree, sources: [Provenance], failures: [FetchError] = [],
    counts: [(name: String, count: Int?)] = []
  ) -> JSONTree {
    let errors = (sources.compactMap(\.failure) + failures).map { ErrorReport($0).tree }
    return .object([
      ("data", data),
      ("sources", .array(sources.map(\.tree))),
      ("errors", .array(errors)),
      ("counts", .object(counts.map { ($0.name, .number(orNull: $0.count)) })),
    ])
  }
}

extension Provenance {
  var tree: JSONTree {
    .object([
      ("source", .string(orNull: source)),
      ("url", .string(url.withoutUserInfo)),
      ("status", .number(status)),
      ("cache", .string(cacheWord)),
      ("age", .number(orNull: age)),
      ("date", .string(orNull: fields["Date"])),
      ("etag", .string(orNull: fields["ETag"])),
      ("error", .string(orNull: failure.map { ErrorReport($0).code })),
    ])
  }
}
