import JPCore

extension Cache {
  // MARK: warm

  /// Fetches all lists, with the same requests as every other command, and reports which of them
  /// it has stored.
  func warm() throws -> ExitCode {
    let fetcher = try settings.fetcher(notices)
    let lists = try notices.fetch(with: fetcher) {
      try await fetcher.lists(of: Resource.all)
    }
    var counts: [ListCounts] = []
    var stored: [String] = []
    var amounts: [String] = []
    var missing: [String] = []
    for list in lists {
      let name = list.resource.name
      guard let answer = list.list, answer.source.isInStore else {
        counts.append(ListCounts(missing: name))
        missing.append(name)
        continue
      }
      let count = answer.content.objects.count
      counts.append(ListCounts(name, total: count))
      stored.append(name)
      amounts.append(count.inWords(of: name))
    }
    let failures = lists.compactMap(\.error)
    if let error = failures.first {
      if stored.isEmpty { throw error }
      notices.write(Message(warning: "not stored", because: error, exit: .limited))
    }
    var answer = Answer((), sources: lists.compactMap(\.source))
    // These warnings also say why a list isn't stored.
    notices.warn(about: answer, isForStore: true)
    answer.failures = failures
    var sentences: [String] = []
    if !stored.isEmpty { sentences.append("stored in \(directory): \(amounts.inWords)") }
    if !missing.isEmpty { sentences.append("not stored: \(missing.inWords)") }
    let outcome = WarmOutcome(directory: directory, stored: stored, notStored: missing)
    try writeOutcome(sentences, Meta(outcome.tree, answer, settings, counts: counts).tree)
    if missing.isEmpty { return .answered }
    return .limited
  }

  /// What `cache warm` did, the `data` of its JSON.
  struct WarmOutcome: JSONTreeConvertible {
    let directory: String
    let stored: [String]
    let notStored: [String]

    static let members: [JSONMember<WarmOutcome>] = [
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
      return try await fetcher.lists(of: Resource.all)
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
