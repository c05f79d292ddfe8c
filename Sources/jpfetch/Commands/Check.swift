import JPCore

/// `jpfetch check [CHECK|RESOURCE...]`: fetches lists, checks them, and reports the results.
struct Check {
  static let command = Command(
    name: .check, usage: "check [<check>|<resource>...]",
    summary: "Check that the API is up and its data intact",
    examples: [
      ("jpfetch check", "Everything; exit 0 if all pass, 1 if one fails"),
      ("jpfetch check refs ids posts", "Some checks, of some resources"),
      ("jpfetch check --wait 10s", "For a job that starts the server first"),
      ("jpfetch check -o junit.xml", "A report, in the format of the file's ending"),
      ("jpfetch check --assert 'users.email ~ @'", "With a condition of your own: help where"),
    ], operands: CheckName.choices,
    options: [.expect, .assert, .maxTime, .wait, .against, .ignore, .report]
      + OptionName.printing + [.compact, .offline, .noCache, .sample, .baseURL, .cacheDirectory]
      + OptionName.connecting + [.dryRun] + OptionName.everywhere,
    formats: ReportFormat.choices, defaultFormat: ReportFormat.text.rawValue,
    details: [
      .init("DETAILS", details), .init("FORMATS (-f, --report)", .rows(ReportFormat.choices.rows)),
      .init("JOBS, with jpfetch on the PATH", jobBlocks),
    ],
    plan: { arguments, settings throws(Message) in
      try Check(arguments.wordsAfterFirst, settings).run
    })

  private let checks: Checks
  private let fetcher: Fetcher
  /// Fetches the lists to compare with; `nil` without `--against`.
  private let baseline: Fetcher?
  /// That ``baseline`` doesn't send the fields of `--header`; `nil` if it does, or there are none.
  private let withheldWarning: Message?
  private let wait: Duration?
  private let format: ReportFormat
  private let layout: JSONWriter.Layout
  private let target: OutputTarget
  private let style: TextStyle
  private let isQuiet: Bool
  private let reports: [Settings.Report]
  private let dryRun: DryRun?
  private let notices: Notices

  init(_ operands: [String], _ settings: Settings) throws(Message) {
    notices = Notices(settings)
    checks = try Checks(operands, settings.options)
    wait = settings.options.duration(.wait)
    format = ReportFormat(rawValue: settings.options.format) ?? .text
    layout = settings.options.has(.compact) ? .compact : .pretty
    target = settings.target
    style = settings.display.style(for: target)
    isQuiet = settings.options.has(.quiet)
    reports = settings.reports
    dryRun = DryRun(settings)
    // Not even a fresh stored response is used, because a check is about the present.
    fetcher = try settings.fetcher(notices, stored: .none)
    baseline = try Self.baselineFetcher(settings, notices)
    if let baseline {
      withheldWarning = settings.warningOfWithheldFields(about: baseline)
    } else {
      withheldWarning = nil
    }
  }

  /// The fetcher of `--against`, which names the store, a server or a folder.
  private static func baselineFetcher(
    _ settings: Settings, _ notices: Notices
  ) throws(Message) -> Fetcher? {
    guard let value = settings.options.value(.against) else { return nil }
    switch Baseline(argument: value.text) {
    case .store?: return try settings.fetcher(notices, stored: .only)
    case .api(let base)?: return try settings.fetcher(notices, stored: .none, from: base)
    case nil: return nil
    }
  }

  func run() throws -> ExitCode {
    if let withheldWarning { notices.writeMessage(withheldWarning) }
    if let dryRun {
      var fetchers = [fetcher]
      if let baseline { fetchers.append(baseline) }
      return try dryRun.printRequests(notices, fetchers) { [checks] fetcher in
        try await fetcher.preview(checks.resources)
      }
    }
    let outcome = try checkUntilPassed()
    writeNotices(about: outcome)
    try writeReports(makeReport(of: outcome))
    return outcome.exitCode
  }

  private func writeNotices(about outcome: Outcome) {
    for fetcher in [fetcher, baseline] {
      guard let fetcher else { continue }
      notices.warnOfRequests(of: fetcher)
      notices.writeSources(of: fetcher)
    }
    let sources = outcome.lists.compactMap(\.source)
    if let warning = Message(downgraded: sources) {
      notices.writeMessage(warning)
    }
    for name in namesInNoRecord(checks.ignored.eachOnce, in: outcome.lists) {
      var message = "--ignore \(name.withoutSecrets.excerpt): no record has it"
      if name.utf8.contains(UInt8(ascii: ".")) { message += "; names are taken, not paths" }
      notices.writeMessage(Message(.usage, message, severity: .warning))
    }
  }

  // MARK: The report

  private func makeReport(of outcome: Outcome) -> CheckReport {
    var report = CheckReport(
      server: fetcher.base.text.withoutSecrets, isStored: fetcher.isOffline,
      lists: outcome.answers.map(CheckReport.List.init), results: outcome.results)
    if let baseline {
      report.baseline = baseline.base.text.withoutSecrets
      if baseline.isOffline { report.baseline = Baseline.storeWord }
    }
    return report
  }

  /// Writes the report to the destination of `--output`, then to those of `--report`.
  ///
  /// - Throws: the first error, after all destinations have been tried.
  private func writeReports(_ report: CheckReport) throws {
    var failures: [any Error] = []
    do {
      try target.write { output in
        if format == .text {
          report.writeText(style: style, isQuiet: isQuiet, to: &output)
        } else {
          report.write(as: format, layout, to: &output)
        }
      }
    } catch {
      failures.append(error)
    }
    for other in reports {
      do {
        try other.target.write { report.write(as: other.format, to: &$0) }
      } catch {
        failures.append(error)
      }
    }
    if let first = failures.first { throw first }
  }

