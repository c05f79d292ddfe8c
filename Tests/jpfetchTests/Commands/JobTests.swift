import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

/// The jobs in the README and in help.
@Suite(
  "Jobs of CI systems",
  .needsLibcurl, .limited)
struct JobTests {
  private static func hasYAML() async -> Bool {
    let outcome = try? await run("/usr/bin/python3", ["-c", "import yaml"])
    return outcome?.status == 0
  }

  private static let readmeJob =
    CodeBlock.all(in: Places.readme).first { $0.language == "yaml" }?.text ?? ""

  /// The job in help whose purpose begins with these words.
  private static func job(_ purpose: String) -> String {
    let job = Check.jobs.first { $0.purpose.hasPrefix(purpose) }
    return job.map { $0.code + "\n" } ?? ""
  }

  private let site: ServerAndStore

  init() throws { site = try ServerAndStore { sampleReply($0) } }

  private func yaml(_ text: String) async throws -> JSONValue {
    try site.directory.write(text, to: "job.yml")
    let script = """
      import json, sys, yaml
      print(json.dumps(yaml.load(open(sys.argv[1]), yaml.BaseLoader)))
      """
    let outcome = try await run(
      "/usr/bin/python3", ["-c", script, site.directory.path + "/job.yml"])
    outcome.expect(status: 0)
    return try JSONDocument(Array(outcome.output)).root
  }

  /// Runs a line in the directory, with the built jpfetch first in PATH.
  private func shell(_ line: String, _ environment: [String: String]) async throws -> CommandRun {
    let start = "cd '\(site.directory.path)'; PATH='\(Places.programFolder)':\"$PATH\"; "
    return try await run("/bin/bash", ["-c", start + line], environment: environment)
  }

  @Test(
    "The CI jobs are valid YAML with known keys, and their commands write the reports",
    .needs("python3's yaml", from: "python3-yaml", if: hasYAML))
  func jobs() async throws {
    let workflow = try await yaml(Self.readmeJob)
    #expect(workflow.members.map(\.name) == ["name", "on", "jobs"])
    let job = try #require(workflow["jobs"]?["check"])
    #expect(job.members.map(\.name) == ["runs-on", "steps"])
    let steps = try #require(job["steps"]).elements
    #expect(steps.allSatisfy { $0.members.map(\.name) == ["uses"] || $0["run"] != nil })
    // Help leaves out how jpfetch gets onto the path.
    let lines = steps.suffix(2).map { $0["run"]?.string }
    #expect(try await yaml(Self.job("GitHub")).elements.map { $0["run"]?.string } == lines)

    let pipeline = try #require(try await yaml(Self.job("GitLab"))["check"])
    let script = try #require(pipeline["script"]).elements
    let summary = site.directory.path + "/summary.md"
    for line in [steps.last?["run"]?.string, script.last?.string] {
      let line = try #require(line).replacing("http://localhost:3000", with: site.url)
      let outcome = try await shell(line, ["GITHUB_STEP_SUMMARY": summary])
      outcome.expect(status: 0, errors: "")
    }
    let text = try String(contentsOfFile: summary, encoding: .utf8)
    #expect(text.hasPrefix("### jpfetch check: 5 passed\n"))
    let report = try #require(pipeline["artifacts"]?["reports"]?["junit"]?.string)
    #expect(FileManager.default.fileExists(atPath: site.directory.path + "/" + report))
  }

  @Test(
    """
    The README's job installs jpfetch from the archive, which has the same bytes each time, and leaves
    the folders there as they are
    """,
    .needs("python3's yaml", from: "python3-yaml", if: hasYAML),
    .only("needs Swift's tools", if: Toolchain.hasSwift))
  func unpacking() async throws {
    let workflow = try await yaml(Self.readmeJob)
    let steps = try #require(workflow["jobs"]?["check"]?["steps"]).elements
    let lines = steps.compactMap { $0["run"]?.string }
    let unpacking = try #require(lines.first).replacing("sudo ", with: "")
      .replacing("/usr/local", with: "local")
    let checkout = Places.package.path(percentEncoded: false)
    let script = """
      set -e
      cp -R '\(checkout).ci' '\(checkout)completions' '\(checkout)README.md' .
      # A small program: the one with its symbols takes seconds to strip and to compress.
      printf '#!/bin/sh\nexec %s "$@"\n' '\(Places.jpfetch)' > program
      mkdir stubs
      printf '#!/bin/sh\ncp "$3" "$2"\n' > stubs/strip
      chmod 755 program stubs/strip
      PATH="$PWD/stubs:$PATH"
      (umask 077; .ci/package "$PWD/program" > first)
      sleep 1  # the unit of the times in archives
      .ci/package "$PWD/program" | cmp first -
      mkdir -p tools local/bin local/share
      mv .build/package/*.tar.gz tools
      chmod 751 local local/bin local/share
      \(unpacking)
      find local -maxdepth 1 -perm 751 | LC_ALL=C sort
      find local/share/doc local/share/man -type f | LC_ALL=C sort
      echo files of others: "$(tar -tvf tools/*.tar.gz --numeric-owner | grep -vc '^-rw[-x]r-[-x]r-[-x] 0/0 ')"
      local/bin/jpfetch --version
      """
    // .ci/package asks swiftc for the system's name.
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let outcome = try await shell(script, ["PATH": path])
    outcome.expect(status: 0, errors: "")
    #expect(
      outcome.text.hasPrefix(
        """
        local
        local/bin
        local/share
        local/share/doc/jpfetch/README.md
        local/share/man/man1/jpfetch.1
        files of others: 0
        jpfetch
        """), "\(outcome)")
  }

  @Test(
    "The README's commands for fixtures, other test suites and deployments work one after the other"
  )
  func fixtures() async throws {
    let environment = ["JPFETCH_BASE_URL": site.url, "XDG_CACHE_HOME": site.store]
    let stub = "make() { jpfetch users --count; }; "
    for line in (Self.job("Keep fixtures") + Self.job("Another")).split(separator: "\n") {
      let outcome = try await shell(stub + line, environment)
      outcome.expect(status: 0, errors: "")
    }
    let before = Self.job("Before").replacing("https://staging.example.com", with: site.url)
    let deployed = try await shell(
      before.replacing("--max-time 2s &&\n  ./deploy", with: "--max-time 1h &&\n  echo deployed"),
      environment)
    #expect(deployed.text.hasSuffix("deployed\n"), "\(deployed)")
  }
}
