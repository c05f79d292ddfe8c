import JPCore

/// How long a run may compute after its answers are there: join, compare, sort and print. As long
/// as for an answer, `--timeout`.
struct ComputingLimit {
  private let limit: Duration
  private let isInJSON: Bool

  init(_ options: OptionValues) throws(UsageError) {
    limit = try options.timeout ?? CurlTransport.Settings().timeout
    isInJSON = options.errorFormat == .json
  }

  /// Starts the clock, which counts the processor's time: a slow reader of the output isn't the
  /// run's fault.
  func begin() {
    Signals.limitComputing(
      to: limit, status: ExitCode.noAnswer.rawValue, words: isInJSON ? Self.json : Self.text)
  }

  // Whole before they are needed: little can be done when the time is over.
  private static let text: StaticString = """
    jpfetch: error: joining and printing took longer than --timeout
      try: raise --timeout

    """
  private static let json: StaticString = #"""
    {"error":{"code":"net.timeout","exit":3,"source":null,"url":null,"message":\#
    "joining and printing took longer than --timeout","hint":"raise --timeout",\#
    "status":null,"path":null}}

    """#
}
