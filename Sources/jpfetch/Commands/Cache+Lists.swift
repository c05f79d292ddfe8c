import JPCore

extension Cache {
  // MARK: warm

  /// Fetches all lists, with the same requests as every other command, and reports which lists are
  /// in the store afterwards.
  func warm() throws -> ExitCode {
    let fetcher = try settings.fetcher(notices)
    let lists = try notices.fetch(with: fetcher) {
      try await fetcher.lists(of: Resource.all)
    }
    let stored = try storedLists()
    var warmed = WarmedLists()
    var sources: [Source] = []
    for (list, storedList) in zip(lists, stored) {
      warmed.add(list, stored: storedList)
      if let source = list.source ?? storedList.source { sources.append(source) }
    }
    let failures = lists.compactMap(\.error)
    if let error = warmed.error, warmed.stored.isEmpty { throw error }
    if let error = warmed.error {
      notices.write(Message(warning: "not stored", because: error))
    } else if let error = failures.first {
      notices.write(Message(warning: "not renewed", because: error))
    }
    var answer = Answer((), sources: sources)
    // These warnings also say why a list isn't stored.
    notices.warn(about: answer)
    answer.failures = failures
    try writeOutcome(
      warmed.sentences(directory),
      Meta.tree(warmed.tree(directory), answer, settings, counts: warmed.counts))
    guard warmed.areRenewed else { return .limited }
    return ExitCode(for: answer, isStrict: true)
  }

  /// The lists in the store, whatever their age.
  private func storedLists() throws -> [ListAnswer] {
    let fetcher = try settings.fetcher(notices, stored: .only)
    return try runOnMainThread {
      try await fetcher.lists(of: Resource.all)
    }
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

/// The lists in the store after `cache warm`, compared with those that the server sent.
private struct WarmedLists {
  /// For each list, how many records are stored; `nil` if it isn't stored.
  private(set) var counts: [(name: String, count: Int?)] = []

  private(set) var stored: [String] = []

  private var missing: [String] = []

  /// The lists in the store that weren't renewed: the server failed, or its response couldn't be
  /// stored.
  private var kept: [String] = []

  /// The first error of a list that isn't stored.
  private(set) var error: FetchError?

  /// Whether each list is in the store, and is fresh or was just sent or confirmed by the server.
  var areRenewed: Bool { missing.isEmpty && kept.isEmpty }

  /// - Parameters:
  ///   - list: the list as it was fetched.
  ///   - storedList: the list that the store has after the fetch.
  mutating func add(_ list: ListAnswer, stored storedList: ListAnswer) {
    let name = list.resource.name
    guard case .success(let answer) = storedList.result else {
      counts.append((name, nil))
      missing.append(name)
      if error == nil { error = list.error }
      return
    }
    counts.append((name, answer.content.elementCount))
    stored.append(name)
    // The store may have an older response, although this one isn't stored.
    let isRenewed = list.error == nil && list.source?.isStored == true
    if !isRenewed { kept.append(name) }
  }

  func sentences(_ directory: String) -> [String] {
    var sentences: [String] = []
    var words: [String] = []
    for (name, count) in counts {
      if let count { words.append(count.inWords(of: name)) }
    }
    if !words.isEmpty { sentences.append("stored in \(directory): \(words.inWords)") }
    if !kept.isEmpty { sentences.append("not renewed: \(kept.inWords)") }
    if !missing.isEmpty { sentences.append("not stored: \(missing.inWords)") }
    return sentences
  }

  func tree(_ directory: String) -> JSONTree {
    [
      "directory": directory,
      "stored": stored,
      "notRenewed": kept,
      "notStored": missing,
    ]
  }
}
