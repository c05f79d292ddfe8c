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

  init(_ text: String) {
    let folded = TextFolding.folded(text)
    // Accents alone fold to an empty text, which would be found everywhere.
    bytes = Array((folded.isEmpty ? text : folded).utf8)
  }

  /// Whether a text, as UTF-8, contains this one.
  func isIn(_ text: ArraySlice<UInt8>) -> Bool {
    if text.allSatisfy({ $0 < 0x80 }) { return isIn(folded: text) { $0.asciiLowercased } }
    let folded = Array(TextFolding.folded(String(utf8: text)).utf8)
    return isIn(folded: folded[...]) { $0 }
  }

  private func isIn(folded text: ArraySlice<UInt8>, _ byte: (UInt8) -> UInt8) -> Bool {
    guard let first = bytes.first else { return true }
    guard text.count >= bytes.count else { return false }
    return (text.startIndex...(text.endIndex - bytes.count)).contains { start in
      byte(text[start]) == first
        && bytes.indices.allSatisfy { byte(text[start + $0]) == bytes[$0] }
    }
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
