/// Folds text for searches that ignore case and accents.
enum TextFolding {
  /// The text without case (Unicode's CaseFolding.txt, status C and S), and without the accents of
  /// Latin, Greek and Cyrillic letters. The marks of other scripts stay: they are vowels and tones.
  static func folded(_ text: String) -> String {
    if text.hasOnlyBytes(in: 0..<0x80) { return text.lowercased() }
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.isASCII {
        // Fast path: most letters are ASCII, and Unicode properties take long to look up.
        folded.append(Unicode.Scalar(UInt8(scalar.value).asciiLowercased))
        continue
      }
      if let last = folded.last, scalar.isIgnoredInSearch(after: last) { continue }
      let letter = scalar.withoutCase
      folded.append(bases[letter] ?? letter)
    }
    return String(folded)
  }

  /// The base letter of each letter with accents: `e` for `é`.
  private static let bases = makeBasesOfLetters()

  private static func makeBasesOfLetters() -> [Unicode.Scalar: Unicode.Scalar] {
    var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
    for word in letters.unicodeScalars.split(separator: " ") {
      for letter in word.dropFirst() {
        bases[letter] = word.first
      }
    }
    return bases
  }

  /// Each letter, then its forms with accents: folded Latin, Greek and Cyrillic letters that
  /// decompose canonically (Unicode 17, UnicodeData.txt), the Latin letters đ, ħ, ł, ø and ŧ, and
  /// forms such as İ and ﬅ, which the standard library's case mappings don't map to the letter.
  private static let letters = """
    aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ bḃḅḇ cçćĉċčḉ dďḋḍḏḑḓđ eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ fḟ \
    gĝğġģǧǵḡ hĥȟḣḥḧḩḫẖħ iìíîïĩīĭįǐȉȋḭḯỉịıİ jĵǰ kķǩḱḳḵ lĺļľḷḹḻḽł mḿṁṃ nñńņňǹṅṇṉṋ \
    oòóôõöōŏőơǒǫǭȍȏȫȭȯȱǿṍṏṑṓọỏốồổỗộớờởỡợø pṕṗ rŕŗřȑȓṙṛṝṟ sśŝşšșṡṣṥṧṩ tţťțṫṭṯṱẗŧ \
    uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷȳẏẙỳỵỷỹ zźżžẑẓẕ æǣǽ ʒǯ \
    αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ \
    οόὀὁὂὃὄὅὸό ρῤῥ σς υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ ϒϓϔ аӑӓ гѓ еѐёӗ жӂӝ зӟ \
    ийѝӣӥ кќ оӧ уўӯӱӳ чӵ ыӹ эӭ ії ѵѷ әӛ өӫ ﬆﬅ
    """
}

extension Unicode.Scalar {
  /// The same letter for all letters that differ only in case: the lower case of their upper case.
  /// The standard library has no case folding.
  fileprivate var withoutCase: Unicode.Scalar {
    let upper = properties.uppercaseMapping.onlyScalar ?? self
    return upper.properties.lowercaseMapping.onlyScalar ?? upper
  }

  /// Whether a search ignores this scalar after a folded letter: it is an accent of the letter, or
  /// a variation selector, which only chooses a glyph.
  fileprivate func isIgnoredInSearch(after letter: Unicode.Scalar) -> Bool {
    if properties.isVariationSelector { return true }
    return properties.generalCategory == .nonspacingMark && letter.canHaveAccents
  }

  /// Whether this is a lower-case Latin, Greek or Cyrillic letter.
  private var canHaveAccents: Bool {
    switch self {
    case "a"..."z": true
    case "\u{AA}"..."\u{52F}", "\u{1C80}"..."\u{1C8F}", "\u{1D00}"..."\u{1DBF}",
      "\u{1E00}"..."\u{1FFF}", "\u{2C60}"..."\u{2C7F}", "\u{A640}"..."\u{A69F}",
      "\u{A720}"..."\u{A7FF}", "\u{AB30}"..."\u{AB6F}", "\u{FF41}"..."\u{FF5A}":
      properties.isAlphabetic
    default: false
    }
  }
}

extension String {
  /// The string's scalar, if it has exactly one; otherwise `nil`.
  fileprivate var onlyScalar: Unicode.Scalar? {
    guard unicodeScalars.count == 1 else { return nil }
    return unicodeScalars.first
  }
}

/// A text to search for, which may have to be at the beginning or the end of the text that is
/// searched.
struct SearchTerm {
  var text: String

  /// Whether the text that is searched has to begin with this one.
  private(set) var isAtStart = false

