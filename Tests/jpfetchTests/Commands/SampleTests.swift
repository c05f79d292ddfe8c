import Foundation
import JPCore
import TestSupport
import Testing

@Suite("The main job on built-in data", .evidence, .limited)
struct SampleTests {
  @Test(
    "Standard output equals the snapshots",
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
      ("man", ["--man"]),
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
    // Text that roff could take for a request or an escape.
    for line in [
      "jpfetch todos -w userId=3 -n 5", "= !=         equal, exactly", "~/.cache/jpfetch",
    ] {
      #expect(outcome.text.contains(line), "\(line)")
    }
  }

  @Test(
    "The locale changes nothing",
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

  @Test("Aliases of a resource work", arguments: ["photo", "pictures", "picture"])
  func aliases(word: String) throws {
    func print(_ word: String) throws -> Data {
      try run(Places.jpfetch, [word, "17"] + fromSampleFiles).output
    }
    #expect(try print(word) == print("photos"))
  }

  @Test("--embed takes several relations, or none")
  func embed() throws {
    let none = try jpfetch("users", "2", "--sample", "--json", "-e", "none")
    #expect(none.output == (try jpfetch("get", "/users/2", "--sample").output))
    let both = try jpfetch("users", "--sample", "--json", "-e", "todos,posts.comments,posts")
    let user = try #require(try JSONDocument(Array(both.output)).root.elements.first)
    #expect(user.members.suffix(2).map(\.name) == ["todos", "posts"])
    #expect(user["todos"]?.elements.count == 20)
    #expect(user["posts"]?.elements[0]["comments"]?.elements.count == 5)
  }

  @Test("Each user has their albums, with all their photos")
  func nested() throws {
    let users = try JSONDocument(Array(jpfetch("--sample", "--json").output)).root.elements
    let albums = users.flatMap { $0["albums"]?.elements ?? [] }
    let photos = albums.flatMap { $0["photos"]?.elements ?? [] }
    #expect((users.count, albums.count, photos.count) == (10, 100, 5000))
  }

  @Test("The version is one line")
  func version() throws {
    let outcome = try jpfetch("--version")
    #expect(outcome.status == 0)
    #expect(outcome.text.wholeMatch(of: /jpfetch \d+\.\d+\.\d+\n/) != nil)
  }

  @Test(
    "Built-in data needs no socket and no libcurl",
    .needs("strace"), arguments: [["--sample", "--json"], ["--version"], ["--help"]])
  func noNetwork(arguments: [String]) throws {
    let (outcome, calls) = try traced("network,openat", arguments)
    #expect(outcome.status == 0)
    #expect(!calls.contains { $0.contains("socket(") || $0.contains("libcurl") })
  }

  @Test(
    "Without libcurl, --sample works; a request is an error",
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
