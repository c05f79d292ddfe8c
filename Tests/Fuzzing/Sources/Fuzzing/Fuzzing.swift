// Coverage-guided fuzzing with libFuzzer, in a package of its own:
//
//     swift build --package-path Tests/Fuzzing -c release --sanitize fuzzer --scratch-path .build/fuzz
//     mkdir -p .build/fuzz/corpus/json
//     JPFETCH_FUZZ=json SWIFT_BACKTRACE=enable=no \
//       .build/fuzz/release/Fuzzing .build/fuzz/corpus/json -max_total_time=60
//
// To repeat a finding, pass its `crash-…` file instead of the directory.

import Foundation

/// The target that `JPFETCH_FUZZ` names.
private let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["JPFETCH_FUZZ"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    let names = FuzzTarget.all.map(\.name).joined(separator: ", ")
    fatalError("JPFETCH_FUZZ has to be one of \(names), not \"\(name)\"")
  }
  return target
}()

/// libFuzzer calls this before it reads its corpus. Adds the seeds if the corpus is a directory.
///
/// libFuzzer has the program's `main`, which calls these two functions.
@c(LLVMFuzzerInitialize)
public func initialize(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
  let corpus = CommandLine.arguments.dropFirst().first { !$0.hasPrefix("-") }
  var isDirectory: ObjCBool = false
  guard let corpus, FileManager.default.fileExists(atPath: corpus, isDirectory: &isDirectory),
    isDirectory.boolValue
  else { return 0 }
  for (number, seed) in target.seeds().enumerated() {
    let file = URL(filePath: corpus).appending(path: "seed-\(number)")
    do { try Data(seed).write(to: file) } catch { fatalError("no seed written: \(error)") }
  }
  return 0
}

/// libFuzzer calls this with each input.
@c(LLVMFuzzerTestOneInput)
public func run(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
