import JPCore

/// `jpfetch check [CHECK|RESOURCE...]`: fetches lists, checks them, and reports the results.
struct Check {
  static let description = CommandDescription(
    name: .check, usage: "check [<check>|<resource>...]",
    summary: "Check that the API is up and its data whole",
    examples: [
      ("jpfetch check", "Everything; exit 0 if all pass, 1 if one fails"),
      ("jpfetch check refs ids posts", "Some checks, of some resources"),
      ("jpfetch check --wait 10s --max-time 2s", "For a job that starts the server first"),
      ("jpfetch check -f tap --report junit=junit.xml", "Machine-readable reports"),
      ("jpfetch check drift --against file:fixtures", "Compare with files, or a server"),
      ("jpfetch check --assert 'users.email ~ @'", "With a condition of your own: help where"),
    ], operands: CheckName.choices,
    rules: CommandRules(
      options: [.expect, .assert, .maxTime, .wait, .against, .ignore, .report]
        + OptionName.printing + [.offline, .noCache, .sample, .baseURL, .cacheDirectory]
        + OptionName.connecting + [.dryRun] + OptionName.everywhere,
      // JPFETCH_FORMAT isn't read, because reports have formats of their own.
      formats: .report, ignoredVariables: [.format]),
    next: { _ in .words([CheckName.choices, Resource.choices("Only")]) },
    details: [
      .init("DETAILS", details), .init("THE JSON REPORT (-f json)", .rows(reportMembers)),
      .init("JOBS, with jpfetch on the PATH", .lines(jobs)),
    ])

  private let checks: Checks
  private let fetcher: Fetcher
  /// Fetches the lists to compare with; `nil` without `--against`.
  private let baseline: Fetcher?
  private let wait: Duration?
  private let output: ReportOutput
  private let dryRun: DryRun?
  private let notices: Notices

  init(_ operands: [String], _ settings: Settings) throws(UsageError) {
    notices = Notices(settings)
    checks = try Checks(operands, settings)
    wait = settings.check.wait
    output = try ReportOutput(settings)
    dryRun = DryRun(settings)
    // Not even a fresh stored response is used, because a check is about the present.
    fetcher = try settings.fetcher(notices, stored: .none)
    switch settings.check.against {
    case nil: baseline = nil
    case .store:
      baseline = try settings.fetcher(notices, stored: .only)
    case .lists(let base):
      baseline = try settings.fetcher(notices, stored: .none, from: base)
    }
  }

  func run() throws -> ExitCode {
    if let dryRun {
      var fetchers = [fetcher]
      if let baseline { fetchers.append(baseline) }
      return try dryRun.run(notices, fetchers) { [checks] fetcher in
        try await fetcher.preview(checks.resources)
      }
    }
    let outcome = try outcome()
    notices.describe(outcome.rows(checks.circumstances))
    writeWarnings(about: outcome)
    try output.write(report(of: outcome))
    return try exitCode(of: outcome)
  }

  private func writeWarnings(about outcome: Outcome) {
    let sources = outcome.lists.compactMap(\.source)
    if let warning = Message(downgraded: sources) {
      notices.write(warning)
    }
    for name in unknown(checks.ignored, in: outcome.lists) {
      let message = "--ignore \(name.withoutSecrets): no record has it"
      notices.write(Message(.usage, message, kind: .warning))
    }
  }

  private func report(of outcome: Outcome) -> CheckReport {
    let sources = outcome.answers.map { SourceRow($0, checks.circumstances) }
    return CheckReport(
      subject: .init(fetcher, against: baseline),
      results: outcome.results,
      sources: sources)
  }

  /// The exit status. A list that could not be fetched decides it, even if a check failed.
  ///
  /// - Throws: the error of a missing list that none of the checks reports.
  private func exitCode(of outcome: Outcome) throws -> ExitCode {
    if outcome.isPassed { return .answered }
    guard let error = outcome.lists.compactMap(\.error).first else {
      return .checkFailed
    }
    guard checks.explainsMissingLists(outcome.answers) else {
      throw error
    }
    return Message(error, checks.circumstances).exitCode
  }

  // MARK: Fetching

  /// The fetched lists, and the results of the checks.
  private struct Outcome {
    let answers: [ListAnswer]
    /// The lists to compare with.
    let baseline: [ListAnswer]
    let results: [CheckResult]

    var lists: [ListAnswer] { answers + baseline }

    var isPassed: Bool { results.allSatisfy(\.verdict.isGood) }

    func rows(_ run: Circumstances) -> [SourceRow] {
      lists.flatMap { SourceRow.rows(for: $0, run) }
    }
  }

  /// Fetches the lists and checks them; with `--wait`, again until all checks pass or the time is
  /// up.
  private func outcome() throws -> Outcome {
    defer {
      notices.writeStoreErrors(of: fetcher)
      if let baseline { notices.writeStoreErrors(of: baseline) }
    }
    guard let wait, wait > .zero else { return try attempt() }
    let start = ContinuousClock.now
    let line = notices.waitingLine(within: wait)
    while true {
      // The attempt is limited, because a server that is just starting may accept a connection and
      // never answer.
      let limit = max(wait - (.now - start), .seconds(1))
      let outcome = try attempt(within: limit, line, since: start)
      if outcome.isPassed { return outcome }
      let rest = wait - (.now - start)
      if rest <= .zero {
        let text = "the checks didn't pass within \(wait.inWords) (--wait)"
        notices.write(Message(.timeout, text, kind: .warning))
        return outcome
      }
      try runOnMainThread(showing: line, since: start) {
        try await EventLoop.main.sleep(for: min(rest, .milliseconds(250)))
      }
    }
  }

