import Foundation
import TestSupport
import Testing

/// `.ci/memory-safety` counts what the compiler warns of; this looks for the words of it only.
@Suite("Folders of JPCore that need no unsafe code (SE-0458)", .limited)
struct MemorySafetyTests {
  private static let sources = Places.package.appending(path: "Sources/JPCore")

  /// The folders in `.ci/memory-safety.tsv`, each with its count.
  private static let folders: [(name: String, count: Int)] = {
    let table = Places.package.appending(path: ".ci/memory-safety.tsv")
    let lines = (try? String(contentsOf: table, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.dropFirst(2).map { line in
      let cells = line.split(separator: "\t")
      return (String(cells[0]), cells.last.flatMap { Int($0) } ?? -1)
    }
  }()

  private static func files(in folder: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: sources.appending(path: folder), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "swift" }
  }

  @Test("The table has every folder")
  func table() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
      .filter { try !Self.files(in: $0).isEmpty }
    #expect(Self.folders.map(\.name) == folders.sorted())
  }

  @Test(
    "The listed folders have no unsafe type, call or C module",
    arguments: folders.filter { $0.count == 0 })
  func words(_ folder: (name: String, count: Int)) throws {
    let words = [
      "unsafe", "Unsafe", "unchecked:", "Unmanaged", "withContiguous", "withUTF8", "import Darwin",
      "import Glibc", "import CCurl",
    ]
    for file in try Self.files(in: folder.name) {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(words.filter { text.contains($0) } == [], "\(file.lastPathComponent)")
    }
  }
}
