/// A transport that answers from built-in data: always the same, without network or disk.
///
/// It has a list for each resource of the catalogue, with its count, fields and relations, and
/// invented content.
package struct SampleTransport: Transport {
  /// Whether a list is also given in pages, as json-server does (`?_page=2&_limit=10`), with
  /// X-Total-Count and a Link to the next page (RFC 8288).
  private let hasPages: Bool

  package init(hasPages: Bool = false) {
    self.hasPages = hasPages
  }

  /// Gives a list or a page, or 404 with an empty object for any other path.
  ///
  /// - Throws: ``TransportError/Reason/invalidURL`` for a URL that isn't below ``BaseURL/sample``.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    try response(to: request)
  }

  /// The response that ``send(_:)`` returns.
  package func response(to request: HTTPRequest) throws(TransportError) -> HTTPResponse {
    guard let path = BaseURL.sample.path(of: request.url) else {
      throw TransportError(url: request.url, reason: .invalidURL)
    }
    let name = path.dropFirst().prefix { $0 != "?" }
    guard let resource = Resource.named(String(name)) else {
      return .sampleResponse(nil, of: request)
    }
    if name.endIndex == path.endIndex {
      return .sampleResponse(resource.sampleRecords, of: request)
    }
    guard hasPages, let page = SamplePage(path[name.endIndex...].dropFirst()) else {
      return .sampleResponse(nil, of: request)
    }
    return .sampleResponse(
      resource.sampleRecords(page.ids(of: resource)), of: request,
      headerFields: page.headerFields(of: resource))
  }
}

extension HTTPResponse {
  /// A response with JSON; 404 with an empty object without it.
  fileprivate static func sampleResponse(
    _ content: JSONTree?, of request: HTTPRequest, headerFields: HeaderFields = []
  ) -> HTTPResponse {
    var status = 404
    if content != nil { status = 200 }
    let tree = content ?? [:]
    var fields = HeaderFields.contentTypeJSON
    for field in headerFields { fields.append(field) }
    return HTTPResponse(
      status: status, headerFields: fields, body: tree.jsonText(.pretty),
      url: request.url)
  }
}

/// The page that a query asks for.
private struct SamplePage {
  /// From 1.
  var number = 1

  /// The number of records in a page, json-server's default.
  var size = 10

  /// Reads a query that has only `_page` and `_limit`, both above 0; `nil` for any other query.
  init?(_ query: Substring) {
    if query.isEmpty { return nil }
    for parameter in query.split(separator: "&") {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let value = Int(parts[1]), (1...1_000_000).contains(value) else {
        return nil
      }
      switch parts[0] {
      case "_page": number = value
      case "_limit": size = value
      default: return nil
      }
    }
  }

  /// The ids of the page's records; empty after the last page.
  func ids(of resource: Resource) -> Range<Int> {
    let end = resource.expectedCount + 1
    let first = min((number - 1) * size + 1, end)
    return first..<min(first + size, end)
  }

  func headerFields(of resource: Resource) -> HeaderFields {
    var fields: HeaderFields = ["X-Total-Count": "\(resource.expectedCount)"]
    if ids(of: resource).upperBound <= resource.expectedCount {
      fields["Link"] = "</\(resource.name)?_page=\(number + 1)&_limit=\(size)>; rel=\"next\""
    }
    return fields
  }
}

extension Resource {
  /// The resource's built-in list: ``expectedCount`` records, spread evenly over their parents;
  /// `nil` for a resource that isn't in ``SampleList``.
  var sampleRecords: JSONTree? { sampleRecords(1..<expectedCount + 1) }

  /// The built-in records with these ids.
  fileprivate func sampleRecords(_ ids: Range<Int>) -> JSONTree? {
    guard let list = SampleList(rawValue: name) else { return nil }
    return .array(ids.map { id in list.makeRecord(id, of: self) })
  }
}

/// The built-in lists, and the texts of their records.
///
/// A record's words are drawn by a generator that is seeded with the list and the id, so they are
/// the same on every machine.
private enum SampleList: String {
  case users, albums, photos, posts, comments, todos

  /// A part of the generator's seed. It differs between lists whose records begin with words of the
  /// same kind, so that their texts differ.
  private var seed: UInt64 {
    switch self {
    case .todos: 4
    case .users, .posts: 5
    case .albums, .photos: 6
    case .comments: 8
    }
  }

