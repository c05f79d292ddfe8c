/// A text in a table or record view, safe for terminals and logs. What was searched for in it is
/// highlighted, and what doesn't fit is cut off.
struct CellText {
  let text: String

  /// The parts in which a searched text was found, in their order; none overlap.
  private var matches: ArraySlice<Range<String.Index>>

  /// The part that is shown.
  private var shown: Range<String.Index>

  /// The width in terminal columns of the shown part, with a `…` for each part that is cut off.
  private(set) var width: Int

  private var isDim = false

  /// JSON's null, which is dim.
  static let null = {
    var null = CellText("null")
    null.isDim = true
    return null
  }()

  /// Makes a text safe, and finds the searched texts in it.
  init(_ text: String, searched: [FoldedSearchTerm] = []) {
    self.init(safe: text.safeForTerminal.safeForLogs, searched: searched)
  }

  private init(safe text: String, searched: [FoldedSearchTerm]) {
    self.text = text
    var found: [Range<String.Index>] = []
    for wanted in searched { found += wanted.matchRanges(in: text) }
    if searched.count > 1 { found = found.merged }
    matches = found[...]
    shown = text.startIndex..<text.endIndex
    width = text.displayWidth
  }

  private var isURL: Bool {
    text.utf8.starts(with: "http://".utf8) || text.utf8.starts(with: "https://".utf8)
  }

  // MARK: Cutting

  /// Cuts the text to a number of columns. What is kept is the part around the first match; without
  /// a match, the end of a URL, or the beginning of any other text.
  mutating func cut(to width: Int) {
    if self.width <= width { return }
    let start = text.startIndex
    let end = text.endIndex
    if let match = matches.first {
      shown = text.rangeToShow(in: width, around: match)
    } else if isURL {
      shown = text.rangeToShow(in: width, around: end..<end)
      shown = startOfPathSegment..<shown.upperBound
    } else {
      shown = text.rangeToShow(in: width, around: start..<start)
    }
    self.width = text[shown].displayWidth
    if shown.lowerBound > start { self.width += 1 }
    if shown.upperBound < end { self.width += 1 }
  }

  /// The start of the first complete path segment in the shown end of a URL.
  private var startOfPathSegment: String.Index {
    guard let slash = text.utf8[shown].firstIndex(of: .slash) else { return shown.lowerBound }
    let next = text.utf8.index(after: slash)
    if text.utf8[slash...].starts(with: "//".utf8) { return next }
    return slash
  }

  // MARK: Styles

  /// The shown part, with `…` for what is cut off. A URL that is cut becomes a link.
  func styled(_ style: TextStyle) -> String {
    if isDim { return style.dim(String(text[shown])) }
    if shown.lowerBound == text.startIndex, shown.upperBound == text.endIndex {
      return highlighted(style)
    }
    var part = highlighted(style)
    if shown.lowerBound > text.startIndex { part = "…" + part }
    if shown.upperBound < text.endIndex { part += "…" }
    return style.link(part, to: text)
  }

  /// The shown part in bold, with its matches highlighted.
  func bold(_ style: TextStyle) -> String { highlighted(style, rest: style.bold) }

  private func highlighted(_ style: TextStyle) -> String {
    if matches.isEmpty || !style.isColored { return String(text[shown]) }
    return highlighted(style) { part in part }
  }

  /// The shown part with its matches highlighted.
  ///
  /// - Parameter styledRest: styles the text between the matches.
  private func highlighted(_ style: TextStyle, rest styledRest: (String) -> String) -> String {
    var highlighted = ""
    var rest = shown.lowerBound
    for match in matches {
      let start = max(match.lowerBound, rest)
      let end = min(match.upperBound, shown.upperBound)
      if match.lowerBound >= shown.upperBound { break }
      if start >= end { continue }
      highlighted += styledRest(String(text[rest..<start]))
      highlighted += style.highlight(String(text[start..<end]))
      rest = end
    }
    return highlighted + styledRest(String(text[rest..<shown.upperBound]))
  }

  /// Breaks a text without line breaks at spaces, into lines of at most `width` terminal columns.
  /// If a URL is broken, each line is a link to it.
  static func wrappedLines(
    of text: String, searched: [FoldedSearchTerm], to width: Int?, _ style: TextStyle
  ) -> [String] {
    var cell = CellText(safe: text.safeForTerminal, searched: searched)
    let lines = cell.text.wrapped(to: width)
    let hasNothingToStyle = cell.matches.isEmpty && !cell.isURL
    if !style.isColored || hasNothingToStyle { return lines }
    var styled: [String] = []
    var position = cell.text.startIndex
    for line in lines {
      // Skip the spaces at which the text was broken: the line doesn't have them.
      while position < cell.text.endIndex, !cell.text[position...].hasPrefix(line) {
        position = cell.text.index(after: position)
      }
      let end = cell.text.index(position, offsetBy: line.count, limitedBy: cell.text.endIndex)
      cell.shown = position..<(end ?? cell.text.endIndex)
      var part = cell.highlighted(style)
      if lines.count > 1 { part = style.link(part, to: cell.text) }
      styled.append(part)
      position = cell.shown.upperBound
      // Drop the matches of earlier lines, so that each line searches only the rest: a long text
      // can have as many matches as lines.
      while let match = cell.matches.first, match.upperBound <= position {
        cell.matches = cell.matches.dropFirst()
      }
    }
    return styled
  }
}

extension [Range<String.Index>] {
  /// The ranges in their order, with those that overlap or touch joined.
  fileprivate var merged: [Range<String.Index>] {
    var merged: [Range<String.Index>] = []
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let last = merged.last, range.lowerBound <= last.upperBound else {
        merged.append(range)
        continue
      }
      let end = Swift.max(last.upperBound, range.upperBound)
      merged[merged.count - 1] = last.lowerBound..<end
    }
    return merged
  }
}

extension String {
  /// The range of this text that fits in `width` columns, together with a `…` on each side on which
  /// the text is cut off. The text must be wider than `width`. The range contains `part`, unless
  /// the part itself is too wide.
  fileprivate func rangeToShow(in width: Int, around part: Range<Index>) -> Range<Index> {
    if width < 3 { return startIndex..<startIndex }
    if self[..<part.upperBound].displayWidth < width {
      return startIndex..<endOfText(from: startIndex, room: width - 1)
    }
    // Half of the columns that the part and two "…" leave are for the text before the part.
    let room = (width - 2 - self[part].displayWidth) / 2
    let start = startOfText(before: part.lowerBound, room: room)
    if self[start...].displayWidth < width {
      return self.startOfText(before: endIndex, room: width - 1)..<endIndex
    }
    return start..<endOfText(from: start, room: width - 2)
  }

  /// The start of the longest text that ends at an index and fits in `room` columns.
  private func startOfText(before end: Index, room: Int) -> Index {
    var start = end
    var room = room
    while start > startIndex {
      let before = index(before: start)
      room -= self[before].displayWidth
      if room < 0 { break }
      start = before
    }
    return start
  }

  /// The end of the longest text that starts at an index and fits in `room` columns.
  private func endOfText(from start: Index, room: Int) -> Index {
    var end = start
    var room = room
    while end < endIndex {
      room -= self[end].displayWidth
      if room < 0 { break }
      end = index(after: end)
    }
    return end
  }
}
