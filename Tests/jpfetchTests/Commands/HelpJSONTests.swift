import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("Help for programs", .evidence)
struct HelpJSONTests {
  private func json(_ words: String...) throws -> JSONValue {
    let outcome = try run(Places.jpfetch, words)
    #expect((outcome.status, outcome.errors) == (0, ""))
    return try JSONDocument(Array(outcome.output)).root
  }

  @Test("help --json has every option that help has, with its words")
  func overview() throws {
    let root = try json("help", "--json")
    let options = try #require(root["options"]).elements
    #expect(options.map { $0["name"]?.string } == OptionDeclaration.all.map(\.name.typed))
    let limit = options.first { $0["name"]?.string == "--limit" }
    #expect(limit?["short"]?.string == "-n")
    #expect(limit?["value"]?.string == "<n>")
    let color = try #require(options.first { $0["name"]?.string == "--color" })
    #expect(color["choices"]?.elements.map { $0["name"]?.string } == ["auto", "always", "never"])
    #expect(color["default"]?.string == "auto")
    let help = try run(Places.jpfetch, ["--help"]).text
    for option in options {
      #expect(help.contains(option["help"]?.string ?? "-"), "\(option)")
    }
    #expect(try run(Places.jpfetch, ["--help", "--json"]).text.hasPrefix("{"))
  }

  @Test("A command's options are those that it takes", arguments: CommandName.typed)
  func command(name: CommandName) throws {
    let options = try #require(try json("help", name.rawValue, "--json")["options"]).elements
    #expect(
      options.map { $0["name"]?.string }
        == OptionDeclaration.options(of: name).map(\.name.typed))
  }

  @Test("A resource's schema holds for its records, alone, in lists and with others in them")
  func schema() throws {
    for resource in Resource.all {
      let schema = try json("help", resource.name, "--json")
      var embeds: [[String]] = [["1"]] + resource.relations.map { ["-e", $0] }
      embeds.append(["-e", "none"])
      for words in embeds {
        let records = try run(
          Places.jpfetch, [resource.name, "--json", "-n", "7"] + words + fromSampleFiles)
        let value = try JSONDocument(Array(records.output)).root
        #expect(Self.fits(value, schema, schema), "\(resource.name) \(words)")
      }
      for bad in ["{}", #"[{"id":1}]"#, "7", "[[]]"] {
        let value = try JSONDocument(Array(bad.utf8)).root
        #expect(!Self.fits(value, schema, schema), "\(resource.name) \(bad)")
      }
    }
  }

  /// Validates by the words of JSON Schema that the schemas use.
  private static func fits(_ value: JSONValue, _ schema: JSONValue, _ root: JSONValue) -> Bool {
    if let name = schema["$ref"]?.string {
      let target = name.split(separator: "/").last.flatMap { root["$defs"]?[String($0)] }
      return target.map { fits(value, $0, root) } ?? false
    }
    if let choices = schema["anyOf"]?.elements {
      return choices.contains { fits(value, $0, root) }
    }
    let types = schema["type"].map { $0.kind == .array ? $0.elements : [$0] } ?? []
    guard types.contains(where: { hasType(value, $0.string) }) else { return false }
    if let items = schema["items"], !value.elements.allSatisfy({ fits($0, items, root) }) {
      return false
    }
    let required = schema["required"]?.elements.compactMap(\.string) ?? []
    return required.allSatisfy { value[$0] != nil }
      && (schema["properties"]?.members ?? []).allSatisfy { name, schema in
        value[name].map { fits($0, schema, root) } ?? true
      }
  }

  private static func hasType(_ value: JSONValue, _ type: String?) -> Bool {
    switch value.kind {
    case .object: type == "object"
    case .array: type == "array"
    case .string: type == "string"
    case .number: type == "integer" && value.integer != nil
    case .boolean: type == "boolean"
    case .null: type == "null"
    }
  }
}
