import JPCore

/// The signals that end the process, signal(7).
enum Signals {
  /// Prepares the process.
  static func prepare() {
    unblock()
    // write(2) fails beyond `ulimit -f`, instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    // SIGINT and SIGTERM have no usual effect on the first process of a container,
    // pid_namespaces(7).
    guard getpid() == 1 else { return }
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in _exit(128 + number) }
    }
  }

  /// Unblocks them, because the process may have inherited a mask that blocks them.
  private static func unblock() {
    var ending = sigset_t()
    sigemptyset(&ending)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&ending, signal) }
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
  }

  /// Ends the process by SIGPIPE, even if the signal was ignored or blocked.
  static func dieOfBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    unblock()
    raise(SIGPIPE)
    // It doesn't end the first process of a container.
    _exit(128 + SIGPIPE)
  }

  // MARK: A line that is drawn

  /// Erases a line on standard error before a signal ends the process.
  ///
  /// - Parameter isDrawn: whether there is a line from now on.
  static func eraseLine(whereDrawn isDrawn: Bool) {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      var action = sigaction()
      sigaction(number, nil, &action)
      if action.isIgnored || getpid() == 1 { continue }
      guard isDrawn else {
        signal(number, SIG_DFL)
        continue
      }
      signal(number) { number in
        // Back to the line's start, and erase it, ECMA-48 EL.
        let erasing: StaticString = "\r\u{1B}[K"
        _ = write(2, erasing.utf8Start, erasing.utf8CodeUnitCount)
        signal(number, SIG_DFL)
        // It waits until this handler has returned, and then has its usual effect.
        raise(number)
      }
    }
  }

  // MARK: Work that must not be half done

  private static let deferrable = [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
  ]

  /// Does short work that the signals which end the process must not interrupt.
  static func deferred(_ work: () throws -> Void) rethrows {
    var ending = sigset_t()
    var before = sigset_t()
    sigemptyset(&ending)
    for signal in deferrable { sigaddset(&ending, signal) }
    pthread_sigmask(SIG_BLOCK, &ending, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try work()
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    #if canImport(Darwin)
      unsafeBitCast(__sigaction_u.__sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    #else
      unsafeBitCast(__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
  }
}
