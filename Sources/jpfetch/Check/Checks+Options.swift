import JPCore

extension Checks {
  /// Reads the operands and options of `jpfetch check`.
  init(_ operands: [String], _ options: OptionValues) throws(UsageError) {
    var named: Set<CheckName> = []
    var lists: [Resource] = []
    for word in operands {
      if let name = CheckName(rawValue: word) {
        named.insert(name)
      } else if let list = Resource.understood(word) {
        lists.append(list)
      } else {
        throw .unknownName(
          "check or resource", word,
          known: CheckName.allCases.map(\.rawValue) + Resource.all.map(\.name))
      }
    }
    var names = named.isEmpty ? Set(CheckName.allCases) : named
    for name in CheckName.allCases {
      guard let (option, isNeeded) = name.option else { continue }
      if options.isTyped(option) {
        names.insert(name)
      } else if isNeeded {
        if named.contains(name) { throw .needs("check \(name.rawValue)", option) }
        names.remove(name)
      }
    }
    let counts = try Self.counts(options)
    let assertions = try Self.assertions(options)
    self.init(
      names: names, expectedCounts: counts.expected, maxTime: try options.duration(.maxTime),
      ignored: options.value(of: .ignore)?.value.commaSeparated ?? [], assertions: assertions,
      source: options.checkedSource)
    if lists.isEmpty {
      lists = Resource.all
    } else {
      let others = counts.named + assertions.flatMap(\.lists)
      lists += others.compactMap(Resource.named)
      if names.contains(.refs) {
        for list in lists { lists += sequence(first: list, next: \.parent).dropFirst() }
      }
    }
    let needed = Set(lists.map(\.name))
    resources = Resource.all.filter { needed.contains($0.name) }
    let reasons = names.sorted().compactMap { name in
      resources.allSatisfy { reasonToSkip(name, $0) != nil }
        ? (name, reasonToSkip(name, resources[0]) ?? "") : nil
    }
    if assertions.isEmpty, reasons.count == names.count, let (name, reason) = reasons.first {
      // It would pass without having looked at anything.
      throw UsageError("check \(name.rawValue): \(reason)")
    }
  }

  /// The counts of `--expect`, and the lists that it names. Without the option, the known counts for
  /// the public service and the built-in data; no counts for other servers.
  private static func counts(
    _ options: OptionValues
  ) throws(UsageError) -> (expected: [String: Int], named: [String]) {
    let known = Dictionary(uniqueKeysWithValues: Resource.all.map { ($0.name, $0.expectedCount) })
    guard options.isTyped(.expect) else {
      return (try options.baseURL.isPublic || options.has(.sample) ? known : [:], [])
    }
    var counts: [String: Int] = [:]
    var isPublic = false
    let words = options.values(of: .expect)
      .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
    for word in words {
      if word == "public" {
        isPublic = true
        continue
      }
      let halves = word.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
      guard halves.count == 2, !halves[0].isEmpty, let count = Int(halves[1]),
        halves[1].utf8.allSatisfy(\.isDigit)
      else {
        throw .badValue(
          OptionName.expect.typed, String(word), expected: "<resource>=<n>,... or public")
      }
      guard let list = Resource.understood(halves[0]) else {
        throw .unknownName(
          "resource", halves[0], known: Resource.all.map(\.name) + ["public"])
      }
      counts[list.name] = count
    }
    return ((isPublic ? known : [:]).merging(counts) { $1 }, Array(counts.keys))
  }

  /// `users.email ~ @`, `albums.userId in users.id`.
  private static func assertions(_ options: OptionValues) throws(UsageError) -> [Assertion] {
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
}

extension OptionValues {
  /// The source of the lists that are checked, without the one of `--against`.
  fileprivate var checkedSource: Checks.Source {
    if localSource != nil { return .local }
    return has(.offline) ? .store : .server
  }
}

extension BaseURL {
  /// Whether it is the public service, by whichever scheme.
  fileprivate var isPublic: Bool {
    let text = description.lowercased()
    let host = BaseURL.jsonPlaceholder.text.drop { $0 != ":" }
    return scheme == .http && text.drop { $0 != ":" } == host
  }
}
