/// Writes values of a document as JSON text, mostly by copying.
///
/// Strings, numbers and names are written as the document spells them, members in its order. Only
/// the white space between them comes from the writer, so equal input gives equal bytes.
package struct JSONWriter: Sendable {
  /// The white space between the values.
  package enum Layout: Sendable {
    /// A line for each value, indented by two spaces for each level, as the API prints.
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

  /// Writes a whole document and a line feed.
  package func write(_ document: JSONDocument, to output: inout OutputBuffer) {
    write(0, of: document, depth: 0, to: &output)
    output.append(.lineFeed)
  }

  /// A document as a part of a larger tree.
  package func tree(_ document: JSONDocument) -> JSONTree {
    .written { depth, output in write(0, of: document, depth: depth, to: &output) }
  }

  /// Writes each element of an array on a separate line (NDJSON), or any other document on one line.
  /// The layout must be compact.
  package func writeLines(_ document: JSONDocument, to output: inout OutputBuffer) {
    let root = document.root
    for value in root.kind == .array ? root.elements : [root] {
      write(value, to: &output)
      output.append(.lineFeed)
    }
  }

  /// Writes a value.
  func write(_ value: JSONValue, depth: Int = 0, to output: inout OutputBuffer) {
    write(value.index, of: value.document, depth: depth, to: &output)
  }

  /// Writes the value at an index.
  ///
  /// - Parameter depth: how many arrays and objects enclose the value in the output.
  func write(_ index: Int, of document: JSONDocument, depth: Int, to output: inout OutputBuffer) {
    document.withView { document in write(index, of: document, depth: depth, to: &output) }
  }

  /// Writes the members of the object at an index, without its braces.
  ///
  /// - Parameters:
  ///   - depth: how many arrays and objects enclose the object in the output.
  ///   - excluded: names to leave out.
  /// - Returns: whether it wrote any.
  func writeMembers(
    ofObjectAt index: Int, in document: JSONDocument, except excluded: [String], depth: Int,
    to output: inout OutputBuffer
  ) -> Bool {
    var isFirst = true
    let excluded = excluded.map(MemberName.init)
    document.withView { view in
      for child in view.children(at: index)
      where !excluded.contains(where: { view.hasName($0, at: view.nodes[child]) }) {
        separate(isFirst: isFirst, depth: depth + 1, in: &output)
        writeMember(child, of: view, depth: depth + 1, to: &output)
        isFirst = false
      }
    }
    return !isFirst
  }

  /// Writes a member's name and the layout's colon.
  func writeName(_ name: String, to output: inout OutputBuffer) {
    if isColored {
      let quoted = OutputBuffer.bytes { $0.append(quoted: name) }
      writeColored(String(utf8: quoted), as: .name, to: &output)
    } else {
      output.append(quoted: name)
    }
    writeColon(to: &output)
  }

  /// Writes what precedes an element or member: a comma unless it is the first, a new line.
  @inline(__always)
  func separate(isFirst: Bool, depth: Int, in output: inout OutputBuffer) {
    if !isFirst { output.append(.comma) }
    breakLine(depth: depth, in: &output)
  }

  /// Begins a new line at a depth, if the layout has lines.
  @inline(__always)
  func breakLine(depth: Int, in output: inout OutputBuffer) {
    guard layout == .pretty else { return }
    let length = 1 + 2 * depth
    if length <= Self.line.utf8CodeUnitCount {
      // A single copy, because this precedes every value.
      output.append(UnsafeRawBufferPointer(start: Self.line.utf8Start, count: length))
    } else {
      output.append(.lineFeed)
      output.append(repeating: .space, count: 2 * depth)
    }
  }

  /// A line feed and the indentation of 16 levels, more than lists of records have.
  private static let line: StaticString = "\n                                "

  // MARK: Hot code

  private func write(
    _ index: Int, of document: JSONDocument.View, depth: Int, to output: inout OutputBuffer
  ) {
    let node = document.nodes[index]
    let opening = document.opening(of: node)
    guard opening == .leftBrace || opening == .leftBracket else {
      let text = document.slice(node.start, node.end)
      guard isColored else { return output.append(text) }
      return writeColored(String(utf8: text), as: .scalar, to: &output)
    }
    output.append(opening)
    let (first, end) = (index + 1, Int(node.next))
    var child = first
    let prefix =
      opening == .leftBrace && !isColored ? OutputBuffer.Prefix(layout, depth: depth + 1) : nil
    while child < end {
      if let prefix {
        child = writeScalars(child..<end, from: first, of: document, prefix, to: &output)
        guard child < end else { break }
      }
      separate(isFirst: child == first, depth: depth + 1, in: &output)
      if opening == .leftBrace {
        writeMember(child, of: document, depth: depth + 1, to: &output)
      } else {
        write(child, of: document, depth: depth + 1, to: &output)
      }
      child = Int(document.nodes[child].next)
    }
    if end > first { breakLine(depth: depth, in: &output) }
    output.append(opening == .leftBrace ? UInt8.rightBrace : .rightBracket)
  }

  /// Copies members that are scalars, in one piece if they already have this layout's white space.
  ///
  /// - Returns: the first member that is another.
  @inline(__always)
  private func writeScalars(
    _ range: Range<Int>, from first: Int, of document: JSONDocument.View,
    _ prefix: OutputBuffer.Prefix, to output: inout OutputBuffer
  ) -> Int {
    var child = range.lowerBound
    while child < range.upperBound {
      let node = document.nodes[child]
      let opening = document.opening(of: node)
      guard opening != .leftBrace && opening != .leftBracket else { break }
      let prefix = child == first ? prefix.withoutComma : prefix
      if document.isSeparated(at: Int(node.start), as: layout) {
        output.append(prefix, document.slice(node.nameStart, node.end))
      } else {
        output.append(prefix, document.quotedName(of: node))
        writeColon(to: &output)
        output.append(document.slice(node.start, node.end))
      }
      child &+= 1
    }
    return child
  }

  @inline(__always)
  private func writeColon(to output: inout OutputBuffer) {
    output.append(.colon)
    if layout == .pretty { output.append(.space) }
  }

  private func writeMember(
    _ index: Int, of document: JSONDocument.View, depth: Int, to output: inout OutputBuffer
  ) {
    let node = document.nodes[index]
    let name = document.quotedName(of: node)
    if isColored {
      writeColored(String(utf8: name), as: .name, to: &output)
    } else {
      output.append(name)
    }
    writeColon(to: &output)
    write(index, of: document, depth: depth, to: &output)
  }
}

extension OutputBuffer.Prefix {
  private static let text: StaticString = ",\n                                "

  /// What precedes a member of an object: a comma, a line break and the indentation.
  ///
  /// - Returns: `nil` for members so deep that their indentation is longer than a prefix can be.
  fileprivate init?(_ layout: JSONWriter.Layout, depth: Int) {
    let count = layout == .pretty ? 2 + 2 * depth : 1
    guard count <= Self.room else { return nil }
    self.init(start: Self.text.utf8Start, count: count)
  }

  /// For the first member.
  fileprivate var withoutComma: Self { Self(start: start + 1, count: count - 1) }
}

extension JSONDocument.View {
  /// Whether exactly the layout's separator precedes the value at an offset, which is at least 4:
  /// `{"":0}` has the earliest possible member.
  @inline(__always)
  fileprivate func isSeparated(at start: Int, as layout: JSONWriter.Layout) -> Bool {
    let before = UInt32(
      littleEndian: base.loadUnaligned(fromByteOffset: start &- 4, as: UInt32.self))
    return switch layout {
    case .pretty: before >> 8 == 0x20_3A_22
    case .compact: before >> 16 == 0x3A_22
    }
  }
}
