/// A line on standard error that is drawn again and again, and erased at the end.
struct ProgressLine {
  /// The line's text as it is now.
  let text: () -> String

  /// A line where standard error is a terminal; `nil` elsewhere.
  init?(text: @escaping () -> String) {
    guard Terminal.isTerminal(.error) else { return nil }
    self.text = text
  }

  func draw() {
    let text = text()
    // Nobody is left to be told that standard error is gone.
    try? StandardStream.error.write("\r\u{1B}[K\(text)")
  }

  func erase() {
    try? StandardStream.error.write("\r\u{1B}[K")
  }
}
