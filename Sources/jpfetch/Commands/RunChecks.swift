import JPCore

/// `jpfetch check [CHECK|RESOURCE...]`: fetches the lists, checks them, reports.
struct RunChecks {
  private let checks: Checks
  private let resources: [Resource]
  private let skipped: [CheckReport.Skipped]
  /// What the lists are compared with; `nil` where they aren't.
  private let comparison: Comparison?
  private let isAccepting: Bool
  /// The fields that the catalogue doesn't have; the data may.
  private let otherFields: [(list: String?, field: FieldPath)]
  private let wait: Duration?
  private let output: ReportOutput
  private let dryRun: DryRun?
  private let options: OptionValues
  private let computing: ComputingLimit
  private let notices: Notices

  /// The pause between two attempts.
  private static let pause = Duration.milliseconds(250)

  /// The shortest time that an attempt is given.
  private static let shortestAttempt = Duration.milliseconds(250)

  init(_ operands: [String], _ options: OptionValues) throws(UsageError) {
    let words = try Words(operands)
    var checks = Checks(words.checks)
    var skipped: [CheckReport.Skipped] = []
    checks.expectedCounts = try Self.counts(options)
    if options.isGiven(.expect) { checks.names.insert(.counts) }
    if checks.expectedCounts.isEmpty, checks.names.remove(.counts) != nil {
      if words.names(.counts) { throw .needs("check counts of this server", .expect) }
      skipped.append(.init(name: CheckName.counts.rawValue, reason: "it needs --expect here"))
    }
    checks.maxTime = try options.duration(.maxTime)
    try checks.choose(.time, options.isGiven(.maxTime), words, needing: .maxTime)
    comparison = try Comparison(options)
    try checks.choose(.drift, comparison != nil, words, needing: .against)
    isAccepting = options.has(.accept)
    if isAccepting, comparison != .stored {
      throw .needs(OptionName.accept.typed, .against, "cache")
    }
    if options.isGiven(.ignore), comparison == nil { throw .needs(.ignore, .against) }
    checks.assertions = try Self.assertions(options)
    let wanted = Self.resources(
      words.resources,
      beside: (options.isGiven(.expect) ? Array(checks.expectedCounts.keys) : [])
        + checks.assertions.flatMap { $0.lists ?? [] },
      withParents: checks.names.contains(.refs))
    checks.ignored = try Self.ignored(options, of: wanted)
    resources = wanted
    for name in CheckName.allCases where checks.names.contains(name) {
      if wanted.contains(where: { checks.concerns(name, $0) }) { continue }
      checks.names.remove(name)
      skipped.append(.init(name: name.rawValue, reason: name.needInWords))
    }
    if checks.names.isEmpty, checks.assertions.isEmpty, let first = skipped.first {
      // To pass without having looked at anything would be a lie.
      throw .otherwise("check \(first.name): \(first.reason)", "jpfetch help check")
    }
    self.skipped = skipped
    self.checks = checks
    otherFields = Self.unknown(
      checks.ignored + checks.assertions.flatMap { $0.fields.map { (list: $0, field: $1) } })
    wait = try options.duration(.wait).flatMap { $0 > .zero ? $0 : nil }
    for option in [OptionName.sample, .offline] where options.isGiven(.wait) && options.has(option)
    {
      // Waiting would change nothing.
      throw .conflict(OptionName.wait.typed, option.typed)
    }
    output = try ReportOutput(options)
    if options.has(.dryRun) { try Self.checkPlanFormat(options) }
    dryRun = try options.has(.dryRun) ? DryRun(options) : nil
    self.options = options
    computing = try ComputingLimit(options)
    notices = Notices(options)
    // Errors in the options are reported before anything is sent.
    _ = try fetcher()
    if let comparison { _ = try comparison.fetcher(options, notices) }
  }

