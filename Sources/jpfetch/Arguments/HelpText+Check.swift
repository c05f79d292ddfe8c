/// What help says about reports and about jobs of CI systems.
extension HelpText {
  /// The members of `check -f json`.
  static let reportMembers = [
    ("passed, failed, notRun, skipped", "Number of checks with each verdict"),
    ("checks[].name", "The check, or the assertion as it was typed"),
    ("checks[].verdict", "passed, failed, not run or skipped"),
    ("checks[].message", "The lines of the text report"),
    ("checks[].checked", "The lists that were checked"),
    ("checks[].problems", "What is wrong: source, message, expected, found, place"),
    ("checks[].notRun", "What could not be checked: the same members"),
    ("  source", "The list that it is about"),
    ("  message", "One sentence"),
    ("  expected, found", "What should be there, what is; null: see message"),
    ("  place", "users[0].email, line 2 column 3, or a URL; or null"),
    ("notFetched", "The resources that were not fetched"),
    ("sources[]", "source, url, records, milliseconds; null: not fetched"),
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

    Fixtures in git: the first two lines write them, the third compares with them:
      jpfetch cache warm
      jpfetch cache export fixtures
      jpfetch check drift --against file:fixtures --ignore phone

    Another program's tests without a network, from what is stored or from files:
      jpfetch cache warm && JPFETCH_OFFLINE=1 make test
      JPFETCH_BASE_URL=file:fixtures make test
    """
}
