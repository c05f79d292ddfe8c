import JPCore

/// The two values of a change, as a report shows them. Values that are too long are cut around what
/// differs.
///
///     Anna and Anna with a space   "Anna" → "Anna "
///     é in one scalar and in two   "Ren\u00e9" → "Rene\u0301"
struct ChangedValues {
  private(set) var text: String

  /// - Parameters:
  ///   - before: the value of the list to compare with; `nil` if it is missing.
  ///   - now: the value of the checked list; `nil` if it is missing.
  ///   - columns: the width of ``text``; `nil` to cut nothing.
  init(_ before: JSONValue?, _ now: JSONValue?, fitting columns: Int?) {
    guard let before, let now else {
      let old = before?.textOnOneLine ?? Self.missing
      let new = now?.textOnOneLine ?? Self.missing
      let pair = Pair(old, new).fitting(columns, leaving: 0)
      text = "\(pair.old) → \(pair.new)"
      return
    }
    let areTexts = Self.areShownAsTexts(before, now)
    var pair = Pair(before.textOnOneLine, now.textOnOneLine)
    if areTexts, let old = before.string, let new = now.string { pair = Pair(old, new) }
    let shown = pair.fitting(columns, leaving: 0)
    if pair.old.looksLike(pair.new) || shown.old.looksLike(shown.new) {
      let escaped = pair.escaped(isQuoted: areTexts)
      if areTexts {
        let inQuotes = escaped.fitting(columns, leaving: 4)
        text = "\"\(inQuotes.old)\" → \"\(inQuotes.new)\""
      } else {
        let spelled = escaped.fitting(columns, leaving: 0)
        text = "\(spelled.old) → \(spelled.new)"
      }
    } else if areTexts, shown.old.needsQuotes || shown.new.needsQuotes {
      let inQuotes = Pair(pair.old.inQuotes, pair.new.inQuotes).fitting(columns, leaving: 4)
      text = "\"\(inQuotes.old)\" → \"\(inQuotes.new)\""
    } else {
      text = "\(shown.old) → \(shown.new)"
    }
  }

  private static let missing = "nothing"

  /// Whether two values are shown as text without quotes, not as JSON: two strings that aren't
  /// empty, and differ in more than unpaired surrogates, which text can't show.
  private static func areShownAsTexts(_ before: JSONValue, _ now: JSONValue) -> Bool {
    guard let old = before.string, let new = now.string else { return false }
    return !old.isEmpty && !new.isEmpty && !old.hasSameBytes(as: new)
  }
}

/// Two texts that differ.
private struct Pair {
  let old: String
  let new: String

  init(_ old: String, _ new: String) {
    self.old = old
    self.new = new
  }

  /// The texts, cut around their difference if they are too long. A short one leaves its room to the
  /// other.
  ///
  /// - Parameters:
  ///   - columns: the room for both and an arrow; `nil` to cut nothing.
  ///   - rest: the columns that are needed for more.
  func fitting(_ columns: Int?, leaving rest: Int) -> Pair {
    guard let columns else { return self }
    let room = max(0, columns - rest - " → ".count)
    let oldWidth = old.shownWidth
    let newWidth = new.shownWidth
    if oldWidth + newWidth <= room { return self }
    let roomForOld = min(oldWidth, max(room / 2, room - newWidth))
    let oldUnits = old.units
    let newUnits = new.units
    let start = zip(oldUnits, newUnits).prefix { $0.hasSameBytes(as: $1) }.count
    let oldRest = oldUnits.dropFirst(start)
    let newRest = newUnits.dropFirst(start)
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0.hasSameBytes(as: $1) }.count
    let oldCount = max(0, oldRest.count - end)
    let newCount = max(0, newRest.count - end)
    let oldCut = TextCut(oldUnits, to: roomForOld, around: start..<start + oldCount)
    let newCut = TextCut(newUnits, to: room - roomForOld, around: start..<start + newCount)
    if oldCut.isWhole || newCut.isWhole { return Pair(oldCut.text, newCut.text) }
    // Both begin with the same character, so that a reader can compare them.
    var shownFrom = max(oldCut.start, newCut.start)
    while oldCut.fits(from: shownFrom - 1), newCut.fits(from: shownFrom - 1) { shownFrom -= 1 }
    return Pair(oldCut.text(from: shownFrom), newCut.text(from: shownFrom))
  }

  /// The texts with escapes for everything after their difference that isn't ASCII.
  ///
  /// - Parameter isQuoted: whether they become JSON strings; they are JSON otherwise.
  func escaped(isQuoted: Bool) -> Pair {
    let common = zip(old.unicodeScalars, new.unicodeScalars).prefix { $0 == $1 }.count
    return Pair(
      old.escaped(from: common, isQuoted: isQuoted), new.escaped(from: common, isQuoted: isQuoted))
  }
}

