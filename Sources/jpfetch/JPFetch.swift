import JPCore

/// The program: makes a plan from the arguments, and runs it.
@main
enum JPFetch {
  // main isn't async, because an async function starts a thread, which takes a good part of the
  // time of a run without a server.
  static func main() {
    Signals.prepare()
    StandardStream.reserveDescriptors()
    let commandLine = CommandLine.arguments
    // Swift reads the arguments from /proc. If it can't, the array is empty: a run without the
    // arguments would do something else than the user asked.
    if commandLine.isEmpty {
      // If this fails, the exit status still reports the error.
      try? StandardStream.error.write(
        "jpfetch: error: cannot read the command line from /proc\n")
      end(with: .bug)
    }
    if commandLine.count > 1, commandLine[1] == CompletionScript.request {
      // This fails if the shell has closed the pipe because it no longer needs the answer.
      try? StandardStream.output.write(
        Completions.answer(Array(commandLine.dropFirst(2)), environment: environment))
      end(with: .answered)
    }
    // Fast path: --version alone skips the option table. If it fails, the run below reports the
    // error.
    if commandLine.dropFirst() == [OptionName.version.typed], (try? Plan.version()) != nil {
      end(with: .answered)
    }
    let arguments = ParsedArguments(commandLine.dropFirst()) { command in
      command.description.rules
    }
    let options = OptionReader(arguments, environment: environment)
    var settings: Settings?
    do {
      try checkEncoding(of: commandLine)
      let plan = try Plan(options)
      settings = plan.settings
      end(with: try plan.run())
    } catch {
      let notices = Notices(Settings.Messages(options), Settings.Display(options))
      let message = Message(error, of: arguments.command, settings)
      notices.write(message)
      end(with: message.exitCode)
    }
  }

  /// An environment variable's value; `nil` if it isn't set.
  @Sendable private static func environment(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  private static func checkEncoding(of commandLine: [String]) throws(UsageError) {
    for number in commandLine.indices {
      guard let word = CommandLine.unsafeArgv[number] else { continue }
      if String(validatingCString: word) == nil {
        // The argument may hold a secret, so it isn't shown.
        throw UsageError("argument \(number) isn't valid UTF-8")
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
