/// Writes records field by field: a name and its value on each line, records apart by an empty line.
package struct RecordView {
  private let rows: RecordRows
  private let style: TextStyle

  package init(_ rows: RecordRows, style: TextStyle = .plain) {
    self.rows = rows
    self.style = style
  }

  /// Between a name and its value.
  private static let gap = 2

  /// The least room for values to the right of their names; with less they go below.
  private static let leastRoom = 12

  package func write(to output: inout OutputBuffer) {
    let names = rows.columns.map { column in
      let name = column.title.safeForTerminal
      return style.width.map { name.cut(to: $0) } ?? name
    }
    let column = (names.map(\.displayWidth).max() ?? 0) + Self.gap
    let isBeside = style.width.map { $0 - column >= Self.leastRoom } ?? true
    var isFirst = true
    rows.forEachRow { cells in
      if !isFirst { output.append(.lineFeed) }
      isFirst = false
      for (place, name) in names.enumerated() {
        let value = rows.text(of: cells[place])
        let isBeside = isBeside && !fitsOnlyBelow(value, column)
        let indentation = isBeside ? column : Self.gap
        let lines = lines(of: value, to: style.width.map { max(1, $0 - indentation) })
        output.append(style.bold(name))
        var owed = isBeside ? column - name.displayWidth : nil
        for line in lines where !line.isEmpty || lines.count > 1 {
          if owed == nil { output.append(.lineFeed) }
          if !line.isEmpty { output.append(repeating: .space, count: owed ?? indentation) }
          output.append(line)
          owed = nil
        }
        output.append(.lineFeed)
      }
    }
  }

  /// Whether a word of a value, such as a mail address, is whole only below the field's name.
  private func fitsOnlyBelow(_ value: ArraySlice<UInt8>, _ column: Int) -> Bool {
    guard let width = style.width else { return false }
    let room = width - column
    if value.count <= room, value.isPlain { return false }
    var longest = 0
    for word in String(utf8: value).split(whereSeparator: { $0 == " " || $0.isNewline }) {
      longest = max(longest, String(word).safeForTerminal.displayWidth)
    }
    return room < longest && longest <= width - Self.gap
  }

  /// A value's lines, safe for a terminal; its own line breaks are kept.
  private func lines(of value: ArraySlice<UInt8>, to width: Int?) -> [String] {
    // Most values are short and plain.
    if value.count <= width ?? .max, value.isPlain { return [String(utf8: value)] }
    return String(utf8: value)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .flatMap { String($0).safeForTerminal.wrapped(to: width) }
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is printable ASCII, as wide as there are bytes.
  fileprivate var isPlain: Bool { allSatisfy { (0x20..<0x7F).contains($0) } }
}
