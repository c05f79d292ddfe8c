import Foundation
import TestSupport
import Testing

@testable import JPCore

/// What else is in the store's folder, and who else writes there.
extension ResponseStoreTests {
  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  // MARK: Other files

  @Test("A link or a pipe in place of an entry is replaced without opening it; a directory stays")
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
      #expect(try store.entries().isEmpty && store.removeEntries { _ in true }.isEmpty)
      let isStored = (try? store.store(sample)) != nil
      #expect(isStored == isReplaced)
      #expect((try? store.response(for: sample.url)) == (isReplaced ? sample : nil))
      #expect(try Data(contentsOf: URL(filePath: target)) == whole)
    }
    #expect(try files() == 1)
  }

  @Test("The store's directory may be a link, but a link inside it is never followed")
  func links() throws {
    let link = ResponseStore(directory: directory.path + "/link")
    symlink(store.directory, link.directory)
    try store.store(sample)
    #expect(try link.response(for: sample.url) == sample)
    try link.store(response(url: "http://host/albums"))
    #expect(try link.entries().count == 2)
    let elsewhere = directory.path + "/elsewhere"
    rename(store.folder, elsewhere)
    symlink(elsewhere, store.folder)
    let refused = StoreError(path: store.folder, problem: .unreadable(errno: ENOTDIR))
    for attempt in [
      { _ = try store.response(for: sample.url) }, { try store.store(sample) },
      { try store.applyUpdate(.remove, to: key(url: sample.url)) }, { _ = try store.entries() },
      { try store.removeAllEntries() }, { try store.removeExcess() },
      { try store.removeTemporaryFiles() },
    ] {
      #expect(throws: refused) { try attempt() }
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere).count == 2)
  }

  @Test(
    "Only temporary files in the store's own folder are removed: by tidying after an hour, by clearing at once"
  )
  func foreignFiles() throws {
    try store.store(sample)
    let names = [
      "their.response", "notes", ".written-a.response", "v6/their.response", "v7/.writing-new",
      "v7/.writing-old", ".writing-old",
    ]
    mkdir(store.directory + "/v6", 0o700)
    for name in names {
      let path = "\(store.directory)/\(name)"
      try Data(repeating: 1, count: 5000).write(to: URL(filePath: path))
      try setTime(name == "v7/.writing-new" ? 3500 : 3700, of: path)
    }
    // The temporary file that is left takes the room of the stored response.
    let small = ResponseStore(directory: store.directory, maxBytes: 5000)
    try small.removeExcess()
    #expect(try small.entries().isEmpty)
    func remaining() -> [Bool] { names.map { exists("\(store.directory)/\($0)") } }
    #expect(remaining() == [true, true, true, true, true, false, true])
    try small.removeAllEntries()
    #expect(remaining() == [true, true, true, true, false, false, true])
  }

  @Test("If the store's directory is a file, storing fails; if it is missing, the store is empty")
  func noDirectory() throws {
    try directory.write("x", to: "file")
    let broken = ResponseStore(directory: directory.path + "/file")
    #expect(try broken.response(for: sample.url) == nil)
    #expect(throws: StoreError.self) { try broken.store(sample) }
    #expect(throws: StoreError.self) { try broken.entries() }
    #expect(try store.entries().isEmpty)
    try store.removeExcess()
  }

  @Test("Responses that were stored in one second are listed in the order of their paths' bytes")
  func accentedNames() throws {
    let letters = ["e\u{301}", "\u{E9}"]
    let names = letters.flatMap { first in letters.map { "\(first)\($0).response" } }
    for name in names.shuffled() {
      try store.store(sample)
      try setTime(5, of: path)
      rename(path, "\(store.folder)/\(name)")
    }
    let found = try store.entries().map { Array($0.path.utf8) }
    #expect(found == names.map { Array("\(store.folder)/\($0)".utf8) })
  }

  @Test("A folder that is removed during a run is made again")
  func removedFolder() throws {
    let store = store
    try store.store(sample)
    try FileManager.default.removeItem(atPath: store.directory)
    #expect(try store.response(for: sample.url) == nil)
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
  }

  // MARK: Other processes and users

  @Test(
    "If 200 tasks store responses to eight requests at once, exactly eight whole entries remain")
  func manyWriters() async throws {
    let keys = (0..<8).map { key(["X-Tenant": "\($0)"]) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<200 {
        group.addTask {
          let key = keys[writer % 8]
          let digit = "\(writer % 8)"
          var stored = StoredResponse(reply(200), to: key.cacheKey)
          stored.response.body = Array(String(repeating: digit, count: 1000 + writer).utf8)
          try store.applyUpdate(.store(stored), to: key)
          for (number, key) in keys.enumerated() {
            guard let read = try store.readResponse(for: key) else { continue }
            #expect(Set(read.response.body) == Set("\(number)".utf8))
          }
        }
      }
      try await group.waitForAll()
    }
    let paths = try store.entries().map(\.path)
    #expect(paths.sorted() == keys.map(store.entryPath).sorted())
    #expect(try files() == 8)
  }

  @Test(
    "An entry or a folder that others may write is refused, and the entry can be replaced",
    arguments: [0o620, 0o602, 0o777])
  func writableByOthers(mode: mode_t) throws {
    try store.store(sample)
    chmod(path, mode)
    #expect(try problem() == .writableByOthers)
    #expect(try store.entries().map { $0.head == nil } == [true])
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
    chmod(store.folder, mode | 0o700)
    for attempt in [
      { _ = try store.response(for: sample.url) }, { try store.store(sample) },
      { _ = try store.entries() }, { try store.removeAllEntries() },
    ] {
      #expect(throws: StoreError(path: store.folder, problem: .writableByOthers)) { try attempt() }
    }
    chmod(store.folder, 0o700)
    // The directory may have been made for other files, too.
    chmod(store.directory, mode | 0o700)
    #expect(try store.response(for: sample.url) == sample)
  }

  @Test(
    "A directory, link or entry that another user owns is refused",
    .only(if: geteuid() == 0, "only root can give files to others"))
  func owners() throws {
    try store.store(sample)
    chown(path, 65534, 65534)
    #expect(try problem() == .notOurs)
    #expect(try store.entries().isEmpty && store.removeEntries { _ in true }.isEmpty)
    try store.store(sample)
    #expect(try store.response(for: sample.url) == sample)
    chown(store.folder, 65534, 65534)
    #expect(throws: StoreError(path: store.folder, problem: .notOurs)) {
      try store.response(for: sample.url)
    }
    chown(store.folder, 0, 0)
    let path = directory.path + "/link"
    symlink(store.directory, path)
    #expect(try ResponseStore(directory: path).entries().count == 1)
    lchown(path, 65534, 65534)
    let link = ResponseStore(directory: path)
    // lstat(2) follows a link that ends with a slash.
    let slashed = ResponseStore(directory: link.directory + "/./")
    #expect(throws: StoreError.self) { try slashed.entries() }
    chown(store.directory, 65534, 65534)
    for store in [store, link] {
      let refused = StoreError(path: store.directory, problem: .notOurs)
      for attempt in [
        { _ = try store.response(for: sample.url) }, { try store.store(sample) },
        { _ = try store.entries() }, { try store.removeExcess() },
        { try store.removeTemporaryFiles() },
        { _ = try store.removeEntries(storedFor: sample.url) },
      ] {
        #expect(throws: refused) { try attempt() }
      }
    }
  }
}
