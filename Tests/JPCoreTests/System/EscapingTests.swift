import TestSupport
import Testing

@testable import JPCore

/// Applies each rule about a set of characters to all characters of ASCII.
@Suite("Each kind of text escapes exactly the characters that its rule names", .limited)
struct EscapingTests {
  private static let ascii = (0..<128).map { Unicode.Scalar(UInt8($0)) }

  private static let lettersAndDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// Two hexadecimal digits.
  private func hex(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }

  // MARK: URLs and header fields

  @Test("Percent-encoding keeps letters, digits and -._~ (RFC 3986 §2.3)")
  func percents() {
    let kept = Self.lettersAndDigits + "-._~"
    for scalar in Self.ascii {
      let isKept = kept.unicodeScalars.contains(scalar)
      let expected = isKept ? "\(scalar)" : "%" + hex(scalar).uppercased()
      #expect("\(scalar)".percentEncoded == expected)
    }
    #expect("é".percentEncoded == "%C3%A9")
  }

  @Test("User information keeps letters, digits and -._~!$&'()*+,;=: (RFC 3986 §3.2.1)")
  func users() {
    let kept = Self.lettersAndDigits + "-._~!$&'()*+,;=:"
    for scalar in Self.ascii {
      let isKept = kept.unicodeScalars.contains(scalar)
      let expected = isKept ? "\(scalar)" : "%" + hex(scalar).uppercased()
      #expect("\(scalar)".normalizingUserInfo == expected)
    }
  }

  @Test("A header field's name may have letters, digits and !#$%&'*+-.^_`|~ (RFC 9110 §5.6.2)")
  func fieldNames() {
    let allowed = Self.lettersAndDigits + "!#$%&'*+-.^_`|~"
    for scalar in Self.ascii {
      let field = HeaderFields.Field(name: "a\(scalar)", value: "x")
      #expect(field.isValid == allowed.unicodeScalars.contains(scalar), "\(hex(scalar))")
    }
    #expect(!HeaderFields.Field(name: "é", value: "x").isValid)
  }

  @Test("A header field's value can't have CR, LF or NUL (RFC 9110 §5.5)")
  func fieldValues() {
    for scalar in Self.ascii {
      let field = HeaderFields.Field(name: "a", value: "a\(scalar)b")
      #expect(field.isValid == !["\r", "\n", "\0"].contains(scalar), "\(hex(scalar))")
    }
  }

  // MARK: Terminals

  /// Control characters, bidirectional controls and marks, and line separators.
  private static let steering: [Unicode.Scalar] = {
    var values: [UInt32] = [0x7F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029]
    values += 0x00...0x1F
    values += 0x80...0x9F
    values += 0x202A...0x202E
    values += 0x2066...0x2069
    return values.sorted().compactMap { Unicode.Scalar($0) }
  }()

  /// All characters of ASCII, and the others that steer a terminal.
  private static let asciiAndSteering = ascii + steering.filter { !$0.isASCII }

  /// The character with four hexadecimal digits.
  private func escape(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  @Test("steersTerminal holds for control characters, line separators and bidirectional controls")
  func steersTerminal() {
    let found = (0...0x1FFFF).compactMap { Unicode.Scalar($0) }.filter(\.steersTerminal)
    #expect(found == Self.steering)
  }

  @Test(
    "Characters that steer a terminal are escaped; lines of output keep their tabs and line ends")
  func controls() {
    let short: [Unicode.Scalar: String] = ["\n": "\\n", "\r": "\\r", "\t": "\\t"]
    for scalar in Self.asciiAndSteering {
      let isSteering = Self.steering.contains(scalar)
      let escaped = isSteering ? escape(scalar) : "\(scalar)"
      #expect("a\(scalar)b".safeForTerminal == "a\(short[scalar] ?? escaped)b")
      let isKept = scalar == "\n" || scalar == "\t"
      #expect("a\(scalar)b".safeLinesForTerminal == "a\(isKept ? "\(scalar)" : escaped)b")
    }
    #expect("a\r\nb".safeLinesForTerminal == "a\r\nb")
  }

  // MARK: Formats

  @Test("JSON escapes quotes, backslashes and what steers a terminal, and reads it back unchanged")
  func json() throws {
    let short: [Unicode.Scalar: String] = ["\n": "\\n", "\"": "\\\"", "\\": "\\\\"]
    for scalar in Self.asciiAndSteering {
      let isSteering = Self.steering.contains(scalar)
      let expected = short[scalar] ?? (isSteering ? escape(scalar) : "\(scalar)")
      let bytes = OutputBuffer.collect { $0.append(quoted: "a\(scalar)b") }
      #expect(String(decoding: bytes, as: UTF8.self) == "\"a\(expected)b\"")
      #expect(try JSONDocument(bytes).root.string == "a\(scalar)b")
    }
  }

  /// A cell as a format writes it.
  private func cell(_ text: String, _ style: DelimitedRows.Style) throws -> String {
    let quoted = OutputBuffer.collect { $0.append(quoted: text) }
    let document = try JSONDocument(Array(#"[{"x":"#.utf8) + quoted + Array("}]".utf8))
    let rows = try Table.ofMembers(of: document)
    let lines = OutputBuffer.collect { DelimitedRows(style, rows).write(to: &$0) }
    let (start, end) =
      switch style {
      case .csv: ("x\r\n", "\r\n")
      case .tsv: ("x\n", "\n")
      case .markdown: ("| x |\n| --- |\n| ", " |\n")
      }
    let row = lines.dropFirst(start.utf8.count).dropLast(end.utf8.count)
    return String(decoding: row, as: UTF8.self)
  }

  @Test("CSV quotes cells with quotes, commas and line breaks (RFC 4180 §2)")
  func csv() throws {
    for scalar in Self.ascii {
      let text = "a\(scalar)b"
      let expected =
        switch scalar {
        case "\"": "\"a\"\"b\""
        case ",", "\r", "\n": "\"\(text)\""
        default: text
        }
      #expect(try cell(text, .csv) == expected)
    }
  }

  @Test("TSV escapes tabs, line breaks and backslashes")
  func tsv() throws {
    let escapes: [Unicode.Scalar: String] = [
      "\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\",
    ]
    for scalar in Self.ascii {
      #expect(try cell("a\(scalar)b", .tsv) == "a\(escapes[scalar] ?? "\(scalar)")b")
    }
  }

  @Test("Markdown escapes every character that could start markup in a cell (GFM §4.10)")
  func markdown() throws {
    for scalar in Self.ascii {
      let expected =
        switch scalar {
        case "\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "|": "\\\(scalar)"
        case "\r", "\n": "<br>"
        default: "\(scalar)"
        }
      #expect(try cell(" \(scalar) ", .markdown) == " \(expected) ")
    }
  }
}
