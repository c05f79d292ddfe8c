/// The sample's lists and how their records are made.
///
/// A record depends only on its list and id, from which a generator draws its words. So a single
/// record equals the one in the list, on every machine.
enum SampleList: String {
  case users, albums, photos, posts, comments, todos

  var count: Int {
    switch self {
    case .users: 10
    case .albums, .posts: 100
    case .photos: 5000
    case .comments: 500
    case .todos: 200
    }
  }

  /// The list whose records these belong to, and how many belong to each.
  var parent: (list: SampleList, children: Int)? {
    switch self {
    case .users: nil
    case .albums, .posts: (.users, 10)
    case .photos: (.albums, 50)
    case .comments: (.posts, 5)
    case .todos: (.users, 20)
    }
  }

  func ids(ofParent parentID: Int) -> ClosedRange<Int> {
    let children = parent?.children ?? count
    return (parentID - 1) * children + 1...parentID * children
  }

  private func parentID(of id: Int) -> Int { (id - 1) / (parent?.children ?? count) + 1 }

  func record(_ id: Int) -> SampleRecord {
    var draw = SampleDraw(seed: UInt64(id) << 8 | UInt64(rawValue.utf8.count))
    switch self {
    case .users: return Self.user(id, &draw)
    case .albums:
      let title = "\(draw.one(of: SampleWords.occasions)) \(draw.one(of: SampleWords.places))"
      return [("userId", .number(parentID(of: id))), ("id", .number(id)), ("title", .text(title))]
    case .photos:
      let color = draw.color()
      return [
        ("albumId", .number(parentID(of: id))), ("id", .number(id)),
        ("title", .text(draw.phrase(0...2))),
        ("url", .text("https://photos.example.com/600/\(color)")),
        ("thumbnailUrl", .text("https://photos.example.com/150/\(color)")),
      ]
    case .posts:
      return [
        ("userId", .number(parentID(of: id))), ("id", .number(id)),
        ("title", .text(draw.phrase(1...3))), ("body", .text(draw.lines(4))),
      ]
    case .comments:
      return [
        ("postId", .number(parentID(of: id))), ("id", .number(id)),
        ("name", .text(draw.phrase(0...2))),
        ("email", .text("\(draw.one(of: SampleWords.nouns))\(id)@mail.example.com")),
        ("body", .text(draw.lines(3))),
      ]
    case .todos:
      return [
        ("userId", .number(parentID(of: id))), ("id", .number(id)),
        ("title", .text(draw.phrase(0...2))), ("completed", .flag(draw.below(2) == 0)),
      ]
    }
  }

  private static func user(_ id: Int, _ draw: inout SampleDraw) -> SampleRecord {
    let person = SampleWords.people[(id - 1) % SampleWords.people.count]
    let host = "\(person.username.lowercased()).example.com"
    let address: SampleRecord = [
      ("street", .text("\(draw.one(of: SampleWords.places)) \(draw.one(of: SampleWords.streets))")),
      ("suite", .text("Apt. \(100 + draw.below(900))")),
      ("city", .text(person.city)),
      ("zipcode", .text("\(10000 + draw.below(90000))-\(1000 + draw.below(9000))")),
      ("geo", .object([("lat", .text(draw.degrees(90))), ("lng", .text(draw.degrees(180)))])),
    ]
    let noun = draw.one(of: SampleWords.nouns)
    let company: SampleRecord = [
      ("name", .text(person.company)),
      ("catchPhrase", .text("\(draw.one(of: SampleWords.adjectives)) \(noun) for everyone")),
      ("bs", .text(draw.phrase(1...1))),
    ]
    return [
      ("id", .number(id)), ("name", .text(person.name)), ("username", .text(person.username)),
      ("email", .text("\(person.username)@\(host)")), ("address", .object(address)),
      ("phone", .text("555-\(1000 + draw.below(9000))")), ("website", .text(host)),
      ("company", .object(company)),
    ]
  }
}

/// The members of an object in order.
typealias SampleRecord = [(name: String, value: SampleValue)]

/// What the sample's members can hold. Texts are JSON already: their line feeds are escaped, and
/// nothing else in them needs it.
indirect enum SampleValue {
  case number(Int)
  case text(String)
  case flag(Bool)
  case object(SampleRecord)
}

extension SampleRecord {
  func write(to text: inout [UInt8], indentation: String) {
    let inner = indentation + "  "
    text += "{\n".utf8
    for (index, member) in enumerated() {
      text += inner.utf8
      text.append(.quote)
      text += member.name.utf8
      text += "\": ".utf8
      member.value.write(to: &text, indentation: inner)
      text += (index + 1 < count ? ",\n" : "\n").utf8
    }
    text += indentation.utf8
    text.append(.rightBrace)
  }
}

extension SampleValue {
  fileprivate func write(to text: inout [UInt8], indentation: String) {
    switch self {
    case .number(let number): text += String(number).utf8
    case .flag(let flag): text += (flag ? "true" : "false").utf8
    case .object(let record): record.write(to: &text, indentation: indentation)
    case .text(let words):
      text.append(.quote)
      text += words.utf8
      text.append(.quote)
    }
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

  /// Lines joined by JSON's escape for a line feed.
  mutating func lines(_ count: Int) -> String {
    (0..<count).map { _ in phrase(1...3) }.joined(separator: "\\n")
  }

  mutating func color() -> String {
    let digits = String(below(1 << 24), radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }

  mutating func degrees(_ limit: Int) -> String {
    let sign = below(2) == 0 ? "" : "-"
    return "\(sign)\(below(limit)).\(1000 + below(9000))"
  }
}
