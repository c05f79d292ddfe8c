import Foundation
import JPCore
import Synchronization
import TestSupport

@testable import jpfetch

/// Runs the commands of a heading, in order, with a home, a folder and a server of its own.
final class TranscriptRun {
  private let transcript: Transcript
  private let directory: TemporaryDirectory
  private let server: LoopbackServer?
  private let answers: TranscriptAnswers
  private let names: TranscriptNames
  private let values: [String: String]

  private var folder: String { directory.path + "/folder" }
  private var home: String { directory.path + "/home" }
  private var store: String { home + "/.cache/jpfetch" }

  init(_ transcript: Transcript) throws {
    self.transcript = transcript
    directory = try TemporaryDirectory()
    let answers = TranscriptAnswers()
    self.answers = answers
    var values = [
      "HOME": directory.path + "/home", "PWD": directory.path + "/folder",
      "SAMPLE": TranscriptNames.sample?.path ?? "", "VERSION": Settings.version,
    ]
    if let data = Places.realData { values["DATA"] = data.path(percentEncoded: false) }
    if transcript.hasServer {
      let server = try LoopbackServer { answers.steps($0) }
      self.server = server
      values["URL"] = server.url
      values["HOST"] = "127.0.0.1:\(server.port)"
      values["PORT"] = "\(server.port)"
    } else {
      server = nil
    }
    self.values = values
    names = TranscriptNames(values)
    for name in ["home", "folder"] {
      try FileManager.default.createDirectory(
        at: directory.url.appending(path: name), withIntermediateDirectories: true)
    }
  }

  deinit { server?.stop() }

  /// Does the steps.
  ///
  /// - Parameter handle: what is done with each command's outcome.
  func perform(
    _ handle: (TranscriptCommand, Transcript.Step, Int, TranscriptOutcome) -> Void
  ) async throws {
    // Answers below a heading, or after a command, replace the earlier ones.
    var isNewGroup = true
    for (index, step) in transcript.steps.enumerated() {
      if index == transcript.sharedCount { isNewGroup = true }
      switch step.action {
      case .none: continue
      case .file(let name, let content): try write(content, to: name)
      case .down: server?.stop()
      case .later(let seconds):
        try makeStoredResponsesOlder(bySeconds: seconds, in: store)
      case .answer(let answer): answers.add(answer.expanded(names), toNewGroup: isNewGroup)
      case .command(let command): handle(command, step, index, try await run(command))
      }
      switch step.action {
      case .answer: isNewGroup = false
      case .command: isNewGroup = true
      case .none, .file, .down, .later: continue
      }
    }
  }

  private func write(_ content: String, to name: String) throws {
    var path = names.expanded(name)
    if !path.hasPrefix("/") { path = "\(folder)/\(path)" }
    let file = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(VisibleText.bytes(names.expanded(content))).write(to: file)
  }

  private func run(_ command: TranscriptCommand) async throws -> TranscriptOutcome {
    let first = server?.requests.count ?? 0
    let meant = String(decoding: VisibleText.bytes(command.text), as: UTF8.self)
    var line = ShellLine()
    if command.isForShell {
      line.words = ["/bin/sh", "-c", meant]
    } else {
      line = ShellLine(names.expanded(meant))
    }
    var program = line.words.first ?? ""
    if program == "jpfetch" { program = Places.jpfetch }
    if !program.contains("/") { program = Places.program(program) ?? program }
    let run = try await TestSupport.run(
      program, Array(line.words.dropFirst()), environment: environment(of: command, line),
      in: folder, columns: command.columns)
    return TranscriptOutcome(
      status: run.status, output: VisibleText.lines(Data(names.replaced(run.output))),
      errors: VisibleText.lines(names.replaced(run.errors)),
      requests: Array(server?.requests.dropFirst(first) ?? []))
  }

  private func environment(of command: TranscriptCommand, _ line: ShellLine) -> [String: String] {
    var environment = values
    environment["PATH"] = "\(Places.programFolder):/usr/sbin:/usr/bin:/sbin:/bin"
    environment["XDG_CACHE_HOME"] = home + "/.cache"
    environment["JPFETCH_BASE_URL"] = server?.url
    if command.columns != nil { environment["TERM"] = "xterm" }
    for (name, value) in line.variables { environment[name] = value }
    return environment
  }
}

extension TranscriptNames {
  /// The built-in data with few photos.
  fileprivate static let sample = sampleDirectory(sampleBody)

  /// The same for bytes, which stay as they are if they aren't UTF-8.
  fileprivate func replaced(_ bytes: Data) -> Data {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    return Data(replaced(text).utf8)
  }
}

