/// Text for searching: case and accents don't count.
enum TextFolding {
  /// The text in lower case and without accents, composed or not. Other scripts don't change.
  static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var folded = String.UnicodeScalarView()
    for scalar in text.lowercased().unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      folded.append(bases[scalar] ?? scalar)
    }
    return String(folded)
  }

  /// The base letter of each letter with accents.
  private static let bases = letters.unicodeScalars.split(separator: " ").reduce(
    into: [Unicode.Scalar: Unicode.Scalar]()
  ) { bases, word in
    for letter in word.dropFirst() { bases[letter] = word.first }
  }

  /// Each letter and its forms with accents, the final sigma among them: lower-case Latin, Greek
  /// and Cyrillic letters that decompose canonically (Unicode 15, UnicodeData.txt), and the Latin
  /// ones with a stroke.
  private static let letters = """
    aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ bḃḅḇ cçćĉċčḉ dďḋḍḏḑḓđ eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ fḟ \
    gĝğġģǧǵḡ hĥȟḣḥḧḩḫẖħ iìíîïĩīĭįǐȉȋḭḯỉịı jĵǰ kķǩḱḳḵ lĺļľḷḹḻḽł mḿṁṃ nñńņňǹṅṇṉṋ \
    oòóôõöōŏőơǒǫǭȍȏȫȭȯȱǿṍṏṑṓọỏốồổỗộớờởỡợø pṕṗ rŕŗřȑȓṙṛṝṟ sśŝşšșṡṣṥṧṩ tţťțṫṭṯṱẗŧ \
    uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷȳẏẙỳỵỷỹ zźżžẑẓẕ æǣǽ ʒǯ \
    αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ \
    οόὀὁὂὃὄὅὸό ρῤῥ σς υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ ϒϓϔ аӑӓ гѓ еѐёӗ жӂӝ зӟ \
    ийѝӣӥ кќ оӧ уўӯӱӳ чӵ ыӹ эӭ ії ѵѷ әӛ өӫ
    """
}

/// A text to search for, ignoring case and accents.
struct FoldedText: Equatable {
  private let bytes: [UInt8]

  /// For each beginning of ``bytes``, the length of the longest shorter beginning that it ends with.
  /// After a mismatch the search goes on from there, so that each byte of a text is read once
  /// (Knuth, Morris and Pratt).
  private let borders: [Int]

  init(_ text: String) {
    let folded = TextFolding.folded(text)
    // Accents alone fold to an empty text, which would be found everywhere.
    bytes = Array((folded.isEmpty ? text : folded).utf8)
    borders = Self.borders(of: bytes)
  }

  /// Whether a text, as UTF-8, contains this one.
  func isIn(_ text: ArraySlice<UInt8>) -> Bool {
    if text.allSatisfy({ $0 < 0x80 }) { return isIn(folded: text) { $0.asciiLowercased } }
    let folded = Array(TextFolding.folded(String(utf8: text)).utf8)
    return isIn(folded: folded[...]) { $0 }
  }

  private func isIn(folded text: ArraySlice<UInt8>, _ byte: (UInt8) -> UInt8) -> Bool {
    if bytes.isEmpty { return true }
    var found = 0
    for unit in text {
      let unit = byte(unit)
      while found > 0, unit != bytes[found] { found = borders[found - 1] }
      if unit == bytes[found] { found += 1 }
      if found == bytes.count { return true }
    }
    return false
  }

  private static func borders(of bytes: [UInt8]) -> [Int] {
    var borders = [Int](repeating: 0, count: bytes.count)
    var length = 0
    for place in bytes.indices.dropFirst() {
      while length > 0, bytes[place] != bytes[length] { length = borders[length - 1] }
      if bytes[place] == bytes[length] { length += 1 }
      borders[place] = length
    }
    return borders
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
