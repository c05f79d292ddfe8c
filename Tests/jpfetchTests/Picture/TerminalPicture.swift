import JPCore

/// A terminal's screen as an SVG file.
struct TerminalPicture {
  struct Colors {
    let background: String
    let text: String
    let dim: String
    let red: String
    let green: String
    let yellow: String

    static let light = Colors(
      background: "#ffffff", text: "#1f2328", dim: "#59636e", red: "#cf222e", green: "#1a7f37",
      yellow: "#9a6700")
    static let dark = Colors(
      background: "#0d1117", text: "#e6edf3", dim: "#9198a1", red: "#ff7b72", green: "#3fb950",
      yellow: "#d29922")
  }

  /// A part of a line in one style.
  private struct Span {
    let text: String
    /// The parameters of the escape sequence before it, such as `1;31`.
    let style: String
  }

  private static let columnWidth = 8.4
  private static let lineHeight = 20
  private static let margin = 16

  private let lines: [[Span]]
  private let columns: Int

  /// - Parameters:
  ///   - screen: lines that end with LF, with the styles of `TextStyle`.
  ///   - columns: the terminal's width.
  init(_ screen: String, columns: Int) {
    self.columns = columns
    var lines: [[Span]] = []
    for line in screen.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      lines.append(Self.spans(line))
    }
    self.lines = lines
  }

  private static func spans(_ line: Substring) -> [Span] {
    var spans: [Span] = []
    let parts = line.split(separator: "\u{1B}[", omittingEmptySubsequences: false)
    for (number, part) in parts.enumerated() {
      if number == 0 {
        spans.append(Span(text: String(part), style: ""))
        continue
      }
      let style = part.prefix { $0 != "m" }
      spans.append(Span(text: String(part.dropFirst(style.count + 1)), style: String(style)))
    }
    return spans.filter { !$0.text.isEmpty }
  }

  func svg(_ colors: Colors) -> String {
    let width = Int(Double(columns) * Self.columnWidth) + 2 * Self.margin
    let height = lines.count * Self.lineHeight + 2 * Self.margin
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      <style>
      text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; \
      fill: \(colors.text); white-space: pre }
      .bold { font-weight: bold }
      .dim { fill: \(colors.dim) }
      .red { fill: \(colors.red) }
      .green { fill: \(colors.green) }
      .yellow { fill: \(colors.yellow) }
      </style>
      <rect width="\(width)" height="\(height)" rx="8" fill="\(colors.background)"/>

      """
    for (number, spans) in lines.enumerated() {
      let baseline = Self.margin + number * Self.lineHeight + 15
      var column = 0
      for span in spans {
        svg += Self.element(span, column: column, baseline: baseline)
        column += span.text.displayWidth
      }
    }
    return svg + "</svg>\n"
  }

  /// Each span has its place and its length, so that columns are aligned in any font.
  private static func element(_ span: Span, column: Int, baseline: Int) -> String {
    var classes: [String] = []
    for parameter in span.style.split(separator: ";") {
      if let name = classNames[String(parameter)] { classes.append(name) }
    }
    let start = format(Double(margin) + Double(column) * columnWidth)
    let length = format(Double(span.text.displayWidth) * columnWidth)
    return """
      <text x="\(start)" y="\(baseline)" textLength="\(length)" lengthAdjust="spacingAndGlyphs" \
      class="\(classes.joined(separator: " "))">\(escaped(span.text))</text>

      """
  }

  private static let classNames = [
    "1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow",
  ]

  /// One decimal, which is all that ``columnWidth`` needs.
  private static func format(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