/// A command line split as a shell does it, without expansions.
struct ShellLine {
  var words: [String] = []
  /// `NAME=VALUE` before the command.
  var variables: [(name: String, value: String)] = []

  init() {}

  init(_ line: String) {
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch (quote, scalar) {
      case (nil, " "):
        if let word { words.append(String(word)) }
        word = nil
      case (nil, "'"), (nil, "\""):
        quote = scalar
        word = word ?? .init()
      case (let open?, _) where open == scalar: quote = nil
      case (nil, "\\"), ("\"", "\\"):
        word = word ?? .init()
        if let next = rest.popFirst() { word?.append(next) }
      default:
        word = word ?? .init()
        word?.append(scalar)
      }
    }
    if let word { words.append(String(word)) }
    takeVariables()
  }

  private mutating func takeVariables() {
    while let first = words.first, let sign = first.firstIndex(of: "=") {
      let name = first[..<sign]
      let isName = !name.isEmpty && name.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
      guard isName else { return }
      variables.append((String(name), String(first[first.index(after: sign)...])))
      words.removeFirst()
    }
  }
}

extension ServerAnswer {
  /// The answer with the values of names.
  fileprivate func expanded(_ names: TranscriptNames) -> ServerAnswer {
    var answer = self
    answer.fields = fields.map(names.expanded)
    if case .response(let status, let body) = kind {
      answer.kind = .response(status: status, body: names.expanded(body))
    }
    return answer
  }
}

/// What a transcript's server answers, until the next commands.
final class TranscriptAnswers: Sendable {
  private struct State {
    /// By path; the last one of a path stays.
    var answers: [String: [ServerAnswer]] = [:]
    var newPaths: Set<String> = []
  }

  private let state = Mutex(State())

  func add(_ answer: ServerAnswer, toNewGroup isNew: Bool) {
    state.withLock { state in
      if isNew { state.newPaths = [] }
      if !state.newPaths.contains(answer.path) {
        for path in state.answers.keys where answer.isFor(path) && !state.newPaths.contains(path) {
          state.answers[path] = nil
        }
      }
      state.newPaths.insert(answer.path)
      state.answers[answer.path, default: []].append(answer)
    }
  }

  func steps(_ request: LoopbackServer.Request) -> [LoopbackServer.Step] {
    guard let answer = next(for: request.path) else { return .reply(status: 404, "{}") }
    switch answer.kind {
    case .close: return [.pause(answer.delay), .close]
    case .reset: return [.pause(answer.delay), .reset]
    case .hang: return [.hang]
    case .sample:
      let path = request.path.prefix { $0 != "?" }
      guard let body = sampleBody(String(path)) else { return .reply(status: 404, "{}") }
      return response(answer, status: 200, body)
    case .response(let status, let body):
      return response(answer, status: status, VisibleText.bytes(body))
    }
  }

  /// The answer for the exact path, or for the longest beginning of it.
  private func next(for path: String) -> ServerAnswer? {
    state.withLock { state in
      var key = path
      if state.answers[path] == nil {
        let beginnings = state.answers.filter { $0.value.first?.isFor(path) == true }.keys
        key = beginnings.max { $0.count < $1.count } ?? path
      }
      guard let answers = state.answers[key], let answer = answers.first else { return nil }
      if answers.count > 1 { state.answers[key]?.removeFirst() }
      return answer
    }
  }

  private func response(
    _ answer: ServerAnswer, status: Int, _ body: [UInt8]
  ) -> [LoopbackServer.Step] {
    var fields = answer.fields
    let given = Set(fields.map { $0.prefix { $0 != ":" }.lowercased() })
    if !given.contains("content-type") { fields.append("Content-Type: application/json") }
    let statesLength = given.contains("content-length") || given.contains("transfer-encoding")
    if !statesLength { fields.append("Content-Length: \(body.count)") }
    var head = "HTTP/1.1 \(status) \(Self.phrases[status] ?? "Status")\r\n"
    for field in fields { head += field + "\r\n" }
    var steps: [LoopbackServer.Step] = [
      .pause(answer.delay), .send(VisibleText.bytes(head) + [13, 10]), .send(body),
    ]
    // The stated length may be wrong.
    if statesLength { steps.append(.close) }
    return steps
  }

  private static let phrases = [
    200: "OK", 204: "No Content", 301: "Moved Permanently", 302: "Found", 304: "Not Modified",
    401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 410: "Gone",
    429: "Too Many Requests", 500: "Internal Server Error", 502: "Bad Gateway",
    503: "Service Unavailable",
  ]
}
