import JPCore

extension Cache {
  // MARK: warm

  /// Fetches all lists, with the same requests as every other command, and reports which of them
  /// it has stored.
  func warm() throws -> ExitCode {
    let fetcher = try settings.fetcher(notices)
    notices.writeMessages(settings.warnings(about: fetcher))
    let lists = try notices.fetch(with: fetcher) {
      try await fetcher.listOutcomes(of: Resource.all)
    }
    let counts = lists.map(ListCounts.init(stored:))
    let outcome = WarmResult(directory: directory, counts)
    try warnOfFailures(in: lists, of: outcome)
    var answer = Answer((), sources: lists.compactMap(\.source))
    // These warnings also say why a list isn't stored.
    notices.warn(about: answer, isForStore: true)
    answer.failures = lists.compactMap(\.error)
    try writeOutcome(
      outcome.sentences(counts), Meta(outcome.tree, answer, settings, counts: counts).tree)
    if outcome.notStored.isEmpty { return .answered }
    return .incomplete
  }

  /// Warns of each error, or throws the first one if nothing is stored.
  private func warnOfFailures(in lists: [ListOutcome], of outcome: WarmResult) throws {
    for error in lists.compactMap(\.error) {
      if outcome.stored.isEmpty { throw error }
      notices.writeMessage(Message(warning: "not stored", because: error, exit: .incomplete))
    }
  }

  /// What `cache warm` did, the `data` of its JSON.
  struct WarmResult: JSONTreeConvertible {
    let directory: String
    let stored: [String]
    let notStored: [String]

    init(directory: String, _ counts: [ListCounts]) {
      self.directory = directory
      stored = counts.filter { $0.total != nil }.map(\.name)
      notStored = counts.filter { $0.total == nil }.map(\.name)
    }

    func sentences(_ counts: [ListCounts]) -> [String] {
      var amounts: [String] = []
      for list in counts {
        if let total = list.total { amounts.append(total.inWords(of: list.name)) }
      }
      var sentences: [String] = []
      if !stored.isEmpty { sentences.append("stored in \(directory): \(amounts.inWords)") }
      if !notStored.isEmpty { sentences.append("not stored: \(notStored.inWords)") }
      return sentences
    }

    static let members: [JSONMember<WarmResult>] = [
      .init("directory", "text", "the directory of the store") { $0.directory },
      .init("stored", "array", "the names of the lists that were stored") { $0.stored },
      .init("notStored", "array", "the names of the others") { $0.notStored },
    ]

    var tree: JSONTree { JSONTree(self, Self.members) }
  }

  // MARK: export

  /// Writes the stored lists to files for `--base-url file:DIR`. If a list isn't stored, writes
  /// nothing.
  func export(to directory: String) throws {
    let fetcher = try settings.fetcher(notices, stored: .only)
    let lists = try notices.fetch(with: fetcher, showsProgress: false) {
      // If lists are missing, this throws one error that names them all.
      _ = try await fetcher.records(.everything)
      return try await fetcher.listOutcomes(of: Resource.all)
    }
    try SystemFile.makeDirectory(directory)
    for list in lists {
      let bytes = try list.result.get().content.document.bytes[...]
      try OutputFile.write(to: "\(directory)/\(list.resource.name).json") { output in
        output.append(bytes.span.bytes)
      }
    }
    let shown = directory.withoutSecrets
    try writeOutcome(
      ["wrote \(lists.count) lists to \(shown)"],
      ["directory": shown, "lists": lists.count])
  }
}

extension ListCounts {
  /// The number of a list's records; `nil` if the list isn't in the store.
  fileprivate init(stored list: ListOutcome) {
    let name = list.resource.name
    if let answer = list.list, answer.source.isInStore {
      self.init(name, total: answer.content.objects.count)
    } else {
      self.init(missing: name)
    }
  }
}
