import Foundation

/// Expected texts, kept as plain files in `Snapshots` next to the test.
package enum Snapshot {
  /// `JPFETCH_RECORD=1 swift test` writes the files instead of comparing them.
  package static let isRecording = ProcessInfo.processInfo.environment["JPFETCH_RECORD"] == "1"

  /// The recorded text; a missing file is an error.
  package static func text(
    _ name: String, recording text: String, beside file: String
  ) throws -> String {
    let url = URL(filePath: file).deletingLastPathComponent().appending(path: "Snapshots/\(name)")
    if isRecording {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    return try String(contentsOf: url, encoding: .utf8)
  }
}
