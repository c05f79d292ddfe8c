import Foundation

/// Expected texts, kept as plain files in `Snapshots` next to the test.
package enum Snapshot {
  /// `JPFETCH_RECORD=1 swift test` writes the files instead of comparing them.
  package static let isRecording = isRecording(ProcessInfo.processInfo.environment)

  /// In CI, where `CI` is `true`, nothing is recorded: a difference is a failure.
  package static func isRecording(_ environment: [String: String]) -> Bool {
    environment["JPFETCH_RECORD"] == "1" && environment["CI"] != "true"
  }
}

// The static standard library comes without Testing.
#if canImport(Testing)
  package import Testing

  /// Expects a text to equal the file of that name; a missing file is an error.
  package func expectSnapshot(
    _ name: String, of text: String, nextTo file: String = #filePath,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let url = URL(filePath: file).deletingLastPathComponent().appending(path: "Snapshots/\(name)")
    if Snapshot.isRecording {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let expected = try String(contentsOf: url, encoding: .utf8)
    #expect(
      difference(between: text, and: expected) == nil, "\(name)", sourceLocation: sourceLocation)
  }
#endif
