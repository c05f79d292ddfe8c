import CCurl
import JPCore

/// The program: makes a plan from the arguments, and runs it.
@main
enum JPFetch {
  // main isn't async, because an async function starts a thread, which takes a good part of the
  // time of a run without a server.
  static func main() {
    Signals.prepare()
    StandardStream.reserveDescriptors()
    let typedWords = typedWords
    // A run without the arguments would do something else than the user asked.
    if typedWords.isEmpty {
      // If this fails, the exit status still reports the error.
      try? StandardStream.error.write("jpfetch: error: cannot read the command line\n")
      end(with: .bug)
    }
    var commandLine: [String] = []
    for case let word? in typedWords { commandLine.append(String(cString: word)) }
    // Leaves out arguments that take too long to compare. `check` reports them below.
    let words = commandLine.filter { word in !word.hasHugeCharacter }
    if words.count > 1, words[1] == Completion.request {
      let completion = Completions.completion(
        of: Array(words.dropFirst(2)), environment: environment)
      // This fails if the shell has closed the pipe because it no longer needs the answer.
      try? StandardStream.output.write(completion.text)
      end(with: .answered)
    }
    // Fast path: --version alone skips the option table. If writing fails, the run below reports
    // the error.
    if words.dropFirst() == [OptionName.version.typed], (try? Plan.version()) != nil {
      end(with: .answered)
    }
    let arguments = ParsedArguments(words.dropFirst())
    let options = Options(arguments, of: arguments.command.declaration, environment: environment)
    var settings: Settings?
    do {
      try check(typedWords)
      let plan = try Plan(options)
      settings = plan.settings
      end(with: try plan.run())
    } catch {
      let display = settings?.display ?? Settings.Display(options)
      let notices = Notices(options, display)
      let message = Message(error, settings)
      notices.write(message)
      end(with: message.exitCode)
    }
  }

  @Sendable private static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  /// The command line, with the program's name first. Swift's `CommandLine` is empty if a preloaded
  /// library has called setenv(3), because Swift looks for the arguments next to the environment,
  /// and if /proc isn't mounted.
  private static var typedWords: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?> {
    var count = ccurl_argument_count()
    var first = ccurl_arguments()
    if first == nil {
      count = CommandLine.argc
      first = CommandLine.unsafeArgv
    }
    return UnsafeBufferPointer(start: first, count: Int(count))
  }

  /// Throws if an argument isn't valid UTF-8, or has a huge character. The error has the argument's
  /// number instead of its text, which may be a secret.
  private static func check(
    _ words: UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>
  ) throws(Message) {
    for (number, word) in words.enumerated() {
      guard let word else { continue }
      guard let text = String(validatingCString: word) else {
        throw .usage("argument \(number) isn't valid UTF-8")
      }
      if text.hasHugeCharacter {
        throw .usage("argument \(number) has a character with too many combining marks")
      }
    }
  }

  /// Ends the process without exit(3)'s handlers. OpenSSL's handler would free memory that
  /// libcurl's thread may still use to close a connection. No output is buffered, so nothing must
  /// be flushed.
  private static func end(with code: ExitCode) -> Never {
    ProgressLine.erase()
    _exit(code.rawValue)
  }
}

extension String {
  /// Whether a character has more than 1,000 bytes, that is, hundreds of combining marks. An
  /// argument is compared with hundreds of names, and each comparison normalizes the character, in
  /// a time that grows with the square of the number of its marks.
  fileprivate var hasHugeCharacter: Bool {
    if utf8.count <= 1000 { return false }
    return contains { character in character.utf8.count > 1000 }
  }
}
