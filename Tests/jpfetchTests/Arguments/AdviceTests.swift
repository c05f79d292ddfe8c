import TestSupport
import Testing

@testable import jpfetch

@Suite("Advice after wrong usage is one sentence, without the typed line", .limited)
struct AdviceTests {
  private static func advice(_ line: String) -> String? {
    let words = shellWords(line)
    guard let error = usageError(words) else { return nil }
    return (error.advice ?? .page(of: ParsedArguments(words).command)).text
  }

  @Test(
    "Advice names the right word, or the page to read",
    arguments: [
      ("usrs 3 -F id --sample", "did you mean users?"),
      ("check refs -o json --sample", "write -f json, or ./json for a file of that name"),
      ("posts 1 users --sample -S -id", "write -e user"),
      ("posts comments", "write posts ID comments, or -e comments for all"),
      ("todos photos", "ask for todos and photos one after the other"),
      ("users album --sample -n 1", "write users ID album, or -e albums for all"),
      ("todos 1,2 -q", "write 1 2"),
      ("todos 1-3 --sample", "write -w 'id >= 1' -w 'id <= 3'"),
      ("todos 01-03", "write 1 3"), ("todos 3-1", "write 3 1"), ("todos ,,", "see: jpfetch --help"),
      ("users 1 user", "leave out \"user\""), ("users 3 photos", "write photos -w album.userId=3"),
      ("check -o tap", "write -f tap, or ./tap for a file of that name"),
      ("todos -f jsonl", "did you mean ndjson?"),
      ("photos --query albumId=1", "write -w albumId=1"),
      ("photos --query _page=1", "write get /photos instead of photos"),
      ("users -i", "write get /users instead of users"),
      ("users 3 --include", "write get /users/3 instead of users 3"),
      ("users --expect users=3", "see: jpfetch help check"),
      ("users --assert id=3", "did you mean --where?"),
      ("get /users -F name", "write users instead of get /users"),
      ("get /users/1 -F name", "write users 1 instead of get /users/1"),
      ("get /users/1/todos -n 2", "write todos -w userId=1 instead of get /users/1/todos"),
      ("get /profile -n 2", "get prints a document as it is; pipe it to jq"),
      ("get /users?q=a -n 2", "get prints a document as it is; pipe it to jq"),
      ("users --sort name desc", "write --sort -name"), ("users -S -name desc", "write -S -name"),
      ("users --sort name,id DESC", "write --sort name,-id"),
      ("users -S name asc", "write -S name"), ("users -S name email", "write -S name,email"),
      ("users --fields name email city", "write --fields name,email,city"),
      ("users --json id,name", "write --json -F id,name"),
      ("--json id,name", "write --json -F id,name"),
      ("users --json=id,name", "write --json -F id,name"),
      ("users -e albums posts", "write -e albums,posts"),
      ("posts -F title,comments.email", "use -f tree or --json"),
      ("users -e comments", "did you mean posts.comments?"),
      ("todos --compact -f csv", "add --json"),
      ("check --against cache --sample", "leave out one of them"),
      ("users 3 ..", "see: jpfetch --help"), ("posts userId=3", "write -w userId=3"),
      ("posts 'title=a b'", "write -w 'title=a b'"),
      ("users help", "see: jpfetch help users"),
      ("check --assert 'email ~ @'", "did you mean users.email?"),
      ("todos -f jsno 3", "did you mean json?"), ("todos 3 --meta -f csv", "add --json"),
      ("users --refresh --offline", "leave out one of them"),
      ("users --json=1", "write --json"),
      ("/users/3 --sample", "did you mean get /users/3?"),
      ("users https://h/x", "a URL needs the command get"),
      ("1 --sample", "did you mean users 1?"), ("+1", "see: jpfetch --help"),
      ("userId=3", "did you mean albums -w userId=3?"),
      ("users -n", "write --limit <n>"), ("users -w 'id > ten'", "see: jpfetch help where"),
      ("users -n x", "a whole number, 0 or more"), ("users -j 99", "a whole number from 1 to 64"),
      ("users -f vertical", "did you mean record?"),
      ("users -f yaml", "formats: table, record, tree, json, ndjson, csv, tsv, markdown"),
      ("cache info -f csv", "formats: table, json"),
      ("users --color x", "choices: auto, always, never"),
      ("completions pwsh", "shells: bash, zsh, fish"),
      ("users --timeout soon", "a time: 500ms, 10s, 2m"), ("get", "see: jpfetch help get"),
      ("users -H @-", "use @FILE or @<(COMMAND)"), ("check --count", "see: jpfetch help check"),
      ("users -w 'id = \"x'", "see: jpfetch help where"),
      ("users -F a.b.c. ", "a path (names with other characters in quotes)"),
    ])
  func usage(line: String, advice: String) {
    #expect(Self.advice(line) == advice)
  }

