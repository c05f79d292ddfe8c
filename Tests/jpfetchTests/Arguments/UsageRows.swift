@testable import jpfetch

/// The words of a line of the shell; single quotes join several.
func shellWords(_ line: String) -> [String] {
  // Scalars, because a combining mark after a space would hide it.
  let parts = line.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
  return parts.enumerated().flatMap { index, part in
    index % 2 == 1 ? [String(part)] : part.split(separator: " ").map { String($0) }
  }
}

/// The error of a command line; `nil` if it is right. Nothing is read, sent or printed.
func usageError(_ words: [String], _ variables: [String: String] = [:]) -> UsageError? {
  let arguments = ParsedArguments(words)
  let options = OptionValues(arguments) { variables[$0] ?? ($0 == "HOME" ? "/" : nil) }
  do throws(UsageError) {
    _ = try options.headerPaths
    _ = try Plan(arguments, options)
    return nil
  } catch { return error }
}

/// The hint of a wrong command line, as it is printed.
func usageHint(_ words: [String]) -> String? {
  let arguments = ParsedArguments(words)
  return usageError(words).flatMap { arguments.line($0.hint ?? .page(of: arguments.command)) }
}
