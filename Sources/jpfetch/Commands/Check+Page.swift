/// The longer texts of the command's page.
extension Check {
  static let details: [HelpPage.Block] = [
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

  /// Jobs of CI systems, and other lines for a shell.
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
