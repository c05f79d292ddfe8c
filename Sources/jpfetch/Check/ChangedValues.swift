import JPCore

/// The two values of a change, as a report shows them: about 40 characters of each, around the first
/// difference.
///
///     Anna and Anna with a space   "Anna" → "Anna "
///     é in one scalar and in two   "Ren\u00e9" → "Rene\u0301"
struct ChangedValues {
  /// The value of the list to compare with; `nil` if it is missing.
  let before: String?
  /// The value of the checked list; `nil` if it is missing.
  let now: String?

  init(_ before: JSONValue?, _ now: JSONValue?) {
    guard let before, let now else {
      self.before = before?.excerpt
      self.now = now?.excerpt
      return
    }
    let areTexts = Self.areShownAsTexts(before, now)
    var old = before.textOnOneLine
    var new = now.textOnOneLine
    if areTexts, let oldText = before.string, let newText = now.string {
      old = oldText
      new = newText
    }
    let (shownOld, shownNew) = Self.excerpts(old, new)
    if shownOld.looksLike(shownNew) {
      let common = zip(old.unicodeScalars, new.unicodeScalars).prefix { $0 == $1 }.count
      self.before = old.escaped(from: common, isQuoted: areTexts)
      self.now = new.escaped(from: common, isQuoted: areTexts)
    } else if areTexts, shownOld.needsQuotes || shownNew.needsQuotes {
      self.before = shownOld.quoted
      self.now = shownNew.quoted
    } else {
      self.before = shownOld
      self.now = shownNew
    }
  }

  /// Whether two values are shown as text without quotes, not as JSON: two strings that aren't
  /// empty, and differ in more than unpaired surrogates, which text can't show.
  private static func areShownAsTexts(_ before: JSONValue, _ now: JSONValue) -> Bool {
    guard let old = before.string, let new = now.string else { return false }
    return !old.isEmpty && !new.isEmpty && !old.hasSameBytes(as: new)
  }

  /// The beginnings of both texts, or if these are the same, both texts from shortly before their
  /// first difference.
  private static func excerpts(_ old: String, _ new: String) -> (String, String) {
    if !old.excerpt.hasSameBytes(as: new.excerpt) { return (old.excerpt, new.excerpt) }
    let common = zip(old, new).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let start = common - 10
    if start <= 0 { return (old.excerpt, new.excerpt) }
    return (
      "…" + String(old.dropFirst(start)).cut(toCharacters: 39),
      "…" + String(new.dropFirst(start)).cut(toCharacters: 39)
    )
  }
}

extension String {
  /// Whether two short texts look alike: they are the same but for the spelling of characters, for
  /// invisible characters and for kinds of white space.
  fileprivate func looksLike(_ other: String) -> Bool { visibleText == other.visibleText }

  private var visibleText: String {
    var text = ""
    for scalar in unicodeScalars where !scalar.properties.isDefaultIgnorableCodePoint {
      if scalar.properties.isWhitespace {
        text += " "
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

  /// The text as a JSON string.
  var quoted: String { String(utf8: OutputBuffer.bytes { $0.append(quoted: self) }) }

  /// The text as a JSON string with escapes for everything that isn't ASCII.
  var quotedASCII: String { escaped(from: 0, isQuoted: true) }

  /// About 40 scalars around a difference. Those after it are escaped unless they are ASCII.
  ///
  /// - Parameters:
  ///   - difference: the number of scalars before the difference.
  ///   - isQuoted: whether the text becomes a JSON string; it is JSON otherwise.
  fileprivate func escaped(from difference: Int, isQuoted: Bool) -> String {
    var start = 0
    if difference > 20 { start = difference - 10 }
    let rest = unicodeScalars.dropFirst(start)
    var text = ""
    if start > 0 { text = "…" }
    for (index, scalar) in rest.prefix(39).enumerated() {
      if scalar.isASCII || start + index < difference {
        if isQuoted, scalar == "\"" || scalar == "\\" { text += "\\" }
        text.unicodeScalars.append(scalar)
      } else {
        for unit in String(scalar).utf16 { text += "\\u" + String(hex: unit, digits: 4) }
      }
    }
    if rest.dropFirst(39).first != nil { text += "…" }
    return isQuoted ? "\"\(text)\"" : text
  }
}
