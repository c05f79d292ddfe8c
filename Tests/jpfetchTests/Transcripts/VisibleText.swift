import Foundation
import TestSupport

@testable import jpfetch

/// Text of a transcript in which every character can be seen: `␉` for a tab, `␠` for a blank at the
/// end of a line, `‹U+009B›` for other characters that are invisible, `‹bold›` for a terminal's styles.
/// Two different texts never look the same.
enum VisibleText {
  /// The lines of what a program printed.
  static func lines(_ text: String) -> [String] {
    if text.isEmpty { return [] }
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    var end = "‹no newline›"
    if lines.last?.isEmpty == true {
      lines.removeLast()
      end = ""
    }
    var visible = lines.map { line($0) }
    visible[visible.count - 1] += end
    return visible
  }

  /// The same of bytes: those that aren't UTF-8 are shown as `‹FF›`.
  static func lines(_ bytes: Data) -> [String] {
    if let text = String(validating: bytes, as: UTF8.self) { return lines(text) }
    // The text has only ASCII then, and this character for each other byte.
    let placeholder: Unicode.Scalar = "\u{FFFC}"
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(byte < 0x80 ? Unicode.Scalar(byte) : placeholder) }
    var others = bytes.filter { $0 >= 0x80 }[...]
    return lines(String(text)).map { line in
      var visible = ""
      for scalar in line.unicodeScalars {
        if scalar == placeholder, let byte = others.popFirst() {
          visible += "‹\(String(byte, radix: 16).uppercased())›"
        } else {
          visible.unicodeScalars.append(scalar)
        }
      }
      return visible
    }
  }

  private static func line(_ scalars: Substring.UnicodeScalarView) -> String {
    var text = ""
    var rest = scalars
    // It would combine with the sign before the line.
    if let first = rest.first, first.properties.isGraphemeExtend {
      text = mark(first)
      rest = rest.dropFirst()
    }
    while let scalar = rest.first {
      if scalar == "\u{1B}", let (style, end) = style(rest) {
        text += style
        rest = rest[end...]
        continue
      }
      rest = rest.dropFirst()
      switch scalar {
      case " " where rest.isEmpty: text += "␠"
      case " "..."~": text.unicodeScalars.append(scalar)
      default: text += visible(scalar)
      }
    }
    return text
  }

  private static func visible(_ scalar: Unicode.Scalar) -> String {
    if scalar.value < 0x20, let picture = Unicode.Scalar(0x2400 + scalar.value) {
      return String(picture)
    }
    let isInvisible: Bool
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse,
      .unassigned:
      isInvisible = true
    default: isInvisible = scalar == "‹" || (0x2400...0x2426).contains(scalar.value)
    }
    if isInvisible { return mark(scalar) }
    return String(scalar)
  }

  private static func mark(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16).uppercased()
    return "‹U+\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)›"
  }

  private static let styles = [
    "": "/", "0": "/", "1": "bold", "2": "dim", "4": "underlined", "7": "inverse", "31": "red",
    "32": "green", "33": "yellow", "34": "blue", "35": "magenta", "36": "cyan", "39": "default",
  ]

  /// The style or the link that begins with an escape character, and its end.
  private static func style(
    _ scalars: Substring.UnicodeScalarView
  ) -> (text: String, end: String.Index)? {
    let start = String(scalars.prefix(5))
    if start == "\u{1B}]8;;" {
      let target = scalars.dropFirst(5).prefix { $0 != "\u{1B}" }
      let end = scalars[target.endIndex...].dropFirst(2)
      if target.isEmpty { return ("‹/link›", end.startIndex) }
      return ("‹link \(String(target))›", end.startIndex)
    }
    guard start.hasPrefix("\u{1B}[") else { return nil }
    let codes = scalars.dropFirst(2).prefix { "0123456789;".unicodeScalars.contains($0) }
    let end = scalars[codes.endIndex...]
    guard end.first == "m" else { return nil }
    var names: [String] = []
    for code in String(codes).split(separator: ";", omittingEmptySubsequences: false) {
      guard let name = styles[String(code)] else { return nil }
      names.append(name)
    }
    return ("‹\(names.joined(separator: " "))›", end.dropFirst().startIndex)
  }

  /// The bytes that a text of a transcript means: of a command, a file or a response.
  static func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      let mark = rest.prefix { $0 != "›" }
      if scalar == "‹", mark.endIndex < rest.endIndex, let meant = meaning(String(mark)) {
        bytes += meant
        rest = rest[mark.endIndex...].dropFirst()
      } else if (0x2400..<0x2420).contains(scalar.value) {
        bytes.append(UInt8(scalar.value - 0x2400))
      } else if scalar == "␠" {
        bytes.append(UInt8(ascii: " "))
      } else {
        bytes += String(scalar).utf8
      }
    }
    if bytes.suffix(noNewline.count) == noNewline[...] { bytes.removeLast(noNewline.count) }
    return bytes
  }

  /// `‹no newline›` with the newline that follows it.
  private static let noNewline = Array("‹no newline›\n".utf8)

  private static func meaning(_ mark: String) -> [UInt8]? {
    if mark.isEmpty { return [] }
    if mark.hasPrefix("U+"), let value = UInt32(mark.dropFirst(2), radix: 16) {
      return Unicode.Scalar(value).map { Array(String($0).utf8) }
    }
    if mark.count == 2, let byte = UInt8(mark, radix: 16) { return [byte] }
    return nil
  }
}

