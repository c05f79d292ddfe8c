/// A line on standard error that is redrawn repeatedly, and erased at the end.
struct ProgressLine {
  /// The line's current text.
  let text: () -> String

  /// Makes a line if standard error is a terminal; else `nil`.
  init?(text: @escaping () -> String) {
    guard Terminal.isTerminal(.error) else { return nil }
    self.text = text
  }

  func draw() {
    Signals.eraseLine(whereDrawn: true)
    let text = text()
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write("\r\u{1B}[K\(text)")
  }

  func erase() {
    Signals.eraseLine(whereDrawn: false)
    try? StandardStream.error.write("\r\u{1B}[K")
  }
}
