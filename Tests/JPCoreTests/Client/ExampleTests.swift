import Foundation
import JPCore
import TestSupport
import Testing

/// Builds what the pages show, in a package of its own that depends on this one by path.
@Suite("The code in README, pages and comments", .limited)
struct ExampleTests {
  /// A program that a page shows, in one block or in several that follow each other.
  private struct Program {
    let name: String
    var code: String
    /// What it prints, as far as the page says.
    var output = ""

    /// The same with this test's server instead of the public one, and with the module that has
    /// URLSession on Linux.
    var atServer: String {
      let base = "baseURL: BaseURL(CommandLine.arguments[1])!"
      let transport = "configuration: .init(transport: SessionTransport())"
      var text = code.replacing("JSONPlaceholder()", with: "JSONPlaceholder(\(base))")
        .replacing("JSONPlaceholder(cache:", with: "JSONPlaceholder(\(base), cache:")
        .replacing("JSONPlaceholder(\(transport)", with: "JSONPlaceholder(\(base), \(transport)")
      if Places.isLinux, text.contains("URLSession") {
        text = "import FoundationNetworking\n" + text
      }
      return text
    }
  }

  private static let isCombineHere: Bool = {
    #if canImport(Combine)
      true
    #else
      false
    #endif
  }()

  @Test(
    "Each program builds and runs, and prints the text below it",
    .takesLong, .only("no swift on the path", if: Toolchain.hasSwift))
  func programs() async throws {
    let pages = try Self.pages()
    let manifest = try #require(
      pages.lazy.flatMap(Self.blocks).first { $0.text.hasPrefix("// swift-tools-version") })
    let examples = try Self.examples()
    #expect(examples.count == 3)
    let programs = pages.flatMap(Self.programs) + examples
    #expect(programs.count >= 8)
    #expect(programs.contains { $0.name == "users" && !$0.output.isEmpty })

    let directory = try TemporaryDirectory()
    try FileManager.default.createSymbolicLink(
      at: directory.url.appending(path: "jpfetch"), withDestinationURL: Places.package)
    try Self.write(programs, manifest: manifest.text, to: directory)
    let package = directory.url.appending(path: "example").path(percentEncoded: false)
    let build = try await Toolchain.build(package)
    try #require(build.status == 0, "\(build.text.suffix(4000))\(build.errors.suffix(1000))")

    let server = try LoopbackServer(script)
    defer { server.stop() }
    for program in programs {
      let outcome = try await run(
        "/bin/sh", ["-c", #"cd "$DIR" && exec ".build/debug/$NAME" "$URL" 2>&1"#],
        environment: ["DIR": package, "NAME": program.name, "URL": server.url])
      outcome.expect(status: 0)
      if !program.output.isEmpty {
        outcome.expect(text: program.output)
      }
    }
  }

  /// The API, with its real data if that is at hand, otherwise with the built-in data.
  private let script: LoopbackServer.Script = { request in
    var names = request.path.prefix { $0 != "?" }.split(separator: "/")
    if names.first == "private" {
      let isAllowed = request.head.lowercased().contains("authorization: bearer 2")
      if !isAllowed { return .reply(status: 401, "{}") }
      names.removeFirst()
    }
    guard let content = ExampleTests.content(at: names) else { return .reply(status: 404, "{}") }
    return .reply(content)
  }

  /// A list, a record of it, or the records that refer to that one: `users`, `users/1`,
  /// `users/1/albums`.
  private static func content(at names: [Substring]) -> [UInt8]? {
    guard let name = names.first, let list = list(named: name) else { return nil }
    if names.count == 1 { return list }
    guard let id = Int(names[1]) else { return nil }
    if names.count == 2 {
      guard let record = records(of: list, whose: "id", is: id).first else { return nil }
      return try? Array(JSONSerialization.data(withJSONObject: record))
    }
    guard let children = Self.list(named: names[2]) else { return nil }
    let parent = "\(name.dropLast())Id"
    return try? Array(
      JSONSerialization.data(withJSONObject: records(of: children, whose: parent, is: id)))
  }

