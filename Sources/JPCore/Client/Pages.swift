/// The pages of a list, one after the other.
///
/// The last page is the one with which ``Answer/totalCount`` records have arrived. If the server
/// doesn't send that number, the last page is the first one that isn't full, or the one before a
/// page that is empty or has the same elements. If the server doesn't know pages, the only page is
/// the whole list.
///
/// Each iterator fetches a page when its next element is requested.
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
      // A server that doesn't send the number of all records may also ignore the page's number, and
      // send its first records each time.
      return answer.totalCount == nil && answer.value == previousPage
    }

    /// Whether a received page is the last one.
    private func isLast(_ answer: Answer<[Element]>) -> Bool {
      let count = answer.value.count
      // A server that doesn't know pages sends the whole list.
      if count == 0 || count > pages.size { return true }
      // The server may limit the size of pages, so one that isn't full may not be the last.
      if let total = answer.totalCount { return receivedCount >= total }
      return count < pages.size
    }
  }
}
