import JPCore

/// The signals that end the process, signal(7).
enum Signals {
  /// The signals that a user, a terminal or the system sends to end a process.
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Sets the effects of signals when the process starts.
  static func setEffects() {
    unblock()
    // Beyond `ulimit -f`, write(2) then fails with an error that can be reported, instead of the
    // signal ending the process.
    signal(SIGXFSZ, SIG_IGN)
    // Removes the handlers of a dynamic Swift runtime, which print a backtrace, and let the process
    // go on after Ctrl-\ and kill(1).
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP]
    where addressOfHandler(of: number) != ignored {
      signal(number, SIG_DFL)
    }
    if getpid() == 1 { resetEnding() }
  }

  /// Gives the signals that end the process their default effect. By default, they don't end the
  /// first process of a container, pid_namespaces(7), so that process gets handlers which do.
  static func resetEnding() {
    for number in ending {
      if getpid() == 1 {
        signal(number) { number in _exit(128 + number) }
      } else if addressOfHandler(of: number) != ignored {
        signal(number, SIG_DFL)
      }
    }
  }

  /// Unblocks the signals that end a process, and SIGPIPE. The process may have inherited a mask
  /// that blocks them.
  private static func unblock() {
    var ending = sigset_t()
    sigemptyset(&ending)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE] { sigaddset(&ending, signal) }
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
  }

  /// Ends the process by SIGPIPE, even if the signal was ignored or blocked.
  static func dieOfBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    unblock()
    raise(SIGPIPE)
    // SIGPIPE doesn't end the first process of a container.
    _exit(128 + SIGPIPE)
  }

  // MARK: The progress line

  /// From now on, a signal that ends the process first erases the progress line.
  static func eraseLineBeforeEnding() {
    for number in ending where addressOfHandler(of: number) != ignored {
      signal(number) { number in
        // A background job erases nothing: its line is no longer the terminal's last one.
        if tcgetpgrp(2) == getpgrp() {
          // Moves to the line's start, and erases the line, ECMA-48 EL.
          let erasing: StaticString = "\r\u{1B}[K"
          _ = write(2, erasing.utf8Start, erasing.utf8CodeUnitCount)
        }
        if getpid() == 1 { _exit(128 + number) }
        signal(number, SIG_DFL)
        // The signal waits until this handler has returned, and then ends the process.
        raise(number)
      }
    }
  }

  // MARK: Work that must not be half done

  /// Whether a signal that ``SystemFile/deferringSignals(_:)`` defers is waiting, and will end the
  /// process.
  static var isEndPending: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return SystemFile.deferrableSignals.contains { number in
      sigismember(&pending, number) == 1 && addressOfHandler(of: number) != ignored
    }
  }

  // MARK: Handlers

  private static var ignored: Int { unsafeBitCast(SIG_IGN, to: Int.self) }

  /// The address of a signal's handler, or ``ignored``.
  private static func addressOfHandler(of number: Int32) -> Int {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
    #else
      return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #endif
  }
}
