import JPCore

/// The actions about any stored responses: info, list and clear.
extension Cache {
  // MARK: info

  func info() throws {
    let entries = try entries()
    var bytes = 0
    for entry in entries { bytes += entry.bytes }
    let now = HTTPDate.systemClock()
    let ages = entries.map { $0.age(at: now) }
    let oldest = ages.max()
    let newest = ages.min()
    let amount = StoredAmount(entries)
    var lines = ["directory  \(directory)"]
    var server: String?
    var limit = ""
    if isBaseGiven {
      server = base.description
      lines.append("server     \(base)")
      lines.append("responses  \(amount.responses)")
    } else {
      // The limit is the whole directory's.
      limit = " of about \(store.maxBytes.bytesInWords)"
      lines.append("responses  \(amount.responsesOfServers)")
    }
    if amount.damaged > 0 {
      lines.append("damaged    \(amount.damaged.inWords("file"))")
    }
    lines.append("size       \(bytes.bytesInWords)\(limit)")
    lines.append("oldest     \(Self.words(for: oldest))")
    lines.append("newest     \(Self.words(for: newest))")
    try output.writeFacts(
      lines,
      [
        "directory": directory,
        "server": server,
        "responses": entries.count,
        "servers": amount.servers,
        "bytes": bytes,
        "maxBytes": store.maxBytes,
        "oldestAge": oldest?.wholeSeconds,
        "newestAge": newest?.wholeSeconds,
      ])
  }

  private static func words(for age: Duration?) -> String {
    guard let age else { return "-" }
    return "\(age.roughly()) ago"
  }

  // MARK: list

  func list() throws {
    let now = HTTPDate.systemClock()
    let entries = try entries()
    let rows = entries.map { SourceRow($0, at: now) }
    let json = JSONTree.array(rows.map(\.entryTree))
    if rows.isEmpty {
      var remark = "nothing is stored"
      if isBaseGiven { remark += " for \(base)" }
      notices.writeRemark(remark)
      return try output.writeFacts([], json)
    }
    try output.writeFacts(lines(for: rows), json)
    let amount = StoredAmount(entries).inWords(of: namedServer)
    notices.writeLine(below: output) {
      guard let width = output.width else { return amount }
      return amount.cut(to: width)
    }
  }

  private func lines(for rows: [SourceRow]) -> [String] {
    var cells = [["status", "age", "size"]]
    var urls = ["url"]
    for row in rows {
      cells.append(row.entryCells)
      urls.append(row.entryURL)
    }
    var lines: [String] = []
    for (alignedCells, url) in zip(cells.aligned(numbers: 1...2), urls) {
      lines += self.lines(ofCells: alignedCells, url)
    }
    return lines
  }

  /// A line, or two if the URL doesn't fit next to the cells.
  private func lines(ofCells cells: String, _ url: String) -> [String] {
    let line = "\(cells)  \(url)"
    guard let width = output.width, line.displayWidth > width else {
      return [line]
    }
    // A long URL is cut at its start.
    let below = "  " + url.cutAtStart(to: max(1, width - 2))
    return [cells.cut(to: width), below.cut(to: width)]
  }

  // MARK: clear

  func clear() throws {
    var removed: [ResponseStore.Entry] = []
    var missing: [String] = []
    if paths.isEmpty {
      removed = try store.remove { isMeant($0, isUnreadableToo: false) }
      if removed.isEmpty, isBaseGiven { missing = [base.description] }
      try store.tidy()
    }
    for path in paths {
      let url = url(of: path)
      let entries = try store.remove(storedFor: url)
      if entries.isEmpty { missing.append(url.withoutSecrets) }
      removed += entries
    }
    try writeRemoved(StoredAmount(removed), missing: missing)
  }

  /// The URL of a path, which may lack its slash, or a whole URL.
  private func url(of path: String) -> String {
    if path.contains(ascii: "://") { return path }
    if path.utf8.first == .slash { return base.url(of: path) }
    return base.url(of: "/" + path)
  }

  private func writeRemoved(_ removed: StoredAmount, missing: [String]) throws {
    var sentences: [String] = []
    if !removed.isEmpty {
      sentences.append("removed \(removed.inWords(of: namedServer))")
    } else if missing.isEmpty {
      sentences.append("nothing is stored")
    }
    let count = removed.responses + removed.damaged
    if missing.isEmpty {
      return try writeOutcome(sentences, ["removed": count, "servers": removed.servers])
    }
    let stored = try store.entries().compactMap(\.head?.url.withoutSecrets).eachOnce
    if stored.isEmpty {
      sentences.append("nothing is stored")
    } else {
      sentences.append("nothing is stored for \(missing.inWords)")
    }
    // A path may have been mistyped.
    let servers = Set(missing.compactMap(\.origin))
    let nearby = stored.filter { url in
      guard let origin = url.origin else { return false }
      return servers.contains(origin)
    }
    if !nearby.isEmpty { sentences.append("stored there: \(nearby.firstInWords)") }
    try writeOutcome(
      sentences,
      [
        "removed": count,
        "servers": removed.servers,
        "notStored": missing,
        "stored": stored,
      ])
  }
}

/// A number of stored responses, and their servers.
struct StoredAmount {
  let responses: Int
  /// The number of files that can't be used. Their servers are unknown.
  let damaged: Int
  /// The servers, each once, in the order of their first responses.
  let servers: [String]

  init(_ entries: [ResponseStore.Entry]) {
    let heads = entries.compactMap(\.head)
    responses = heads.count
    damaged = entries.count - heads.count
    servers = heads.map(\.server.withoutSecrets).eachOnce
  }

  var isEmpty: Bool { responses == 0 && damaged == 0 }

  /// `25 of 2 servers`.
  var responsesOfServers: String {
    switch servers.count {
    case 0: "\(responses)"
    case 1: "\(responses) of \(servers[0])"
    default: "\(responses) of \(servers.count) servers"
    }
  }

  /// `25 responses of 2 servers`.
  ///
  /// - Parameter server: the server that was named; `nil` for all.
  func inWords(of server: String?) -> String {
    var parts: [String] = []
    if responses > 0 {
      var owner = "\(servers.count) servers"
      if let server {
        owner = server
      } else if servers.count == 1 {
        owner = servers[0]
      }
      parts.append("\(responses.inWords("response")) of \(owner)")
    }
    if damaged > 0 { parts.append(damaged.inWords("damaged file")) }
    return parts.inWords
  }
}

extension Int {
  /// `1 response`, `2 responses`.
  fileprivate func inWords(_ noun: String) -> String {
    if self == 1 { return "1 \(noun)" }
    return "\(self) \(noun)s"
  }
}

extension SourceRow {
  /// `200 fresh`, `2h`, `5.6 KiB`.
  fileprivate var entryCells: [String] {
    var cells = [state, "-", "-"]
    if let status { cells[0] = "\(status) \(state)" }
    if let age { cells[1] = age.short }
    if let bytes { cells[2] = bytes.bytesInWords }
    return cells
  }

  fileprivate var entryURL: String {
    var text = url
    if let names = fields[.vary] { text += ", varies by \(names)" }
    return text.safeForTerminal
  }

  fileprivate var entryTree: JSONTree {
    // A file that can't be used has a path for a URL.
    var url: String? = url
    if status == nil { url = nil }
    return [
      "url": url,
      "status": status,
      "fresh": isFresh,
      "file": file,
      "bytes": fileBytes,
      "contentBytes": bytes,
      "age": age?.wholeSeconds,
      "etag": fields[.etag],
      "vary": fields[.vary],
    ]
  }
}
