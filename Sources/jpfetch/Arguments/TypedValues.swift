import JPCore

// Reads the values of options and operands as they are typed.

extension Int {
  /// Reads a number that has only digits. Unlike Int(_:), it accepts no sign.
  init?(digits text: some StringProtocol) {
    guard text.utf8.allSatisfy(\.isDigit) else { return nil }
    self.init(text)
  }
}

extension Duration {
  static let units: [(name: String, length: Duration)] = [
    ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
    ("d", .seconds(86400)),
  ]

  /// Reads a duration with a unit. A bare number is `nil`, because it could be meant as milliseconds.
  init?(argumentWithUnit text: String) {
    guard let last = text.utf8.last, !last.isDigit, last != .point else { return nil }
    self.init(argument: text)
  }

  /// Reads `500ms`, `0.5s`, `5m`, `12h`, `7d`, or `10`, which means seconds; `nil` for anything
  /// else.
  init?(argument text: String) {
    let number = text.utf8.prefix { $0.isDigit || $0 == .point }
    var name = String(utf8: text.utf8.dropFirst(number.count))
    if name.isEmpty { name = "s" }
    let parts = number.split(separator: .point, maxSplits: 1, omittingEmptySubsequences: false)
    // At most nine digits, so that days can't overflow a Duration.
    guard let whole = parts.first, let count = Int(Substring(whole)), whole.count <= 9 else {
      return nil
    }
    var fraction = 0
    var divisor = 1
    if parts.count == 2 {
      guard let digits = Int(Substring(parts[1])), parts[1].count <= 9 else { return nil }
      fraction = digits
      for _ in parts[1] { divisor *= 10 }
    }
    for unit in Self.units where unit.name == name {
      self = unit.length * count + unit.length * fraction / divisor
      return
    }
    return nil
  }
}

extension BaseURL {
  /// Reads a server or a folder as it is typed: a URL, `localhost:3000`, `:3000`, `/data`, `./data`.
  init?(argument text: String) {
    if let url = text.urlOfServer {
      self.init(url)
    } else if [".", ".."].contains(text) || text.beginsWithFolder {
      self.init("file:" + text)
    } else {
      self.init(text)
    }
  }
}

/// What `--against` compares with.
enum Baseline {
  case store
  case api(BaseURL)

  /// The word for the stored responses.
  static let storeWord = "cache"

  init?(argument text: String) {
    if text == Self.storeWord {
      self = .store
    } else if let base = BaseURL(argument: text) {
      self = .api(base)
    } else {
      return nil
    }
  }
}

extension String {
  /// The http URL for a text that begins with a host and a port, or only with a port, which means
  /// this machine: `http://localhost:3000/users` for `localhost:3000/users` and for `:3000/users`.
  /// `nil` for other texts.
  var urlOfServer: String? {
    let authority = utf8.prefix { $0 != .slash && $0 != UInt8(ascii: "?") }
    guard let colon = authority.lastIndex(of: .colon) else { return nil }
    let host = authority[..<colon]
    let port = authority[colon...].dropFirst()
    guard !port.isEmpty, port.allSatisfy(\.isDigit), !host.contains(.at) else { return nil }
    if host.isEmpty { return "http://localhost\(self)" }
    // file:2024 is a folder.
    if ["file", "http", "https"].contains(String(utf8: host).lowercased()) { return nil }
    return "http://\(self)"
  }

  var beginsWithFolder: Bool {
    let beginnings = ["/", "./", "../"]
    return beginnings.contains { utf8.starts(with: $0.utf8) }
  }

  /// The ending of a file's name, in lower case and without the point: `csv`. `nil` for `users`,
  /// and for `.profile`, whose point begins the name.
  var fileEnding: String? {
    var name = utf8[...]
    if let slash = name.lastIndex(of: .slash) { name = name[slash...].dropFirst() }
    guard let point = name.lastIndex(of: .point), point != name.startIndex else {
      return nil
    }
    return String(utf8: name[point...].dropFirst()).lowercased()
  }

  var commaSeparated: [String] {
    let parts = unicodeScalars.split(separator: ",", omittingEmptySubsequences: false)
    return parts.map { String($0) }
  }
}
