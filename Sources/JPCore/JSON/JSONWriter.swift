/// Writes values of a document as JSON text, mostly by copying.
///
/// Strings, numbers and names are written as the document spells them, and members in its order.
/// Only the white space and the colours come from the writer, so equal input gives equal bytes.
package struct JSONWriter: Sendable {
  /// The white space between the values.
  package enum Layout: Sendable {
    /// A line for each value, indented by two spaces for each level, like the API's responses.
    case pretty
    /// No white space.
    case compact
  }

  let layout: Layout

  /// Whether to use jq's colours, and to escape characters that could steer a terminal.
  let isColored: Bool

  package init(_ layout: Layout, isColored: Bool = false) {
    self.layout = layout
    self.isColored = isColored
  }

  /// Writes each element of an array on a separate line (NDJSON), or any other document on one
  /// line. The layout must be compact.
  package func writeLines(_ document: JSONDocument, to output: inout OutputBuffer) {
    let root = document.root
    var lines = [root]
    if root.kind == .array { lines = root.elements }
    for value in lines {
      writeValue(at: value.index, of: document, depth: 0, to: &output)
      output.append(.lineFeed)
    }
  }

  /// Writes a value of a document.
  ///
  /// - Parameter depth: how many arrays and objects enclose the value in the output.
  func writeValue(
    at index: Int, of document: JSONDocument, depth: Int, to output: inout OutputBuffer
  ) {
    document.withView { view in writeValue(at: index, of: view, depth: depth, to: &output) }
  }

  /// Writes the members of the object at an index, without its braces.
  ///
  /// - Parameters:
  ///   - depth: how many arrays and objects enclose the object in the output.
  ///   - excluded: names to leave out.
  /// - Returns: how many members it wrote.
  func copyMembers(
    ofObjectAt index: Int, in document: JSONDocument, except excluded: [String], depth: Int,
    to output: inout OutputBuffer
  ) -> Int {
    var count = 0
    let excluded = excluded.map(MemberName.init)
    document.withView { view in
      for child in view.children(at: index) {
        let node = view.nodes[child]
        if excluded.contains(where: { view.hasName($0, at: node) }) { continue }
        writeSeparator(isFirst: count == 0, depth: depth + 1, to: &output)
        writeMember(at: child, of: view, depth: depth + 1, to: &output)
        count += 1
      }
    }
    return count
  }

  /// Writes the text of a scalar that doesn't come from a document.
  func writeScalar(_ text: String, to output: inout OutputBuffer) {
    if isColored {
      writeColored(text.utf8, as: .scalar, to: &output)
    } else {
      output.append(text)
    }
  }

  /// Writes a string that doesn't come from a document, with quotes and escapes.
  func writeString(_ string: String, to output: inout OutputBuffer) {
    if isColored {
      let text = OutputBuffer.collect { $0.append(quoted: string) }
      writeColored(text, as: .scalar, to: &output)
    } else {
      output.append(quoted: string)
    }
  }

  /// Writes a member's name and the layout's colon.
  func writeName(_ name: String, to output: inout OutputBuffer) {
    if isColored {
      let text = OutputBuffer.collect { $0.append(quoted: name) }
      writeColored(text, as: .name, to: &output)
    } else {
      output.append(quoted: name)
    }
    writeColon(to: &output)
  }

  // MARK: White space

  /// Writes the separator before an element or member: a comma unless it is the first, then a line
  /// break in the pretty layout.
  @inline(__always)
  func writeSeparator(isFirst: Bool, depth: Int, to output: inout OutputBuffer) {
    if !isFirst { output.append(.comma) }
    writeLineBreak(depth: depth, to: &output)
  }

  /// Begins a line and indents it, in the pretty layout.
  @inline(__always)
  func writeLineBreak(depth: Int, to output: inout OutputBuffer) {
    guard layout == .pretty else { return }
    let length = 1 + 2 * depth
    if length <= Self.line.utf8CodeUnitCount {
      // A single copy is faster than two, and there is a line break before every value.
      output.append(UnsafeRawBufferPointer(start: Self.line.utf8Start, count: length))
    } else {
      output.append(.lineFeed)
      output.append(repeating: .space, count: 2 * depth)
    }
  }

  /// A line feed and the indentation of 16 levels. Records have fewer levels.
  private static let line: StaticString = "\n                                "

  @inline(__always)
  func writeColon(to output: inout OutputBuffer) {
    output.append(.colon)
    if layout == .pretty { output.append(.space) }
  }

  // MARK: Values of a document

  private func writeValue(
    at index: Int, of document: JSONDocument.View, depth: Int, to output: inout OutputBuffer
  ) {
    let node = document.nodes[index]
    switch document.firstByte(of: node) {
    case .leftBrace:
      writeObject(at: index, of: document, depth: depth, to: &output)
    case .leftBracket:
      writeArray(at: index, of: document, depth: depth, to: &output)
    default:
      let text = document.slice(node.start, node.end)
      if isColored {
        writeColored(text, as: .scalar, to: &output)
      } else {
        output.append(text)
      }
    }
  }

  private func writeArray(
    at index: Int, of document: JSONDocument.View, depth: Int, to output: inout OutputBuffer
  ) {
    output.append(.leftBracket)
    let first = index + 1
    let end = Int(document.nodes[index].next)
    for child in document.children(at: index) {
      writeSeparator(isFirst: child == first, depth: depth + 1, to: &output)
      writeValue(at: child, of: document, depth: depth + 1, to: &output)
    }
    if end > first { writeLineBreak(depth: depth, to: &output) }
    output.append(.rightBracket)
  }

  private func writeObject(
    at index: Int, of document: JSONDocument.View, depth: Int, to output: inout OutputBuffer
  ) {
    output.append(.leftBrace)
    let first = index + 1
    let end = Int(document.nodes[index].next)
    var prefix: MemberPrefix?
    if !isColored { prefix = MemberPrefix(layout, depth: depth + 1) }
    var child = first
    while child < end {
      if let prefix {
        child = writeScalarMembers(child..<end, from: first, of: document, prefix, to: &output)
        guard child < end else { break }
      }
      writeSeparator(isFirst: child == first, depth: depth + 1, to: &output)
      writeMember(at: child, of: document, depth: depth + 1, to: &output)
      child = Int(document.nodes[child].next)
    }
    if end > first { writeLineBreak(depth: depth, to: &output) }
    output.append(.rightBrace)
  }

  private func writeMember(
    at index: Int, of document: JSONDocument.View, depth: Int, to output: inout OutputBuffer
  ) {
    let name = document.nameText(of: document.nodes[index])
    if isColored {
      writeColored(name, as: .name, to: &output)
    } else {
      output.append(name)
    }
    writeColon(to: &output)
    writeValue(at: index, of: document, depth: depth, to: &output)
  }

  // MARK: Colours

  private enum ColorRole {
    case name
    case scalar
  }

  /// Writes the text of a name or scalar in jq's colours.
  ///
  /// Characters that could steer a terminal are escaped; the JSON value stays the same.
  private func writeColored(
    _ text: some Collection<UInt8>, as kind: ColorRole, to output: inout OutputBuffer
  ) {
    let color: StaticString
    switch (kind, text.first) {
    case (.name, _): color = "34;1"
    case (.scalar, UInt8.quote): color = "0;32"
    case (.scalar, UInt8(ascii: "n")): color = "0;2"
    default: color = "0;39"
    }
    output.append("\u{1B}[")
    output.append(color)
    output.append("m")
    // The text has no raw line ends or tabs (RFC 8259 §7), so `safeForTerminal` adds only `\uXXXX`,
    // which JSON allows.
    output.append(String(utf8: text).safeForTerminal)
    output.append("\u{1B}[0m")
  }
}

extension OutputBuffer {
  /// Appends a string as JSON text (RFC 8259 §7): in quotes, with escapes for the characters for
  /// which JSON requires them and for those that could steer a terminal.
  package mutating func append(quoted string: String) {
    append(.quote)
    defer { append(.quote) }
    let isUnescapedASCII = string.withUTF8Span {
      $0.withUnsafeBytes { JSONScanner($0).isUnescapedASCII }
    }
    if isUnescapedASCII { return append(string) }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": append("\\\"")
      case "\\": append("\\\\")
      case "\n": append("\\n")
      case _ where scalar.steersTerminal: append(scalar.jsonEscape)
      default: for byte in scalar.utf8 { append(byte) }
      }
    }
  }
}
