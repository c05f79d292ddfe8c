import JPCore

/// The streams of the process.
enum StandardStream: Int32 {
  case output = 1
  case error = 2

  /// Opens those of the descriptors 0 to 2 that are closed at the start, so that no file or socket
  /// gets one of them. They are open for reading only, so writing output to them is still an error.
  static func reserveDescriptors() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDONLY)
    }
  }

  /// Writes all of the bytes.
  ///
  /// If the reader has left, the process dies of SIGPIPE, as a shell expects, even if
  /// the signal is ignored or blocked; on standard error, that is an error like others.
  func write(_ bytes: RawSpan) throws(SystemError) {
    do { try SystemFile.writeAll(bytes, to: rawValue) } catch {
      if error.number == EPIPE && self == .output { Signals.dieOfBrokenPipe() }
      throw error
    }
  }

  /// Writes a text. On standard error a failure is ignored, because there is nowhere to report it.
  func write(_ text: String) throws {
    do { try write(Array(text.utf8).span.bytes) } catch  where self == .error {}
  }
}

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
