import JPCore

/// `jpfetch check [CHECK|RESOURCE...]`: fetches the lists, checks them, reports.
struct RunChecks {
  private let checks: Checks
  private let resources: [Resource]
  private let skipped: [CheckReport.Skipped]
  /// What the lists are compared with; `nil` where they aren't.
  private let baseline: Baseline?
  private let isAccepting = false
  /// The fields that the catalogue doesn't have; the data may.
  private let otherFields: [(list: String?, field: FieldPath)]
  /// The fields that may differ, as they were typed.
  private let ignoredWords: [String]
  private let wait: Duration?
  private let output: ReportOutput
  private let dryRun: DryRun?
  private let options: OptionValues
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
    if options.isTyped(.expect) { checks.names.insert(.counts) }
    if checks.expectedCounts.isEmpty, checks.names.remove(.counts) != nil {
      if words.names(.counts) { throw .needs("check counts on this server", .expect) }
      skipped.append(.init(name: CheckName.counts.rawValue, reason: "this server needs --expect"))
    }
    checks.isOfServer = options.localSource == nil
    checks.maxTime = try options.duration(.maxTime)
    try checks.choose(.time, options.isTyped(.maxTime), words, needing: .maxTime)
    baseline = try Baseline(options)
    try checks.choose(.drift, baseline != nil, words, needing: .against)
    checks.assertions = try Self.assertions(options)
    let wanted = Self.resources(
      words.resources,
      beside: try Self.explicitCounts(options).keys + checks.assertions.flatMap { $0.lists ?? [] },
      withParents: checks.names.contains(.refs))
    checks.ignored = try Self.ignored(options, of: wanted)
    resources = wanted
    skipped += checks.removePointless(for: wanted).map {
      .init(name: $0.rawValue, reason: $0.needInWords)
    }
    if checks.names.isEmpty, checks.assertions.isEmpty, let first = skipped.first {
      // It would pass without having looked at anything.
      throw .otherwise("check \(first.name): \(first.reason)", .help("check"))
    }
    self.skipped = skipped
    self.checks = checks
    otherFields = Self.unknown(
      checks.assertions.flatMap { $0.fields.map { (list: $0, field: $1) } })
    ignoredWords = options.value(of: .ignore)?.value.commaSeparated ?? []
    wait = try options.duration(.wait).flatMap { $0 > .zero ? $0 : nil }
    output = try ReportOutput(options)
    if options.has(.dryRun) { try Self.checkPlanFormat(options) }
    dryRun = try options.has(.dryRun) ? DryRun(options) : nil
    self.options = options
    notices = Notices(options)
    // Errors in the options are reported before anything is sent.
    _ = try fetcher()
    _ = try baseline?.fetcher(options, notices)
  }

  func run() throws -> ExitCode {
    if let dryRun {
      let plans = try ([fetcher()] + (baseline == nil ? [] : [otherFetcher()])).map { fetcher in
        try notices.blocking(on: fetcher, isShown: false) { [resources] in
          try await fetcher.plan(resources)
        }
      }
      return try dryRun.write(plans)
    }
    var checks = checks
    if baseline == .stored { checks.before = try lists(from: otherFetcher()) }
    // A list that isn't stored can't pass later either, unless changes are accepted.
    let canPass = isAccepting || failures(checks.before).isEmpty
    var answers: [ListAnswer] = []
    var gaveUp = false
    if let wait, canPass {
      (answers, checks.before, gaveUp) = try attempts(checks, within: wait)
    } else if case .other? = baseline {
      (answers, checks.before) = try lists(from: fetcher(), and: otherFetcher())
    } else if !isAccepting {
      answers = try lists(from: fetcher())
    }
    if isAccepting, !gaveUp {
      // Only this fetch may store: a server that is just starting may answer anything.
      answers = try lists(from: fetcher(stored: .replaced))
      checks.accepted = try lists(from: otherFetcher())
    }
    try checkFields(in: answers)
    tellUnknownIgnored(in: answers, checks.before)
    return try end(
      checks.results(for: answers), answers,
      needed: isAccepting ? answers : answers + checks.before, gaveUp: gaveUp)
  }

  // MARK: Fetching

  /// Fetches and checks until all pass or the time is over.
  private func attempts(
    _ checks: Checks, within limit: Duration
  ) throws -> (answers: [ListAnswer], before: [ListAnswer], gaveUp: Bool) {
    let start = ContinuousClock.now
    let line = notices.waitingLine(since: start, within: limit)
    var checks = checks
    var answers: [ListAnswer] = []
    var attempt = 0
    while true {
      let timeLeft = limit - (ContinuousClock.now - start)
      // A server that is just starting may accept connections and never answer them.
      let patience = Duration.seconds(2 << min(attempt, 16))
      let timeLimit = max(timeLeft < patience * 2 ? timeLeft : patience, Self.shortestAttempt)
      let isOtherMissing = baseline != .stored && !failures(checks.before).isEmpty
      let needsOther = baseline != nil && (checks.before.isEmpty || isOtherMissing)
      let own = try fetcher(timeLimit: timeLimit)
      let other = try needsOther ? otherFetcher(timeLimit: timeLimit) : nil
      let (found, before) = try lists(from: own, and: other, line, since: start)
      // That an answer was given no time says nothing about the server.
      let isHasty = timeLimit < .seconds(1) && found.contains(where: \.hasTimedOut)
      if answers.isEmpty || !isHasty { answers = found }
      if needsOther { checks.before = before }
      let isDone = checks.results(for: answers).allSatisfy {
        // Drift is accepted after the last attempt.
        $0.verdict == .passed || isAccepting && $0.name == CheckName.drift.rawValue
      }
      if isDone { return (answers, checks.before, false) }
      let rest = limit - (ContinuousClock.now - start)
      if rest <= .zero { return (answers, checks.before, true) }
      let pause = min(rest, Self.pause)
      try blocking(showing: line, since: start) { try await EventLoop.main.sleep(for: pause) }
      attempt += 1
    }
  }

  private func lists(from fetcher: Fetcher) throws -> [ListAnswer] {
    try lists(from: fetcher, and: nil).one
  }

  /// Fetches from both at the same time.
  ///
  /// - Parameters:
  ///   - line: is shown instead of the fetch's own progress.
  ///   - start: when the work began that this is a part of.
  private func lists(
    from one: Fetcher, and other: Fetcher?, _ line: ProgressLine? = nil,
    since start: ContinuousClock.Instant = .now
  ) throws -> (one: [ListAnswer], other: [ListAnswer]) {
    defer { for fetcher in [one, other] { fetcher.map(notices.writeStoreErrors) } }
    return try blocking(showing: line ?? notices.progressLine(of: one), since: start) {
      [resources] in
      async let others = other?.lists(of: resources) ?? []
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

  /// Gets what the lists are compared with.
  private func otherFetcher(timeLimit: Duration? = nil) throws(UsageError) -> Fetcher {
    try (baseline ?? .stored).fetcher(options, notices, timeLimit: timeLimit)
  }

  // MARK: Reporting

  /// Says which of the fields that may differ are nowhere.
  private func tellUnknownIgnored(in answers: [ListAnswer], _ before: [ListAnswer]) {
    for (list, field) in Self.unknown(checks.ignored)
    where !answers.know(field, of: list) && !before.know(field, of: list) {
      notices.warn(
        "check.ignore",
        "--ignore \(list.map { "\($0)." } ?? "")\(field.text): no record has it")
    }
  }

  /// - Throws: ``UsageError`` for a field that neither the catalogue nor any record has.
  private func checkFields(in answers: [ListAnswer]) throws {
    for (list, field) in otherFields {
      if answers.know(field, of: list) { continue }
      let resource = list.flatMap(Resource.named)
      throw UsageError.unknownName(
        "field", of: list ?? "records", field.text, known: resource?.paths ?? [])
    }
  }

  /// - Parameters:
  ///   - needed: the lists that the checks need.
  ///   - gaveUp: whether the time for waiting is over.
  private func end(
    _ results: [CheckResult], _ answers: [ListAnswer], needed: [ListAnswer], gaveUp: Bool
  ) throws -> ExitCode {
    for list in needed {
      switch list.result {
      case .success(let answer): notices.describe(answer.provenance)
      case .failure(let error): notices.describe(error)
      }
    }
    let report = CheckReport(
      results, answers, against: baseline?.inWords(ignoring: ignoredWords) ?? "",
      skipped: skipped, ignored: ignoredWords)
    let last = report.points.first {
      // Drift that is accepted is nothing to wait for.
      $0.verdict != .passed && !(isAccepting && $0.name == CheckName.drift.rawValue)
    }
    if gaveUp, let wait, let point = last {
      notices.warn(
        "check.wait", "gave up after \(wait.inWords)",
        because: "\(point.name): \(point.sentences[0])")
    }
    untoldFailure(results, needed)?.write(as: options.errorFormat, style: options.errorStyle)
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

extension ListAnswer {
  /// Whether there was no answer in time.
  fileprivate var hasTimedOut: Bool {
    guard case .failure(let error) = result, case .transport(let reason) = error.cause,
      case .timedOut = reason.reason
    else { return false }
    return true
  }
}

extension [CheckResult] {
  fileprivate var allPassed: Bool { allSatisfy { $0.verdict == .passed } }
}
