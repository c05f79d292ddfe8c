import JPCore

extension Checks {
  /// Reads the operands, `ids refs users` in any order, and the options of `jpfetch check`.
  init(_ operands: [String], _ options: Options) throws(Message) {
    let typed = try Self.readOperands(operands)
    var lists = typed.lists
    names = try Self.namesToCheck(typed.checks, options)
    let counted = try readExpectedCounts(options)
    for text in options.texts(.assert) { assertions.append(try Assertion(typed: text)) }
    maxTime = options.duration(.maxTime)
    if let list = options.joinedTexts(.ignore) { ignored = FieldPath.splitNames(list) }
    if lists.isEmpty {
      resources = Resource.all
    } else {
      lists += counted
      for assertion in assertions { lists += assertion.lists.compactMap(Resource.named) }
      resources = Self.listsToFetch(lists, withParents: names.contains(.refs))
    }
    try leaveOutChecks(named: typed.checks, options)
  }

  /// The checks and the lists that the operands name.
  private static func readOperands(
    _ operands: [String]
  ) throws(Message) -> (checks: Set<CheckName>, lists: [Resource]) {
    var checks: Set<CheckName> = []
    var lists: [Resource] = []
    for word in operands {
      if let name = CheckName(rawValue: word) {
        checks.insert(name)
      } else if let list = Resource.withNameOrAlias(word) {
        lists.append(list)
      } else {
        let known = CheckName.allCases.map(\.rawValue) + Resource.all.map(\.name)
        let message = Message.unknownName(
          "check or resource", word, after: CommandName.check.rawValue, known: known)
        throw message.withAdvice(
          .quotingConditions(in: operands, for: "--assert 'LIST.FIELD OP VALUE'"))
      }
    }
    return (checks, lists)
  }

  /// Leaves out the checks that have nothing to look at, because such a check must not pass.
  ///
  /// - Throws: a usage error if such a check was named.
  private mutating func leaveOutChecks(
    named: Set<CheckName>, _ options: Options
  ) throws(Message) {
    let localOrigin = options.origin(of: .offline) ?? options.localOrigin
    for name in CheckName.allCases where names.contains(name) {
      let reason = name.reasonToLeaveOut(from: resources, localOrigin: localOrigin)
      guard let reason else { continue }
      if named.contains(name) { throw .usage("check \(name.rawValue): \(reason)") }
      names.remove(name)
    }
  }

  /// The named checks, or all if none is named, and the checks that an option adds.
  private static func namesToCheck(
    _ named: Set<CheckName>, _ options: Options
  ) throws(Message) -> Set<CheckName> {
    var names = named
    if named.isEmpty { names = Set(CheckName.allCases) }
    for name in CheckName.allCases {
      guard let option = name.option else { continue }
      if options.has(option) {
        names.insert(name)
      } else if name.needsOption {
        if named.contains(name) {
          throw .usage("check \(name.rawValue) needs \(option.typed)")
        }
        names.remove(name)
      }
    }
    return names
  }

  /// The lists in the catalogue's order, each once.
  ///
  /// - Parameter withParents: whether to add the lists that others refer to: `albums` and `users`
  ///   for `photos`.
  private static func listsToFetch(_ lists: [Resource], withParents: Bool) -> [Resource] {
    var names: Set<String> = []
    for list in lists {
      names.insert(list.name)
      guard withParents else { continue }
      var parent = list.parent
      while let ancestor = parent?.resource {
        names.insert(ancestor.name)
        parent = ancestor.parent
      }
    }
    return Resource.all.filter { names.contains($0.name) }
  }
}

// MARK: Expected counts

extension Checks {
  /// Reads the counts of `--expect`, `users=11,public`. Without the option, the public service and
  /// the built-in data have their known counts, and other servers have none.
  ///
  /// - Returns: the lists whose count is given, `users`.
  private mutating func readExpectedCounts(
    _ options: Options
  ) throws(Message) -> [Resource] {
    guard let values = options.joinedTexts(.expect)?.commaSeparated else {
      // Built-in data has the service's base URL, and its counts.
      if Settings.DataSource(options).base.isPublic { expectPublicCounts() }
      return []
    }
    // `users=11` wins over `public`, wherever it is typed.
    if values.contains("public") { expectPublicCounts() }
    var lists: [Resource] = []
    for value in values where value != "public" {
      let (list, count) = try Self.readExpectedCount(value)
      if let other = expectedCounts[list.name], other != count, lists.contains(list) {
        throw .conflict("\(list.name)=\(other)", "\(list.name)=\(count)")
      }
      expectedCounts[list.name] = count
      lists.append(list)
    }
    return lists
  }

  private mutating func expectPublicCounts() {
    for resource in Resource.all { expectedCounts[resource.name] = resource.expectedCount }
  }

  /// Reads the count of one list, `users=11`.
  private static func readExpectedCount(
    _ word: String
  ) throws(Message) -> (list: Resource, count: Int) {
    let halves = word.split(separator: "=", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[0].isEmpty, let count = Int(digits: halves[1]) else {
      throw .badValue(
        OptionName.expect.typed, word, expected: OptionDeclaration.ValueForm.counts.expected)
    }
    let name = String(halves[0])
    guard let list = Resource.withNameOrAlias(name) else {
      let known = Resource.all.map(\.name) + ["public"]
      throw .unknownName("resource", name, known: known)
    }
    return (list, count)
  }
}

extension BaseURL {
  /// Whether the URL is the public service's, with http or https.
  fileprivate var isPublic: Bool {
    guard scheme == .http else { return false }
    let host = description.lowercased().drop { $0 != ":" }
    return host == BaseURL.jsonPlaceholder.text.drop { $0 != ":" }
  }
}
