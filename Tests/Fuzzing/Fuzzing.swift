// Coverage-guided fuzzing with libFuzzer, built apart from everything else:
//
//     JPFETCH_FUZZ=build swift build -c release --sanitize fuzzer --scratch-path .build/fuzz
//     mkdir -p .build/fuzz/corpus/json
//     JPFETCH_FUZZ=json SWIFT_BACKTRACE=enable=no \
//       .build/fuzz/release/Fuzzing .build/fuzz/corpus/json -max_total_time=60
//
// With a file instead of the directory it runs that input, such as the `crash-…` of a finding.

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

/// libFuzzer's call before it reads its corpus: adds the seeds to it where it is a directory.
///
/// The program's `main` is libFuzzer's as well; these two functions are what it looks for.
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

/// libFuzzer's call for each input.
@c(LLVMFuzzerTestOneInput)
public func run(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  return 0
}
