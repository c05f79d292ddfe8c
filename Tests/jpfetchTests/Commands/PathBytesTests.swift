import TestSupport
import Testing

#if os(Linux)
  /// macOS's own file systems have only names in UTF-8.
  @Suite("Paths take any name that the system has", .evidence)
  struct PathBytesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Runs lines of a shell where `$J` is jpfetch, `$r` a name in Latin-1 and `$d` a directory of
    /// that kind.
    private func shell(_ lines: String) throws -> CommandRun {
      let start = """
        cd '\(directory.path)'; J='\(Places.jpfetch)'
        r=$(printf 'r\\351.json') d=$(printf 'd\\377'); mkdir "$d"

        """
      return try run("/bin/sh", ["-c", start + lines])
    }

    @Test("--output writes to that name, and to no other", arguments: ["-o", "--output"])
    func output(option: String) throws {
      let lines = "$J users 1 --sample -e none --json \(option) \"$r\" && cat \"$r\" && ls | wc -l"
      let outcome = try shell(lines)
      #expect((outcome.status, outcome.errors) == (0, ""))
      #expect(outcome.text.hasPrefix("{\n  \"id\": 1,"))
      #expect(outcome.text.hasSuffix("\n2\n"))
    }

    @Test(
      "So do the other paths",
      arguments: [
        ("$J check users --sample --report junit=\"$r\" >/dev/null; head -c 5 \"$r\"", "<?xml"),
        ("$J cache path --cache-dir \"$d\"", "d\u{FFFD}\n"),
        (
          "cd \"$d\" && HOME=\"$PWD\" $J cache path | sed 's|.*/d|d|'", "d\u{FFFD}/.cache/jpfetch\n"
        ),
        ("HOME=/ XDG_CACHE_HOME=\"/$d\" $J cache path", "/d\u{FFFD}/jpfetch\n"),
        ("JPFETCH_CACHE_DIR=\"$d\" $J cache path", "d\u{FFFD}\n"),
        (
          "$J todos --sample -e none --json -o \"$d/todos.json\"; "
            + "$J todos 1 --base-url \"file:$d\" -f csv -F id; "
            + "$J todos 1 --base-url \"file://$PWD/d%ff\" -f csv -F id",
          "id\r\n1\r\nid\r\n1\r\n"
        ),
        (
          "echo 'X-Y: z' >\"$r\"; $J users 1 -e none --sample -F id -f csv -H @\"$r\"",
          "id\r\n1\r\n"
        ),
      ])
    func paths(lines: String, text: String) throws {
      let outcome = try shell(lines)
      #expect((outcome.status, outcome.text, outcome.errors) == (0, text, ""))
    }

    @Test("An error shows their bytes, and its hint repeats them for the shell")
    func words() throws {
      let missing = try shell("$J todos --sample -f table -o \"/none/$r\"")
      #expect(missing.status == 74)
      #expect(
        missing.toldLines[0]
          == "jpfetch: error: cannot write /none/r\\xE9.json: no such file or directory")
      let offline = try shell("$J users --offline --cache-dir \"$d\"")
      #expect(
        offline.errors.contains("  try: online, once: jpfetch cache warm --cache-dir $'d\\xFF'\n"))
    }

    @Test(
      "Other words are text",
      arguments: ["-s \"$r\"", "-w \"name=$r\"", "\"$r\"", "-H \"X: $r\"", "get \"/$r\""])
    func texts(words: String) throws {
      let outcome = try shell(
        "$J users --sample \(words)".replacing("users --sample get", with: "get"))
      #expect((outcome.status, outcome.text) == (2, ""))
      #expect(outcome.errors.hasPrefix("jpfetch: error: invalid UTF-8: \""))
      #expect(outcome.errors.contains("r\\xE9.json"))
    }
  }
#endif
