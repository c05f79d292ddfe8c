import Foundation
import TestSupport
import Testing

@Suite("The pictures in the README", .limited)
struct PictureTests {
  private static let columns = 84

  private static let commands = [
    "jpfetch -n 4 --sample",
    "jpfetch search lighthouse -n 4 --sample",
    "jpfetch check schema refs users albums --base-url ./api",
  ]

  /// As in the README: one id is a text, and ten references lead nowhere.
  private static let folderWithMistakes = """
    mkdir api
    jpfetch users -o api/users.json --sample
    jpfetch albums -o albums.json --sample
    sed -e '59s/12/"12"/' -e 's/"userId": 7/"userId": 77/' albums.json > api/albums.json

    """

  @Test("They show what the program prints on a terminal")
  func areRight() async throws {
    let folder = try TemporaryDirectory()
    var script = Self.folderWithMistakes
    for command in Self.commands { script += "echo '$ \(command)'; \(command) 2>&1; echo\n" }
    let run = try await run(
      "/bin/sh", ["-c", script],
      environment: [
        "PATH": "\(Places.programFolder):/usr/bin:/bin", "TERM": "xterm", "COLORTERM": "",
      ],
      in: folder.path, columns: Self.columns)
    run.expect(status: 0)
    let picture = TerminalPicture(run.text.replacing("\r\n", with: "\n"), columns: Self.columns)
    try expectFile("jpfetch-light.svg", picture.svg(.light))
    try expectFile("jpfetch-dark.svg", picture.svg(.dark))
  }

  private func expectFile(_ name: String, _ text: String) throws {
    let url = Places.package.appending(path: ".github/\(name)")
    if Snapshot.isRecording { try Data(text.utf8).write(to: url) }
    let expected = try String(contentsOf: url, encoding: .utf8)
    #expect(difference(between: text, and: expected) == nil, "\(name)")
  }
}