  private static func list(named name: Substring) -> [UInt8]? {
    if let file = Places.realData?.appending(path: "\(name).json"),
      let data = try? Data(contentsOf: file)
    {
      return Array(data)
    }
    let sample = try? SampleTransport().response(to: HTTPRequest(url: "sample:/\(name)"))
    return sample?.status == 200 ? sample?.body : nil
  }

  private static func records(
    of list: [UInt8], whose name: String, is id: Int
  ) -> [[String: Any]] {
    let records = try? JSONSerialization.jsonObject(with: Data(list)) as? [[String: Any]]
    return records?.filter { $0[name] as? Int == id } ?? []
  }

  private static func write(
    _ programs: [Program], manifest: String, to directory: TemporaryDirectory
  ) throws {
    var manifest = manifest
    for program in programs {
      try directory.write(program.atServer, to: "example/Sources/\(program.name)/main.swift")
      if manifest.contains("name: \"\(program.name)\"") { continue }
      manifest += """
        package.targets.append(
          .executableTarget(
            name: "\(program.name)", dependencies: [.product(name: "JPCore", package: "jpfetch")]))

        """
    }
    try directory.write(manifest, to: "example/Package.swift")
  }

  /// The programs of `Tests/Examples`, with the output that their last lines give.
  private static func examples() throws -> [Program] {
    let folder = Places.package.appending(path: "Tests/Examples")
    let files = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    return try files.filter { $0.pathExtension == "swift" }.map { file in
      let code = try String(contentsOf: file, encoding: .utf8)
      let lines = code.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      let output = lines.filter { $0.hasPrefix("// > ") }.map { $0.dropFirst(5) + "\n" }
      return Program(
        name: file.deletingPathExtension().lastPathComponent, code: code, output: output.joined())
    }
  }

  // MARK: Pages

  private struct Page {
    let name: String
    let text: String
    var isSource: Bool { name.hasSuffix(".swift") }
  }

  /// The README, the library's articles, and its sources.
  private static func pages() throws -> [Page] {
    let sources = Places.package.appending(path: "Sources/JPCore")
    let found = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let files = (found?.allObjects as? [URL] ?? [])
      .filter { ["md", "swift"].contains($0.pathExtension) }
      .sorted { $0.path < $1.path }
    return try ([Places.package.appending(path: "README.md")] + files).map {
      Page(name: $0.lastPathComponent, text: try String(contentsOf: $0, encoding: .utf8))
    }
  }

  private static func blocks(of page: Page) -> [CodeBlock] {
    guard page.isSource else { return CodeBlock.all(in: page.text) }
    let comments = page.text.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { $0.hasPrefix("///") }.map { $0.dropFirst($0.hasPrefix("/// ") ? 4 : 3) }
    return CodeBlock.all(in: comments.joined(separator: "\n"))
  }

  private static func programs(of page: Page) -> [Program] {
    var programs: [Program] = []
    var followsCode = false
    for block in blocks(of: page) {
      let isCode = block.language == "swift" && !block.text.hasPrefix("// swift-tools-version")
      defer { followsCode = isCode }
      if isCode, block.text.hasPrefix("import ") || page.isSource {
        let name = "\(page.name.prefix { $0 != "." })\(programs.count + 1)"
        programs.append(
          Program(
            name: page.name == "README.md" && programs.isEmpty ? "users" : name,
            code: page.isSource ? surrounded(block.text) : block.text))
      } else if isCode, let last = programs.indices.last {
        programs[last].code += "\n" + block.text
      } else if block.language == "console", followsCode, let last = programs.indices.last {
        let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
          .filter { !$0.hasPrefix("$ ") }
        programs[last].output += lines.map { $0 + "\n" }.joined()
      }
    }
    return programs.filter { isCombineHere || !$0.code.hasPrefix("import Combine") }
  }

  /// A part of a program that a comment shows, with the lines that every program begins with.
  private static func surrounded(_ code: String) -> String {
    "import JPCore\nlet api = JSONPlaceholder()\ndo {\n\(code)\n}\n"
  }
}
