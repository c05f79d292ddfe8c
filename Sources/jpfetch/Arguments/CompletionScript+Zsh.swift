extension CompletionScript {
  static func zsh(_ vocabulary: Vocabulary) -> String {
    """
    #compdef jpfetch
    # jpfetch completion for zsh, made by: jpfetch completions zsh

    # Completes the last element of a list with commas.
    _jpfetch_list() {
      compset -P '*,'
      compadd -S '' -- "$@"
    }

    # A report's format, and behind it a file.
    _jpfetch_reports() {
      if compset -P '*='; then
        _files
      else
        compadd -S '' -- \(reportStarts.joined(separator: " "))
      fi
    }

    _jpfetch_relations() {
      case $command in
    \(byResource(vocabulary, relations))
      esac
    }

    _jpfetch_fields() {
      case $command in
    \(byResource(vocabulary, fields))
      esac
    }

    _jpfetch_first() {
      local -a words=(
    \(described(firstWords(vocabulary)))
      )
      _describe 'command' words
    }

    _jpfetch_rest() {
      local -a words
      # A second word only goes with a resource.
      ((operands)) && case $command in get|cache|completions|help) return ;; esac
      case $command in
        get) ;;
        check)
          words=(
    \(described(vocabulary.checkWords))
          )
          _describe 'check' words ;;
        cache)
          words=(
    \(described(CacheAction.choices))
          )
          _describe 'action' words ;;
        completions)
          words=(
    \(described(Shell.choices))
          )
          _describe 'shell' words ;;
        help)
          words=(
    \(described(topics(vocabulary)))
          )
          _describe 'topic' words ;;
        *)
          words=(${(f)"$(\(storedIDs(of: "$command $places")))"})
          compadd -V ids -- $words ;;
      esac
    }

    _jpfetch() {
      local curcontext=$curcontext command= operands=0 i
      local -a places
      for ((i = 2; i < CURRENT; i++)); do
        case $words[i] in
          \(placeOptions.joined(separator: "|"))) places+=($words[i] $words[i+1]); ((i++)) ;;
          \(placeOptions.map { $0 + "=*" }.joined(separator: "|"))|--sample) places+=($words[i]) ;;
          \(valueOptions.joined(separator: "|"))) ((i++)) ;;
          -*) ;;
          *) [[ -n $command ]] && ((operands++)); command=${command:-$words[i]} ;;
        esac
      done
      local -a specs
      case $command in
    \(zshOptions())
      esac
      _arguments -s -S $specs '1: :_jpfetch_first' '*: :_jpfetch_rest'
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _jpfetch "$@"
    else
      compdef _jpfetch jpfetch
    fi

    """
  }

  private static func byResource(
    _ vocabulary: Vocabulary, _ list: (Vocabulary.Entry) -> [String]
  ) -> String {
    vocabulary.resources.reversed().map { resource in
      let isDefault = resource.name == vocabulary.resources.first?.name
      let pattern = ([resource.name] + resource.aliases).joined(separator: "|")
      return "    \(isDefault ? "*" : pattern)) _jpfetch_list "
        + list(resource).joined(separator: " ") + " ;;"
    }.joined(separator: "\n")
  }

  private static func described(_ choices: [Choice]) -> String {
    choices.map { "    \(quoted("\($0.word):\($0.meaning)"))" }.joined(separator: "\n")
  }

  private static func zshOptions() -> String {
    CommandName.allCases.reversed().map { command in
      let specs = OptionDeclaration.options(of: command).map { "      \(spec($0))" }.joined(
        separator: "\n")
      return "    \(command == .show ? "*" : command.rawValue)) specs=(\n\(specs)\n    ) ;;"
    }.joined(separator: "\n")
  }

  /// `'(-f --format)'{-f,--format}'[How to print the answer]:format:(table json)'`.
  private static func spec(_ option: OptionDeclaration) -> String {
    let help = option.help.substituting(["[": "(", "]": ")"])
    let value = option.value.map { ":\(option.name.rawValue):\(action($0))" } ?? ""
    let equals = option.value == nil ? "" : "="
    let repeats = option.isRepeatable || option.name == .verbose ? "*" : ""
    let long = "\(option.name.typed)\(equals)"
    let tail = quoted("[\(help)]\(value)")
    guard let short = option.short else { return quoted("\(repeats)\(long)") + tail }
    let attached = option.value == nil ? "" : "+"
    let names = "{\(quoted("\(repeats)-\(short)\(attached)")),\(quoted("\(repeats)\(long)"))}"
    let excluded = repeats.isEmpty ? quoted("(-\(short) \(option.name.typed))") : ""
    return excluded + names + tail
  }

  private static func action(_ value: OptionDeclaration.Value) -> String {
    switch value {
    case .choice(let choices):
      "((" + choices.map { "\($0.word)\\:\"\($0.meaning)\"" }.joined(separator: " ") + "))"
    case .file: "_files"
    case .directory: "_directories"
    case .relations: "_jpfetch_relations"
    case .fields, .sortKeys: "_jpfetch_fields"
    case .url: "_urls"
    case .duration, .count, .header, .pair, .expression, .counts, .anyFields, .text: " "
    case .report: "_jpfetch_reports"
    case .baseline: "(cache)"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.substituting(["'": "'\\''"]) + "'"
  }
}
