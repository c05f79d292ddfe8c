import JPCore
import TestSupport
import Testing

@testable import jpfetch

@Suite("How an output file is written", .limited)
struct WritingMethodTests {
  private static let own = FileStatus.Kind.regular(isOurs: true, links: 1)
  private static let foreign = FileStatus.Kind.regular(isOurs: false, links: 1)
  private static let twoNames = FileStatus.Kind.regular(isOurs: true, links: 2)

  private static func file(
    _ kind: FileStatus.Kind, _ change: (inout FileStatus) -> Void = { _ in }
  ) -> FileStatus {
    var file = FileStatus(kind)
    change(&file)
    return file
  }

  private static let cases: [(FileStatus, WritingMethod)] = [
    (file(.nothing), .replacing),
    // Making the temporary file fails, and the error says why.
    (file(.nothing) { $0.isDirectoryWritable = false }, .replacing),
    (file(own), .replacing),
    (file(own) { $0.isDirectoryWritable = false }, .inPlace),
    (file(own) { $0.failsToReplace = true }, .inPlace),
    (file(own) { $0.hasAccessList = true }, .inPlace),
    (file(own) { ($0.hasAccessList, $0.accessError) = (true, EACCES) }, .refused(errno: EACCES)),
    (file(own) { $0.accessError = EACCES }, .refused(errno: EACCES)),
    (file(twoNames), .inPlace),
    (file(twoNames) { $0.accessError = EROFS }, .refused(errno: EROFS)),
    (file(foreign), .inPlace),
    (file(foreign) { $0.isDirectoryWritable = false }, .inPlace),
    (file(foreign) { $0.accessError = EACCES }, .refused(errno: EACCES)),
    (file(.other), .inPlace),
    (file(.other) { $0.isDirectoryWritable = false }, .inPlace),
    (file(.other) { $0.accessError = EACCES }, .refused(errno: EACCES)),
    (file(.directory), .refused(errno: EISDIR)),
    (file(.directory) { $0.accessError = EACCES }, .refused(errno: EISDIR)),
  ]

  @Test(
    "An existing file is replaced, written in place or refused, by its kind, owner and permissions",
    arguments: cases)
  func rule(file: FileStatus, method: WritingMethod) {
    #expect(WritingMethod(for: file) == method)
  }
}
