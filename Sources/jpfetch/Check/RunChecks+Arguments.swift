import JPCore

/// What the operands and options of `jpfetch check` mean.
extension RunChecks {
  /// The checks and resources that are named.
  struct Words {
    /// Those that are named; all where none is.
    let checks: Set<CheckName>
    /// Those that are named.
    let resources: [Resource]
    private let named: Set<CheckName>

    init(_ operands: [String]) throws(UsageError) {
      var checks: Set<CheckName> = []
      var resources: [Resource] = []
      for word in operands {
        if let name = CheckName(rawValue: word) {
          checks.insert(name)
        } else if let resource = Resource.understood(word) {
          resources.append(resource)
        } else {
          throw .unknownName(
            "check or resource", word.withoutUserInfo,
            known: CheckName.allCases.map(\.rawValue) + Resource.all.map(\.name))
        }
      }
      named = checks
      self.checks = checks.isEmpty ? Set(CheckName.allCases) : checks
      self.resources = resources
    }

    func names(_ check: CheckName) -> Bool { named.contains(check) }
  }

  /// The numbers of records that are expected: `users=10,photos=5000`, `public`. Without the option
  /// the known numbers of the public service and of the built-in data, and none of other servers.
  static func counts(_ options: OptionValues) throws(UsageError) -> [String: Int] {
    let known = Dictionary(uniqueKeysWithValues: Resource.all.map { ($0.name, $0.expectedCount) })
    guard options.isTyped(.expect) else {
      let isPublic = try options.baseURL.isPublic
      return isPublic || options.has(.sample) ? known : [:]
    }
    let hasPublic = options.values(of: .expect)
      .contains { $0.split(separator: ",").contains("public") }
    return (hasPublic ? known : [:]).merging(try explicitCounts(options)) { $1 }
  }

  /// Those of the resources that the option names.
  static func explicitCounts(_ options: OptionValues) throws(UsageError) -> [String: Int] {
    var counts: [String: Int] = [:]
    let place = OptionName.expect.typed
    let texts = options.values(of: .expect)
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for text in texts {
      if text == "public" { continue }
      let halves = text.split(separator: "=", omittingEmptySubsequences: false)
      guard halves.count == 2, !halves[0].isEmpty, let count = Int(halves[1]),
        halves[1].utf8.allSatisfy(\.isDigit)
      else {
        throw .badValue(place, String(text), expected: "<resource>=<n>,... or public")
      }
      let word = String(halves[0])
      guard let resource = Resource.understood(word) else {
        throw .unknownName("resource", word, known: Resource.all.map(\.name) + ["public"])
      }
      counts[resource.name] = count
    }
    return counts
  }

  /// `title,users.email`: fields of all lists, or of one.
  static func ignored(
    _ options: OptionValues, of resources: [Resource]
  ) throws(UsageError) -> [(list: String?, field: FieldPath)] {
    guard let (place, text) = options.value(of: .ignore) else { return [] }
    var fields: [(list: String?, field: FieldPath)] = []
    for word in text.commaSeparated {
      guard FieldPath.names(word) != nil else { throw .badValue(place, word, expected: "fields") }
      let parts = word.split(separator: ".", maxSplits: 1)
      let own = parts.count == 2 ? resources.first { $0.name == parts[0] } : nil
      let name = own == nil ? word : String(parts[1])
      var isKnown = false
      // What one of them has may be spelled by its last part; what none has may be in the data.
      for resource in own.map({ [$0] }) ?? resources {
        let relation = resource.path(name).relations.first?.name
        if let relation, own != nil {
          throw .badValue(place, word, expected: "members of the records, not their \(relation)")
        }
        guard let field = resource.ownField(named: name) else { continue }
        fields.append((resource.name, field))
        isKnown = true
      }
      if isKnown { continue }
      if let relation = resources.lazy.compactMap({ $0.path(name).relations.first?.name }).first {
        throw .badValue(place, word, expected: "members of the records, not their \(relation)")
      }
      fields.append((own?.name, FieldPath(name)))
    }
    return fields
  }

  /// Those that the catalogue doesn't have.
  static func unknown(
    _ fields: [(list: String?, field: FieldPath)]
  ) -> [(list: String?, field: FieldPath)] {
    fields.filter { $0.field.kind == .unknown }
  }

  /// `users.email ~ @`, `albums.userId in users.id`.
  static func assertions(_ options: OptionValues) throws(UsageError) -> [Assertion] {
    var assertions: [Assertion] = []
    for text in options.values(of: .assert) {
      do throws(QueryError) {
        assertions.append(try Assertion(text) { Duration(argument: $0) })
      } catch {
        let list = text.drop { $0 == "!" || $0.isWhitespace }.prefix { $0 != "." }
        throw UsageError(error, in: text, of: .assert, .named(String(list)))
      }
    }
    return assertions
  }

  /// Throws if the requests can't be listed in the report's format.
  static func checkPlanFormat(_ options: OptionValues) throws(UsageError) {
    guard options.isTyped(.format), let (_, format) = options.value(of: .format),
      ![ReportFormat.text, .json].map(\.rawValue).contains(format)
    else { return }
    throw .badValue("check --dry-run with --format", format, expected: "text or json")
  }

  /// All resources where none is named; else those that are, in the catalogue's order.
  ///
  /// - Parameters:
  ///   - others: the names of further resources, which options speak of.
  ///   - withParents: whether the resources that they refer to are needed too.
  static func resources(
    _ named: [Resource], beside others: [String], withParents: Bool
  ) -> [Resource] {
    if named.isEmpty { return Resource.all }
    var wanted = Set(named.map(\.name) + others)
    var parents = withParents ? named.compactMap(\.parent) : []
    while !parents.isEmpty {
      wanted.formUnion(parents.map(\.name))
      parents = parents.compactMap(\.parent)
    }
    return Resource.all.filter { wanted.contains($0.name) }
  }
}

extension Resource {
  /// The member of its own records that a word names; `nil` where it has none, or several.
  fileprivate func ownField(named word: String) -> FieldPath? {
    guard let field = try? field(word), field.kind != .unknown, field.relations.isEmpty
    else { return nil }
    return field
  }
}

extension Checks {
  /// Makes a check that an option asks for, and no other of its name.
  mutating func choose(
    _ name: CheckName, _ isAsked: Bool, _ words: RunChecks.Words, needing option: OptionName
  ) throws(UsageError) {
    if isAsked {
      names.insert(name)
    } else if words.names(name) {
      throw .needs("check \(name.rawValue)", option)
    } else {
      names.remove(name)
    }
  }
}

extension BaseURL {
  /// Whether it is the public service, by whichever scheme.
  fileprivate var isPublic: Bool {
    let text = text.withoutUserInfo.lowercased()
    let host = BaseURL.jsonPlaceholder.text.drop { $0 != ":" }
    return scheme == .http && text.drop { $0 != ":" } == host
  }
}
