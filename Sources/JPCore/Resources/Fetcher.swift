/// Which records to get, and what to embed in them.
public struct RecordQuery: Sendable {
  /// The resource of the outermost records.
  public var resource: Resource

  /// The ids of the records, in the order in which they are wanted; none for the whole list.
  public var ids: [String]

  /// What to embed.
  public var embeddings: [Embedding]

  /// Each id once, in the order in which they are first named.
  fileprivate var uniqueIDs: [String] {
    var seen: Set<[UInt8]> = []
    return ids.filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// Asks for the whole list or for single records of a resource.
  ///
  /// - Precondition: each embedding is of records that belong to those they are embedded in.
  public init(_ resource: Resource, ids: [String] = [], embeddings: [Embedding] = []) {
    precondition(embeddings.areRelations(of: resource.name), "no relation of \(resource.name)")
    self.resource = resource
    self.ids = ids
    self.embeddings = embeddings
  }
}

/// Gets records from a transport: all lists at once, each checked and indexed as it arrives, then
/// joined.
public struct Fetcher: Sendable {
  private let transport: any Transport
  private let base: BaseURL

  /// Makes a fetcher for the API below a base URL.
  public init(_ transport: any Transport, base: BaseURL) {
    self.transport = transport
    self.base = base
  }

  /// A fetcher for the built-in data.
  public static let sample = Fetcher(SampleTransport(), base: .sample)

  /// Whether the transport never waits, so that ``recordsNow(_:)`` can be used.
  package var isImmediate: Bool { transport is any ImmediateTransport }

  /// Gets the records of a query with what belongs to them.
  ///
  /// - Returns: the records, and what did not fit together.
  /// - Throws: the ``FetchError`` of the first source in the catalogue's order that failed, whichever
  ///   arrived first; `CancellationError`.
  public func records(_ query: RecordQuery) async throws -> (Records, [Irregularity]) {
    guard !isImmediate else { return try recordsNow(query) }
    let asked = sources(of: query, singly: true)
    let answers = try await inOrder(asked) { source in
      try self.records(of: source, in: try await response(to: source))
    }
    return try joined(query, answers)
  }

  /// The same as ``records(_:)`` without starting a task: whole lists, from which the ids are chosen
  /// here.
  ///
  /// - Precondition: ``isImmediate``.
  /// - Throws: ``FetchError``.
  package func recordsNow(_ query: RecordQuery) throws -> (Records, [Irregularity]) {
    let asked = sources(of: query, singly: false)
    let answers = try asked.map { source in
      try self.records(of: source, in: try responseNow(to: source))
    }
    return try joined(query, answers)
  }

  /// Gets any JSON document.
  ///
  /// - Parameter url: a path below the base URL, from its slash, or a whole URL.
  /// - Throws: ``FetchError``, `CancellationError`.
  public func document(at url: String) async throws -> JSONDocument {
    let source = source(at: url)
    return try document(of: source, in: try await response(to: source))
  }

  /// The same as ``document(at:)`` without starting a task.
  ///
  /// - Precondition: ``isImmediate``.
  /// - Throws: ``FetchError``.
  package func documentNow(at url: String) throws -> JSONDocument {
    let source = source(at: url)
    return try document(of: source, in: try responseNow(to: source))
  }

  // MARK: Sources

  /// One request, and what its answer should hold.
  private struct Source: Sendable {
    var resource: Resource?
    var extent = Records.Extent.list
    let url: String
  }

  private func source(at url: String) -> Source {
    Source(url: url.hasPrefix("/") ? base.url(of: url) : url)
  }

  private func sources(of query: RecordQuery, singly: Bool) -> [Source] {
    let lists = query.embeddings.resources(beside: query.resource).filter {
      query.ids.isEmpty || !singly || $0.name != query.resource.name
    }
    let singles = singly ? query.uniqueIDs : []
    return singles.map { id in
      Source(
        resource: query.resource, extent: .single,
        url: base.url(of: "/\(query.resource.name)/\(id.percentEncoded)"))
    } + lists.map { Source(resource: $0, url: url(of: $0)) }
  }

  private func url(of list: Resource) -> String { base.url(of: "/\(list.name)") }

  // MARK: Answers

  private func response(to source: Source) async throws -> HTTPResponse {
    do {
      return try await transport.send(HTTPRequest(url: source.url))
    } catch let error as TransportError {
      throw failure(.transport(error), of: source)
    }
  }