  func run() throws -> ExitCode {
    if let dryRun {
      let others = try comparison.map { try $0.fetcher(options, notices).lookUps(of: resources) }
      return try dryRun.write(fetcher().lookUps(of: resources) + (others ?? []))
    }
    var checks = checks
    var answers: [ListAnswer]?
    var gaveUp = false
    let other = try comparison?.fetcher(options, notices)
    if let other, wait == nil, !isAccepting {
      (answers, checks.before) = try lists(from: fetcher(), and: other)
    } else if let other {
      checks.before = try lists(from: other)
    }
    // A list that there is nothing to compare with can't pass later either, unless changes are
    // accepted.
    let canPass = isAccepting || failures(checks.before).isEmpty
    if let wait, canPass { (answers, gaveUp) = try attempts(checks, within: wait) }
    if answers == nil || isAccepting && !gaveUp {
      // Only this fetch may store: a server that is just starting may answer anything.
      answers = try lists(from: fetcher(stored: isAccepting ? .replaced : .none))
      if isAccepting {
        checks.accepted = try lists(from: Comparison.stored.fetcher(options, notices))
      }
    }
    let found = answers ?? []
    computing.begin()
    try checkFields(in: found + checks.before)
    return try end(
      checks.results(for: found), found, needed: isAccepting ? found : found + checks.before,
      gaveUp: gaveUp)
  }

  // MARK: Fetching

  /// Fetches and checks until all pass or the time is over.
  private func attempts(
    _ checks: Checks, within limit: Duration
  ) throws -> (answers: [ListAnswer], gaveUp: Bool) {
    let start = ContinuousClock.now
    let line = notices.waitingLine(since: start, within: limit)
    var attempt = 0
    while true {
      let timeLeft = limit - (ContinuousClock.now - start)
      // A server that is just starting may accept connections and never answer them.
      let patience = min(Duration.seconds(1 << min(attempt, 16)), timeLeft)
      let fetcher = try fetcher(timeLimit: max(patience, Self.shortestAttempt))
      let answers = try blocking(showing: line, since: start) { [resources] in
        try await fetcher.lists(of: resources)
      }
      let isDone = checks.results(for: answers).allSatisfy {
        // Drift is accepted after the last attempt.
        $0.verdict == .passed || isAccepting && $0.name == CheckName.drift.rawValue
      }
      if isDone { return (answers, false) }
      let rest = limit - (ContinuousClock.now - start) - Self.pause
      if rest < Self.shortestAttempt { return (answers, true) }
      try blocking(showing: line, since: start) { try await EventLoop.main.sleep(for: Self.pause) }
      attempt += 1
    }
  }

  private func lists(from fetcher: Fetcher) throws -> [ListAnswer] {
    try blocking(showing: notices.progressLine(of: fetcher)) { [resources] in
      try await fetcher.lists(of: resources)
    }
  }

  /// Fetches from both at the same time.
  private func lists(
    from one: Fetcher, and other: Fetcher
  ) throws -> (one: [ListAnswer], other: [ListAnswer]) {
    try blocking(showing: notices.progressLine(of: one)) { [resources] in
      async let others = other.lists(of: resources)
      return try await (one.lists(of: resources), others)
    }
  }

  /// Asks the server, unless offline, even if a fresh response is stored: a check is about the
  /// present.
  ///
  /// - Parameter timeLimit: the longest wait for an answer, which is then not retried.
  private func fetcher(
    stored use: OptionValues.StoreUse = .none, timeLimit: Duration? = nil
  ) throws(UsageError) -> Fetcher {
    try options.fetcher(notices, stored: use, timeLimit: timeLimit)
  }

  // MARK: Reporting

  /// - Throws: ``UsageError`` for a field that neither the catalogue nor any record has.
  private func checkFields(in answers: [ListAnswer]) throws {
    for (list, field) in otherFields {
      let concerned = answers.filter { list == nil || $0.resource.name == list }
      let isKnown = concerned.contains { answer in
        // What could not be fetched may have it.
        guard case .success(let (records, _)) = answer.result else { return true }
        return records.knows(field)
      }
      if isKnown { continue }
      guard let list, let resource = Resource.named(list) else {
        throw UsageError.unknownName(
          "field", field.text, known: resources.flatMap(\.paths))
      }
      throw UsageError.unknownName("field", of: list, field.text, known: resource.paths)
    }
  }

  /// - Parameters:
  ///   - needed: the lists that the checks need.
  ///   - gaveUp: whether the time for waiting is over.
  private func end(
    _ results: [CheckResult], _ answers: [ListAnswer], needed: [ListAnswer], gaveUp: Bool
  ) throws -> ExitCode {
    for case .success(let answer) in needed.map(\.result) { notices.describe(answer.provenance) }
    let report = CheckReport(
      results, answers, against: comparison?.inWords ?? "", skipped: skipped)
    if gaveUp, let wait, let point = report.points.first(where: { $0.verdict != .passed }) {
      notices.write("gave up after \(wait.inWords): \(point.name): \(point.sentences[0])")
    }
    untoldFailure(results, needed)?.write(as: options.errorFormat)
    try output.write(report)
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
