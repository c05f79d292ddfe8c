extension CompletionScript {
  static func bash(_ vocabulary: Vocabulary) -> String {
    """
    # jpfetch completion for bash, made by: jpfetch completions bash

    # Completes the last element of a list with commas.
    _jpfetch_list() {
      local before=
      [[ $cur == *,* ]] && before=${cur%,*},
      COMPREPLY=($(compgen -P "$before" -W "$1" -- "${cur##*,}"))
      compopt -o nospace 2>/dev/null
    }

    _jpfetch_words() { COMPREPLY=($(compgen -W "$1" -- "$cur")); }

    _jpfetch() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= i
      COMPREPLY=()
      # "--option=value" comes as three words.
      if [[ $cur == = ]]; then
        cur=
      elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          \(valueOptions.joined(separator: " | "))) ((i++)); [[ ${COMP_WORDS[i]} == = ]] && ((i++)) ;;
          -*) ;;
          *) command=${COMP_WORDS[i]}; break ;;
        esac
      done
      [[ $prev == "$command" && $COMP_CWORD -gt 0 ]] && prev=
      case $prev in
    \(bashValues(vocabulary))
      esac
      if [[ $cur == -* ]]; then
        case $command in
    \(bashOptions())
        esac
        return
      fi
      case $command in
        "") _jpfetch_words "\(words(firstWords(vocabulary)))" ;;
        get) ;;
        cache) _jpfetch_words "\(words(CacheAction.choices))" ;;
        completions) _jpfetch_words "\(words(Shell.choices))" ;;
        help) _jpfetch_words "\(words(topics(vocabulary)))" ;;
        *) _jpfetch_words "$(\(storedIDs(of: "\"$command\"")) | tail -n +2)" ;;
      esac
    }

    complete -F _jpfetch jpfetch

    """
  }

  private static func words(_ choices: [Choice]) -> String {
    choices.map(\.word).joined(separator: " ")
  }

  /// What each option's value can be.
  private static func bashValues(_ vocabulary: Vocabulary) -> String {
    OptionDeclaration.all.compactMap { option in
      guard let value = option.value else { return nil }
      let action =
        switch value {
        case .choice(let choices): "_jpfetch_words \"\(words(choices))\""
        case .file: "COMPREPLY=($(compgen -f -- \"$cur\")); compopt -o filenames 2>/dev/null"
        case .directory: "COMPREPLY=($(compgen -d -- \"$cur\")); compopt -o filenames 2>/dev/null"
        case .relations: byResource(vocabulary, relations)
        case .fields, .sortKeys: byResource(vocabulary, fields)
        case .duration, .count, .url, .header, .pair, .expression, .text: ""
        }
      let pattern = spellings(option).joined(separator: " | ")
      return "    \(pattern)) \(action.isEmpty ? "" : action + "; ")return ;;"
    }.joined(separator: "\n")
  }

  private static func byResource(
    _ vocabulary: Vocabulary, _ list: (Vocabulary.Entry) -> [String]
  ) -> String {
    let cases = vocabulary.resources.reversed().map { resource in
      // The default resource comes last, for every other word.
      let isDefault = resource.name == vocabulary.resources.first?.name
      let pattern = ([resource.name] + resource.aliases).joined(separator: " | ")
      let words = list(resource).joined(separator: " ")
      return "\(isDefault ? "*" : pattern)) _jpfetch_list \"\(words)\" ;;"
    }
    return "case $command in \(cases.joined(separator: " ")) esac"
  }

  private static func bashOptions() -> String {
    CommandName.allCases.reversed().map { command in
      let words = options(of: command).flatMap(spellings).joined(separator: " ")
      return "      \(command == .show ? "*" : command.rawValue)) _jpfetch_words \"\(words)\" ;;"
    }.joined(separator: "\n")
  }
}