  @Test(
    "For a word of another program, advice names the word of jpfetch, if the command takes it",
    arguments: [
      ("users --columns id", "did you mean --fields?"),
      ("users --select id", "did you mean --fields?"),
      ("users --filter x", "did you mean --where?"), ("users --offset 3", "did you mean --skip?"),
      ("users --per-page 3", "did you mean --limit?"),
      ("users --sort-by id", "did you mean --sort?"),
      ("users --group-by id", "did you mean --count-by?"),
      ("users --expand x", "did you mean --embed?"),
      ("users --debug", "did you mean -vv?"), ("users --silent", "did you mean --quiet?"),
      ("users --url x", "did you mean --base-url?"), ("users -V", "did you mean --version?"),
      ("users --no-color", "did you mean --color never?"), ("users --jq .x", "pipe --json to jq"),
      ("users --colums id", "did you mean --fields?"), ("users --o x", "did you mean --output?"),
      ("users --csv", "did you mean --format csv?"), ("check --tap", "did you mean --format tap?"),
      ("check --csv", "see: jpfetch help check"), ("check --filter x", "see: jpfetch help check"),
      ("get /users --columns id", "see: jpfetch help get"),
      ("cache info --filter x", "see: jpfetch help cache"),
      ("cache ls", "did you mean list?"), ("cache rm", "did you mean clear?"),
      ("cache delete", "did you mean clear?"),
      ("cache 5", "actions: info, list, warm, export, clear, path"),
      ("cache path --url http://h", "see: jpfetch help cache"),
      ("cache info --url http://h", "did you mean --base-url?"),
      ("--columns=id get /x", "see: jpfetch help get"),
      ("cache /photos", "actions: info, list, warm, export, clear, path"),
      ("cache sample", "actions: info, list, warm, export, clear, path"),
      ("version", "did you mean --version?"), ("man", "did you mean --man?"),
      ("report", "see: jpfetch --help"), ("assert", "see: jpfetch --help"),
      ("sample", "did you mean --sample?"), ("offline", "did you mean --offline?"),
      ("ls", "did you mean cache list?"), ("delete", "did you mean cache clear?"),
      ("warm", "did you mean cache warm?"),
      ("curl", "did you mean get?"), ("completion bash", "did you mean completions?"),
      ("--limitt 3", "did you mean --limit?"), ("--smaple", "did you mean --sample?"),
      ("--quux", "see: jpfetch --help"),
    ])
  func synonyms(line: String, advice: String) {
    #expect(Self.advice(line) == advice)
  }

  @Test("Each synonym has one meaning, and none is an option, a command or an action of jpfetch")
  func declared() {
    var words: [String] = []
    for option in OptionDeclaration.all { words += option.synonyms.map(\.word) }
    #expect(Set(words).count == words.count)
    let spellings = OptionDeclaration.all.flatMap(\.spellings)
    #expect(Set(words).isDisjoint(with: spellings))
    let commands = CommandName.typed.flatMap(\.synonyms)
    #expect(Set(commands).count == commands.count)
    #expect(Set(commands).isDisjoint(with: CommandName.firstWords))
    let actions = CacheAction.allCases.flatMap(\.synonyms)
    #expect(Set(actions).count == actions.count)
    #expect(Set(actions).isDisjoint(with: CacheAction.allCases.map(\.rawValue)))
  }

  @Test(
    "Advice doesn't repeat a secret from a wrong argument",
    arguments: [
      ("http://me:s3cret@h/x", "did you mean get PATH?"),
      ("/x?token=s3cret", "did you mean get PATH?"),
      ("users Authorization:s3cret", "write header fields as -H 'Name: value'"),
    ])
  func secrets(line: String, advice: String) {
    #expect(Self.advice(line) == advice)
  }
}
