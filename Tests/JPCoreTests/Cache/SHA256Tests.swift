import Testing

@testable import JPCore

@Suite("SHA-256, FIPS 180-4")
struct SHA256Tests {
  @Test(
    "The standard's examples, and lengths around a block, have the right digests",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb924"), ("abc", "ba7816bf8f01cfea414140de5dae2223"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039"
      ),
      (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9a"),
      (String(repeating: "a", count: 63), "7d3e74a05d7db15bce4ad9ec0658ea98"),
      (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209"),
      (String(repeating: "a", count: 1_000), "41edece42d63e8d9bf515a9ba6932e1c"),
    ])
  func examples(text: String, digest: String) {
    #expect(SHA256.halfDigest(text) == digest)
  }
}
