import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("Writing to pipes and files", .limited)
struct WritingTests {
  @Test("Writing to a full non-blocking pipe waits until the pipe is read")
  func fullPipe() async throws {
    let words = ["comments", "-e", "post.user", "--json", "--sample"]
    let whole = try await jpfetch(words).output
    // More than a pipe holds, pipe(7).
    try #require(whole.count > 1 << 17)
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    #expect(fcntl(writer.fileDescriptor, F_SETFL, O_NONBLOCK) == 0)
    let process = Process()
    process.executableURL = URL(filePath: Places.jpfetch)
    process.arguments = words
    process.standardOutput = writer
    try process.run()
    try writer.close()
    try await Task.sleep(for: .milliseconds(300))
    let read = try pipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(difference(between: try #require(read), and: whole) == nil)
  }

  @Test(
    "Signals that end the process are blocked during work that must not be half done",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU])
  func deferred(signal: Int32) {
    // Threads of tests may block signals themselves.
    var (none, before, during) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    SystemFile.deferringSignals { _ = pthread_sigmask(SIG_BLOCK, nil, &during) }
    #expect(sigismember(&during, signal) == 1)
  }
}
