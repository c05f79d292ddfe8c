import TestSupport
import Testing

@testable import JPCore

@Suite("SHA-256, FIPS 180-4", .limited)
struct SHA256Tests {
  /// The messages are the standard's examples and NIST's test vectors.
  @Test(
    "The digests of published test messages equal the published digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func examples(message: String, digest: String) {
    #expect(SHA256.hexDigest(of: message) == digest)
  }

  @Test("The digest of a thousand \"a\", or of a million if all tests run, equals the known one")
  func long() {
    // The first digest was made with sha256sum(1).
    let thousand = "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    let million = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    let count = Effort.rounds(1000, all: 1_000_000)
    let digest = SHA256.hexDigest(of: String(repeating: "a", count: count))
    #expect(digest == (count == 1000 ? thousand : million))
  }

  @Test("The digest equals the one of sha256sum(1), whether or not the padding needs another block")
  func lengths() {
    // Made with sha256sum(1).
    let digests = [
      55: "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318",
      56: "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a",
      63: "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34",
      64: "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb",
      119: "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb",
    ]
    for (count, digest) in digests {
      #expect(SHA256.hexDigest(of: String(repeating: "a", count: count)) == digest, "\(count)")
    }
  }
}
