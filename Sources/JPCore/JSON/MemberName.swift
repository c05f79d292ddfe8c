/// A member's name as bytes, for comparing it with many names in documents.
struct MemberName: Equatable {
  /// The name's UTF-8, without escapes.
  let content: [UInt8]

  init(_ name: String) { self.init(content: Array(name.utf8)) }

  init(content: [UInt8]) { self.content = content }
}

extension [MemberName] {
  /// The names in a path, such as `address.city`.
  init(path: String) {
    self = []
    var rest = path.utf8[...]
    while let point = rest.firstIndex(of: .point) {
      append(MemberName(content: [UInt8](rest[..<point])))
      rest = rest[rest.index(after: point)...]
    }
    append(MemberName(content: [UInt8](rest)))
  }

  /// The names, separated by points: `address.city`.
  var path: String {
    var path = ""
    for name in self {
      if !path.isEmpty { path += "." }
      path += String(utf8: name.content)
    }
    return path
  }
}

extension JSONDocument.View {
  func hasName(_ name: MemberName, at node: JSONNode) -> Bool {
    guard node.isNameUnescapedASCII else { return nameContent(of: node) == name.content }
    // Such a name contains no quote, so a quote at this offset is the one that closes the name.
    let start = Int(node.nameStart) &+ 1
    let end = start &+ name.content.count
    guard end < Int(node.start), byte(at: end) == .quote else { return false }
    return name.content.withUnsafeBytes { bytes in
      guard let address = bytes.baseAddress else { return true }
      return memcmp(base + start, address, bytes.count) == 0
    }
  }

  func nameContent(of node: JSONNode) -> [UInt8] {
    let inQuotes = Array(nameWithoutQuotes(of: node))
    guard inQuotes.contains(.backslash) else { return inQuotes }
    return JSONDocument.content(ofText: inQuotes)
  }
}

extension JSONDocument {
  /// Finds the last member with a name; `nil` if there is none, or if the value isn't an object.
  func member(named name: MemberName, ofObjectAt object: Int) -> Int? {
    withView { $0.member(named: name, ofObjectAt: object) }
  }
}

extension JSONDocument.View {
  fileprivate func member(named name: MemberName, ofObjectAt object: Int) -> Int? {
    guard firstByte(of: nodes[object]) == .leftBrace else { return nil }
    var found: Int?
    for child in children(at: object) where hasName(name, at: nodes[child]) { found = child }
    return found
  }
}
