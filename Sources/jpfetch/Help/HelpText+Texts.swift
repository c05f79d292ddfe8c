/// The longer texts of help.
extension HelpText {
  static let errorObject: [HelpPage.Block] = [
    .lines("With a JSON format, an error is one line on stderr:"),
    .lines(
      """
        {"error":{"code":...,"exit":...,"source":...,"url":...,"message":...,
        "hint":...,"status":...,"path":...}}
      """),
  ]

  static let warnings = """
    A warning can have any of these codes. A run that only warns exits with 0, or with 8 if \
    the answer is incomplete, stale with --strict, or not stored by cache warm.
    """

  static let storing: [HelpPage.Block] = [
    .paragraph(
      """
      Responses are stored and used by the rules of RFC 9111. A fresh one needs no request; a \
      stale one is revalidated. If the server fails, the stored response, or the record in a \
      stored list, is shown, and a line on standard error says what failed and how old it is. \
      --strict makes that exit 8, as cache warm always does; --max-stale 0 forbids it. \
      --offline shows what is stored, however old. A bad response never replaces a good one.
      """),
    .paragraph(
      """
      Failures are: no answer, 5xx, 408, 425, 429, 404 and 410 for one of the six lists, a \
      page instead of JSON, and JSON that is cut. 404 and 410 for anything else are answers: \
      the stored response is removed. Other 3xx and 4xx are refusals, shown as errors. Before \
      a failure is reported, the request is retried (--retry): after a reset, after 408, 425, \
      429, 500, 502 to 504 and 520 to 524 (Cloudflare's), and after a refused connection if no \
      stored response can be shown. A Retry-After of up to 30 s is observed if --timeout \
      leaves time for it.
      """),
    .paragraph(
      """
      --max-stale bounds how stale a response may be, not how old: how long ago its freshness \
      ended. A server can forbid stale responses (no-cache, must-revalidate, Vary: *) or bound \
      them (stale-if-error); the error then says that there is a copy. If given, --max-stale \
      overrides no-cache, which json-server always sends, and stale-if-error: a departure from \
      RFC 9111, section 4.2.4.
      """),
    .paragraph(
      """
      Each response is a file of mode 0600, checksummed and renamed into place. Runs can share \
      the directory; it can be copied, or mounted read-only. It holds about 256 MiB. Another \
      user's directory is not used. Never stored are responses to requests with credentials, a \
      server's cookies, anything that came over http for an https URL, and for a list or a \
      record of a resource other JSON than records with ids that are all numbers or all \
      strings. Credentials are a user name in the URL, header fields that are named like one, \
      and query parameters named token, access_token, api_key, apikey, key, secret, password, \
      signature or sig. They are shown as ***, too.
      """),
    .paragraph(
      """
      An answer has at most 256 MiB of content, 8 million values, 512 levels, 128 KiB of \
      header fields and 10 redirects; all answers of a run fit in 384 MiB, with 16 bytes for \
      each value.
      """),
  ]

  static let checking: [HelpPage.Block] = [
    .paragraph(
      """
      Name checks or resources to run only those; a named resource brings the lists that its \
      records refer to (posts: users). time and drift need their options, status a server. \
      counts fails for an empty list unless --expect says 0. A check that needs a list that \
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
    ("passed, failed, notRun, skipped", "Number of checks with each verdict"),
    ("checks[].name", "The check, or the assertion as it was typed"),
    ("checks[].verdict", "passed, failed, not run or skipped"),
    ("checks[].message", "The lines of the text report"),
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
  ]

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

      Fixtures in git: two lines write them, the third compares with them:
        jpfetch cache warm
        jpfetch cache export fixtures
        jpfetch check drift --against file:fixtures --ignore phone

      Another program's tests, offline, from the store or from files:
        jpfetch cache warm && JPFETCH_OFFLINE=1 make test
        JPFETCH_BASE_URL=file:fixtures make test
    """
}
