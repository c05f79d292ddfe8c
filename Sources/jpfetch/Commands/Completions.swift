/// `jpfetch completions SHELL`: prints a script that asks `jpfetch __complete WORD...`.
struct Completions {
  static let command = Command(
    name: .completions, usage: "completions {bash|zsh|fish}",
    summary: "Print a completion script for a shell",
    examples: [
      (#"eval "$(jpfetch completions bash)""#, ""),
      ("jpfetch completions zsh > ~/.zfunc/_jpfetch", ""),
      ("jpfetch completions fish > ~/.config/fish/completions/jpfetch.fish", ""),
    ],
    operands: Shell.choices, options: OptionName.everywhere)

  let script: String

  init(_ operands: [String]) throws(UsageError) {
    let shell = try Shell.named(operands.first, by: .completions)
    if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    script = shell.completionScript
  }
}
