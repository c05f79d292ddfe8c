import TestSupport
import Testing

@testable import JPCore

@Suite("Searching, regardless of case and accents", .limited)
struct TextFoldingTests {
  @Test(
    "Search ignores case and accents",
    arguments: [
      ("ABC", "abc"), ("Éé e\u{301}", "ee e"), ("Łódź", "lodz"), ("Ấn Độ", "an do"), ("Ζωή", "ζωη"),
      ("Йод", "иод"), ("日本", "日本"), ("ẞ", "ß"), ("Ǿ", "o"), ("ΟΔΟΣ", "οδοσ"), ("οδός", "οδοσ"),
    ])
  func folding(text: String, folded: String) {
    #expect(TextFolding.folded(text) == folded)
  }

  @Test(
    "A text is found at any position, also after a partial match",
    arguments: [
      ("aab", "aaab", true), ("aab", "aaba", true), ("aab", "aaa", false),
      ("abab", "abaabab", true),
      ("ababac", "abababac", true), ("ababac", "ababab", false), ("a", "", false), ("", "a", true),
      ("éée", "ÉÉÉE", true), ("aéa", "aaéaé", true),
      // An accent alone isn't an empty text.
      ("\u{301}", "abc", false),
    ])
  func searching(text: String, other: String, isFound: Bool) {
    #expect(FoldedSearchTerm(text).occurs(in: ArraySlice(other.utf8)) == isFound)
  }

  @Test(
    "Letters that CaseFolding.txt folds to the same letter (status C or S) match each other",
    arguments: [
      "µμΜ", "ſsS", "ϐβΒ", "ϑθϴΘ", "ϕφΦ", "ϖπΠ", "ϰκΚ", "ϱρΡ", "ϵεΕ", "ẛṡṠ", "\u{1C80}вВ",
      "\u{1C88}ꙋꙊ", "ιΙ\u{1FBE}\u{345}", "ςσΣ", "KkK", "ΩωΩ", "ÅåÅ", "ẞß", "ᾈᾀ", "ﬅﬆ", "ΐΐ",
      "\u{1C90}\u{10D0}", "\u{10A0}\u{2D00}", "\u{13A0}\u{AB70}", "\u{13F8}\u{13F0}",
      "\u{10400}\u{10428}", "ǅǄǆ", "İiIİ",
    ])
  func cases(letters: String) {
    for letter in letters.unicodeScalars {
      for other in letters.unicodeScalars {
        #expect(FoldedSearchTerm("3 \(letter)x").occurs(in: Array("a3 \(other)xy".utf8)[...]))
      }
    }
  }

  @Test(
    "Search ignores marks only in Latin, Greek and Cyrillic; composed and decomposed text match",
    arguments: [
      ("が", "か\u{3099}", true), ("か\u{3099}", "が", true), ("か", "が", false),
      ("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", true),
      ("\u{1112}\u{1161}\u{11AB}", "대한민국", true), ("하", "한", false),
      ("क\u{93C}िला", "\u{958}िला", true), ("\u{958}िला", "क\u{93C}िला", true),
      ("की", "कि", false), ("की", "की बात", true), ("नमस", "नमस्ते", true),
      ("ปู", "ปี", false), ("ปี", "ปีใหม่", true), ("ไม้", "ไม", false),
      ("আমো", "আমে\u{9BE}", true), ("آب", "ا\u{653}ب", true), ("اب", "آب", false),
      ("\u{FB2A}", "ש\u{5C1}", true), ("\u{F900}", "\u{8C48}", true), ("≠", "=\u{338}", true),
      ("=", "≠", false), ("\u{5D0}\u{5B7}\u{5BC}", "\u{5D0}\u{5BC}\u{5B7}", true),
      ("❤\u{FE0F}", "❤", true), ("é", "E\u{301}", true), ("и\u{301}", "и", true),
      ("ố", "o\u{302}\u{301}", true), ("ᾳ", "α\u{345}", true), ("e", "é", true),
    ])
  func marks(text: String, value: String, isFound: Bool) {
    #expect(FoldedSearchTerm(text).occurs(in: Array("x\(value)y".utf8)[...]) == isFound)
  }

  @Test(
    "A text in a document's strings is found, however they are spelled; names aren't searched",
    arguments: Seed.seeds(8, all: 200))
  func strings(seed: Seed) throws {
    var json = RandomJSON(random: seed.numbers)
    let texts = [
      "a", "A", "id", "aa", "aid", "é", "e", "日", "\"", "/", "\n", "\\", " ", "😀", "\u{7F}", "a\t",
      "Ai ",
    ]
    for _ in 0..<40 {
      let document = try JSONDocument(json.text())
      for text in texts {
        let wanted = FoldedSearchTerm(text)
        let expected = document.subtree(at: 0).filter { value in
          document.kind(at: value) == .string && wanted.occurs(in: document.content(at: value))
        }
        let about = "\(seed): \(text) in \(document.text(.compact))"
        #expect(document.strings(in: 0, containing: wanted) == expected, "\(about)")
      }
    }
  }
}
