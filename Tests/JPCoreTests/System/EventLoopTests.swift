import Foundation
import Synchronization
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

extension EventLoopTests {
  /// Records what the loop asks for. During its first turn, something calls for another one, as the
  /// cancellation of a transfer does on another thread.
  private final class RecordingPoller: Poller {
    let loop: EventLoop
    let calls = Mutex<[String]>([])

    init(on loop: EventLoop) { self.loop = loop }

    func turn() {
      let count = calls.withLock { calls in
        calls.append("turn")
        return calls.count
      }
      if count == 1 { loop.wake() }
    }

    func wait(until deadline: ContinuousClock.Instant?) { calls.withLock { $0.append("wait") } }

    func wake() { calls.withLock { $0.append("wake") } }
  }

  @Test("A wake-up during a turn makes the loop take another turn before it waits")
  func wakeUpDuringATurn() {
    let loop = EventLoop()
    let poller = RecordingPoller(on: loop)
    loop.setPoller(poller)
    for _ in 1...3 { loop.work(waitingUntil: .now) }
    #expect(poller.calls.withLock(\.self) == ["turn", "turn", "wait", "turn", "wait"])
  }
}
