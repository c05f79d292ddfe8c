import Foundation
import TestSupport
import Testing

@testable import JPCore

@Suite("Stored responses on disk", .limited)
struct ResponseStoreTests {
  private let directory: TemporaryDirectory
  private let store: ResponseStore
  private let sample = response(
    ["ETag": "W/\"1\"", "X-Odd": "a: b: é", "Empty": ""], body: "[\n  \"é日\u{1F600}\"\n]\n")

  /// The sample's file and its folder.
  private let path: String
  private let folder: String

  init() throws {
    directory = try TemporaryDirectory()
    store = ResponseStore(directory: directory.path + "/new/cache")
    path = store.path(for: sample.url)
    folder = store.path(EntryName.folder(of: sample.url))
  }

  private func write(_ bytes: some Sequence<UInt8>) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  private func file() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// How many files and folders are in the directory itself, temporary files too.
  private func files() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: store.directory).count
  }

  private func setTime(_ secondsAgo: Double, of path: String) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -secondsAgo)], ofItemAtPath: path)
  }

  /// What is wrong with the sample's file.
  private func problem() throws -> StoreError.Problem {
    try #require(throws: StoreError.self) { try store.response(for: sample.url) }.problem
  }

  @Test("A stored response is read back unchanged; its files are for its owner only")
  func roundTrip() throws {
    #expect(try store.response(for: sample.url) == nil)
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
    for (path, mode) in [(store.directory, 0o700), (folder, 0o700), (path, 0o600)] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect(attributes[.posixPermissions] as? Int == mode)
    }
    #expect(try files() == 1)
  }

  @Test(
    "Names of folders are printable and short, and differ in more than case",
    arguments: [
      "http://host:80/users?a=../..&b=/etc/passwd", "http://../x", "http://host/é日",
      "http://host/" + String(repeating: "long/", count: 200),
    ])
  func names(url: String) throws {
    let key = url.cacheKey
    let name = EntryName.folder(of: key)
    #expect(EntryName.isFolder(name) && name.utf8.count < 200)
    #expect(name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "/") })
    for other in [key + "x", key.uppercased()] {
      #expect(EntryName.folder(of: other).lowercased() != name.lowercased())
    }
    try store.store(response(url: key))
    #expect(try store.response(for: url) == response(url: key))
  }

  // MARK: Damage

  /// - Parameters:
  ///   - size: of the content, in units of 15 bytes.
  ///   - step: every how many bits one is flipped; odd, so that each place in a byte comes up.
  @Test(
    "A flipped bit, a missing end and another byte are detected",
    arguments: [(1, Effort.rounds(9, all: 1)), (1 << 16, Effort.rounds(160_001, all: 40_001))])
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

  @Test("Foreign, newer, damaged and misplaced files are different problems")
  func problems() throws {
    try store.store(sample)
    let whole = try file()
    for (text, expected) in [
      ("hello", .foreign), ("jpfetch response v1 x", .otherVersion),
      ("jpfetch response v4 x", .damaged),
    ] as [(String, StoreError.Problem)] {
      try write(text.utf8)
      #expect(try problem() == expected)
    }
    // A list of the entries doesn't read their content.
    try write(whole.dropLast() + [1])
    #expect(try problem() == .damaged)
    #expect(try store.entries().map { $0.head?.url } == [sample.url])
    let other = response(url: "http://host/albums")
    try store.store(other)
    rename(store.path(for: other.url), path)
    #expect(try problem() == .otherURL)
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
  }

  @Test(
    "A well-formed entry with an impossible time counts as damaged",
    arguments: [-62_167_219_201, 253_402_300_800])
  func forgedTimes(seconds: Int) throws {
    try store.store(response(delay: received.seconds - seconds))
    #expect(try problem() == .damaged)
  }

  @Test("An entry with an impossible length is damaged, and no memory is allocated for it")
  func impossibleLengths() throws {
    try store.store(sample)
    let (zeros, length) = (String(repeating: "0", count: 16), 0xFFFF_FFFF)
    let line = "jpfetch response v4 \(zeros) \(String(hex: length, digits: 8)) \(zeros)\n"
    try write(line.utf8)
    #expect(truncate(path, off_t(line.utf8.count + length)) == 0)
    #expect(try store.entries().map { $0.head == nil } == [true])
    #expect(try problem() == .damaged)
  }

  // MARK: Other files

  @Test("A link or pipe in an entry's place is replaced without opening it; a directory stays")
  func otherFiles() throws {
    let target = directory.path + "/target"
    for (make, isReplaced) in [
      ({ symlink(target, path) }, true), ({ mkfifo(path, 0o600) }, true),
      ({ mkdir(path, 0o700) }, false),
    ] as [(() -> Int32, Bool)] {
      try store.store(sample)
      let whole = try file()
      rename(path, target)
      #expect(make() == 0)
      #expect(try problem() == .notAFile)
      #expect(try store.entries().isEmpty && store.remove { _ in true } == 0)
      let isStored = (try? store.store(sample)) != nil
      #expect(isStored == isReplaced)
      #expect((try? store.response(for: sample.url)) == (isReplaced ? sample : nil))
      #expect(try Data(contentsOf: URL(filePath: target)) == whole)
    }
    #expect(try files() == 1)
  }

  @Test("Files of other programs stay; those of crashed writers are removed after an hour")
  func foreignFiles() throws {
    try store.store(sample)
    let folder = EntryName.folder(of: sample.url)
    let names = [
      "their.response", "notes", ".written-a.response", "\(folder)/their.response",
      ".writing-new", ".writing-old",
    ]
    for name in names {
      let path = store.path(name)
      try Data(repeating: 1, count: 5000).write(to: URL(filePath: path))
      try setTime(name == ".writing-new" ? 3500 : 3700, of: path)
    }
    let small = ResponseStore(directory: store.directory, maxBytes: 1000)
    try small.tidy()
    #expect(try small.remove { _ in true } == 1)
    #expect(
      names.map { FileManager.default.fileExists(atPath: store.path($0)) }
        == [true, true, true, true, true, false])
  }

  @Test("A file in place of the directory can't be written to; a missing directory is empty")
  func noDirectory() throws {
    try directory.write("x", to: "file")
    let broken = ResponseStore(directory: directory.path + "/file")
    #expect(try broken.response(for: sample.url) == nil)
    #expect(throws: StoreError.self) { try broken.store(sample) }
    #expect(throws: StoreError.self) { try broken.entries() }
    #expect(try store.entries().isEmpty)
    try store.tidy()
  }

  @Test("Responses that were stored in the same second are listed by their paths")
  func sameSecond() throws {
    for name in ["b", "c", "a"] {
      let url = "http://host/\(name)"
      try store.store(response(url: url))
      try setTime(5, of: store.path(for: url))
    }
    let paths = try store.entries().map(\.path)
    #expect(paths.count == 3 && paths == paths.sorted())
  }

  // MARK: Limits

  @Test("A response may take all but a sixteenth of the store")
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

  @Test("A full store removes the oldest entries of the largest origin")
  func bound() throws {
    let urls = ["http://small/"] + (1...6).map { "http://large/\($0)" }
    let bounded = ResponseStore(directory: store.directory, maxBytes: 5000)
    for (number, url) in urls.enumerated() {
      // Storing tidies at random; with the lower limit it always does.
      try (number < 6 ? store : bounded).store(
        response(url: url, body: String(repeating: "x", count: 1000)))
      try setTime(Double(10 - number), of: store.path(for: url))
    }
    #expect(try store.entries().map { $0.head?.url } == [urls[0], urls[5], urls[6]])
  }

  @Test(
    "One origin can't push out the entries of others",
    arguments: [
      ("aaabbb", [1, 1, 1, 1, 1, 1], 6, ""), ("aaabbb", [1, 1, 1, 1, 1, 1], 4, "03"),
      ("abab", [1, 100, 1, 100], 150, "1"), ("abab", [1, 100, 1, 100], 60, "13"),
      ("abc", [50, 50, 1], 61, "01"), ("aaaa", [1, 2, 3, 4], 7, "01"),
    ])
  func origins(names: String, bytes: [Int], room: Int, removed: String) {
    let entries = zip(names, bytes).map { (String($0), bytes: $1) }
    #expect(
      ResponseStore.excess(of: entries, room: room).sorted().map { "\($0)" }.joined() == removed)
  }

  @Test("A store in memory removes the oldest responses of the largest origin, too")
  func memory() throws {
    let memory = MemoryStore(maxBytes: 1_000_000)
    func store(_ url: String, _ bytes: Int) throws {
      let stored = response(url: url, body: String(repeating: "x", count: bytes))
      try memory.apply(.store(stored), to: key(url: url))
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
  }

  @Test("A response that couldn't be read back or is too large isn't stored, and the old one stays")
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

  // MARK: Other processes and users

  @Test("Two hundred writers of eight variants leave exactly eight whole entries")
  func manyWriters() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<200 {
        group.addTask {
          let variant = "\(writer % 8)"
          let body = String(repeating: variant, count: 1000 + writer)
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
    #expect(try files() == 1)
  }

  @Test(
    "A directory, link or entry of another user is not used",
    .only(if: geteuid() == 0, "only root can give files to others"))
  func owners() throws {
    try store.store(sample)
    chown(path, 65534, 65534)
    #expect(try problem() == .notOurs)
    #expect(try store.entries().isEmpty && store.remove { _ in true } == 0)
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
    chown(folder, 65534, 65534)
    #expect(throws: StoreError(path: folder, problem: .notOurs)) {
      try store.response(for: sample.url)
    }
    chown(folder, 0, 0)
    let link = ResponseStore(directory: directory.path + "/link")
    symlink(store.directory, link.directory)
    #expect(try link.entries().count == 1)
    lchown(link.directory, 65534, 65534)
    // lstat(2) follows a link that ends with a slash.
    let slashed = ResponseStore(directory: link.directory + "/./")
    #expect(throws: StoreError.self) { try slashed.entries() }
    chown(store.directory, 65534, 65534)
    for store in [store, link] {
      let refused = StoreError(path: store.directory, problem: .notOurs)
      for attempt in [
        { _ = try store.entries(of: sample.url) { _ in true } }, { try store.store(sample) },
        { _ = try store.entries() }, { try store.tidy() },
        { _ = try store.remove(storedFor: sample.url) },
      ] {
        #expect(throws: refused) { try attempt() }
      }
    }
  }
}

extension ResponseStore {
  /// The file of a URL's response, whether it is there or not.
  func path(for url: String) -> String {
    path("\(EntryName.folder(of: url.cacheKey))/answer.response")
  }

  /// Stores a response, and removes entries that can't be used.
  func store(_ response: StoredResponse) throws {
    try apply(.store(response), to: key(url: response.url))
  }

  /// The one response that is stored for a URL; throws what is wrong with any.
  func response(for url: String) throws -> StoredResponse? {
    let (usable, unusable) = try entries(of: url.cacheKey) { _ in true }
    if let error = unusable.first { throw error }
    return usable.first
  }
}
