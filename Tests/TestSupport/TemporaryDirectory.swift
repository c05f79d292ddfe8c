package import Foundation
import Synchronization

/// A directory that is removed with its last reference.
package final class TemporaryDirectory: Sendable {
  package let url: URL

  package var path: String { url.path(percentEncoded: false) }

  /// The options with which jpfetch reads its data from here.
  package var options: [String] { ["--base-url", "file:\(path)"] }

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
