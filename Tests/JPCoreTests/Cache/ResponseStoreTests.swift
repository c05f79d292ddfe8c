import Foundation
import TestSupport
import Testing

@testable import JPCore

@Suite("Stored responses on disk", .limited)
struct ResponseStoreTests {
  let directory: TemporaryDirectory

  /// A new store each time, as each run makes one.
  var store: ResponseStore { ResponseStore(directory: directory.path + "/new/cache") }

  let sample = response(
    ["ETag": "W/\"1\"", "X-Odd": "a: b: é", "Empty": ""], body: "[\n  \"é日\u{1F600}\"\n]\n")

  /// The sample's file.
  let path: String

  init() throws {
    directory = try TemporaryDirectory()
    let store = ResponseStore(directory: directory.path + "/new/cache")
    path = store.entryPath(for: key(url: sample.url))
  }

  func write(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  func file() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// How many files are in the folder of the entries, temporary files too.
  func files() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: store.folder).count
  }

  func setTime(_ secondsAgo: Double, of path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: path)
  }

  /// The problem with the sample's file.
  func problem() throws -> StoreError.Problem {
    try #require(throws: StoreError.self) { try store.response(for: sample.url) }.problem
  }

  @Test("A stored response is read back unchanged, and only its owner may open its file")
  func roundTrip() throws {
    #expect(try store.response(for: sample.url) == nil)
    try store.store(sample)
    let read = try #require(try store.response(for: sample.url))
    #expect(read == sample)
    #expect(read.response.requested == sample.response.requested)
    #expect(read.response.received == sample.response.received)
    for (path, mode) in [(store.directory, 0o700), (store.folder, 0o700), (path, 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    #expect(try files() == 1)
    #expect(try store.entries().map(\.path) == [path])
  }

  @Test("An entry has a line for each property, and has the user's header values only in a digest")
  func format() throws {
    let tenant = key(["X-Tenant": "red", "Accept-Language": "de"])
    let reply = reply(200, ["Vary": "User-Agent", "ETag": "\"1\""])
    var stored = StoredResponse(reply, to: tenant.cacheKey)
    stored.response.body = Array("[\n]\n".utf8)
    try store.applyUpdate(.store(stored), to: tenant)
    let text = try String(contentsOfFile: store.entryPath(for: tenant), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].wholeMatch(of: /jpfetch response v7 [0-9a-f]{16}/) != nil)
    // The digest was made with sha256sum(1).
    #expect(
      lines.dropFirst() == [
        "url: http://host/users",
        "user-fields: accept-language,x-tenant",
        "user-fields-digest: c474a26e401bf19c649b3ccbe8fefa871d16fa225ec5b6c3aa720619c4a0561b",
        "status: 200",
        "requested: 1795218110",
        "received: 1795218110",
        "redirected: false",
        "field: Vary: User-Agent",
        "field: ETag: \"1\"",
        "",
        "[",
        "]",
        "",
      ])
  }

  @Test("Removing a URL removes its responses for every combination of the user's header fields")
  func userFields() throws {
    let keys = [key(), key(["X-Tenant": "red"]), key(["X-Tenant": "blue"])]
    for key in keys {
      try store.applyUpdate(.store(StoredResponse(reply(200), to: key.cacheKey)), to: key)
    }
    try store.applyUpdate(.remove, to: keys[1])
    #expect(try keys.map { try store.readResponse(for: $0) != nil } == [true, false, true])
    try store.store(response(url: "http://host/albums"))
    #expect(try store.removeEntries(storedFor: "HTTP://host:80/users").count == 2)
    #expect(try store.removeEntries(storedFor: "http://host/users").count == 0)
    #expect(try store.entries().map { $0.head?.url } == ["http://host/albums"])
  }

  // MARK: Damage

  /// - Parameters:
  ///   - size: the size of the content, in units of 15 bytes.
  ///   - step: one of this many bits is flipped; odd, so that each bit of a byte gets its turn.
  @Test(
    "An entry with a flipped bit, a missing end or an extra byte is refused",
    arguments: [(1, Effort.rounds(9, all: 1)), (1 << 13, Effort.rounds(20_001, all: 5001))])
  func damage(size: Int, step: Int) throws {
    let stored = response(
      ["ETag": "W/\"1\""], body: String(repeating: "0123456789abcde", count: size))
    try store.store(stored)
    let whole = try file()
    func expectDetected(_ bytes: Data) throws {
      try write(bytes)
      #expect(throws: StoreError.self) { try store.response(for: stored.url) }
    }
    for bit in stride(from: 0, to: whole.count * 8, by: step) {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      try expectDetected(damaged)
    }
    for length in stride(from: 0, to: whole.count, by: step / 8 + 1) {
      try expectDetected(whole.prefix(length))
    }
    try expectDetected(whole + [0x0A])
    try write(whole)
    #expect(try store.response(for: stored.url) == stored)
  }

  @Test(
    "Foreign, damaged and misplaced files are reported as different problems, and can be replaced")
  func problems() throws {
    try store.store(sample)
    let whole = try file()
    for (text, expected) in [
      ("hello", .foreign), ("jpfetch response v6 x", .foreign), ("jpfetch response v7 x", .damaged),
    ] as [(String, StoreError.Problem)] {
      try write(text.utf8)
      #expect(try problem() == expected)
    }
    // Any other byte of the content is noticed, too.
    try write(whole.dropLast() + [1])
    #expect(try problem() == .damaged)
    #expect(try store.entries().map { $0.head == nil } == [true])
    // An entry that was copied to another request's place.
    let other = key(["X-Tenant": "red"], url: sample.url)
    for (key, copied) in [
      (key(url: "http://host/albums"), response(url: "http://host/albums")),
      (other, StoredResponse(reply(200, from: sample.url), to: other.cacheKey)),
    ] {
      try store.applyUpdate(.store(copied), to: key)
      rename(store.entryPath(for: key), path)
      #expect(try problem() == .otherRequest)
    }
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
    // A damaged entry is removed with its URL.
    try write("jpfetch response v7 x".utf8)
    #expect(try store.entries().map { $0.head == nil } == [true])
    #expect(try store.removeEntries(storedFor: sample.url).count == 1)
  }

  @Test(
    "A well-formed entry with an impossible time is reported as damaged",
    arguments: [-62_167_219_201, 253_402_300_800])
  func forgedTimes(seconds: Int) throws {
    try store.store(response(delay: received.seconds - seconds))
    #expect(try problem() == .damaged)
  }

  @Test("An entry without an end of its head, or larger than any entry, is refused as damaged")
  func impossibleSizes() throws {
    try store.store(sample)
    // A head of any length, and a file of zeros that takes no room on the disk.
    try write("jpfetch response v7 0123456789abcdef\nurl: x\n".utf8)
    for size in [2 << 20, EntryFile.maxHeadBytes + EntryFile.maxContentBytes + 1] {
      #expect(truncate(path, off_t(size)) == 0)
      #expect(try store.entries().map { $0.head == nil } == [true])
      #expect(try problem() == .damaged)
    }
  }

  @Test("An entry with 128 MiB of content is read; one with a byte more is refused")
  func largestContent() {
    let limit = 128 << 20
    var sizes = [limit + 1]
    // Reading takes most of the time, and other tests read smaller entries.
    if Effort.isFull { sizes.append(limit) }
    for size in sizes {
      var stored = sample
      stored.response.body = [UInt8](repeating: 0, count: size)
      let head = EntryFile.headBytes(of: stored)
      let read = EntryFile.parse(head: head[...], content: stored.response.body)
      #expect(read?.response.body.count == (size > limit ? nil : size))
    }
  }

  // MARK: Limits

  @Test("A response may be as large as fifteen sixteenths of the store, but no larger")
  func largest() throws {
    try store.store(sample)
    let size = try file().count
    for (room, isStored) in [(size, true), (size - 1, false)] {
      let maxBytes = try #require((room...2 * room).first { $0 - $0 / 16 == room })
      let bounded = ResponseStore(directory: "\(directory.path)/\(room)", maxBytes: maxBytes)
      if isStored {
        try bounded.store(sample)
      } else {
        #expect(throws: StoreError.self) { try bounded.store(sample) }
      }
      #expect(try bounded.entries().count == (isStored ? 1 : 0))
    }
  }

  @Test("A full store removes its oldest entries, whatever their origins are")
  func bound() throws {
    let urls = ["http://other/"] + (1...6).map { "http://host/\($0)" }
    let bounded = ResponseStore(directory: store.directory, maxBytes: 5000)
    for (number, url) in urls.enumerated() {
      // Storing tidies at random; with the lower limit it always does.
      try (number < 6 ? store : bounded).store(
        response(url: url, body: String(repeating: "x", count: 1000)))
      try setTime(Double(10 - number), of: store.entryPath(for: key(url: url)))
    }
    #expect(try Set(store.entries().map { $0.head?.url }) == Set(urls.suffix(3)))
  }

  @Test("A response whose fields or content are too large isn't stored, and the earlier one stays")
  func tooLarge() throws {
    try store.store(sample)
    let small = ResponseStore(directory: store.directory, maxBytes: 1600)
    let large = String(repeating: "x", count: 1 << 20)
    let medium = ResponseStore(directory: store.directory, maxBytes: 1 << 21)
    for (store, response, limit) in [
      (store, response(["X": large]), 1 << 20), (small, response(body: large), 1500),
      (medium, response(body: large + large), (1 << 21) - (1 << 17)),
    ] {
      let error = try #require(throws: StoreError.self) { try store.store(response) }
      #expect(error.problem == .tooLarge(limit: limit))
    }
    #expect(try store.response(for: sample.url) == sample)
  }
}

extension ResponseStore {
  /// Stores a response to a request without fields.
  func store(_ response: StoredResponse) throws {
    try applyUpdate(.store(response), to: key(url: response.url))
  }

  /// The response that is stored for a request without fields.
  func response(for url: String) throws -> StoredResponse? { try readResponse(for: key(url: url)) }
}