/// Names for what differs from run to run. This is the only place that knows them.
struct TranscriptNames: Sendable {
  /// Texts of this run by their names; the longer ones come first.
  private let values: [(name: String, value: String)]

  /// - Parameter values: by name, without `$`.
  init(_ values: [String: String]) {
    var sorted: [(name: String, value: String)] = []
    for (name, value) in values { sorted.append((name, value)) }
    sorted.sort { one, other in
      if one.value.utf8.count != other.value.utf8.count {
        return one.value.utf8.count > other.value.utf8.count
      }
      return one.name < other.name
    }
    self.values = sorted
  }

  /// The text with each `$NAME` replaced by its value.
  func expanded(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    var text = text
    for (name, value) in values.sorted(by: { $0.name.count > $1.name.count }) {
      text = text.replacing("$\(name)", with: value)
    }
    return text
  }

  /// What a program printed, with names for the values, for times, for ages of less than a minute
  /// and for libcurl's words.
  func replaced(_ text: String) -> String {
    var text = text
    for (name, value) in values where text.contains(value) {
      text = text.replacing(value, with: "$\(name)")
    }
    for pattern in Self.patterns where text.contains(pattern.mark) {
      var lines: [String] = []
      for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
        lines.append(pattern.replaced(String(line)))
      }
      text = lines.joined(separator: "\n")
    }
    return text
  }

  private struct Pattern: Sendable {
    /// A part of each line in which something is replaced: regular expressions are slow.
    let mark: String
    /// What stays, in parentheses, and what is replaced after it.
    let text: String
    let name: String

    func replaced(_ line: String) -> String {
      guard line.contains(mark), let regex = try? Regex(text, as: (Substring, Substring).self)
      else { return line }
      return line.replacing(regex) { match in match.output.1 + name }
    }
  }

  private static let patterns =
    [
      Pattern(mark: " ms", text: #"(^| |\() *\d+ ms\b"#, name: "$TIME"),
      Pattern(mark: " s", text: #"(^| |\() *\d+\.\d s\b"#, name: "$TIME"),
      // libcurl's own words differ from version to version: after a URL, or alone on their line.
      Pattern(
        mark: " (curl ", text: #"((?:https?://|\$URL)\S*: )\S.*(?= \(curl \d+\))"#, name: "$CURL"),
      Pattern(
        mark: " (curl ", text: #"(^ +)(?!.*\$CURL)\S.*(?= \(curl \d+\))"#, name: "$CURL"),
      Pattern(mark: " ago", text: #"( )\d+(?: seconds?|s)(?= ago\b)"#, name: "$AGE"),
      // A line of `cache list`.
      Pattern(mark: "s  ", text: #"(^) {2,3}\d{1,2}s(?=  )"#, name: "  $AGE"),
      Pattern(mark: " old", text: #"( )\d{1,2}s to \d{1,2}s(?= old\b)"#, name: "$AGE"),
      Pattern(mark: " old", text: #"( )\d{1,2}s(?= to \w+ old\b)"#, name: "$AGE"),
      Pattern(mark: " old", text: #"( )\d+(?: seconds?|s)(?= old\b)"#, name: "$AGE"),
    ] + members(["age", "oldest", "newest"], digits: "{1,2}", name: "$AGE")
    + members(["milliseconds", "dns", "connect", "tls", "firstByte"], digits: "+", name: "$TIME")

  /// Patterns for members of JSON objects.
  private static func members(_ members: [String], digits: String, name: String) -> [Pattern] {
    members.map { member in
      Pattern(mark: "\"\(member)\"", text: "(\"\(member)\": ?)\\d\(digits)\\b", name: name)
    }
  }
}
