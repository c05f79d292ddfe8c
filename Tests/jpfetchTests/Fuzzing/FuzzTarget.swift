/// A part of jpfetch that is fuzzed, by the name that selects it.
struct FuzzTarget: Sendable {
  let name: String

  /// The first inputs of its corpus.
  let seeds: @Sendable () -> [[UInt8]]

  /// Runs the part with an input. A trap or a broken rule is a finding.
  let run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] = [.json, .entry, .fields, .arguments, .condition, .records]
}

/// Ends the process if a rule is broken; libFuzzer records that as a finding.
func demand(_ holds: Bool, _ rule: @autoclosure () -> String) {
  if !holds { fatalError("broken: \(rule())") }
}

/// An input as text.
func text(_ input: some Sequence<UInt8>) -> String { String(decoding: Array(input), as: UTF8.self) }
