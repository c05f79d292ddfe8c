/// A thread for work that blocks, pthread_create(3).
enum BackgroundThread {
  /// Identifies the calling thread, pthread_self(3).
  static var current: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      UInt(pthread_self())
    #endif
  }

  /// Starts a thread with all signals blocked.
  ///
  /// Signals are delivered to the main thread. If a TLS library writes to a closed connection, the
  /// write fails with EPIPE instead of ending the process by SIGPIPE.
  ///
  /// - Returns: whether the thread could be started.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return create(Unmanaged.passRetained(Work(run: work)))
  }

  private static func create(_ work: Unmanaged<Work>) -> Bool {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // The argument is optional in Glibc, but not in Darwin.
    let result = pthread_create(
      &thread, nil,
      { argument in
        let argument: UnsafeMutableRawPointer? = argument
        if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().run() }
        pthread_detach(pthread_self())
        return nil
      }, work.toOpaque())
    if result != 0 { work.release() }
    return result == 0
  }
}

private final class Work: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