  /// Fetches the lists and checks them once.
  ///
  /// - Parameters:
  ///   - limit: the longest wait for each response, without retries.
  ///   - line: the line about the whole wait; `nil` to show a line about each fetch.
  ///   - start: when the whole wait began.
  private func attempt(
    within limit: Duration? = nil, _ line: ProgressLine? = nil,
    since start: ContinuousClock.Instant = .now
  ) throws -> Outcome {
    func lists(from fetcher: Fetcher) throws -> [ListAnswer] {
      var fetcher = fetcher
      if let limit { fetcher = fetcher.limited(to: limit) }
      var progress = line
      if progress == nil {
        progress = notices.progressLine(of: fetcher)
      }
      return try runOnMainThread(showing: progress, since: start) { [checks, fetcher] in
        try await fetcher.lists(of: checks.resources)
      }
    }
    let answers = try lists(from: fetcher)
    var baselineAnswers: [ListAnswer] = []
    if let baseline { baselineAnswers = try lists(from: baseline) }
    var resolved = checks
    resolved.assertions = []
    for assertion in checks.assertions {
      resolved.assertions.append(try assertion.resolved(in: answers))
    }
    let results = resolved.results(for: answers, against: baselineAnswers)
    return Outcome(answers: answers, baseline: baselineAnswers, results: results)
  }
}

/// The names that no record has, at any depth; empty if a list is missing, because its records may
/// have them.
private func unknown(_ names: [String], in lists: [ListAnswer]) -> [String] {
  // Names are compared byte by byte, like the names of members in JSON.
  var missing: Set<[UInt8]> = []
  for name in names { missing.insert(Array(name.utf8)) }
  for list in lists where !missing.isEmpty {
    guard case .success(let answer) = list.result else { return [] }
    answer.content.document.root.removeNames(from: &missing)
  }
  return names.filter { missing.contains(Array($0.utf8)) }
}

/// The longer texts on the command's page.
extension Check {
  static let details: [HelpPage.Block] = [
    .paragraph(
      """
      Name checks or resources to run only those; a named resource brings the lists that its \
      records refer to (posts: users). time needs --max-time, drift --against, status a \
      server. counts fails for an empty list unless --expect says 0. A check that needs a list that \
      could not be fetched is not run, and does not pass: the exit status is then that of the \
      fetch, 3 to 7.
      """),
    .paragraph(
      """
      --against compares with a server, a folder (file:DIR) or what is stored (cache). \
      --ignore takes names of fields, at any depth. --assert takes the query language: \
      'posts.count >= 100', 'users.email ~ @' for each record, 'users.email unique', \
      'comments.postId in posts.id', 'users.response.time < 300ms'.
      """),
  ]

  /// The members of `check -f json`.
  static let reportMembers: [HelpPage.Row] = [
    ("server, stored", "The URL; whether its stored responses were checked"),
    ("against", "The URL to compare with, or cache; null: no --against"),
    ("lists", "The lists that were checked"),
    ("passed, failed, notRun, skipped", "Number of checks with each verdict"),
    ("checks[].name", "The check, or the assertion as it was typed"),
    ("checks[].verdict", "passed, failed, not run or skipped"),
    ("checks[].message", "What there is to say, a line for each fact"),
    ("checks[].checked", "The lists that were checked"),
    ("checks[].problems", "Findings: source, message, expected, found, place"),
    ("checks[].notRun", "Why it did not run: the same members"),
    ("  source", "The list"),
    ("  message", "One sentence"),
    ("  expected, found", "The expected and the actual value; null: see message"),
    ("  place", "users[0].email, line 2 column 3, or a URL; or null"),
    ("notFetched", "The resources that were not fetched"),
    (
      "sources[]",
      "source, url, records (null: not fetched), milliseconds (null: no server answered)"
    ),
    ("records, milliseconds", "Of all lists together; they are fetched at once"),
  ]

  /// Examples for help: jobs for CI systems, and commands for a shell.
  static let jobs = """
      GitHub Actions, with annotations and the job's summary:
        - run: ./start-the-server &
        - run: >
            jpfetch check --base-url http://localhost:3000 --wait 30s
            --report github=- --report markdown=$GITHUB_STEP_SUMMARY

      GitLab, which shows JUnit's reports with a merge request:
        check:
          script:
            - ./start-the-server &
            - jpfetch check --base-url http://localhost:3000 --wait 30s
              --report junit=check.xml
          artifacts:
            when: always
            reports:
              junit: check.xml

      Before a deployment:
        jpfetch check --base-url https://staging.example.com --max-time 2s &&
          ./deploy

      Keep fixtures in git, and compare with them:
        jpfetch cache warm
        jpfetch cache export fixtures
        jpfetch check drift --against file:fixtures --ignore phone

      Another program's tests, offline, from the store or from files:
        jpfetch cache warm && JPFETCH_OFFLINE=1 make test
        JPFETCH_BASE_URL=file:fixtures make test
    """
}
