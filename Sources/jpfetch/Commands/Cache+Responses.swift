import JPCore

extension Cache {
  // MARK: list

  /// Lists the stored responses of each server, then their number and size.
  func list() throws {
    let now = HTTPDate.systemClock()
    let entries = try store.entries().filter { $0.isListed(with: server) }
    let json = entries.map { ListedEntry(entry: $0, now: now) }.tree
    if entries.isEmpty {
      var remark = "nothing is stored"
      if let server { remark += " for \(server)" }
      notices.writeRemark(remark, below: output)
      return try output.writeInformation([], json)
    }
    let columns = TextColumns(
      entries.map { $0.cells(at: now) }, numeric: [0, 1], indent: 2, width: output.style.width,
      breaksWords: true)
    var lines: [String] = []
    // Names are compared byte by byte, because Strings are equal if they differ only in
    // normalization.
    let groups = Dictionary(grouping: entries.indices) { Array(entries[$0].group.utf8) }
    for group in entries.map(\.group).eachOnce {
      lines += wrapped([group])
      for row in groups[Array(group.utf8), default: []] { lines += columns.lines(ofRow: row) }
    }
    let amount = "\(entries.amounts.inWords), \(entries.size.bytesInWords)"
    lines += wrapped(["\(amount), in \(directory) (limit: \(store.maxBytes.bytesInWords))"])
    try output.writeInformation(lines, json)
  }

  // MARK: clear

  /// Removes the responses for the paths. Without paths, removes those of the server that
  /// `--base-url` names, or else all of them and the files of crashed writers.
  func clear() throws {
    var removed: [ResponseStore.Entry] = []
    var missing: [String] = []
    if paths.isEmpty {
      removed = try store.removeEntries { $0.isListed(with: server) }
      if let server {
        if removed.isEmpty { missing.append(server.description) }
      } else {
        try store.removeTemporaryFiles()
      }
    }
    for path in paths {
      let url = urlToClear(path)
      let entries: [ResponseStore.Entry]
      if let server = BaseURL(url), server.isWholeServer {
        entries = try store.removeEntries { $0.isListed(with: server) }
      } else {
        entries = try store.removeEntries(storedFor: url)
      }
      if entries.isEmpty { missing.append(url.withoutSecrets) }
      removed += entries
    }
    try writeRemoved(removed, missing: missing)
  }

  /// The URL for a path (`/users` or `users`), or for a URL without its scheme (`localhost:3000`).
  private func urlToClear(_ path: String) -> String {
    if path.contains(ascii: "://") { return path }
    if let url = path.urlOfServer { return url }
    let base = settings.data.base
    if path.utf8.first == .slash { return base.url(of: path) }
    return base.url(of: "/" + path)
  }

  /// - Parameter missing: the URLs for which nothing was stored.
  private func writeRemoved(_ removed: [ResponseStore.Entry], missing: [String]) throws {
    let amounts = removed.amounts
    var sentences: [String] = []
    if !amounts.isEmpty { sentences.append("removed \(amounts.inWords)") }
    if !missing.isEmpty { sentences.append("nothing is stored for \(missing.inWords)") }
    if sentences.isEmpty { sentences.append("nothing is stored") }
    try writeOutcome(
      sentences, ["removed": removed.count, "servers": removed.servers, "notStored": missing])
  }
}

extension [ResponseStore.Entry] {
  /// The servers of the responses, each once.
  fileprivate var servers: [String] { filter { $0.head != nil }.map(\.group).eachOnce }

  /// `25 responses of 2 servers`, `1 unusable file`.
  fileprivate var amounts: [String] {
    let responses = count { $0.head != nil }
    let servers = servers
    var amounts: [String] = []
    if let server = servers.first {
      var owner = server
      if servers.count > 1 { owner = "\(servers.count) servers" }
      amounts.append("\(responses.inWords("response")) of \(owner)")
    }
    if responses < count { amounts.append((count - responses).inWords("unusable file")) }
    return amounts
  }

  /// The size of all entries, in bytes.
  fileprivate var size: Int {
    var size = 0
    for entry in self { size += entry.size }
    return size
  }
}

extension ResponseStore.Entry {
  /// The name of the group in which the entry is listed: the response's server, or `unusable`.
  fileprivate var group: String {
    guard let head else { return "unusable" }
    return head.server.withoutSecrets
  }

  /// Whether `cache list` and `cache clear` include the entry if a server is given; `nil` means all
  /// servers. They always include an unusable file, because it may be for any server.
  fileprivate func isListed(with server: BaseURL?) -> Bool {
    guard let server, let head else { return true }
    return head.isBelow(server)
  }

  /// The size of the response's content in bytes; for an unusable file, of the file.
  fileprivate var size: Int { contentBytes ?? bytes }

  /// The age, size, state and path, `2h`, `5.6 KiB`, `fresh` and `/users`; after the path a status
  /// that isn't 200.
  fileprivate func cells(at now: HTTPDate) -> [String] {
    var state = "-"
    var location = path
    if let head {
      state = "stale"
      if head.isFresh(at: now) { state = "fresh" }
      location = head.path.withoutSecrets
      if head.status != 200 { location += "  \(head.status)" }
    }
    let age = age(at: now)?.roughlyAbbreviated ?? "?"
    return [age, size.bytesInWords, state, location.safeForTerminal]
  }
}

/// An entry of the store, as `cache list` prints it in JSON.
struct ListedEntry: JSONTreeConvertible {
  let entry: ResponseStore.Entry
  let now: HTTPDate

  static let members: [JSONMember<ListedEntry>] = [
    .init("url", "text or null", "the URL, without secrets; null: an unusable file") {
      $0.entry.head?.url.withoutSecrets
    },
    .init("status", "number or null", "the HTTP status") { $0.entry.head?.status },
    .init("fresh", "boolean or null", "whether it is used without asking the server") {
      $0.entry.head?.isFresh(at: $0.now)
    },
    .init("file", "text", "the file in the store") { $0.entry.path },
    .init("bytes", "number", "the size of the file in bytes") { $0.entry.bytes },
    .init("contentBytes", "number or null", "the size of the content in bytes") {
      $0.entry.contentBytes
    },
    .init("age", "number or null", "seconds since the server made or confirmed it") {
      $0.entry.age(at: $0.now)?.wholeSeconds
    },
    .init("etag", "text or null", "the ETag field") { $0.entry.head?.fields[.etag] },
    .init("vary", "text or null", "the Vary field") { $0.entry.head?.fields[.vary] },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}
