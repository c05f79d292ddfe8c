package import Foundation
import Synchronization

/// The result of a program that ran to its end.
package struct CommandRun: Sendable {
  /// The program and its arguments.
  package let command: [String]

  /// The exit status; 128 plus the signal's number if a signal ended it, as in a shell.
  package let status: Int32
  package let output: Data
  package let errors: String
  package let duration: Duration

  /// Standard output as text.
  package var text: String { String(decoding: output, as: UTF8.self) }

  /// The lines of standard error.
  package var errorLines: [String] {
    errors.split(separator: "\n").map(String.init)
  }
}

/// A program that didn't end within its limit and was killed.
package struct CommandHung: Error {
  package let command: [String]
}

/// Runs a program to its end, its streams going through files, so that none of them can block it.
///
/// - Parameters:
///   - environment: added to PATH and an empty HOME.
///   - limit: the program is killed after this time.
package func run(
  _ program: String, _ arguments: [String], environment: [String: String] = [:],
  limit: Duration = .seconds(60)
) throws -> CommandRun {
  let ended = DispatchSemaphore(value: 0)
  let command = try StartedCommand(program, arguments, environment) { ended.signal() }
  let isInTime = ended.wait(timeout: .now() + limit / .seconds(1)) == .success
  return try command.outcome(isInTime: isInTime)
}

/// Runs a program without blocking a thread, so that hundreds of tests can wait at the same time.
package func runSuspending(
  _ program: String, _ arguments: [String], environment: [String: String] = [:],
  limit: Duration = .seconds(60)
) async throws -> CommandRun {
  let (ends, end) = AsyncStream.makeStream(of: Bool.self)
  let command = try StartedCommand(program, arguments, environment) { end.yield(true) }
  DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1)) { end.yield(false) }
  return try command.outcome(isInTime: await ends.first { _ in true } ?? false)
}

/// A running program.
private struct StartedCommand {
  private let process = Process()
  private let command: [String]
  private let directory: TemporaryDirectory
  private let start = ContinuousClock.now
  private let end = LastMoment()

  /// When the program ended; any thread may set it.
  private final class LastMoment: Sendable {
    let instant = Mutex<ContinuousClock.Instant?>(nil)
  }

  init(
    _ program: String, _ arguments: [String], _ environment: [String: String],
    whenEnded: @escaping @Sendable () -> Void
  ) throws {
    command = [program] + arguments
    directory = try TemporaryDirectory()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    // Each run has its own home, so that it starts with an empty store.
    var usual = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": directory.path]
    // `.ci/run` sets these for programs built with a sanitizer.
    for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
      usual[name] = ProcessInfo.processInfo.environment[name]
    }
    process.environment = environment.merging(usual) { own, _ in own }
    let output = try directory.newFile("output")
    let errors = try directory.newFile("errors")
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    process.terminationHandler = { [end] _ in
      end.instant.withLock { $0 = .now }
      whenEnded()
    }
    try process.run()
    // Foundation on Linux keeps them open; thousands of runs would run out of descriptors.
    try output.close()
    try errors.close()
  }

  /// The result; a program that is still running is killed.
  func outcome(isInTime: Bool) throws -> CommandRun {
    guard isInTime, let end = end.instant.withLock({ $0 }) else {
      kill(process.processIdentifier, SIGKILL)
      Evidence.current?.add(try run(status: 128 + SIGKILL, end: .now))
      throw CommandHung(command: command)
    }
    let signal: Int32 = process.terminationReason == .uncaughtSignal ? 128 : 0
    let run = try run(status: signal + process.terminationStatus, end: end)
    Evidence.current?.add(run)
    return run
  }

  private func run(status: Int32, end: ContinuousClock.Instant) throws -> CommandRun {
    CommandRun(
      command: command, status: status,
      output: try Data(contentsOf: directory.url.appending(path: "output")),
      errors: try String(contentsOf: directory.url.appending(path: "errors"), encoding: .utf8),
      duration: end - start)
  }
}

/// Runs the jpfetch that was built with the tests.
package func jpfetch(
  _ arguments: String..., environment: [String: String] = [:], limit: Duration = .seconds(60)
) throws -> CommandRun {
  try run(Places.jpfetch, arguments, environment: environment, limit: limit)
}

/// A directory that is removed with its last reference.
package final class TemporaryDirectory: Sendable {
  package let url: URL

  package var path: String { url.path(percentEncoded: false) }

  package init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "jpfetch-test-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  private static let lasting = Mutex<[TemporaryDirectory]>([])

  /// A directory shared by tests, removed when the process ends.
  package static func shared() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let isFirst = lasting.withLock { directories in
      directories.append(directory)
      return directories.count == 1
    }
    if isFirst { atexit { TemporaryDirectory.lasting.withLock { $0 = [] } } }
    return directory
  }

  package func write(_ text: String, to name: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func newFile(_ name: String) throws -> FileHandle {
    let file = url.appending(path: name)
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
  }
}