extension String {
  /// Whether two short texts look alike: they are the same but for the spelling of characters, for
  /// invisible characters, and for the kind and amount of white space between words.
  fileprivate func looksLike(_ other: String) -> Bool { visibleText == other.visibleText }

  private var visibleText: String {
    var text = ""
    for scalar in unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      if scalar.properties.isWhitespace {
        if text.utf8.last != .space { text += " " }
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Whether white space at an end would not be seen, or the text would be taken for a value that is
  /// null or missing.
  fileprivate var needsQuotes: Bool {
    if ["null", "nothing"].contains(self) { return true }
    guard let first = unicodeScalars.first, let last = unicodeScalars.last else { return false }
    return first.properties.isWhitespace || last.properties.isWhitespace
  }

  /// The text as it is between the quotes of a JSON string.
  fileprivate var inQuotes: String {
    let quoted = OutputBuffer.collect { output in output.append(quoted: self) }
    return String(utf8: quoted.dropFirst().dropLast())
  }

  /// The text as a JSON string with escapes for everything that isn't ASCII.
  var quotedASCII: String { "\"\(escaped(from: 0, isQuoted: true))\"" }

  /// The text with escapes for control characters, and for everything after a difference that isn't
  /// ASCII.
  ///
  /// - Parameters:
  ///   - difference: the number of scalars before the difference.
  ///   - isQuoted: whether the text becomes a JSON string; it is JSON otherwise.
  fileprivate func escaped(from difference: Int, isQuoted: Bool) -> String {
    var text = ""
    for (index, scalar) in unicodeScalars.enumerated() {
      let isControl = scalar.isASCII && scalar.value < 0x20
      if !isControl, scalar.isASCII || index < difference {
        if isQuoted, scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { text += "\\u" + String(hex: unit, digits: 4) }
      }
    }
    return text
  }
}

extension String {
  /// What isn't cut apart: the characters, and escapes such as `\u00e9` and `\"`.
  fileprivate var units: [String] {
    var units: [String] = []
    var rest = self[...]
    while let first = rest.first {
      var length = 1
      if first == "\\" {
        length = 2
        if rest.dropFirst().first == "u" { length = 6 }
      }
      units.append(String(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return units
  }
}

/// A text that is cut to a number of columns around some of its characters.
private struct TextCut {
  /// The characters and escapes.
  private let units: [String]
  private let columns: Int

  /// The first unit to show, so that those around the change fit. It begins a word if one
  /// begins near it.
  private(set) var start = 0

  init(_ units: [String], to columns: Int, around change: Range<Int>) {
    self.units = units
    self.columns = columns
    if isWhole { return }
    // Two "…" have a column each.
    let room = columns - 2
    var changeWidth = 0
    for unit in units[change] { changeWidth += unit.shownWidth }
    // A change that doesn't fit leaves half of the room to what is around it.
    if changeWidth > room { changeWidth = room / 2 }
    var roomBefore = (room - changeWidth) / 2
    start = change.lowerBound
    while start > 0, units[start - 1].shownWidth <= roomBefore {
      start -= 1
      roomBefore -= units[start].shownWidth
    }
    if start > 0, units[start - 1] != " " {
      let space = units[start..<change.lowerBound].firstIndex(of: " ")
      if let space { start = space + 1 }
    }
  }

  var isWhole: Bool { fits(from: 0) }

  /// Whether the text from an index on fits, to its end.
  func fits(from start: Int) -> Bool {
    if start < 0 { return false }
    var room = columns
    if start > 0 { room -= 1 }
    for unit in units[start...] {
      room -= unit.shownWidth
      if room < 0 { return false }
    }
    return true
  }

  /// The text. If its end leaves room, more of its beginning is shown.
  var text: String {
    var start = start
    while fits(from: start - 1) { start -= 1 }
    return text(from: start)
  }

  /// As much of the text from a unit on as fits, with `…` for what is cut off.
  func text(from start: Int) -> String {
    var end = start
    var room = columns
    if start > 0 { room -= 1 }
    while end < units.count, units[end].shownWidth <= room {
      room -= units[end].shownWidth
      end += 1
    }
    if end < units.count {
      while room < 1, end > start {
        end -= 1
        room += units[end].shownWidth
      }
    }
    var text = units[start..<end].joined()
    if start > 0 { text = "…" + text }
    if end < units.count { text += "…" }
    return text
  }
}

extension String {
  /// The columns of the text in a report, where a line break is `\n`.
  fileprivate var shownWidth: Int { displayWidth + utf8.count { $0 == UInt8(ascii: "\n") } }
}
