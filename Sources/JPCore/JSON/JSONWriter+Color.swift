extension JSONWriter {
  /// The role of a piece of text.
  enum Piece {
    case name
    case scalar
  }

  /// Writes a name or scalar as the document spells it, in jq's colours if colours are wanted.
  ///
  /// With colours, characters that could steer a terminal are escaped; the JSON value stays the
  /// same.
  func writeColored(_ text: String, as piece: Piece, to output: inout OutputBuffer) {
    guard isColored else { return output.append(text) }
    let safe = text.escaping { $0.steersTerminal ? $0.jsonEscape : nil }
    output.append("\u{1B}[\(color(of: text, piece))m\(safe)\u{1B}[0m")
  }

  private func color(of text: String, _ piece: Piece) -> String {
    if piece == .name { return "34;1" }
    return switch text.utf8.first {
    case UInt8.quote: "0;32"
    case UInt8(ascii: "n"): "0;2"
    default: "0;39"
    }
  }
}
