import Foundation
import JPCore
import TestSupport
import Testing

@testable import jpfetch

/// The jobs in the README and in help.
@Suite(
  "Jobs of CI systems",
  .evidence, .needsLibcurl, .limited)
struct JobTests {
  private static let hasYAML: Bool = {
    (try? run("/usr/bin/python3", ["-c", "import yaml"]).status == 0) ?? false
  }()

  private static let readmeJob: String = {
    let readme = Places.package.appending(path: "README.md")
    let text = (try? String(contentsOf: readme, encoding: .utf8)) ?? ""
    let blocks = text.components(separatedBy: "```yaml\n").dropFirst()
    return blocks.first?.components(separatedBy: "```").first ?? ""
  }()

  /// The lines below a heading of the jobs in help, without indentation.
  private static func job(_ heading: String) -> [String] {
    let lines = HelpText.jobs.components(separatedBy: "\n")
    let rest = lines.drop { !$0.hasPrefix("  " + heading) }.dropFirst()
    return rest.prefix { !$0.isEmpty }.map { String($0.dropFirst(4)) }
  }

  private static func yaml(_ text: String) throws -> JSONValue {
    let directory = try TemporaryDirectory()
    try directory.write(text, to: "job.yml")
    let script = """
      import json, sys, yaml
      print(json.dumps(yaml.load(open(sys.argv[1]), yaml.BaseLoader)))
      """
    let outcome = try run("/usr/bin/python3", ["-c", script, directory.path + "/job.yml"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDocument(Array(outcome.output)).root
  }

  /// Runs a line in a directory, with the built jpfetch first in PATH.
  private func shell(
    _ line: String, _ environment: [String: String], in directory: TemporaryDirectory
  ) throws -> CommandRun {
    let programs = URL(filePath: Places.jpfetch).deletingLastPathComponent()
      .path(percentEncoded: false)
    return try run(
      "/bin/bash", ["-c", "cd '\(directory.path)'; PATH='\(programs)':\"$PATH\"; \(line)"],
      environment: environment)
  }

  private static func server() throws -> LoopbackServer { try LoopbackServer { sampleReply($0) } }

  @Test(
    "The jobs are valid YAML with known keys",
    .needs("python3's yaml", from: "python3-yaml", hasYAML))
  func keys() throws {
    let workflow = try Self.yaml(Self.readmeJob)
    #expect(workflow.members.map(\.name) == ["name", "on", "jobs"])
    let job = try #require(workflow["jobs"]?["check"])
    #expect(job.members.map(\.name) == ["runs-on", "steps"])
    let steps = try #require(job["steps"]).elements
    #expect(steps.allSatisfy { $0.members.map(\.name) == ["uses"] || $0["run"] != nil })
    let inHelp = try Self.yaml(Self.job("GitHub").joined(separator: "\n") + "\n")
    #expect(
      inHelp.elements.map { $0["run"]?.string } == steps.dropFirst().map { $0["run"]?.string })
    let pipeline = try Self.yaml(Self.job("GitLab").joined(separator: "\n"))
    let check = try #require(pipeline["check"])
    #expect(check.members.map(\.name) == ["script", "artifacts"])
    #expect(check["artifacts"]?["reports"]?["junit"]?.string == "check.xml")
    #expect(check["script"]?.elements.count == 2)
  }

  @Test(
    "The commands of the jobs run and write their reports",
    .needs("python3's yaml", from: "python3-yaml", hasYAML))
  func lines() throws {
    let server = try Self.server()
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let steps = try #require(try Self.yaml(Self.readmeJob)["jobs"]?["check"]?["steps"]).elements
    let gitLab = try #require(
      try Self.yaml(Self.job("GitLab").joined(separator: "\n"))["check"]?["script"])
    for line in [steps.last?["run"]?.string, gitLab.elements.last?.string] {
      let line = try #require(line).replacing("http://localhost:3000", with: server.url)
      let outcome = try shell(
        line, ["GITHUB_STEP_SUMMARY": directory.path + "/summary.md"], in: directory)
      #expect((outcome.status, outcome.errors) == (0, ""))
    }
    let summary = try String(contentsOfFile: directory.path + "/summary.md", encoding: .utf8)
    #expect(summary.hasPrefix("### jpfetch check: 7 passed\n"))
    #expect(FileManager.default.fileExists(atPath: directory.path + "/check.xml"))
  }

  @Test("The commands for fixtures, other test suites and deployments run in this order")
  func fixtures() throws {
    let server = try Self.server()
    defer { server.stop() }
    let directory = try TemporaryDirectory()
    let environment = ["JPFETCH_BASE_URL": server.url, "XDG_CACHE_HOME": directory.path + "/c"]
    let stub = "make() { jpfetch users --count; }; "
    for line in Self.job("Fixtures") + Self.job("Another") {
      let outcome = try shell(stub + line, environment, in: directory)
      #expect((outcome.status, outcome.errors) == (0, ""), "\(line)")
    }
    let before = Self.job("Before").joined(separator: "\n").replacing(
      "https://staging.example.com", with: server.url)
    let deployed = try shell(
      before.replacing("--max-time 2s &&\n  ./deploy", with: "--max-time 1h &&\n  echo deployed"),
      environment, in: directory)
    #expect(deployed.text.hasSuffix("deployed\n"))
  }
}
