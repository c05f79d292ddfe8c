import CCurl
import JPCore

/// The program: makes a plan from the arguments, and runs it.
@main
enum JPFetch {
  // main isn't async, because an async function starts a thread, which takes a good part of the
  // time of a run without a server.
  static func main() {
    Signals.setEffects()
    StandardStream.reserveDescriptors()
    let commandLine = commandLine
    // A run without the arguments would do something else than the user asked.
    if commandLine.isEmpty { endWithoutCommandLine() }
    let words = comparableArguments(of: commandLine)
    if words.first == Completion.request { completeAndEnd(words.dropFirst()) }
    if words == [OptionName.version.typed], printVersion() { end(with: .answered) }
    runAndEnd(words, commandLine)
  }

  private static func endWithoutCommandLine() -> Never {
    // If this fails, the exit status still reports the error.
    try? StandardStream.error.write("jpfetch: error: cannot read the command line\n")
    end(with: .bug)
  }

  private static func completeAndEnd(_ words: ArraySlice<String>) -> Never {
    let completion = Completions.completion(of: Array(words), environment: environment)
    // This fails if the shell has closed the pipe because it no longer needs the answer.
    try? StandardStream.output.write(completion.text)
    end(with: .answered)
  }

  /// Prints the version without the option table, which takes a good part of the time of such a run.
  ///
  /// - Returns: whether the version is written. If it isn't, the run that follows reports the error.
  private static func printVersion() -> Bool {
    (try? Plan.version()) != nil
  }

  /// Runs what the arguments ask, or reports why it can't be done. Ends the process from here, so
  /// that it doesn't spend time on freeing what the run has used.
  private static func runAndEnd(_ words: [String], _ commandLine: CommandLineWords) -> Never {
    let arguments = ParsedArguments(words)
    let options = Options(arguments, of: arguments.command.declaration, environment: environment)
    var settings: Settings?
    do {
      try checkEncoding(commandLine)
      let plan = try Plan(options)
      settings = plan.settings
      end(with: try plan.run())
    } catch {
      let message = Message(error, settings)
      let notices = Notices(options, settings?.display ?? Settings.Display(options))
      notices.writeMessage(message)
      end(with: message.exitCode)
    }
  }

  @Sendable private static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  private typealias CommandLineWords = UnsafeBufferPointer<UnsafeMutablePointer<CChar>?>

  /// The command line, with the program's name first. Swift's `CommandLine` is empty if a preloaded
  /// library has called setenv(3), because Swift looks for the arguments next to the environment,
  /// and if /proc isn't mounted.
  private static var commandLine: CommandLineWords {
    var count = ccurl_argument_count()
    var first = ccurl_arguments()
    if first == nil {
      count = CommandLine.argc
      first = CommandLine.unsafeArgv
    }
    return UnsafeBufferPointer(start: first, count: Int(count))
  }

  /// The arguments, without those that take too long to compare: ``checkEncoding(_:)`` reports them.
  private static func comparableArguments(of commandLine: CommandLineWords) -> [String] {
    var arguments: [String] = []
    for index in commandLine.indices.dropFirst() {
      guard let word = commandLine[index] else { continue }
      let argument = String(cString: word)
      if !argument.hasHugeCharacter { arguments.append(argument) }
    }
    return arguments
  }

  /// Throws if an argument isn't valid UTF-8, or has a huge character. The error has the argument's
  /// number instead of its text, which may be a secret.
  private static func checkEncoding(_ commandLine: CommandLineWords) throws(Message) {
    for (number, word) in commandLine.enumerated() {
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