  private func responseNow(to source: Source) throws -> HTTPResponse {
    guard let transport = transport as? any ImmediateTransport else {
      preconditionFailure("asked a transport that waits to answer now")
    }
    do {
      return try transport.response(to: HTTPRequest(url: source.url))
    } catch {
      throw failure(.transport(error), of: source)
    }
  }

  private func document(of source: Source, in response: HTTPResponse) throws -> JSONDocument {
    do throws(FetchError.Cause) {
      return try JSONDocument(checking: response)
    } catch {
      throw failure(error, of: source, in: response)
    }
  }

  private func records(of source: Source, in response: HTTPResponse) throws -> Records {
    let document = try document(of: source, in: response)
    guard let resource = source.resource else { preconditionFailure("a path has no records") }
    do throws(TypeMismatch) {
      return try Records(document, of: resource, extent: source.extent)
    } catch {
      throw failure(.mismatch(error), of: source, in: response)
    }
  }

  private func failure(
    _ cause: FetchError.Cause, of source: Source, in response: HTTPResponse? = nil
  ) -> FetchError {
    FetchError(source: source.resource?.name, url: response?.url ?? source.url, cause: cause)
  }

  // MARK: Results

  private func joined(
    _ query: RecordQuery, _ answers: [Records]
  ) throws -> (Records, [Irregularity]) {
    let singles = answers.filter { $0.extent == .single }
    let lists = answers.filter { $0.extent == .list }
    let byName = Dictionary(uniqueKeysWithValues: lists.map { ($0.resource.name, $0) })
    if !singles.isEmpty {
      var (records, irregularities) = try Records(combining: singles)
        .nesting(query.embeddings, from: byName)
      let rows = query.uniqueIDs.map { Array($0.utf8) }
      records.shown = query.ids.compactMap { rows.firstIndex(of: Array($0.utf8)) }
      records.isSingle = query.ids.count == 1
      return (records, irregularities)
    }
    guard let root = byName[query.resource.name] else {
      preconditionFailure("\(query.resource.name) was not asked for")
    }
    var (records, irregularities) = root.nesting(query.embeddings, from: byName)
    if !query.ids.isEmpty {
      try records.show(query.ids) { id in
        failure(.noRecord(id: id), of: Source(resource: root.resource, url: url(of: root.resource)))
      }
    }
    return (records, irregularities)
  }

  /// Runs the sources at once, and gives their results in their order.
  ///
  /// The error is that of the first source that failed in this order, so that it does not depend on
  /// who was faster: what comes behind it is cancelled, what comes before it is waited for.
  private func inOrder<Output: Sendable>(
    _ sources: [Source], _ work: @escaping @Sendable (Source) async throws -> Output
  ) async throws -> [Output] {
    try await withThrowingTaskGroup(of: (Int, Result<Output, any Error>).self) { group in
      for (index, source) in sources.enumerated() {
        group.addTask {
          do { return (index, .success(try await work(source))) } catch {
            return (index, .failure(error))
          }
        }
      }
      var results = [Result<Output, any Error>?](repeating: nil, count: sources.count)
      var outputs: [Output] = []
      for try await (index, result) in group {
        results[index] = result
        while outputs.count < results.count, let next = results[outputs.count] {
          outputs.append(try next.get())
        }
      }
      return outputs
    }
  }
}

extension Records {
  /// One list of single records that were asked for apart; a single one as it is.
  fileprivate init(combining singles: [Records]) throws {
    guard singles.count > 1 else {
      self = singles[0]
      return
    }
    try self.init(
      JSONDocument(arrayOf: singles.map(\.document)), of: singles[0].resource, extent: .several)
  }

  /// Shows the records with these ids, in this order.
  fileprivate mutating func show(_ ids: [String], orThrow failure: (String) -> FetchError) throws {
    var rows: [[UInt8]: Int] = [:]
    for row in objects.indices.reversed() {
      if let key = id(ofRow: row) { rows[Array(key.text.utf8)] = row }
    }
    isSingle = ids.count == 1
    shown = try ids.map { id in
      guard let row = rows[Array(id.utf8)] else { throw failure(id) }
      return row
    }
  }
}

extension String {
  /// As one segment of a path: everything but RFC 3986's unreserved characters escaped (§2.3).
  fileprivate var percentEncoded: String {
    var text = ""
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        .zero ... .nine, .minus, .point, UInt8(ascii: "_"), UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