  // MARK: Fetching

  /// The fetched lists, and the results of the checks.
  private struct Outcome {
    let answers: [ListOutcome]
    /// The lists to compare with.
    let baseline: [ListOutcome]
    let results: [CheckResult]

    var lists: [ListOutcome] { answers + baseline }

    var isPassed: Bool { results.allSatisfy { $0.verdict == .passed } }

    /// If a list could not be fetched, that error decides the exit status, even if a check failed.
    var exitCode: ExitCode {
      if isPassed { return .answered }
      guard let error = lists.compactMap(\.error).first else { return .checkFailed }
      return Message(error).exitCode
    }
  }

  /// Fetches the lists and checks them; with `--wait`, again until all checks pass or the time is
  /// up.
  private func checkUntilPassed() throws -> Outcome {
    guard let wait, wait > .zero else { return try checkOnce(fetcher, baseline) }
    let end = ContinuousClock.now + wait
    while true {
      // Each attempt is limited, because a server that is just starting may accept a connection and
      // never answer.
      let limit = max(end - .now, .seconds(1))
      let outcome = try checkOnce(
        fetcher.withoutRetries(timeLimit: limit), baseline?.withoutRetries(timeLimit: limit))
      let rest = end - .now
      if outcome.isPassed || rest <= .zero { return outcome }
      try runOnMainThread {
        try await EventLoop.main.sleep(for: min(rest, .milliseconds(250)))
      }
    }
  }

  /// Fetches the lists and checks them once.
  private func checkOnce(_ fetcher: Fetcher, _ baseline: Fetcher?) throws -> Outcome {
    let answers = try fetchLists(from: fetcher)
    var baselineAnswers: [ListOutcome] = []
    if let baseline { baselineAnswers = try fetchLists(from: baseline) }
    for assertion in checks.assertions { try assertion.checkField(in: answers) }
    let results = checks.results(for: answers, against: baselineAnswers)
    return Outcome(answers: answers, baseline: baselineAnswers, results: results)
  }

  private func fetchLists(from fetcher: Fetcher) throws -> [ListOutcome] {
    try runOnMainThread(showing: notices.progressLine(of: fetcher)) { [checks] in
      try await fetcher.listOutcomes(of: checks.resources)
    }
  }
}

/// The names that no record has as a member, at any depth; empty if a list is missing, because its
/// records may have them.
private func namesInNoRecord(_ names: [String], in lists: [ListOutcome]) -> [String] {
  // Names are compared byte by byte, because Strings are equal if they differ only in
  // normalization.
  var missing: Set<[UInt8]> = []
  for name in names { missing.insert(Array(name.utf8)) }
  for list in lists where !missing.isEmpty {
    guard case .success(let answer) = list.result else { return [] }
    answer.content.document.root.removeNames(from: &missing)
  }
  return names.filter { missing.contains(Array($0.utf8)) }
}

extension Check {
  private static let details: [HelpSection.Block] = [
    .text(
      """
      Name checks or resources to run only those; with refs, naming a resource also \
      fetches the lists that its records refer to (posts: users). A check that would look at nothing is left out: \
      users refer to no list, stored responses and files have no time. time needs --max-time, \
      drift --against. counts fails for an empty list unless --expect says 0. If a list could not be fetched or read, reach says why, \
      and the other checks are not run on it: the exit status is then that of the fetch, 3 to 7.
      """),
    .text(
      """
      --against compares with a server, a folder (file:DIR) or what is stored (cache). Of two \
      servers, only the API's gets the fields of -H. \
      --ignore takes names of fields, at any depth. --assert takes the query language: \
      'posts.count >= 100', 'users.email ~ @' for each record, 'users.email unique', \
      'users.response.time < 300ms', also .status, .bytes and .header.NAME.
      """),
  ]

  /// Jobs for CI systems, and commands for a shell, each with its purpose.
  static let jobs = [
    (
      purpose: "GitHub Actions, with annotations and the job's summary:",
      code: """
      - run: ./start-the-server &
      - run: >
          jpfetch check --base-url http://localhost:3000 --wait 30s
          --report github=- --report markdown=$GITHUB_STEP_SUMMARY
      """
    ),
    (
      purpose: "GitLab, which shows JUnit's reports with a merge request:",
      code: """
      check:
        script:
          - ./start-the-server &
          - jpfetch check --base-url http://localhost:3000 --wait 30s
            --report junit=check.xml
        artifacts:
          when: always
          reports:
            junit: check.xml
      """
    ),
    (
      purpose: "Before a deployment:",
      code: """
      jpfetch check --base-url https://staging.example.com --max-time 2s &&
        ./deploy
      """
    ),
    (
      purpose: "Keep fixtures in git, and compare with them:",
      code: """
      jpfetch cache warm
      jpfetch cache export fixtures
      jpfetch check drift --against file:fixtures --ignore phone
      """
    ),
    (
      purpose: "Another program's tests, offline, from the store or from files:",
      code: """
      jpfetch cache warm && JPFETCH_OFFLINE=1 make test
      JPFETCH_BASE_URL=file:fixtures make test
      """
    ),
  ]

  private static var jobBlocks: [HelpSection.Block] {
    var blocks: [HelpSection.Block] = []
    for job in jobs { blocks += [.text(job.purpose), .code(job.code)] }
    return blocks
  }
}
