import Foundation
import TestSupport
import Testing

@testable import JPCore

@Suite("The event loop", .limited)
struct EventLoopTests {
  @Test("After the loop, its thread's signal mask is restored, and a pending SIGPIPE is discarded")
  func signalMask() {
    var brokenPipe = sigset_t()
    sigemptyset(&brokenPipe)
    sigaddset(&brokenPipe, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &brokenPipe, &before)
    EventLoop.keepingSignalMask {
      pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
      pthread_kill(pthread_self(), SIGPIPE)
    }
    // The process still runs.
    var after = sigset_t()
    pthread_sigmask(SIG_SETMASK, &before, &after)
    #expect(sigismember(&after, SIGPIPE) == 0)
  }
}
