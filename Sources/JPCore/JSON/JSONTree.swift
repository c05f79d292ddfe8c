/// JSON that the library or the program makes, such as a report, an error or the built-in data.
package enum JSONTree {
  case null
  case string(String)
  case number(Int)
  case boolean(Bool)
  case array([JSONTree])
  case object([(String, JSONTree)])
  /// A value of a document, as the document spells it. It is indirect because it is larger than the
  /// others, of which the built-in data has thousands.
  indirect case value(JSONValue)
  /// A value that a closure writes. `depth` is how many arrays and objects enclose the value.
  case written((_ depth: Int, _ output: inout OutputBuffer) -> Void)
}

/// A type that a ``JSONTree`` literal accepts for a member's value.
package protocol JSONTreeConvertible {
  var tree: JSONTree { get }
}

extension JSONTree: JSONTreeConvertible {
  package var tree: JSONTree { self }
}

extension String: JSONTreeConvertible {
  package var tree: JSONTree { .string(self) }
}

extension Int: JSONTreeConvertible {
  package var tree: JSONTree { .number(self) }
}

extension Bool: JSONTreeConvertible {
  package var tree: JSONTree { .boolean(self) }
}

extension JSONValue: JSONTreeConvertible {
  package var tree: JSONTree { .value(self) }
}

extension Array: JSONTreeConvertible where Element: JSONTreeConvertible {
  package var tree: JSONTree { .array(map(\.tree)) }
}

extension JSONTree: ExpressibleByDictionaryLiteral {
  /// Makes an object from a dictionary literal. A `nil` value becomes `null`.
  package init(dictionaryLiteral members: (String, (any JSONTreeConvertible)?)...) {
    var trees: [(String, JSONTree)] = []
    for (name, value) in members {
      if let value {
        trees.append((name, value.tree))
      } else {
        trees.append((name, .null))
      }
    }
    self = .object(trees)
  }
}

extension JSONTree {
  /// The tree as JSON text, with a line feed at its end.
  package func jsonText(_ layout: JSONWriter.Layout) -> [UInt8] {
    OutputBuffer.collect { JSONWriter(layout).writeTree(self, to: &$0) }
  }
}

extension JSONWriter {
  /// Writes a tree, and a line feed after it.
  package func writeTree(_ tree: JSONTree, to output: inout OutputBuffer) {
    writeTree(tree, depth: 0, to: &output)
    output.append(.lineFeed)
  }

  private func writeTree(_ tree: JSONTree, depth: Int, to output: inout OutputBuffer) {
    switch tree {
    case .null: writeScalar("null", to: &output)
    case .string(let string): writeString(string, to: &output)
    case .number(let number): writeScalar(String(number), to: &output)
    case .boolean(let value): writeScalar(String(value), to: &output)
    case .value(let value):
      writeValue(at: value.index, of: value.document, depth: depth, to: &output)
    case .written(let write): write(depth, &output)
    case .array(let elements):
      writeElements(elements, depth: depth, to: &output) { element, output in
        writeTree(element, depth: depth + 1, to: &output)
      }
    case .object(let members):
      writeMembers(members, depth: depth, to: &output) { member, output in
        writeName(member.0, to: &output)
        writeTree(member.1, depth: depth + 1, to: &output)
      }
    }
  }

  @inline(__always)
  func writeElements<Element>(
    _ elements: some Collection<Element>, depth: Int, to output: inout OutputBuffer,
    each write: (Element, inout OutputBuffer) -> Void
  ) {
    output.append(.leftBracket)
    writeWithSeparators(elements, depth: depth, to: &output, each: write)
    output.append(.rightBracket)
  }

  /// Writes an object.
  ///
  /// - Parameter write: writes a member: its name with ``writeName(_:to:)``, then its value.
  @inline(__always)
  func writeMembers<Member>(
    _ members: some Collection<Member>, depth: Int, to output: inout OutputBuffer,
    each write: (Member, inout OutputBuffer) -> Void
  ) {
    output.append(.leftBrace)
    writeWithSeparators(members, depth: depth, to: &output, each: write)
    output.append(.rightBrace)
  }

  @inline(__always)
  private func writeWithSeparators<Item>(
    _ items: some Collection<Item>, depth: Int, to output: inout OutputBuffer,
    each write: (Item, inout OutputBuffer) -> Void
  ) {
    var isFirst = true
    for item in items {
      writeSeparator(isFirst: isFirst, depth: depth + 1, to: &output)
      write(item, &output)
      isFirst = false
    }
    if !isFirst { writeLineBreak(depth: depth, to: &output) }
  }
}
