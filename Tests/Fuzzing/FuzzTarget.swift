/// A part of jpfetch that is fuzzed, by the name that selects it.
struct FuzzTarget: Sendable {
  let name: String

  /// What its corpus begins with.
  let seeds: @Sendable () -> [[UInt8]]

  /// Takes an input through the part; a trap in it or a broken rule is a finding.
  let run: @Sendable ([UInt8]) -> Void

  static let all: [FuzzTarget] = [.json, .entry, .fields, .arguments, .condition, .records]
}

/// Ends the process, which is a finding, where a rule doesn't hold.
func demand(_ holds: Bool, _ rule: @autoclosure () -> String) {
  if !holds { fatalError("broken: \(rule())") }
}

/// An input as text.
func text(_ input: some Sequence<UInt8>) -> String { String(decoding: Array(input), as: UTF8.self) }
