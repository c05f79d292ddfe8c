import JPCore

/// The terminal that a stream of the process leads to, tty(4).
enum Terminal {
  /// Whether the stream leads to a terminal.
  static func isTerminal(_ stream: StandardStream) -> Bool { isatty(stream.rawValue) == 1 }

  /// Whether the process is in the terminal's foreground, and not a background job of a shell.
  static func isInForeground(_ stream: StandardStream) -> Bool {
    tcgetpgrp(stream.rawValue) == getpgrp()
  }

  /// How many columns the terminal has; `nil` if it doesn't say.
  static func width(_ stream: StandardStream) -> Int? {
    var size = winsize()
    guard ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