  /// Whether the text that is searched has to end with this one.
  private(set) var isAtEnd = false

  init(_ text: String) { self.text = text }

  /// Reads the value of `~`. In an unquoted value, `^` at the beginning stands for the beginning of
  /// the text that is searched, and `$` at the end for its end. A value of only these characters is
  /// searched for as it is.
  init(_ operand: Comparison.Operand) {
    text = operand.text
    let isAnyOther = text.unicodeScalars.contains { $0 != "^" && $0 != "$" }
    if operand.isQuoted || !isAnyOther { return }
    isAtStart = text.utf8.first == UInt8(ascii: "^")
    isAtEnd = text.utf8.last == UInt8(ascii: "$")
    var scalars = text.unicodeScalars[...]
    if isAtStart { scalars.removeFirst() }
    if isAtEnd { scalars.removeLast() }
    text = String(scalars)
  }

  /// Whether the text reads as a pattern of another language: it has `.*`, `.+` or a backslash, or
  /// begins or ends with `*`.
  var isPattern: Bool {
    let star = UInt8(ascii: "*")
    let isWithStar = text.utf8.first == star || text.utf8.last == star
    return isWithStar || text.contains(ascii: ".*") || text.contains(ascii: ".+")
      || text.contains(ascii: "\\")
  }
}

/// A ``SearchTerm`` prepared for comparing without case and accents.
struct FoldedSearchTerm {
  private let bytes: [UInt8]

  /// Finds the places where the text may be; `nil` if it is empty.
  private let candidates: CandidateFinder?

  /// See ``SearchTerm/isAtStart``.
  let isAtStart: Bool

  /// See ``SearchTerm/isAtEnd``.
  let isAtEnd: Bool

  /// The folded text's characters that aren't ASCII. The text to search in may spell the same
  /// characters differently, composed or decomposed, so it is respelled with the characters of this
  /// set before bytes are compared. The set finds them because Swift treats canonically equivalent
  /// characters as equal.
  private let characters: Set<Character>

  /// The largest number of Unicode scalars in a character that can equal one of ``characters``.
  private let maxScalars: Int

  init(_ text: String) { self.init(SearchTerm(text)) }

  init(_ searched: SearchTerm) {
    isAtStart = searched.isAtStart
    isAtEnd = searched.isAtEnd
    let folded = TextFolding.folded(searched.text)
    bytes = Array(folded.utf8)
    candidates = CandidateFinder(bytes)
    characters = Set(folded.filter { !$0.isASCII })
    var longest = 0
    for character in characters { longest = max(longest, character.unicodeScalars.count) }
    // A scalar is canonically equivalent to at most four.
    maxScalars = 4 * longest
  }

  /// Whether a text, as UTF-8, contains the searched text.
  func occurs(in text: ArraySlice<UInt8>) -> Bool {
    // Fast path: ASCII is folded byte by byte while it is searched.
    if text.span.isASCII { return occurs(inASCII: text.span) }
    let folded = TextFolding.folded(String(utf8: text))
    let respelled = ArraySlice(respellEquivalents(in: folded).utf8)
    return firstMatch(in: respelled.span) != nil
  }

  /// Whether a text of ASCII contains the searched text.
  func occurs(inASCII text: Span<UInt8>) -> Bool { firstMatch(in: text) != nil }

  /// The first place in a range of a JSON text where the searched text may be; `nil` without one.
  func firstCandidate(in text: [UInt8], _ range: Range<Int>) -> Int? {
    guard let candidates else { return range.first }
    return text.withUnsafeBytes { bytes in candidates.firstCandidate(in: bytes, range) }
  }

  /// The ranges of all matches in a text, in order. They don't overlap.
  func matchRanges(in text: String) -> [Range<String.Index>] {
    if bytes.isEmpty { return [] }
    // Fast path: most texts have no match.
    if !occurs(in: Array(text.utf8)[...]) { return [] }
    let (folded, origins) = foldCharacters(of: text)
    var ranges: [Range<String.Index>] = []
    var rest = folded[...]
    while let offset = firstMatch(in: rest.span) {
      let start = rest.startIndex + offset
      let end = start + bytes.count
      // Two matches can share a character that is folded to several scalars. It belongs to the
      // first.
      let first = max(origins[start], ranges.last?.upperBound ?? text.startIndex)
      let last = text.index(after: origins[end - 1])
      if first < last { ranges.append(first..<last) }
      if isAtStart { break }
      rest = folded[end...]
    }
    return ranges
  }

