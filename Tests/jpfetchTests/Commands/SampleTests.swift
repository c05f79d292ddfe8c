import Foundation
import JPCore
import TestSupport
import Testing

@Suite("The main job on built-in data", .evidence)
struct SampleTests {
  @Test(
    "What a person sees",
    arguments: [
      ("users", ["--sample"]), ("albums", ["albums", "--sample"]),
      ("posts-by-id", ["posts", "3", "100", "1", "--sample"]),
      ("comment", ["comments", "500", "--sample"]),
      ("todos-by-id", ["todos", "7", "8", "--sample"]),
      ("photo", ["photos", "4711", "--sample", "--json"]),
      ("user-compact", ["get", "users/10", "--sample", "--compact"]),
      ("fields", ["--sample", "--fields", "id,address.city,company,albums"]),
      ("fields-json", ["albums", "7", "--sample", "--json", "--fields", "title,id,userId"]),
      ("embed", ["posts", "9", "10", "--sample", "--embed", "comments"]),
      ("tree", ["-n", "2", "-e", "posts,todos", "--sample", "-f", "tree"]),
      ("tree-wide", ["users", "2", "-e", "posts", "--sample", "-f", "tree", "--wide"]),
      ("tree-parents", ["photos", "7", "8", "--sample", "-f", "tree", "-e", "album.user"]),
      ("parents", ["photos", "1", "5000", "--sample", "--embed", "album.user"]),
      ("help-short", ["-h"]), ("help-check-short", ["check", "-h"]),
      ("help", ["--help"]), ("help-users", ["help", "users"]), ("help-get", ["help", "get"]),
      ("help-photo", ["photo", "--help"]), ("help-cache", ["cache", "--help"]),
      ("help-exit-codes", ["help", "exit-codes"]), ("help-errors", ["help", "errors"]),
      ("help-check", ["help", "check"]), ("help-where", ["help", "where"]),
      ("help-fields", ["help", "fields"]),
      ("markdown", ["todos", "--sample", "-n", "3", "-f", "markdown"]),
      ("count-by", ["todos", "--sample", "--count-by", "user.name,completed", "-n", "5"]),
      ("help-help", ["help", "help"]), ("help-completions", ["help", "completions"]),
    ])
  func snapshots(name: String, arguments: [String]) throws {
    let outcome = try run(Places.jpfetch, arguments)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    let expected = try Snapshot.text("\(name).txt", recording: outcome.text, beside: #filePath)
    #expect(outcome.text == expected)
    if name.hasPrefix("help") {
      #expect(outcome.text.split(separator: "\n").filter { $0.count > 80 } == [])
    }
  }

  @Test("The manual page is the declarations' own")
  func manualPage() throws {
    let page = try run(Places.jpfetch, ["--man"])
    #expect((page.status, page.errors) == (0, ""))
    let expected = try Snapshot.text("man.txt", recording: page.text, beside: #filePath)
    #expect(page.text == expected)
  }

  @Test(
    "groff reads the manual page without a warning",
    .needs("groff"))
  func manualPageIsRoff() throws {
    let directory = try TemporaryDirectory()
    try directory.write(run(Places.jpfetch, ["--man"]).text, to: "jpfetch.1")
    let outcome = try run(
      Places.program("groff") ?? "groff",
      ["-man", "-Tascii", "-P-cbou", "-ww", directory.path + "/jpfetch.1"])
    #expect((outcome.status, outcome.errors) == (0, ""))
    // What could be taken for roff's own is there as it was declared.
    for line in [
      "jpfetch todos -w userId=3 -n 5", "= !=         equal, exactly", "~/.cache/jpfetch",
    ] {
      #expect(outcome.text.contains(line), "\(line)")
    }
  }

  @Test(
    "Another language of the system's changes nothing",
    arguments: [["-e", "albums", "--sample"], ["--help"], ["--bogus"]])
  func locales(arguments: [String]) throws {
    let plain = try run(Places.jpfetch, arguments)
    for locale in ["C", "tr_TR.UTF-8", "de_DE.UTF-8"] {
      let other = try run(
        Places.jpfetch, arguments, environment: ["LC_ALL": locale, "LANG": locale])
      #expect(
        (other.status, other.output, other.errors) == (plain.status, plain.output, plain.errors))
    }
  }

  @Test("Other words for a resource are understood", arguments: ["photo", "pictures", "picture"])
  func aliases(word: String) throws {
    func print(_ word: String) throws -> Data {
      try run(Places.jpfetch, [word, "17"] + fromSampleFiles).output
    }
    #expect(try print(word) == print("photos"))
  }

  @Test("Relations are embedded as they are asked for, and none if so")
  func embed() throws {
    let none = try jpfetch("users", "2", "--sample", "--json", "-e", "none")
    #expect(none.output == (try jpfetch("get", "/users/2", "--sample").output))
    let both = try jpfetch("users", "--sample", "--json", "-e", "todos,posts.comments,posts")
    let user = try #require(try JSONDocument(Array(both.output)).root.elements.first)
    #expect(user.members.suffix(2).map(\.name) == ["todos", "posts"])
    #expect(user["todos"]?.elements.count == 20)
    #expect(user["posts"]?.elements[0]["comments"]?.elements.count == 5)
  }

  @Test("A file is written whole or not at all")
  func outputFile() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/out.json"
    let expected = try jpfetch("comments", "--sample", "--json").output
    for _ in 0..<2 {
      let outcome = try jpfetch("comments", "--sample", "--json", "-o", path)
      #expect((outcome.status, outcome.text, outcome.errors) == (0, "", ""))
      #expect(try Data(contentsOf: URL(filePath: path)) == expected)
    }
    #expect(try jpfetch("comments", "--sample", "--json", "-o", "-").output == expected)
    // A failure leaves the old file, a link its target's place, and nothing beside it.
    let link = directory.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(try jpfetch("todos", "999", "--sample", "-o", link).status == 4)
    #expect(try Data(contentsOf: URL(filePath: path)) == expected)
    #expect(try jpfetch("todos", "1", "--sample", "-o", link).status == 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("userId  "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 2)
    let missing = try jpfetch("todos", "--sample", "-o", directory.path + "/no/file")
    #expect(missing.status == 74)
    #expect(
      missing.firstError
        == "jpfetch: error: cannot write \(directory.path)/no/file: no such file or directory")
    #expect(try jpfetch("todos", "--sample", "-o", "/dev/null").status == 0)
    if Places.hasFullDevice {
      let full = try jpfetch("todos", "--sample", "-o", "/dev/full")
      #expect(
        full.firstError == "jpfetch: error: cannot write /dev/full: no space left on device")
    }
  }

  @Test("Every user's albums with all their photos, as JSON")
  func nested() throws {
    let outcome = try jpfetch("--sample", "--json")
    #expect((outcome.status, outcome.errors) == (0, ""))
    let users = try JSONDocument(Array(outcome.output)).root.elements
    #expect(users.count == 10)
    for user in users {
      #expect(user.members.last?.name == "albums")
      let albums = try #require(user["albums"]?.elements)
      #expect(albums.count == 10)
      #expect(albums.allSatisfy { $0["photos"]?.elements.count == 50 })
    }
    let named = try run(Places.jpfetch, ["users", "-f", "json"] + fromSampleFiles)
    #expect(named.output == sampleJSON)
  }

  @Test("One id gives an object, several give an array in their order")
  func ids() throws {
    func json(_ ids: String...) throws -> JSONValue {
      let words = ["users"] + ids + ["-e", "albums", "--sample", "--json"]
      return try JSONDocument(Array(run(Places.jpfetch, words).output)).root
    }
    let one = try json("3")
    #expect(one["id"]?.integer == 3)
    #expect(one["albums"]?.elements.count == 10)
    let two = try json("3", "1")
    #expect(two.elements.map { $0["id"]?.integer } == [3, 1])
    let missing = try jpfetch("users", "3", "11", "--sample")
    #expect((missing.status, missing.text) == (4, ""))
    #expect(
      missing.errors == "jpfetch: error: no user with id 11\n  try: jpfetch users -F id --sample\n")
  }

  @Test("The version is one line")
  func version() throws {
    let outcome = try jpfetch("--version")
    #expect(outcome.status == 0)
    #expect(outcome.text.wholeMatch(of: /jpfetch \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(
    "Neither sockets nor libcurl are touched",
    .needs("strace"),
    arguments: [["--sample", "--json"], ["--version"], ["--help"]])
  func noNetwork(arguments: [String]) throws {
    let directory = try TemporaryDirectory()
    let trace = directory.url.appending(path: "trace").path(percentEncoded: false)
    let strace = try #require(Places.program("strace"))
    let outcome = try run(
      strace, ["-f", "-e", "trace=network,openat", "-o", trace, Places.jpfetch] + arguments)
    #expect(outcome.status == 0)
    let calls = try String(contentsOfFile: trace, encoding: .utf8)
    #expect(!calls.contains("socket("))
    #expect(!calls.contains("libcurl"))
  }

  @Test(
    "Without libcurl the built-in data is there, and going online says what to install",
    .only(if: Places.isLinux, "libcurl has a fixed path on this system"))
  func withoutLibcurl() throws {
    let directory = try TemporaryDirectory()
    for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] { try directory.write("no", to: name) }
    let environment = ["LD_LIBRARY_PATH": directory.path]
    #expect(try jpfetch("todos", "--sample", environment: environment).status == 0)
    let online = try jpfetch("--base-url", "http://127.0.0.1:9", environment: environment)
    #expect((online.status, online.text) == (3, ""))
    #expect(
      online.firstError.hasPrefix(
        "jpfetch: error: no usable libcurl on this system: "))
    #expect(online.suggestions == ["jpfetch --sample"])
  }
}
