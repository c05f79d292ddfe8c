import JPCore

/// The JSON object that `--meta` wraps around an answer.
struct Meta {
  private let data: JSONTree
  private let sources: [Source]
  private let issues: [DataIssue]
  private let errors: [Message]
  private let counts: [ListCounts]

  /// - Parameter settings: the settings, for the advice in errors.
  init<Value>(
    _ data: JSONTree, _ answer: Answer<Value>, _ settings: Settings, counts: [ListCounts]
  ) {
    self.data = data
    sources = answer.sources
    issues = answer.issues
    errors = answer.errors.map { error in Message(error, settings) }
    self.counts = counts
  }

  /// The ages of the responses from servers; `nil` if one isn't known. A response that has just
  /// arrived has no age, and counts as new.
  private var ages: [Duration?] {
    var ages: [Duration?] = []
    for source in sources where source.isFromServer {
      if source.origin == .network, source.age == nil {
        ages.append(.zero)
      } else {
        ages.append(source.age)
      }
    }
    return ages
  }

  private var oldest: Int? {
    let known = ages.compactMap { $0 }
    if known.count < ages.count { return nil }
    return known.max()?.wholeSeconds
  }

  private var newest: Int? { ages.compactMap { $0 }.min()?.wholeSeconds }
}

extension Meta: JSONTreeConvertible {
  static let members: [JSONMember<Meta>] = [
    .init("data", "value", "what is printed without --meta") { $0.data },
    .init("sources", "array", "an object for each response that was used") { $0.sources },
    .init(
      "oldest", "number or null", "the largest age in seconds, a miss has 0; null: none, or unknown"
    ) { $0.oldest },
    .init("newest", "number or null", "the smallest age in seconds") { $0.newest },
    .init("irregularities", "array", "an object for each kind of irregular records in a list") {
      $0.issues
    },
    .init("errors", "array", "an error for each list that is missing or shown stale") {
      $0.errors
    },
    .init("counts", "object", "for each list an object with the members below") {
      JSONTree.object($0.counts.map { ($0.name, $0.tree) })
    },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}

/// How many records of a list arrived, match and are printed; `nil` if that isn't asked or known.
struct ListCounts: JSONTreeConvertible {
  let name: String
  let total: Int?
  let matching: Int?
  let shown: Int?

  init(_ name: String, total: Int, matching: Int? = nil, shown: Int? = 0) {
    self.name = name
    self.total = total
    self.matching = matching
    self.shown = shown
  }

  /// - Parameter name: the name of a list that is missing.
  init(missing name: String) {
    self.name = name
    total = nil
    matching = nil
    shown = nil
  }

  static let members: [JSONMember<ListCounts>] = [
    .init("total", "number or null", "records that arrived; null: the list is missing") {
      $0.total
    },
    .init("matching", "number or null", "those that match -w and -s; null: of other lists") {
      $0.matching
    },
    .init(
      "shown", "number or null",
      "those that are printed; 0 with --count and --count-by; null: searched"
    ) { $0.shown },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}

extension DataIssue: JSONTreeConvertible {
  static let members: [JSONMember<DataIssue>] = [
    .init("code", "text", "the kind, data.orphans: see jpfetch help errors") {
      $0.code.rawValue
    },
    .init("source", "text", "the list, or store") { $0.list },
    .init("count", "number", "how many records") { $0.count },
    .init("first", "text", "the id of the first, the place of a misfit, or a file") { $0.first },
    .init("message", "text", "what is wrong") { $0.description },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}

extension Source: JSONTreeConvertible {
  static let members: [JSONMember<Source>] = [
    .init("source", "text or null", "the list; null: another document") { $0.resource },
    .init("url", "text", "the URL after redirects, without secrets") { $0.url },
    .init("status", "number", "the HTTP status; 200 for local data") { $0.status },
    .init("cache", "text", "where it came from: one of the words below") {
      $0.origin.cacheWord
    },
    .init("age", "number or null", "seconds since it was made or confirmed; null: a miss, local") {
      $0.age?.wholeSeconds
    },
    .init("date", "text or null", "the Date field as it came (RFC 9110, not RFC 3339)") {
      $0.headerFields[.date]
    },
    .init("etag", "text or null", "the ETag field") { $0.headerFields[.etag] },
    .init("times", "object or null", "times of the request that gave it; null: none") {
      $0.head.times
    },
    .init("error", "text or null", "the code of the failure that it replaces") {
      $0.failure?.codeText
    },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}

extension TransferTimes: JSONTreeConvertible {
  static let members: [JSONMember<TransferTimes>] = [
    .init("dns", "number", "milliseconds until the address was known") {
      $0.lookUp.roundedMilliseconds
    },
    .init("connect", "number", "milliseconds until it was connected") {
      $0.connection.roundedMilliseconds
    },
    .init("tls", "number", "milliseconds until TLS was ready; 0 without TLS") {
      $0.tls.roundedMilliseconds
    },
    .init("firstByte", "number", "milliseconds until the first byte of the answer") {
      $0.firstByte.roundedMilliseconds
    },
  ]

  var tree: JSONTree { JSONTree(self, Self.members) }
}
