#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The program: words to a plan, the plan to output.
@main
enum JPFetch {
  static let version = "0.1.0"

  // Not async: a run that asks no server then starts no thread, which is a good part of its time.
  static func main() {
    let arguments = ParsedArguments(Array(CommandLine.arguments.dropFirst()))
    let options = OptionValues(arguments) { name in getenv(name).map { String(cString: $0) } }
    do {
      try Plan(arguments, options).run()
      exit(ExitCode.answered.rawValue)
    } catch {
      let report = ErrorReport(error)
      report.write(as: options.errorFormat)
      exit(report.status.rawValue)
    }
  }
}
