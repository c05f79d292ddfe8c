#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The signals that end the process, signal(7).
enum Signals {
  /// Lets them end it: a parent's thread may have had them blocked, and that is inherited.
  static func unblock() {
    var ending = sigset_t()
    sigemptyset(&ending)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&ending, signal) }
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
  }

  /// Ends the process as a pipe's reader expects that has left, whatever was done about the signal.
  static func dieOfBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    unblock()
    raise(SIGPIPE)
    preconditionFailure("SIGPIPE ends a process")
  }

  /// Does work that they may not leave half done; they wait for its end.
  static func deferred(_ work: () throws -> Void) rethrows {
    var ending = sigset_t()
    var before = sigset_t()
    sigemptyset(&ending)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&ending, signal) }
    pthread_sigmask(SIG_BLOCK, &ending, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    try work()
  }
}
