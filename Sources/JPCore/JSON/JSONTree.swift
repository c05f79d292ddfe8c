/// JSON that jpfetch itself makes: reports, errors, what wraps an answer.
package enum JSONTree {
  case null
  case string(String)
  case number(Int)
  case boolean(Bool)
  case array([JSONTree])
  case object([(String, JSONTree)])
  /// A value that a closure writes, at a depth.
  case written((_ depth: Int, _ output: inout OutputBuffer) -> Void)
}

/// A member's value in the literal of a ``JSONTree``.
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

extension Array: JSONTreeConvertible where Element: JSONTreeConvertible {
  package var tree: JSONTree { .array(map(\.tree)) }
}

extension JSONTree: ExpressibleByDictionaryLiteral {
  /// An object; `nil` is `null`.
  package init(dictionaryLiteral members: (String, (any JSONTreeConvertible)?)...) {
    self = .object(members.map { ($0, $1?.tree ?? .null) })
  }
}

extension JSONTree {
  /// The tree as UTF-8, and a line feed.
  package func text(_ layout: JSONWriter.Layout) -> [UInt8] {
    OutputBuffer.bytes { JSONWriter(layout).write(self, to: &$0) }
  }
}

extension JSONWriter {
  /// Writes a tree and a line feed.
  package func write(_ tree: JSONTree, to output: inout OutputBuffer) {
    write(tree, depth: 0, to: &output)
    output.append(.lineFeed)
  }

  private func write(_ tree: JSONTree, depth: Int, to output: inout OutputBuffer) {
    switch tree {
    case .null: output.append("null")
    case .string(let text): output.append(quoted: text)
    case .number(let number): output.append(String(number))
    case .boolean(let boolean): output.append(boolean ? "true" : "false")
    case .written(let write): write(depth, &output)
    case .array(let elements):
      write(elements, depth: depth, to: &output) { element, output in
        write(element, depth: depth + 1, to: &output)
      }
    case .object(let members):
      write(members, between: ("{", "}"), depth: depth, to: &output) { member, output in
        writeName(member.0, to: &output)
        write(member.1, depth: depth + 1, to: &output)
      }
    }
  }

  /// Writes the members of an object, or the elements of an array.
  @inline(__always)
  func write<Item>(
    _ items: some Collection<Item>, between braces: (StaticString, StaticString) = ("[", "]"),
    depth: Int, to output: inout OutputBuffer, each write: (Item, inout OutputBuffer) -> Void
  ) {
    output.append(braces.0)
    var isFirst = true
    for item in items {
      separate(isFirst: isFirst, depth: depth + 1, in: &output)
      write(item, &output)
      isFirst = false
    }
    if !isFirst { breakLine(depth: depth, in: &output) }
    output.append(braces.1)
  }
}
