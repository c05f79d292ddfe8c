import Foundation
import JPCore
import TestSupport
import Testing

/// What the compiler and DocC say about the library's documentation.
@Suite(
  "The library's documentation",
  .takesLong, .only("no docc on the path, or not on Linux", if: Toolchain.hasDocC), .limited)
struct DocumentationTests {
  /// The graph of the public symbols of the module that these tests are linked with.
  private let graph = try? TemporaryDirectory()

  private func extractGraph() async throws -> String {
    let graph = try #require(self.graph)
    let info = try await Toolchain.run(["swift", "-print-target-info"]).output
    let triple = try JSONDocument(Array(info)).root["target"]?["triple"]?.string
    let build = Places.programFolder
    let outcome = try await Toolchain.run([
      "swift", "symbolgraph-extract", "-module-name", "JPCore", "-target", triple ?? "",
      "-I", "\(build)/Modules", "-Xcc", "-fmodule-map-file=\(build)/CCurl.build/module.modulemap",
      "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", graph.path,
    ])
    outcome.expect(status: 0)
    return graph.path
  }

  @Test("Every public symbol has a comment")
  func coverage() async throws {
    let file = URL(filePath: try await extractGraph()).appending(path: "JPCore.symbols.json")
    let graph = try JSONDocument(Array(Data(contentsOf: file))).root
    let symbols = try #require(graph["symbols"]).elements
    #expect(symbols.count > 200)
    let bare = symbols.filter { symbol in
      symbol["docComment"]?["lines"]?.elements.allSatisfy { $0["text"]?.string == "" } ?? true
    }
    #expect(bare.map { $0["pathComponents"]?.elements.map(\.string) } == [])
  }

  @Test("DocC converts the catalog without a warning")
  func catalog() async throws {
    let catalog = Places.package.appending(path: "Sources/JPCore/JPCore.docc")
      .path(percentEncoded: false)
    let output = try TemporaryDirectory()
    let outcome = try await Toolchain.run([
      "docc", "convert", catalog,
      "--additional-symbol-graph-dir", try await extractGraph(), "--output-dir", output.path,
      "--fallback-display-name", "JPCore", "--fallback-bundle-identifier", "JPCore",
      "--warnings-as-errors", "--analyze",
    ])
    outcome.expect(status: 0)
    let words = (outcome.errors + outcome.text).split(whereSeparator: \.isWhitespace)
    #expect(words == [])
    var pages = ["jpcore", "jpcore/jsonplaceholder"]
    for article in try FileManager.default.contentsOfDirectory(atPath: catalog)
    where article.hasSuffix(".md") && article != "JPCore.md" {
      pages.append("jpcore/" + article.dropLast(3).lowercased())
    }
    #expect(pages.contains("jpcore/design"))
    for page in pages {
      let file = output.url.appending(path: "data/documentation/\(page).json")
      #expect(FileManager.default.fileExists(atPath: file.path(percentEncoded: false)), "\(page)")
    }
  }
}
