/// `jpfetch completions SHELL`: prints a script that asks `jpfetch __complete WORD...`.
struct Completions {
  static let command = Command(
    name: .completions, usage: "completions \(Shell.choices.alternatives)",
    summary: "Print a completion script for a shell",
    examples: [
      (#"eval "$(jpfetch completions bash)""#, ""),
      ("jpfetch completions zsh > ~/.zfunc/_jpfetch", ""),
      ("jpfetch completions fish > ~/.config/fish/completions/jpfetch.fish", ""),
    ],
    operands: Shell.choices, options: OptionName.everywhere,
    plan: { arguments, _ throws(Message) in
      let completions = try Completions(arguments.wordsAfterFirst)
      return Plan.printing(completions.script)
    })

  let script: String

  init(_ operands: [String]) throws(Message) {
    let shell = try Shell.readOperand(operands.first, of: .completions)
    if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    script = shell.completionScript
  }

  /// The completions of the last word, which `jpfetch __complete WORD...` prints.
  ///
  /// - Parameter words: the arguments, of which the last is the word at the cursor.
  static func completion(
    of words: [String], environment: @escaping @Sendable (String) -> String?
  ) -> Completion {
    Completer(words.last ?? "", after: words.dropLast(), environment: environment).completion
  }
}
