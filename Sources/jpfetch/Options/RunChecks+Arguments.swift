import JPCore

/// What the operands and options of `jpfetch check` mean.
extension RunChecks {
  /// The checks and resources that are named: without a check all checks, without a resource none.
  static func words(
    _ operands: [String]
  ) throws(UsageError) -> (checks: Set<CheckName>, resources: [Resource]) {
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
    return (checks.isEmpty ? Set(CheckName.allCases) : checks, resources)
  }

  /// The report's format. JPFETCH_FORMAT is ignored, because it is for answers.
  static func format(_ options: OptionValues) throws(UsageError) -> ReportFormat {
    guard options.isTyped(.format), let (place, value) = options.value(of: .format) else {
      return .text
    }
    guard let format = ReportFormat(rawValue: value) else {
      throw .badChoice(place, value, ReportFormat.choices)
    }
    return format
  }

  /// `users=10,photos=5000`.
  static func counts(_ options: OptionValues) throws(UsageError) -> [String: Int] {
    var counts: [String: Int] = [:]
    let place = OptionName.expect.typed
    let texts = options.values(of: .expect)
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for text in texts {
      let halves = text.split(separator: "=", omittingEmptySubsequences: false)
      guard halves.count == 2, !halves[0].isEmpty, let count = Int(halves[1]),
        halves[1].utf8.allSatisfy(\.isDigit)
      else {
        throw .badValue(place, String(text), expected: "<resource>=<n>,...")
      }
      let word = String(halves[0])
      guard let resource = Resource.understood(word) else {
        throw .unknownName("resource", word, known: Resource.all.map(\.name))
      }
      counts[resource.name] = count
    }
    return counts
  }

  /// `users.email ~ @`, `albums.userId in users.id`.
  static func assertions(_ options: OptionValues) throws(UsageError) -> [Assertion] {
    var assertions: [Assertion] = []
    let place = OptionName.assert.typed
    for text in options.values(of: .assert) {
      let assertion: Assertion
      do {
        assertion = try Assertion(text, isBoolean: isBoolean) { Duration(argument: $0) }
      } catch {
        throw .badExpression(place, text, error)
      }
      for name in assertion.lists ?? [] where Resource.named(name) == nil {
        throw .unknownName("resource", name, known: Resource.all.map(\.name))
      }
      for (name, field) in assertion.fields {
        guard let resource = Resource.named(name),
          resource.kind(of: field) == nil || resource.relation(of: field) != nil
        else { continue }
        // A list is checked by itself.
        let known = resource.paths.filter { resource.relation(of: FieldPath($0)) == nil }
        throw .unknownName("field", of: name, field.text, known: known)
      }
      switch assertion.claim {
      case .count(let condition): try Selection.checkNumber(in: condition, of: .assert)
      case .every(let field, let condition):
        let resource = assertion.list.flatMap(Resource.named)
        if resource?.kind(of: field) == .value(.integer),
          condition.operands.contains(where: \.hasConjunction)
        {
          throw .badExpression(
            place, text, Condition.SyntaxError(offset: 0, expected: .oneCondition))
        }
        if condition.isFlag, resource?.kind(of: field) != .value(.boolean) {
          let end = text.unicodeScalars.count
          throw .badExpression(
            place, text, Condition.SyntaxError(offset: end, expected: .claim))
        }
      case .time, .unique, .among: break
      }
      assertions.append(assertion)
    }
    return assertions
  }

  /// Whether a name, with its list's before it, is a boolean field's.
  private static func isBoolean(_ name: String) -> Bool {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2, let resource = Resource.named(String(parts[0])) else { return false }
    return resource.kind(of: FieldPath(String(parts[1]))) == .value(.boolean)
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

  /// `junit=FILE`.
  static func files(
    _ options: OptionValues
  ) throws(UsageError) -> [(format: ReportFormat, target: OutputTarget)] {
    var files: [(format: ReportFormat, target: OutputTarget)] = []
    var paths: Set<String> = []
    let place = OptionName.report.typed
    for text in options.values(of: .report) {
      let halves = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2, !halves[0].isEmpty, !halves[1].isEmpty, halves[1] != "-" else {
        throw .badValue(place, text, expected: "<format>=<file>")
      }
      guard let format = ReportFormat(rawValue: String(halves[0])) else {
        throw .badChoice(place, String(halves[0]), ReportFormat.choices)
      }
      let path = String(halves[1])
      guard paths.insert(path).inserted else {
        throw .badValue(place, text, expected: "each file once")
      }
      files.append((format, .file(path)))
    }
    return files
  }
}
