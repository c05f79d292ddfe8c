import JPCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `jpfetch check [CHECK|RESOURCE...]`: fetches the lists, checks them, reports.
struct RunChecks {
  private let checks: Checks
  private let resources: [Resource]
  private let wait: Duration?
  private let isAccepting: Bool
  private let format: ReportFormat
  private let destination: OutputTarget
  private let style: TextStyle
  private let files: [(format: ReportFormat, target: OutputTarget)]
  private let options: OptionValues
  private let computing: ComputingLimit
  private let notices: Notices

  /// The pause between two attempts.
  private static let pause = Duration.milliseconds(250)

  init(_ operands: [String], _ options: OptionValues) throws(UsageError) {
    let (names, named) = try Self.words(operands)
    var checks = Checks(names)
    checks.expectedCounts = try Self.counts(options)
    if options.isGiven(.expect) { checks.names.insert(.counts) }
    checks.maxTime = try options.duration(.maxTime)
    if checks.maxTime != nil {
      checks.names.insert(.time)
    } else if operands.contains(CheckName.time.rawValue) {
      throw .needs("check time", .maxTime)
    } else {
      checks.names.remove(.time)
    }
    isAccepting = options.has(.accept)
    if options.has(.againstCache) {
      checks.names.insert(.drift)
      try options.needStorableAnswers(for: OptionName.againstCache.typed)
    } else if isAccepting {
      throw .needs(.accept, .againstCache)
    } else if operands.contains(CheckName.drift.rawValue) {
      throw .needs("check drift", .againstCache)
    } else {
      checks.names.remove(.drift)
    }
    checks.assertions = try Self.assertions(options)
    self.checks = checks
    resources = Self.resources(
      named, beside: checks.expectedCounts.keys + checks.assertions.flatMap { $0.lists ?? [] },
      withParents: names.contains(.refs))
    wait = try options.duration(.wait)
    for option in [OptionName.sample, .offline] where options.isGiven(.wait) && options.has(option)
    {
      // Waiting would change nothing.
      throw .conflict(OptionName.wait.typed, option.typed)
    }
    format = try Self.format(options)
    destination = try options.destination
    style = try options.style(for: destination)
    files = try Self.files(options)
    self.options = options
    computing = try ComputingLimit(options)
    notices = Notices(options)
    // Errors in the options are reported before anything is sent.
    _ = try fetcher(attempt: nil)
  }

  func run() throws -> ExitCode {
    var checks = checks
    if checks.names.contains(.drift) { checks.before = try storedLists() }
    // A list that isn't stored can't pass later either, unless changes are accepted.
    let canPass = isAccepting || failures(checks.before).isEmpty
    let deadline = canPass ? wait.map { ContinuousClock.now + $0 } : nil
    var attempt = 0
    while let timeLeft = deadline.map({ $0 - .now }), timeLeft > .zero {
      let answers = try lists(from: fetcher(attempt: attempt))
      let results = checks.results(for: answers)
      let isDone = results.allSatisfy {
        // Drift is accepted after the last attempt.
        $0.verdict == .passed || isAccepting && $0.name == CheckName.drift.rawValue
      }
      if isDone && isAccepting { break }
      if isDone { return try end(results, answers, needed: answers + checks.before) }
      usleep(UInt32((min(Self.pause, timeLeft) / .microseconds(1)).rounded(.up)))
      attempt += 1
    }
    // Only this last fetch may store: a server that is just starting may answer anything.
    let answers = try lists(from: fetcher(attempt: nil))
    if isAccepting { checks.accepted = try storedLists() }
    return try end(
      checks.results(for: answers), answers,
      needed: isAccepting ? answers : answers + checks.before)
  }

  private func storedLists() throws -> [ListAnswer] {
    try lists(from: options.fetcher(notices, stored: .only))
  }

  private func lists(from fetcher: Fetcher) throws -> [ListAnswer] {
    let lists = try blocking(showing: notices.progressLine(of: fetcher)) { [resources] in
      try await fetcher.lists(of: resources)
    }
    computing.begin()
    return lists
  }

  /// Asks the server, unless offline, even if a fresh response is stored: a check is about the
  /// present.
  ///
  /// - Parameter attempt: the attempt's number, from 0; `nil` for the last or only one. A numbered
  ///   attempt waits at most 2^attempt seconds for an answer, because a server that is just
  ///   starting may accept connections and never answer them.
  private func fetcher(attempt: Int?) throws(UsageError) -> Fetcher {
    let limit = attempt.map { Duration.seconds(1 << min($0, 16)) }
    return try options.fetcher(
      notices, stored: isAccepting && attempt == nil ? .replaced : .none, timeLimit: limit)
  }

  /// - Parameter needed: the lists that the checks need.
  private func end(
    _ results: [CheckResult], _ answers: [ListAnswer], needed: [ListAnswer]
  ) throws -> ExitCode {
    for case .success(let answer) in answers.map(\.result) { notices.describe(answer.provenance) }
    let untold = untoldFailure(results, needed)
    untold?.write(as: options.errorFormat)
    let report = CheckReport(results, answers)
    try destination.write { report.write(as: format, style: style, to: &$0) }
    var failure: (any Error)?
    for file in files {
      do {
        try file.target.write { report.write(as: file.format, to: &$0) }
      } catch {
        // The other files can still be written.
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return exitCode(results, needed)
  }

  /// A list that could not be fetched decides the exit code, before a failed check.
  private func exitCode(_ results: [CheckResult], _ answers: [ListAnswer]) -> ExitCode {
    if results.allPassed { return .answered }
    return failures(answers).first?.exitCode ?? .checkFailed
  }

  /// The error of the first list that could not be fetched, if no check reports such an error.
  private func untoldFailure(_ results: [CheckResult], _ answers: [ListAnswer]) -> ErrorReport? {
    let isTold = results.flatMap(\.problems).contains {
      if case .failure = $0 { true } else { false }
    }
    return isTold || results.allPassed ? nil : failures(answers).first
  }

  private func failures(_ answers: [ListAnswer]) -> [ErrorReport] {
    answers.compactMap { answer in
      if case .failure(let error) = answer.result { ErrorReport(error, options) } else { nil }
    }
  }
}

extension [CheckResult] {
  fileprivate var allPassed: Bool { allSatisfy { $0.verdict == .passed } }
}

extension CheckReport {
  fileprivate func write(
    as format: ReportFormat, style: TextStyle = .plain, to output: inout OutputBuffer
  ) {
    switch format {
    case .text: writeText(style: style, to: &output)
    case .tap: writeTAP(to: &output)
    case .junit: writeJUnit(to: &output)
    case .json: JSONWriter(.pretty).write(tree, to: &output)
    }
  }
}
