import JPCore

/// The destination of an answer.
enum OutputTarget {
  case standardOutput
  /// A file to replace; created if it is missing. The reader of a named pipe may take as long.
  case file(String, waiting: Duration)

  var isStandardOutput: Bool { if case .standardOutput = self { true } else { false } }
}

extension OptionValues {
  var destination: OutputTarget {
    get throws(UsageError) {
      guard let (place, path) = value(of: .output), path != "-" else { return .standardOutput }
      guard !path.isEmpty else { throw .badValue(place, path, expected: "a file") }
      if OutputFormat(rawValue: path) != nil {
        throw UsageError(
          "\(place) takes a file: \(path) is a format",
          .sentence("write -f \(path), or ./\(path) for a file of that name"))
      }
      return .file(path, waiting: try pipeLimit)
    }
  }
}
