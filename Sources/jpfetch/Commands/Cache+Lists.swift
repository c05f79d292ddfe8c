import JPCore

/// The actions about the resources' lists: warm and export.
extension Cache {
  // MARK: warm

  /// Fetches all lists, with the same requests as every other command.
  func warm() throws -> ExitCode {
    let (lists, previews) = try notices.fetch(with: fetcher) { [fetcher] in
      let lists = try await fetcher.lists(of: Resource.all)
      // These previews come after the fetch, so they show which lists are stored now.
      let previews = try await fetcher.preview(Resource.all)
      return (lists, previews)
    }
    var warmed = WarmedLists()
    for (list, preview) in zip(lists, previews) {
      warmed.add(list, isStored: preview.lookUp.isStored)
    }
    let failures = lists.compactMap(\.error)
    if let error = warmed.error, failures.count == lists.count {
      throw error
    }
    if let error = failures.first, warmed.error == nil {
      notices.write(Message(warning: "not confirmed", because: error))
    }
    var answer = Answer((), sources: lists.compactMap(\.source))
    // These warnings also say why a list isn't stored.
    notices.warn(about: answer)
    answer.failures = failures
    try writeOutcome(warmed.sentences(directory), Meta.tree(.null, answer, settings))
    if let error = warmed.error { throw error }
    guard warmed.isWhole else { return .limited }
    return ExitCode(for: answer, isStrict: true)
  }

  // MARK: export

  /// Writes the stored lists to files for `--base-url file:DIR`. If a list isn't stored, writes
  /// nothing.
  func export(to directory: String) throws {
    let lists = try notices.fetch(with: fetcher, showsProgress: false) { [fetcher] in
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

/// The outcome of warming for each list.
private struct WarmedLists {
  private enum Outcome: CaseIterable {
    /// The server sent a response, which is stored now.
    case stored
    /// The server confirmed the stored response.
    case confirmed
    /// The stored response is fresh, so the server wasn't asked.
    case fresh
    /// The server failed, and the stored response was kept.
    case kept
    /// The list's response isn't stored.
    case missing
  }

  private var lists: [Outcome: [String]] = [:]

  /// The first error of a list for which nothing is stored.
  private(set) var error: FetchError?

  /// - Parameter isStored: whether a response is stored for the list now.
  mutating func add(_ list: ListAnswer, isStored: Bool) {
    let name = list.resource.name
    switch list.result {
    case .success(let answer):
      let words = answer.content.recordCount.inWords(of: name)
      lists[Self.outcome(answer.source), default: []].append(words)
    case .failure(let failure):
      guard !isStored else {
        return lists[.kept, default: []].append(name)
      }
      lists[.missing, default: []].append(name)
      if error == nil { error = failure }
    }
  }

  private static func outcome(_ source: Source) -> Outcome {
    // An older response may be stored although this one isn't.
    guard source.isStored else { return .missing }
    switch source.origin {
    case .network: return .stored
    case .revalidated: return .confirmed
    case .fresh: return .fresh
    case .stale, .offline, .file, .sample: return .kept
    }
  }

  var isWhole: Bool { lists[.missing] == nil }

  /// A sentence for each outcome.
  ///
  /// - Parameter directory: the store's directory.
  func sentences(_ directory: String) -> [String] {
    if Array(lists.keys) == [.fresh] {
      let count = Resource.countInWords
      return ["nothing to fetch: all \(count) lists stored in \(directory) are still fresh"]
    }
    var sentences: [String] = []
    for outcome in Outcome.allCases {
      guard let names = lists[outcome]?.inWords else { continue }
      switch outcome {
      case .stored: sentences.append("stored in \(directory): \(names)")
      case .confirmed: sentences.append("unchanged in \(directory): \(names)")
      case .fresh: sentences.append("still fresh in \(directory), not fetched: \(names)")
      case .kept: sentences.append("not fetched, kept in \(directory) as before: \(names)")
      case .missing: sentences.append("not stored: \(names)")
      }
    }
    return sentences
  }
}