  func makeRecord(_ id: Int, of resource: Resource) -> JSONTree {
    var draw = SampleGenerator(seed: UInt64(id) << 8 | seed)
    // Thousands of records are made in a run, and an array of members takes less time than a
    // literal.
    var members: [(String, JSONTree)] = []
    members.reserveCapacity(5)
    func addText(_ name: String, _ text: String) { members.append((name, .string(text))) }
    if let parent = resource.parent {
      let parentCount = parent.resource.expectedCount
      let parentID = (id - 1) * parentCount / resource.expectedCount + 1
      members.append((parent.field, .number(parentID)))
    }
    members.append(("id", .number(id)))

    switch self {
    case .users:
      return Self.makeUser(id, &draw)
    case .albums:
      let occasion = draw.element(of: SampleWords.occasions)
      let place = draw.element(of: SampleWords.places)
      addText("title", "\(occasion) \(place)")
    case .photos:
      let color = draw.color()
      addText("title", draw.phrase(moreNouns: 0...2))
      addText("url", "https://photos.example.com/600/\(color)")
      addText("thumbnailUrl", "https://photos.example.com/150/\(color)")
    case .posts:
      addText("title", draw.phrase(moreNouns: 1...3))
      addText("body", draw.lines(count: 4))
    case .comments:
      addText("name", draw.phrase(moreNouns: 0...2))
      let noun = draw.element(of: SampleWords.nouns)
      addText("email", "\(noun)\(id)@mail.example.com")
      addText("body", draw.lines(count: 3))
    case .todos:
      addText("title", draw.phrase(moreNouns: 0...2))
      let isCompleted = draw.number(below: 2) == 0
      members.append(("completed", .boolean(isCompleted)))
    }
    return .object(members)
  }

  private static func makeUser(_ id: Int, _ draw: inout SampleGenerator) -> JSONTree {
    let person = SampleWords.people[(id - 1) % SampleWords.people.count]
    let host = "\(person.username.lowercased()).example.com"
    // Each draw changes the next one, so the order of these statements matters.
    let address = makeAddress(in: person.city, &draw)
    let company = makeCompany(called: person.company, &draw)
    let phone = 1000 + draw.number(below: 9000)
    return [
      "id": id,
      "name": person.name,
      "username": person.username,
      "email": "\(person.username)@\(host)",
      "address": address,
      "phone": "555-\(phone)",
      "website": host,
      "company": company,
    ]
  }

  private static func makeAddress(in city: String, _ draw: inout SampleGenerator) -> JSONTree {
    let place = draw.element(of: SampleWords.places)
    let street = draw.element(of: SampleWords.streets)
    let apartment = 100 + draw.number(below: 900)
    let zipArea = 10000 + draw.number(below: 90000)
    let zipRoute = 1000 + draw.number(below: 9000)
    let latitude = draw.degrees(below: 90)
    let longitude = draw.degrees(below: 180)
    let position: JSONTree = ["lat": latitude, "lng": longitude]
    return [
      "street": "\(place) \(street)",
      "suite": "Apt. \(apartment)",
      "city": city,
      "zipcode": "\(zipArea)-\(zipRoute)",
      "geo": position,
    ]
  }

  private static func makeCompany(called name: String, _ draw: inout SampleGenerator) -> JSONTree {
    let noun = draw.element(of: SampleWords.nouns)
    let adjective = draw.element(of: SampleWords.adjectives)
    return [
      "name": name,
      "catchPhrase": "\(adjective) \(noun) for everyone",
      "bs": draw.phrase(moreNouns: 1...1),
    ]
  }
}

/// Draws words and numbers with SplitMix64 (Steele, Lea, Flood 2014): small, and the same
/// everywhere.
struct SampleGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func number(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }

  mutating func element<Element>(of choices: [Element]) -> Element {
    choices[number(below: choices.count)]
  }

  /// An adjective and a noun, then a random number of further nouns within a range: `quiet harbour
  /// and the lantern`.
  mutating func phrase(moreNouns: ClosedRange<Int>) -> String {
    var phrase = element(of: SampleWords.adjectives)
    phrase += " "
    phrase += element(of: SampleWords.nouns)
    let moreCount = moreNouns.lowerBound + number(below: moreNouns.count)
    for _ in 0..<moreCount {
      phrase += element(of: SampleWords.joints)
      phrase += element(of: SampleWords.nouns)
    }
    return phrase
  }

  mutating func lines(count: Int) -> String {
    var lines: [String] = []
    for _ in 0..<count { lines.append(phrase(moreNouns: 1...3)) }
    return lines.joined(separator: "\n")
  }

  mutating func color() -> String {
    String(hex: number(below: 1 << 24), digits: 6)
  }

  mutating func degrees(below limit: Int) -> String {
    let isNegative = number(below: 2) != 0
    let whole = number(below: limit)
    let fraction = 1000 + number(below: 9000)
    if isNegative { return "-\(whole).\(fraction)" }
    return "\(whole).\(fraction)"
  }
}
