import JPCore
import Synchronization

/// A line on standard error that is redrawn when its text changes, until something else is written.
struct ProgressLine {
  /// The most columns that the user allows; `nil` for all that the terminal has.
  let maxColumns: Int?

  /// Makes the line's current text, for a number of columns.
  let text: (_ columns: Int) -> String

  /// The text on the terminal; `nil` if there is none. A process has one standard error.
  private static let shown = Mutex<String?>(nil)

  /// Draws the line if its text has changed. In the background, where a shell's prompt may have
  /// taken its place, it isn't drawn.
  func draw() {
    guard Terminal.isInForeground(.error) else { return Self.erase() }
    let text = text(columns)
    let isShown = Self.shown.withLock { $0 == text }
    if isShown { return }
    Signals.eraseLine(whereDrawn: true)
    Self.shown.withLock { $0 = text }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write("\r\u{1B}[K\(text)")
  }

  /// The terminal's columns now, because a window can be resized, but the last one: a text that
  /// reaches it may wrap.
  private var columns: Int {
    let terminal = Terminal.width(.error) ?? maxColumns ?? 80
    return min(terminal, maxColumns ?? terminal) - 1
  }

  /// Erases the line if it is shown.
  static func erase() {
    let isShown = shown.withLock { $0.take() != nil }
    guard isShown else { return }
    if Terminal.isInForeground(.error) { try? StandardStream.error.write("\r\u{1B}[K") }
    Signals.eraseLine(whereDrawn: false)
  }
}
