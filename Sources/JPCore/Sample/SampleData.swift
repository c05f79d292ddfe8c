/// The sample's lists and how their records are made.
///
/// A record depends only on its list and id, from which a generator draws its words, so the data is
/// the same on every machine.
enum SampleList: String, CaseIterable {
  case users, albums, photos, posts, comments, todos

  /// The number of records, the field with the parent's id, and how many records a parent has.
  private var facts: (count: Int, parentField: String, children: Int) {
    switch self {
    case .users: (10, "", 10)
    case .albums, .posts: (100, "userId", 10)
    case .photos: (5000, "albumId", 50)
    case .comments: (500, "postId", 5)
    case .todos: (200, "userId", 20)
    }
  }

  /// Differs between lists whose records begin with words of the same kind.
  private var seed: UInt64 {
    switch self {
    case .todos: 4
    case .users, .posts: 5
    case .albums, .photos: 6
    case .comments: 8
    }
  }

  var records: JSONTree { .array((1...facts.count).map(record)) }

  // Thousands are made in a run: lists of members cost less than literals of any values.
  private func record(_ id: Int) -> JSONTree {
    var draw = SampleDraw(seed: UInt64(id) << 8 | seed)
    let (_, parentField, children) = facts
    let ids = [(parentField, JSONTree.number((id - 1) / children + 1)), ("id", .number(id))]
    func object(_ texts: (String, String)...) -> JSONTree {
      var members = ids
      for (name, text) in texts { members.append((name, .string(text))) }
      return .object(members)
    }
    switch self {
    case .users: return Self.user(id, &draw)
    case .albums:
      return object(
        ("title", "\(draw.one(of: SampleWords.occasions)) \(draw.one(of: SampleWords.places))"))
    case .photos:
      let color = draw.color()
      return object(
        ("title", draw.phrase(0...2)), ("url", "https://photos.example.com/600/\(color)"),
        ("thumbnailUrl", "https://photos.example.com/150/\(color)"))
    case .posts: return object(("title", draw.phrase(1...3)), ("body", draw.lines(4)))
    case .comments:
      return object(
        ("name", draw.phrase(0...2)),
        ("email", "\(draw.one(of: SampleWords.nouns))\(id)@mail.example.com"),
        ("body", draw.lines(3)))
    case .todos:
      let title = JSONTree.string(draw.phrase(0...2))
      return .object(ids + [("title", title), ("completed", .boolean(draw.below(2) == 0))])
    }
  }

  private static func user(_ id: Int, _ draw: inout SampleDraw) -> JSONTree {
    let person = SampleWords.people[(id - 1) % SampleWords.people.count]
    let host = "\(person.username.lowercased()).example.com"
    let address: JSONTree = [
      "street": "\(draw.one(of: SampleWords.places)) \(draw.one(of: SampleWords.streets))",
      "suite": "Apt. \(100 + draw.below(900))", "city": person.city,
      "zipcode": "\(10000 + draw.below(90000))-\(1000 + draw.below(9000))",
      "geo": ["lat": draw.degrees(90), "lng": draw.degrees(180)] as JSONTree,
    ]
    let noun = draw.one(of: SampleWords.nouns)
    let company: JSONTree = [
      "name": person.company,
      "catchPhrase": "\(draw.one(of: SampleWords.adjectives)) \(noun) for everyone",
      "bs": draw.phrase(1...1),
    ]
    return [
      "id": id, "name": person.name, "username": person.username,
      "email": "\(person.username)@\(host)", "address": address,
      "phone": "555-\(1000 + draw.below(9000))", "website": host,
      "company": company,
    ]
  }
}

/// Draws words and numbers with SplitMix64 (Steele, Lea, Flood 2014): small, and the same
/// everywhere.
struct SampleDraw {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }

  mutating func one<Element>(of choices: [Element]) -> Element {
    choices[below(choices.count)]
  }

  /// An adjective and a noun, and more nouns after them.
  mutating func phrase(_ moreNouns: ClosedRange<Int>) -> String {
    var phrase = one(of: SampleWords.adjectives)
    phrase += " "
    phrase += one(of: SampleWords.nouns)
    for _ in 0..<moreNouns.lowerBound + below(moreNouns.count) {
      phrase += one(of: SampleWords.joints)
      phrase += one(of: SampleWords.nouns)
    }
    return phrase
  }

  mutating func lines(_ count: Int) -> String {
    (0..<count).map { _ in phrase(1...3) }.joined(separator: "\n")
  }

  mutating func color() -> String {
    String(hex: below(1 << 24), digits: 6)
  }

  mutating func degrees(_ limit: Int) -> String {
    let sign = below(2) == 0 ? "" : "-"
    return "\(sign)\(below(limit)).\(1000 + below(9000))"
  }
}
