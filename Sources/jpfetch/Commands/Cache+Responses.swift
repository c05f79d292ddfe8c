import JPCore

/// The actions about any stored responses: info, list and clear.
extension Cache {
  // MARK: info

  func info() throws {
    let entries = try entries()
    let now = HTTPDate.systemClock()
    let ages = entries.map { $0.age(at: now) }
    let oldest = ages.max()
    let newest = ages.min()
    let amount = StoredAmount(entries)
    var server: String?
    if isBaseGiven { server = base.description }
    var lines = ["directory  \(directory)"]
    lines += self.lines(about: amount)
    lines.append("oldest     \(Self.words(for: oldest))")
    lines.append("newest     \(Self.words(for: newest))")
    try output.writeFacts(
      lines,
      [
        "directory": directory,
        "server": server,
        "responses": entries.count,
        "servers": amount.servers,
        "bytes": amount.bytes,
        "maxBytes": store.maxBytes,
        "oldestAge": oldest?.wholeSeconds,
        "newestAge": newest?.wholeSeconds,
      ])
  }

  private func lines(about amount: StoredAmount) -> [String] {
    var lines: [String] = []
    var size = amount.bytes.bytesInWords
    if isBaseGiven {
      lines.append("server     \(base)")
      lines.append("responses  \(amount.responses)")
    } else {
      lines.append("responses  \(amount.responsesOfServers)")
      // The limit is the whole directory's.
      size += " of about \(store.maxBytes.bytesInWords)"
    }
    if amount.damaged > 0 {
      lines.append("damaged    \(amount.damaged.inWords("file"))")
    }
    lines.append("size       \(size)")
    return lines
  }

  private static func words(for age: Duration?) -> String {
    guard let age else { return "-" }
    return "\(age.roughly()) ago"
  }

  // MARK: list

  func list() throws {
    let now = HTTPDate.systemClock()
    let entries = try entries()
    let json = JSONTree.array(entries.map { $0.tree(at: now) })
    if entries.isEmpty {
      var remark = "nothing is stored"
      if isBaseGiven { remark += " for \(base)" }
      notices.writeRemark(remark)
      return try output.writeFacts([], json)
    }
    try output.writeFacts(lines(for: entries, at: now), json)
    notices.writeLine(StoredAmount(entries).inWords(of: namedServer), below: output)
  }

  private func lines(for entries: [ResponseStore.Entry], at now: HTTPDate) -> [String] {
    var cells = [["status", "age", "size"]]
    var urls = ["url"]
    for entry in entries {
      cells.append(entry.cells(at: now))
      urls.append(entry.location)
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
      let entries: [ResponseStore.Entry]
      if let server = url.server {
        entries = try store.remove { entry in entry.head?.isBelow(server) == true }
      } else {
        entries = try store.remove(storedFor: url)
      }
      if entries.isEmpty { missing.append(url.withoutSecrets) }
      removed += entries
    }
    try writeRemoved(StoredAmount(removed), missing: missing)
  }

  /// The URL of a path, which may lack its slash; or a whole URL, which may lack its scheme.
  private func url(of path: String) -> String {
    if path.contains(ascii: "://") { return path }
    if let url = path.urlOfServer { return url }
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
    sentences += Self.sentences(aboutMissing: missing, stored)
    try writeOutcome(
      sentences,
      [
        "removed": count,
        "servers": removed.servers,
        "notStored": missing,
        "stored": stored,
      ])
  }

  /// - Parameter stored: the URLs of all stored responses.
  private static func sentences(aboutMissing urls: [String], _ stored: [String]) -> [String] {
    if stored.isEmpty { return ["nothing is stored"] }
    var sentences = ["nothing is stored for \(urls.inWords)"]
    // The path may be mistyped, so name the stored URLs of the same servers.
    let servers = Set(urls.compactMap(\.origin))
    var nearby: [String] = []
    for url in stored {
      if let server = url.origin, servers.contains(server) { nearby.append(url) }
    }
    if !nearby.isEmpty { sentences.append("stored there: \(nearby.firstInWords)") }
    return sentences
  }
}

extension String {
  /// The server of a URL that has no path, with or without a slash at its end; `nil` for others.
  fileprivate var server: BaseURL? {
    guard let base = BaseURL(self), base.scheme == .http else { return nil }
    let authority = base.text.utf8.split(separator: .colon, maxSplits: 1)[1].dropFirst(2)
    if authority.contains(.slash) { return nil }
    return base
  }
}

/// A number of stored responses, and their servers.
struct StoredAmount {
  let responses: Int
  /// The number of files that can't be used. Their servers are unknown.
  let damaged: Int
  /// The size of all files.
  let bytes: Int
  /// The servers, each once, in the order of their first responses.
  let servers: [String]

  init(_ entries: [ResponseStore.Entry]) {
    let heads = entries.compactMap(\.head)
    responses = heads.count
    damaged = entries.count - heads.count
    var bytes = 0
    for entry in entries { bytes += entry.bytes }
    self.bytes = bytes
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

extension ResponseStore.Entry {
  /// How long ago the response was stored: by the time in the file, which a copy of the file keeps,
  /// or else by the file system's time.
  fileprivate func age(at now: HTTPDate) -> Duration {
    var start = stored
    if let head { start = head.received }
    return max(.zero, now - start)
  }

  /// `200 fresh`, `2h`, `5.6 KiB`.
  fileprivate func cells(at now: HTTPDate) -> [String] {
    let age = age(at: now).short
    guard let head, let contentBytes else { return ["unusable", age, "-"] }
    var state = "stale"
    if head.isFresh(at: now) { state = "fresh" }
    return ["\(head.status) \(state)", age, contentBytes.bytesInWords]
  }

  /// The URL, or the path of a file that can't be used.
  fileprivate var location: String {
    guard let head else { return path.safeForTerminal }
    var text = head.url.withoutSecrets
    if let names = head.fields[.vary] { text += ", varies by \(names)" }
    return text.safeForTerminal
  }

  fileprivate func tree(at now: HTTPDate) -> JSONTree {
    [
      "url": head?.url.withoutSecrets,
      "status": head?.status,
      "fresh": head?.isFresh(at: now),
      "file": path,
      "bytes": bytes,
      "contentBytes": contentBytes,
      "age": age(at: now).wholeSeconds,
      "etag": head?.fields[.etag],
      "vary": head?.fields[.vary],
    ]
  }
}

extension [[String]] {
  /// Rows of cells in columns, two spaces apart.
  ///
  /// - Parameter numbers: the columns that are aligned to the right.
  func aligned(numbers: ClosedRange<Int>) -> [String] {
    var widths: [Int] = []
    for row in self {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = Swift.max(widths[column], cell.displayWidth)
      }
    }
    var lines: [String] = []
    for row in self {
      var cells: [String] = []
      for (column, cell) in row.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - cell.displayWidth)
        if numbers.contains(column) {
          cells.append(blanks + cell)
        } else {
          cells.append(cell + blanks)
        }
      }
      lines.append(cells.joined(separator: "  "))
    }
    return lines
  }
}
