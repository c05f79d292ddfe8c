import Foundation
import TestSupport
import Testing

@testable import JPCore

@Suite("Stored responses on disk", .limited)
struct ResponseStoreTests {
  private let directory: TemporaryDirectory
  private let store: ResponseStore

  init() throws {
    directory = try TemporaryDirectory()
    store = ResponseStore(directory: directory.path + "/new/cache")
  }

  private let sample = response(
    .init(name: "ETag", value: "W/\"1\""), .init(name: "X-Odd", value: "a: b: é"),
    .init(name: "Empty", value: ""),
    body: "[\n  \"é日\u{1F600}\"\n]\n")

  /// The paths of all files in the directory.
  private func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: store.directory).filter {
      $0.contains("/") || $0.hasPrefix(".")
    }
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test("A stored response is read back unchanged, and its file has mode 0600")
  func roundTrip() throws {
    #expect(try store.response(for: sample.url) == nil)
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
    #expect(try store.response(for: sample.url + "/") == nil)
    #expect(try mode(store.directory) == 0o700)
    let file = store.path(for: sample.url)
    #expect(try mode(String(file[...(file.lastIndex(of: "/") ?? file.startIndex)])) == 0o700)
    #expect(try mode(file) == 0o600)
    #expect(try files().count == 1)
  }

  @Test(
    "File names are readable and unique, and stay in the directory",
    arguments: [
      "http://host/users", "http://host/users/", "http://host:80/users?a=../..&b=/etc/passwd",
      "http://host/../../etc/passwd", "http://../x", "http://host/\u{0}é日", "http://h/.hidden",
      "http://host/" + String(repeating: "long/", count: 200), "x", "",
    ])
  func names(url: String) throws {
    let name = EntryName.folder(of: url.cacheKey)
    #expect(!name.contains("/") && !name.hasPrefix(".") && name.utf8.count < 200)
    #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    #expect(EntryName.isFolder(name))
    #expect(name.lowercased() != EntryName.folder(of: (url + "x").cacheKey).lowercased())
    let upper = EntryName.folder(of: url.cacheKey.uppercased())
    #expect(name.lowercased() != upper.lowercased() || url.cacheKey.uppercased() == url.cacheKey)
    let stored = response(url: url.cacheKey)
    // A NUL or a line feed in a URL can't be sent, and so is never stored.
    guard !url.contains("\u{0}") else { return }
    try store.store(stored)
    #expect(try store.response(for: url) == stored)
  }

  @Test("File names contain no credentials")
  func credentials() {
    let name = EntryName.folder(of: "http://me:secret@host/users".cacheKey)
    #expect(name == EntryName.folder(of: "http://host/users"))
    #expect(name.hasPrefix("host_users-"))
  }

  /// Every bit, or one of each byte where there is no time for all.
  private static func bits(of bytes: Data) -> StrideTo<Int> {
    stride(from: 0, to: bytes.count * 8, by: Effort.rounds(9, all: 1))
  }

  @Test("A single flipped bit anywhere is detected")
  func flippedBits() throws {
    try store.store(sample)
    let path = store.path(for: sample.url)
    let whole = try Data(contentsOf: URL(filePath: path))
    for bit in Self.bits(of: whole) {
      var damaged = whole
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      try damaged.write(to: URL(filePath: path))
      #expect(throws: StoreError.self) { try store.response(for: sample.url) }
    }
    try whole.write(to: URL(filePath: path))
    #expect(try store.response(for: sample.url) == sample)
  }

  @Test("Truncated and extended files are detected")
  func truncation() throws {
    try store.store(sample)
    let path = store.path(for: sample.url)
    let whole = try Data(contentsOf: URL(filePath: path))
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(filePath: path))
      #expect(throws: StoreError.self) { try store.response(for: sample.url) }
    }
    try (whole + Data([0x0A])).write(to: URL(filePath: path))
    #expect(throws: StoreError.self) { try store.response(for: sample.url) }
  }

  @Test("Listing reads only the heads; damaged content is detected when it is read")
  func headAlone() throws {
    try store.store(sample)
    let path = store.path(for: sample.url)
    var bytes = try Data(contentsOf: URL(filePath: path))
    bytes[bytes.count - 3] ^= 1
    try bytes.write(to: URL(filePath: path))
    #expect(try store.entries().map { $0.head?.url } == [sample.url])
    let error = try #require(throws: StoreError.self) { try store.response(for: sample.url) }
    #expect(error.problem == .damaged)
  }

  @Test("A flipped bit anywhere in a megabyte is detected")
  func largeBody() throws {
    let large = response(body: String(repeating: "0123456789abcdef", count: 1 << 16))
    try store.store(large)
    let path = store.path(for: large.url)
    let handle = try FileHandle(forUpdating: URL(filePath: path))
    for _ in 0..<Effort.rounds(50, all: 200) {
      let offset = UInt64.random(in: 200..<1 << 20)
      try handle.seek(toOffset: offset)
      let byte = try #require(try handle.read(upToCount: 1)?.first)
      func put(_ byte: UInt8) throws {
        try handle.seek(toOffset: offset)
        try handle.write(contentsOf: [byte])
      }
      try put(byte ^ UInt8(1) << UInt8.random(in: 0..<8))
      #expect(throws: StoreError.self) { try store.response(for: large.url) }
      try put(byte)
    }
    #expect(try store.response(for: large.url) == large)
  }

  @Test("Foreign, newer and misplaced files are different errors")
  func problems() throws {
    func problem() throws -> StoreError.Problem {
      try #require(throws: StoreError.self) { try store.response(for: sample.url) }.problem
    }
    try store.store(sample)
    let path = store.path(for: sample.url)
    try Data("hello".utf8).write(to: URL(filePath: path))
    #expect(try problem() == .foreign)
    try Data("jpfetch response v1 something else".utf8).write(to: URL(filePath: path))
    #expect(try problem() == .otherVersion)
    try Data("jpfetch response v4 something else".utf8).write(to: URL(filePath: path))
    #expect(try problem() == .damaged)
    let other = response(url: "http://host/albums")
    try store.store(other)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: store.path(for: other.url), toPath: path)
    #expect(try problem() == .otherURL)
    // Storing again puts it right.
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
  }

  @Test(
    "A well-formed entry with impossible times counts as damaged",
    arguments: ["-62167219201", "-9223372036854775808", "253402300800"])
  func forgedTimes(seconds: String) throws {
    let forged = StoredResponse(
      url: sample.url, status: 200, statusLine: nil, verdict: .document, fields: [], variant: "",
      userFields: "",
      requested: HTTPDate(seconds: Int(seconds) ?? 0), received: sample.received,
      isRedirected: false, body: [])
    try store.store(forged)
    let error = try #require(throws: StoreError.self) { try store.response(for: sample.url) }
    #expect(error.problem == .damaged)
  }

  @Test(
    "An entry with impossible lengths is damaged, and no memory is allocated for it",
    arguments: [true, false])
  func impossibleLengths(isHead: Bool) throws {
    try store.store(sample)
    let path = store.path(for: sample.url)
    let entry = try Data(contentsOf: URL(filePath: path))
    let head = String(decoding: entry.prefix(37), as: UTF8.self)
    let lengths = isHead ? (0xFFFF_FFFF, 1) : (10, 1 << 40)
    let digits = [(lengths.0, 8), (lengths.1, 16)].map { number, count in
      String(repeating: "0", count: count - String(number, radix: 16).count)
        + String(number, radix: 16)
    }
    try Data((head + digits.joined(separator: " ") + "\n").utf8).write(to: URL(filePath: path))
    #expect(truncate(path, off_t(63 + lengths.0 + lengths.1)) == 0)
    #expect(try store.entries().map { $0.head == nil } == [true])
    let error = try #require(throws: StoreError.self) { try store.response(for: sample.url) }
    #expect(error.problem == .damaged)
  }

  @Test("A link or pipe in an entry's place is replaced without opening it; a directory stays")
  func otherFiles() throws {
    let path = store.path(for: sample.url)
    let target = directory.path + "/target"
    let makers: [() throws -> Void] = [
      { try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target) },
      { mkfifo(path, 0o600) },
      {
        try FileManager.default.createDirectory(
          atPath: path + "/inside", withIntermediateDirectories: true)
      },
    ]
    for (number, make) in makers.enumerated() {
      try store.store(sample)
      let whole = try Data(contentsOf: URL(filePath: path))
      try whole.write(to: URL(filePath: target))
      try FileManager.default.removeItem(atPath: path)
      try make()
      #expect(throws: StoreError.self) { try store.response(for: sample.url) }
      #expect(try store.entries().isEmpty)
      #expect(try store.remove { _ in true } == 0)
      if number < 2 {
        try store.store(sample)
        #expect(try store.response(for: sample.url) == sample)
      } else {
        #expect(throws: StoreError.self) { try store.store(sample) }
      }
      #expect(try Data(contentsOf: URL(filePath: target)) == whole)
    }
    #expect(try files().allSatisfy { !$0.hasPrefix(EntryName.temporaryPrefix) })
  }

  @Test("Files of other programs are neither listed nor removed; too large responses aren't stored")
  func foreignFiles() throws {
    let small = ResponseStore(directory: store.directory, maxBytes: 1000)
    let large = response(body: String(repeating: "x", count: 1000))
    #expect(throws: StoreError.self) { try small.store(large) }
    try small.store(sample)
    let folder = EntryName.folder(of: sample.url)
    let foreign = ["their.response", "notes", ".written-a.response", "\(folder)/their.response"]
      .map { store.directory + "/" + $0 }
    for path in foreign { try Data(repeating: 1, count: 5000).write(to: URL(filePath: path)) }
    #expect(try small.entries().count == 1)
    try small.tidy()
    #expect(try small.remove { _ in true } <= 1)
    for path in foreign { #expect(FileManager.default.fileExists(atPath: path)) }
  }

  @Test("A full store removes the oldest entries of the largest origin")
  func bound() throws {
    let large = ResponseStore(directory: store.directory, maxBytes: 1 << 30)
    let urls = (0..<5).map { "http://host/\($0)" } + ["http://small/"]
    for (index, url) in urls.enumerated() {
      try large.store(response(url: url, body: String(repeating: "x", count: 1000)))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: Double(10 * index - 100 * (index / 5)))],
        ofItemAtPath: large.path(for: url))
    }
    let small = ResponseStore(directory: store.directory, maxBytes: 5000)
    try small.tidy()
    #expect(
      try urls.map { try small.response(for: $0) != nil }
        == [false, false, false, true, true, true])
    #expect(try small.entries().map { $0.head?.url } == [urls[5], urls[3], urls[4]])
    #expect(try small.remove { $0.head?.url == urls[3] } == 1)
    #expect(try small.entries().count == 2)
    // Storing tidies at random; with this limit it always does.
    let tiny = ResponseStore(directory: store.directory, maxBytes: 15)
    #expect(throws: StoreError.self) { try tiny.store(sample) }
    let little = ResponseStore(directory: store.directory, maxBytes: 2500)
    for url in urls {
      try little.store(response(url: url, body: String(repeating: "y", count: 900)))
    }
    #expect(try little.entries().count < 3)
  }

  @Test(
    "One origin can't push out the entries of others",
    arguments: [
      ("aaabbb", [1, 1, 1, 1, 1, 1], 6, ""), ("aaabbb", [1, 1, 1, 1, 1, 1], 4, "03"),
      ("abab", [1, 100, 1, 100], 150, "1"), ("abab", [1, 100, 1, 100], 60, "13"),
      ("ab", [1, 100], 99, "1"), ("abc", [50, 50, 1], 61, "01"), ("aaaa", [1, 2, 3, 4], 7, "01"),
      ("abcd", [9, 9, 9, 9], 0, "0123"), ("", [], 0, ""),
    ] as [(String, [Int], Int, String)])
  func origins(names: String, bytes: [Int], room: Int, removed: String) {
    let entries = zip(names, bytes).map { (String($0), bytes: $1) }
    #expect(
      ResponseStore.excess(of: entries, room: room).sorted().map { "\($0)" }.joined() == removed)
  }

  @Test("Files of crashed writers are removed; one that is being written and others' files aren't")
  func leftovers() throws {
    try store.store(sample)
    let places = [
      EntryName.temporaryPrefix + "1-old", EntryName.temporaryPrefix + "1-new", "their.response",
    ].map { store.directory + "/" + $0 }
    for path in places { try Data().write(to: URL(filePath: path)) }
    for path in [places[0], places[2]] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date().addingTimeInterval(-3700)], ofItemAtPath: path)
    }
    try store.tidy()
    #expect(places.map { FileManager.default.fileExists(atPath: $0) } == [false, true, true])
    #expect(try store.entries().count == 1)
  }

  @Test("A file in place of the directory can't be written to, and reads as empty or as an error")
  func noDirectory() throws {
    try directory.write("x", to: "file")
    let broken = ResponseStore(directory: directory.path + "/file")
    #expect(try broken.response(for: sample.url) == nil)
    #expect(throws: StoreError.self) { try broken.store(sample) }
    #expect(throws: StoreError.self) { try broken.entries() }
    let absent = ResponseStore(directory: directory.path + "/absent")
    #expect(try absent.entries().isEmpty)
    try absent.tidy()
  }

  @Test("Two hundred writers of eight variants leave exactly eight whole entries")
  func manyWriters() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<200 {
        group.addTask {
          let variant = "\(writer % 8)"
          let body = String(repeating: "\(variant)", count: 1000 + writer)
          try store.store(response(variant: variant, body: body))
          for read in try store.entries(of: sample.url, content: { _ in true }).usable {
            #expect(Set(read.body) == Set(read.variant.utf8))
          }
        }
      }
      try await group.waitForAll()
    }
    let variants = try store.entries().compactMap { $0.head?.variant }
    #expect(variants.sorted() == (0..<8).map { "\($0)" })
    #expect(try files().count == 8)
  }

  @Test("A response that couldn't be read back isn't stored, and the old one stays")
  func largeHead() throws {
    try store.store(sample)
    let large = response(.init(name: "X", value: String(repeating: "x", count: 1 << 20)))
    let error = try #require(throws: StoreError.self) { try store.store(large) }
    #expect(error.problem == .tooLarge(limit: 1 << 20))
    #expect(try store.response(for: sample.url) == sample)
  }

  @Test("A store in memory removes the same entries, and keeps nothing of them")
  func memory() throws {
    let memory = MemoryStore(maxBytes: 1_000_000)
    func store(_ url: String, _ bytes: Int) throws {
      let stored = response(url: url, body: String(repeating: "x", count: bytes))
      try memory.apply(.store(stored), to: RequestKey(TransportRequest(url: url)))
    }
    func count(_ urls: [String]) -> Int {
      urls.count { !memory.entries(of: $0) { _ in true }.usable.isEmpty }
    }
    let urls = (0..<200).map { "http://host/\($0)" }
    let others = (0..<3).map { "http://other/\($0)" }
    for url in urls { try store(url, 10) }
    for url in others { try store(url, 300_000) }
    #expect((count(urls), count(others)) == (200, 2))
    for url in urls { try store(url + "x", 3000) }
    #expect(count(others) == 1 && count(urls) < 200 && count(urls.map { $0 + "x" }) > 150)
    #expect(throws: StoreError.self) { try store(urls[0], 1_000_000) }
    memory.removeAll()
    #expect(count(urls) == 0)
  }

  @Test(
    "A directory, link or entry of another user is not used",
    .only(if: geteuid() == 0, "only root can give files to others"))
  func owners() throws {
    try store.store(sample)
    let path = store.path(for: sample.url)
    chown(path, 65534, 65534)
    let entry = try #require(throws: StoreError.self) { try store.response(for: sample.url) }
    #expect(entry == StoreError(path: path, problem: .notOurs))
    #expect(try store.entries().isEmpty && store.remove { _ in true } == 0)
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
    let folder = store.directory + "/" + EntryName.folder(of: sample.url)
    chown(folder, 65534, 65534)
    #expect(throws: StoreError(path: folder, problem: .notOurs)) {
      try store.response(for: sample.url)
    }
    chown(folder, 0, 0)
    let link = ResponseStore(directory: directory.path + "/link")
    symlink(store.directory, link.directory)
    #expect(try link.entries().count == 1)
    lchown(link.directory, 65534, 65534)
    let slashed = ResponseStore(directory: link.directory + "/./")
    #expect(throws: StoreError.self) { try slashed.entries() }
    chown(store.directory, 65534, 65534)
    for store in [store, link] {
      let refused = StoreError(path: store.directory, problem: .notOurs)
      for attempt in [
        { _ = try store.entries(of: sample.url) { _ in true } }, { try store.store(sample) },
        { _ = try store.entries() }, { _ = try store.remove { _ in true } },
        { try store.tidy() }, { _ = try store.remove(storedFor: sample.url) },
      ] {
        #expect(throws: refused) { try attempt() }
      }
    }
  }
}

extension ResponseStore {
  /// The file of a URL's response, whether it is there or not.
  func path(for url: String, variant: String = "") -> String {
    let entry =
      variant.isEmpty ? "answer.response" : JPCoreTests.response(variant: variant).entryName
    return "\(directory)/\(EntryName.folder(of: url.cacheKey))/\(entry)"
  }

  /// Stores a response, and removes entries that can't be used.
  func store(_ response: StoredResponse) throws {
    try apply(.store(response), to: RequestKey(TransportRequest(url: response.url)))
  }

  /// The one response that is stored for a URL; throws what is wrong with any.
  func response(for url: String) throws -> StoredResponse? {
    let (usable, unusable) = try entries(of: url.cacheKey) { _ in true }
    if let error = unusable.first { throw error }
    return usable.first
  }
}
