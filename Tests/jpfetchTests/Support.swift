import Foundation
import JPCore
import Synchronization
import TestSupport

@testable import jpfetch

// What several suites of the program need, and TestSupport can't have: it knows neither JPCore nor
// jpfetch. TestSupport.swift says which helper to take.

/// A server and a store that is empty at first, for several runs of jpfetch.
final class ServerAndStore {
  private final class Current: Sendable {
    let script: Mutex<LoopbackServer.Script>

    init(_ script: @escaping LoopbackServer.Script) { self.script = Mutex(script) }
  }

  private let current: Current
  let server: LoopbackServer
  let directory: TemporaryDirectory

  var store: String { directory.path + "/c" }

  /// The options that select both.
  var options: [String] { ["--base-url", server.url, "--cache-dir", store] }
  var url: String { server.url }
  var requests: [LoopbackServer.Request] { server.requests }

  /// - Parameter script: the server's answers; without it, the built-in data.
  init(_ script: @escaping LoopbackServer.Script = { sampleReply($0) }) throws {
    let current = Current(script)
    self.current = current
    server = try LoopbackServer { request in current.script.withLock { $0 }(request) }
    directory = try TemporaryDirectory()
  }

  deinit { server.stop() }

  /// Sets the server's answers from now on.
  func answer(_ script: @escaping LoopbackServer.Script) {
    current.script.withLock { $0 = script }
  }

  /// Runs jpfetch with both.
  ///
  /// - Parameters:
  ///   - line: arguments as in a shell; single quotes join words.
  ///   - words: further arguments, which may have spaces and quotes.
  func jpfetch(
    _ line: String = "", _ words: [String] = [], environment: [String: String] = [:]
  ) async throws -> CommandRun {
    try await TestSupport.jpfetch(line, words + options, environment: environment)
  }

  /// The JSON that a run prints.
  func json(_ line: String) async throws -> JSONValue {
    let run = try await jpfetch(line, ["--json"])
    return try JSONDocument(Array(run.output)).root
  }
}

// MARK: The built-in data

/// The built-in data for `/users` and the other lists.
func sampleReply(
  _ request: LoopbackServer.Request, after delay: Duration = .zero
) -> [LoopbackServer.Step] {
  let body = sampleBody(request.path)
  return body.map { .reply($0, after: delay) } ?? .reply(status: 404, "{}", after: delay)
}

private let bodies = Mutex<[String: [UInt8]?]>([:])

/// The body of the built-in data for a path, for test servers; `nil` if there is none. It is made
/// only once, because that is slow without optimization.
func wholeSampleBody(_ path: String) -> [UInt8]? {
  if let known = bodies.withLock({ $0[path] }) { return known }
  let parts = path.split(separator: "/")
  let list = HTTPRequest(url: "sample:/\(parts.first ?? "")")
  let response = try? SampleTransport().response(to: list)
  var body = response.flatMap { $0.status == 200 ? $0.body : nil }
  if parts.count > 1 {
    let records = body.flatMap { try? JSONDocument($0).root.elements } ?? []
    body = records.first { $0["id"]?.integer == Int64(parts[1]) }.map { Array($0.text) }
  }
  bodies.withLock { $0[path] = body }
  return body
}

/// The records that belong to one: `/users/3/todos`.
private func nestedSampleBody(_ parts: [Substring]) -> [UInt8]? {
  guard let field = Resource.named(String(parts[2]))?.parent?.field else { return nil }
  let list = sampleBody("/\(parts[2])")
  let records = list.flatMap { try? JSONDocument($0).root.elements } ?? []
  let children = records.filter { $0[field]?.recordKey?.text == String(parts[1]) }
  let texts = children.map(\.text).joined(separator: [UInt8(ascii: ",")])
  return [UInt8(ascii: "[")] + texts + [UInt8(ascii: "]")]
}

