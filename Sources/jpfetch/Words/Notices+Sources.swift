import JPCore

/// What is said about where an answer came from.
extension Notices {
  /// `-v`: describes every source of a fetch whose answers are of no use.
  func describeParts(of fetcher: Fetcher) {
    for part in fetcher.progress?.parts ?? [] { describe(part) }
  }

  /// Reports the stored responses that could not be used.
  func writeStoreErrors(of fetcher: Fetcher) {
    for error in fetcher.progress?.storeErrors ?? [] { write(error) }
  }

  private func describe(_ part: FetchProgress.Part) {
    switch part.outcome {
    case .success(let source)?: describe(source)
    case .failure(let error)?: describe(error)
    case nil:
      let name = part.name == part.url ? "" : "\(part.name): "
      if verbosity > 0 { write("\(name)\(part.url) given up") }
    }
  }

  /// `-v`: a line for each source; `-vv`: its header fields, secrets masked, and where its time
  /// went.
  func describe(_ source: Provenance) {
    guard verbosity > 0 else { return }
    let age = source.storedAgo.map { ", stored \($0.roughly()) ago" } ?? ""
    let name = source.resource.map { "\($0): " } ?? ""
    let url = source.url.withoutUserInfo
    let list = source.derivedFrom.map { ", derived from \($0.withoutUserInfo)" } ?? ""
    let facts = "\(source.bytes.bytesInWords), \(source.duration.roundedMilliseconds) ms"
    write("\(name)\(url)\(list) \(source.status), \(facts), \(source.cacheWord)\(age)")
    if let failure = source.failure { describe(failure) }
    guard verbosity > 1 else { return }
    if let times = source.head.times { write("  \(times.inWords)") }
    describe(source.fields)
  }

  /// `-v`: a line for a source that failed, and what is below the error that is told; `-vv`: its
  /// response as well.
  func describe(_ failure: FetchError) {
    guard verbosity > 0 else { return }
    let status = failure.status.map { "\($0), \(failure.body.count.bytesInWords)" } ?? "no answer"
    let time = failure.duration.map { ", \($0.roundedMilliseconds) ms" } ?? ""
    let name = failure.resource.map { "\($0): " } ?? ""
    write("\(name)\(failure.url.withoutUserInfo) \(status)\(time), failed")
    describeCauses(of: failure)
    if let hidden = failure.hiddenFailure { describe(hidden) }
    guard verbosity > 1 else { return }
    if let times = failure.response?.times { write("  \(times.inWords)") }
    describe(failure.fields)
    let shown = failure.body.prefix(Self.maxBodyBytes)
    for line in String(decoding: shown, as: UTF8.self).split(whereSeparator: \.isNewline) {
      write("  \(line)")
    }
    let rest = failure.body.count - shown.count
    if rest > 0 { write("  ... and \(rest.bytesInWords) more") }
  }

  /// How much of a failure's content `-vv` shows.
  private static let maxBodyBytes = 4096

  /// From the outermost to the words of the layer below.
  private func describeCauses(of failure: FetchError) {
    write("  \(ErrorReport(failure).sentence)")
    if case .transport(let error) = failure.cause, !error.detail.isEmpty {
      write("  \(error.detail)")
    }
  }

  private func describe(_ fields: HeaderFields) {
    for field in fields.all {
      write("  \(field.name): \(field.isSecret ? "***" : field.value.withoutUserInfo)")
    }
  }

  /// One line for all stored responses that stand in for failures.
  func warnOfStale(_ sources: [Provenance]) {
    let stale = sources.filter { $0.failure != nil }
    guard let failure = stale.first?.failure else { return }
    warn(
      "stale", "showing \(words(forStored: stale))", because: ErrorReport(failure).sentence,
      source: failure.resource, url: failure.url)
  }

  /// `--offline --strict`: the stored responses that are stale.
  func warnOfOld(_ sources: [Provenance]) {
    let old = sources.filter { $0.isStale && $0.failure == nil }
    guard let first = old.first else { return }
    warn("stale", "stale: \(words(forStored: old))", source: first.resource, url: first.url)
  }

  /// `photos stored 2 hours ago`; the oldest, if the ages differ.
  private func words(forStored sources: [Provenance]) -> String {
    var names: [String] = []
    for case let name? in sources.map(\.resource) where !names.contains(name) { names.append(name) }
    let list = sources.contains { $0.derivedFrom != nil } ? " from a list" : ""
    let what = (names.isEmpty ? "an answer" : names.inWords) + list
    let oldest = sources.max { $0.storedAgo ?? .zero < $1.storedAgo ?? .zero }
    let age = (oldest?.storedAgo ?? .zero).roughly()
    guard let name = oldest?.resource, sources.contains(where: { $0.storedAgo?.roughly() != age })
    else {
      return "\(what) stored \(age) ago"
    }
    return "\(what) stored up to \(age) ago (\(name))"
  }
}

extension TransferTimes {
  /// From the transfer's start.
  fileprivate var inWords: String {
    "DNS \(lookUp.roundedMilliseconds) ms, connection \(connection.roundedMilliseconds) ms, "
      + (tls > .zero ? "TLS \(tls.roundedMilliseconds) ms, " : "")
      + "first byte \(firstByte.roundedMilliseconds) ms"
  }
}

extension Provenance {
  /// The cache word of ``origin``.
  var cacheWord: String { origin.cacheWord }
}

extension TransportResponse.Origin {
  /// The word of RFC 9211 if it has one.
  var cacheWord: String {
    switch self {
    case .network: "miss"
    case .fresh: "hit"
    case .revalidated: "revalidated"
    case .stale: "stale"
    case .offline: "offline"
    case .sample: "sample"
    case .file: "file"
    }
  }
}
