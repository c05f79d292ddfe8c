/// The pages of a list, one after the other, up to the one that reaches ``Answer/totalCount``; if the
/// server doesn't say that, up to the first one that isn't full, and before one that repeats the page
/// before it, element by element. If the server doesn't know pages, there is one, which has the whole
/// list.
///
/// Each iterator fetches a page when its next element is asked for.
public struct Pages<Element: Equatable & Sendable>: AsyncSequence, Sendable {
  let api: JSONPlaceholder
  let endpoint: Endpoint<[Element]>
  let size: Int
  let policy: CachePolicy

  /// Begins with the first page.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(pages: self) }

  /// Fetches one page after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let pages: Pages
    private var number = 1
    private var receivedCount = 0
    private var previousPage: [Element] = []
    private var isAtEnd = false

    fileprivate init(pages: Pages) {
      self.pages = pages
    }

    /// The next page; `nil` after the last one.
    ///
    /// - Throws: ``FetchError``; `CancellationError`; the error of a ``Middleware`` as it is.
    public mutating func next() async throws -> Answer<[Element]>? {
      try Task.checkCancellation()
      if isAtEnd { return nil }
      let page = pages.endpoint.page(number, size: pages.size)
      let answer = try await pages.api.fetch(page, policy: pages.policy)
      if number > 1, addsNothing(answer) {
        isAtEnd = true
        return nil
      }
      number += 1
      receivedCount += answer.value.count
      previousPage = answer.value
      isAtEnd = isLast(answer)
      return answer
    }

    /// Whether a page after the first one has no further records.
    private func addsNothing(_ answer: Answer<[Element]>) -> Bool {
      if answer.value.isEmpty { return true }
      // Without a number of all records, the server may ignore the number of the page, and send its
      // first records each time.
      return answer.totalCount == nil && answer.value == previousPage
    }

    /// Whether no page follows a received one.
    private func isLast(_ answer: Answer<[Element]>) -> Bool {
      let count = answer.value.count
      // A server that doesn't know pages sends the whole list.
      if count == 0 || count > pages.size { return true }
      // The server may have smaller pages.
      if let total = answer.totalCount { return receivedCount >= total }
      return count < pages.size
    }
  }
}