/// The same with 220 photos: two in each album, twenty more in the first. Without optimization, a
/// run needs a tenth of a second for all 5000.
func sampleBody(_ path: String) -> [UInt8]? {
  let parts = path.split(separator: "/")
  if parts.count == 3 { return nestedSampleBody(parts) }
  return path == "/photos" ? fewPhotos : wholeSampleBody(path)
}

private let fewPhotos: [UInt8] = {
  let photos = wholeSampleBody("/photos").flatMap { try? JSONDocument($0).root.elements } ?? []
  let records = photos.filter { photo in
    photo["id"]?.integer.map { $0 <= 20 || $0 % 25 == 0 } ?? false
  }
  let lines = records.map(\.text).joined(separator: Array(",\n".utf8))
  return Array("[\n".utf8) + lines + Array("\n]\n".utf8)
}()

/// A directory with the six lists.
///
/// - Parameter body: ``sampleBody(_:)`` or ``wholeSampleBody(_:)``.
func sampleDirectory(_ body: (String) -> [UInt8]?) -> TemporaryDirectory? {
  guard let directory = try? TemporaryDirectory.shared() else { return nil }
  for resource in Resource.all {
    let text = String(decoding: body("/\(resource.name)") ?? [], as: UTF8.self)
    try? directory.write(text, to: "\(resource.name).json")
  }
  return directory
}

/// Options for the lists of ``sampleBody(_:)``: like `--sample`, with few photos.
let fromSampleFiles: [String] =
  sampleDirectory(sampleBody)?.options ?? []

/// The output of `jpfetch --json` for these lists.
let sampleJSON = Task { try await jpfetch("--json", fromSampleFiles).output }

// MARK: Messages

extension CommandRun {
  /// The messages on standard error that are JSON: objects with a member `error` or `warning`.
  var jsonMessages: [JSONValue] {
    errorLines.compactMap { try? JSONDocument(Array($0.utf8)).root }
  }

  /// The codes of the messages on standard error; `nil` for a line that isn't one in JSON.
  var codes: [String?] {
    errorLines.map { line in
      let root = try? JSONDocument(Array(line.utf8)).root
      return (root?["error"] ?? root?["warning"])?["code"]?.string
    }
  }

  /// The first line on standard error, which says what happened.
  var firstError: String { errorLines.first ?? "" }
}

/// The error of a command line; `nil` if it is right. Nothing is read, sent or printed.
func usageError(_ words: [String], _ variables: [String: String] = [:]) -> Message? {
  let options = Options(words) { name in
    variables[name] ?? (name == "HOME" ? "/" : nil)
  }
  do throws(Message) {
    _ = try Plan(options)
    return nil
  } catch { return error }
}

/// The settings of a right command line.
func settings(_ words: [String], _ variables: [String: String] = [:]) throws -> Settings {
  try Settings(Options(words) { variables[$0] })
}

extension Options {
  init(_ words: [String], environment: @escaping @Sendable (String) -> String?) {
    let arguments = ParsedArguments(words)
    self.init(arguments, of: arguments.command.declaration, environment: environment)
  }
}

extension OptionDeclaration {
  /// The option with a valid value, and the format that it needs.
  var validWords: [String] {
    var words = [name.typed]
    if value != nil { words.append(validValue) }
    // Options of JSON, and of tables.
    if [.meta, .compact].contains(name) { words.append("--json") }
    if [.noHeader, .wide].contains(name) { words += ["-f", "table"] }
    return words
  }

  /// A value that the option takes; empty for a flag.
  private var validValue: String {
    switch value {
    case .duration: "5s"
    case .count: "3"
    case .text, .file, .directory: "d"
    case .pair: "a=b"
    case .header: "X-A: b"
    case .url: "http://h"
    case .relations: "none"
    case .fields, .sortKeys: "id"
    case .condition: name == .where ? "id = 1" : "users.count = 10"
    case .counts: "public"
    case .report: "tap=f"
    case .baseline: "file:d"
    case .format: "json"
    case .color: "never"
    case nil: ""
    }
  }
}
