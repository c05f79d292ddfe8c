/// Text for searching: case and accents don't count.
enum TextFolding {
  /// The text in lower case and without accents, composed or not; other scripts stay as they are.
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
  private static let bases: [Unicode.Scalar: Unicode.Scalar] = {
    var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
    for word in letters.unicodeScalars.split(separator: " ") {
      for letter in word.dropFirst() { bases[letter] = word.first }
    }
    return bases
  }()

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

/// A text to search for, ignoring case and accents, in time linear in the searched text (Knuth,
/// Morris, Pratt 1977).
struct FoldedText: Equatable, Sendable {
  private let bytes: [UInt8]

  /// For each place, the length of the longest shorter beginning of `bytes` that also ends there.
  private let borders: [Int]

  init(_ text: String) {
    let folded = TextFolding.folded(text)
    // Accents alone fold to an empty text, which would be found everywhere.
    bytes = Array((folded.isEmpty ? text : folded).utf8)
    var borders = [Int](repeating: 0, count: bytes.count)
    var length = 0
    for place in bytes.indices.dropFirst() {
      while length > 0, bytes[place] != bytes[length] { length = borders[length - 1] }
      if bytes[place] == bytes[length] { length += 1 }
      borders[place] = length
    }
    self.borders = borders
  }

  /// Whether a text, as UTF-8, contains this one.
  func isIn(_ text: ArraySlice<UInt8>) -> Bool {
    if text.allSatisfy({ $0 < 0x80 }) { return isIn(folded: text.lazy.map(\.asciiLowercased)) }
    return isIn(folded: TextFolding.folded(String(decoding: text, as: UTF8.self)).utf8)
  }

  private func isIn(folded text: some Sequence<UInt8>) -> Bool {
    guard !bytes.isEmpty else { return true }
    var length = 0
    for byte in text {
      while length > 0, byte != bytes[length] { length = borders[length - 1] }
      if byte == bytes[length] { length += 1 }
      if length == bytes.count { return true }
    }
    return false
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
