#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The signals that end the process, signal(7).
enum Signals {
  /// Unblocks them, because the process may have inherited a mask that blocks them.
  static func unblock() {
    var ending = sigset_t()
    sigemptyset(&ending)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaddset(&ending, signal) }
    pthread_sigmask(SIG_UNBLOCK, &ending, nil)
  }

  /// Makes a file beyond `ulimit -f` an error of its write, instead of the process's end.
  static func ignoreFileSizeLimit() { signal(SIGXFSZ, SIG_IGN) }

  /// Lets SIGINT and SIGTERM end the first process of a container, for which they have no usual
  /// effect, pid_namespaces(7).
  static func endFirstProcess() {
    guard getpid() == 1 else { return }
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in _exit(128 + number) }
    }
  }

  /// Ends the process by SIGPIPE, even if the signal was ignored or blocked.
  static func dieOfBrokenPipe() -> Never {
    signal(SIGPIPE, SIG_DFL)
    unblock()
    raise(SIGPIPE)
    preconditionFailure("SIGPIPE ends a process")
  }

  /// Does work that these signals must not interrupt; they wait until it is done.
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
