import JPCore
import Synchronization

/// The standard streams that the process writes to.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Opens /dev/null for each of the descriptors 0 to 2 that is closed at the start, so that no
  /// file or socket gets its number. It is open for reading only, so writing output to it is still
  /// an error.
  static func reserveDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes all of the bytes.
  ///
  /// If the reader of standard output has left, the process dies of SIGPIPE, as a shell expects,
  /// even if the signal is ignored or blocked. If the reader of standard error has left, an error
  /// is thrown.
  func write(_ bytes: RawSpan) throws(SystemError) {
    do { try SystemFile.writeAll(bytes, to: rawValue) } catch {
      if error.number == EPIPE && self == .output { Signals.dieOfBrokenPipe() }
      throw error
    }
  }

  func write(_ text: String) throws(SystemError) {
    let bytes = ArraySlice(text.utf8)
    try write(bytes.span.bytes)
  }
}

/// The terminal that a stream of the process leads to, tty(4).
enum Terminal {
  static func isTerminal(_ stream: StandardStream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Whether the process is in the foreground of standard error's terminal, and not a background job
  /// of a shell.
  static var isInForeground: Bool { tcgetpgrp(StandardStream.error.rawValue) == getpgrp() }

  /// The number of the terminal's columns; 80 if the terminal doesn't report it, as a serial console
  /// or a container's terminal before its first resize.
  static func width(_ stream: StandardStream) -> Int {
    var size = winsize()
    guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }
}

/// A line on standard error that is redrawn when its text changes, until something else is written.
struct ProgressLine {
  /// The most columns that COLUMNS allows; `nil` for all columns of the terminal.
  let maxColumns: Int?

  /// Makes the line's current text for a number of columns, to which it is cut.
  let text: (Int) -> String

  /// The text on the terminal; `nil` if no line is shown. It is static, because a process has one
  /// standard error.
  private static let shown = Mutex<String?>(nil)

  /// Draws the line if its text has changed. In the background, where a shell's prompt may have
  /// taken its place, it isn't drawn.
  func draw() {
    guard Terminal.isInForeground else { return Self.erase() }
    let columns = columns
    let text = text(columns).safeForTerminal.cut(to: columns)
    let isShown = Self.shown.withLock { $0 == text }
    if isShown { return }
    Signals.eraseLineBeforeEnding()
    Self.shown.withLock { $0 = text }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write("\r\u{1B}[K\(text)")
  }

  /// How many columns a text may have. The terminal is measured each time, because its window can
  /// be resized; its last column stays free, because a text that reaches it may wrap.
  private var columns: Int {
    let width = Terminal.width(.error)
    return min(width, maxColumns ?? width) - 1
  }

  /// Erases the line if it is shown.
  static func erase() {
    let isShown = shown.withLock { $0.take() != nil }
    guard isShown else { return }
    if Terminal.isInForeground {
      // If standard error is gone, there is nowhere to report it.
      try? StandardStream.error.write("\r\u{1B}[K")
    }
    Signals.resetEnding()
  }
}
