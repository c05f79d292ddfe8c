/// The answer to one request.
struct FetchedDocument: Sendable {
  let document: JSONDocument

  /// The records of the document. The answer to a query's request always has them; any other
  /// document has them if it is a list or record of the API's resources.
  var list: List?

  /// Whether the document is the list of the requested record.
  var isFromList = false

  var source: Source
}

/// What a response says.
struct CheckedResponse {
  let answer: Result<FetchedDocument, FetchError>

  /// How the response affects the stored one.
  var verdict = StoreVerdict.document

  /// Why the document may not be stored for its path; `nil` if it may.
  var misfit: TypeMismatch?

  /// Whether the answer is a failure that a stored response may replace.
  var canBeReplaced: Bool { answer.failure != nil && verdict == .failure }

  /// The answer with ``Source/isStored`` set.
  var answerInStore: FetchedDocument {
    get throws {
      var answer = try answer.get()
      answer.source.isInStore = true
      return answer
    }
  }
}

extension Exchange {
  func checkStored(_ copy: StoredCopy, as origin: Source.Origin) throws -> CheckedResponse {
    let source = Source(resource: planned.resource, of: copy, as: origin)
    return try checkResponse(source, isList: copy.isList)
  }

  /// Reads the document in a response, and decides how the response affects the stored one.
  ///
  /// - Parameter isList: whether the response is the list of the requested record.
  /// - Throws: `CancellationError`.
  func checkResponse(_ source: Source, isList: Bool = false) throws -> CheckedResponse {
    var path = planned.path
    if isList, let resource = path?.resource { path = .list(of: resource) }
    var document: JSONDocument
    do throws(UnusableResponse) {
      document = try JSONDocument(checking: source.head)
    } catch {
      let verdict = StoreVerdict(on: error, status: source.status, to: path)
      var failure = self.makeError(error.cause, in: source)
      // A page, for example of a server of static files, says nothing about the record.
      if source.status == 404, !error.hasJSONOrNothing { failure.record = nil }
      return CheckedResponse(answer: .failure(failure), verdict: verdict)
    }
    if case .file = fetcher.base.scheme { document.hidesText = true }
    if let path { return checkRecords(in: document, at: path, source, isList: isList) }
    do {
      try planned.check(document)
    } catch let error as CancellationError {
      throw error
    } catch {
      let failure = FetchError(error, in: document, source)
      return CheckedResponse(answer: .failure(failure), verdict: .failure)
    }
    let answer = FetchedDocument(document: document, source: source.withoutContent)
    return CheckedResponse(answer: .success(answer))
  }

  /// Reads the list or record at a path, and decides whether it can be used and stored.
  private func checkRecords(
    in document: JSONDocument, at path: ResourcePath, _ source: Source, isList: Bool
  ) -> CheckedResponse {
    var answer = FetchedDocument(
      document: document, isFromList: isList, source: source.withoutContent)
    var misfit: TypeMismatch?
    var isUsable = true
    do throws(TypeMismatch) {
      let list = try path.readList(in: document)
      answer.list = list
      misfit = list.firstMisfit
      if misfit != nil, let query = planned.query {
        isUsable = path.id == nil && query.allowsMisfits(in: path.resource)
      }
      if isList, let mismatch = list.mismatchWithWholeList(in: source.head) { throw mismatch }
    } catch {
      misfit = error
      // A document that was requested by its own URL may be anything.
      isUsable = planned.query == nil && !isList
    }
    guard let misfit else { return CheckedResponse(answer: .success(answer)) }
    var result = Result<FetchedDocument, FetchError>.success(answer)
    if !isUsable { result = .failure(makeError(.mismatch(misfit), in: source)) }
    return CheckedResponse(answer: result, verdict: .failure, misfit: misfit)
  }

  func makeError(_ cause: FetchError.Cause, in source: Source? = nil) -> FetchError {
    let url = source?.url ?? planned.url
    var error = FetchError(resource: planned.resource, url: url, cause: cause, source)
    if let path = planned.path, let id = path.id {
      error.record = FetchError.Record(resource: path.resource.name, id: id)
    }
    return error
  }
}

extension FetchError {
  /// The error about a document from which the caller's value can't be read.
  init(_ error: any Error, in document: JSONDocument, _ source: Source) {
    let mismatch = error as? TypeMismatch ?? TypeMismatch(error, in: document.root)
    self.init(resource: source.resource, url: source.url, cause: .mismatch(mismatch), source)
    if !(error is DecodingError || error is TypeMismatch) { underlying = error }
  }
}