  /// A text's folded bytes, and for each byte the start of the character that it comes from. A text
  /// of ASCII is compared as it is.
  private func foldCharacters(of text: String) -> (bytes: [UInt8], origins: [String.Index]) {
    let bytes = Array(text.utf8)[...]
    if bytes.span.isASCII { return (Array(bytes), Array(text.utf8.indices)) }
    var folded: [UInt8] = []
    var origins: [String.Index] = []
    for index in text.indices {
      let character = TextFolding.folded(String(text[index]))
      let characterBytes = Array(respellEquivalents(in: character).utf8)
      folded += characterBytes
      origins += Array(repeating: index, count: characterBytes.count)
    }
    return (folded, origins)
  }

  /// Replaces each character that is canonically equivalent to one of ``characters`` with that one,
  /// so that equal characters have equal bytes. A longer character than these isn't looked up: the
  /// set normalizes it, which takes the square of its length.
  private func respellEquivalents(in text: String) -> String {
    if characters.isEmpty { return text }
    var respelled = ""
    for character in text {
      if character.unicodeScalars.count <= maxScalars,
        let index = characters.firstIndex(of: character)
      {
        respelled.append(characters[index])
      } else {
        respelled.append(character)
      }
    }
    return respelled
  }

  /// The offset of the first occurrence of ``bytes`` in a folded text, whose ASCII letters may
  /// still be in upper case.
  private func firstMatch(in text: Span<UInt8>) -> Int? {
    let lastStart = text.count - bytes.count
    guard lastStart >= 0 else { return nil }
    if isAtStart || isAtEnd { return anchoredMatch(in: text, lastStart) }
    guard let candidates else { return 0 }
    return text.withUnsafeBytes { bytes in
      var start = 0
      while let candidate = candidates.firstCandidate(in: bytes, start..<lastStart + 1) {
        if isMatch(at: candidate, in: text) { return candidate }
        start = candidate + 1
      }
      return nil
    }
  }

  /// ``firstMatch(in:)`` of a term that has to be at the beginning, at the end, or at both.
  private func anchoredMatch(in text: Span<UInt8>, _ lastStart: Int) -> Int? {
    var start = 0
    if isAtEnd { start = lastStart }
    if isAtStart, start != 0 { return nil }
    if isMatch(at: start, in: text) { return start }
    return nil
  }

  private func isMatch(at start: Int, in text: Span<UInt8>) -> Bool {
    for (offset, byte) in bytes.enumerated() where text[start + offset].asciiLowercased != byte {
      return false
    }
    return true
  }
}

extension JSONDocument {
  /// Whether a string in a value, at any depth, contains a text. Members' names aren't searched.
  func hasString(in index: Int, containing wanted: FoldedSearchTerm) -> Bool {
    !strings(in: index, containing: wanted, atMost: 1).isEmpty
  }

  /// The indices of the strings in a value, at any depth, that contain a text. Members' names
  /// aren't searched.
  ///
  /// The text is looked for in the document's bytes. Only a string with a place where it may be is
  /// read.
  func strings(
    in index: Int, containing wanted: FoldedSearchTerm, atMost limit: Int = .max
  ) -> [Int] {
    var found: [Int] = []
    let end = byteRange(at: index).upperBound
    var value = index
    var start = byteRange(at: index).lowerBound
    while let candidate = wanted.firstCandidate(in: bytes, start..<end) {
      // Go to the last value that begins before the place. It contains the place, or ends before it
      // if the place is in a name.
      while value + 1 < nodes[index].next, nodes[value + 1].start <= candidate { value += 1 }
      start = candidate + 1
      if kind(at: value) != .string || nodes[value].end <= candidate { continue }
      start = byteRange(at: value).upperBound
      if !doesString(at: value, contain: wanted) { continue }
      found.append(value)
      if found.count == limit { break }
    }
    return found
  }

  /// Whether a value, which is a string, contains a text.
  private func doesString(at index: Int, contain wanted: FoldedSearchTerm) -> Bool {
    let node = nodes[index]
    if !node.isUnescapedASCII { return wanted.occurs(in: content(at: index)) }
    let content = bytes[Int(node.start) + 1..<Int(node.end) - 1]
    return wanted.occurs(inASCII: content.span)
  }
}

extension UInt8 {
  /// This byte, in lower case if it is one of the 26 letters.
  @inline(__always)
  fileprivate var asciiLowercased: UInt8 {
    if self &- UInt8(ascii: "A") < 26 { return self | 0x20 }
    return self
  }
}
