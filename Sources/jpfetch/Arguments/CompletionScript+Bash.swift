extension CompletionScript {
  static func bash(_ vocabulary: Vocabulary) -> String {
    """
    # jpfetch completion for bash, made by: jpfetch completions bash

    # Offers the arguments that begin with what is typed. Not with compgen -W, which would run what
    # stands in them, and stored ids are a server's words.
    _jpfetch_words() {
      local word
      for word in "$@"; do
        [[ $word == "$cur"* ]] && COMPREPLY+=("$before$word")
      done
    }

    # Completes the last element of a list with commas.
    _jpfetch_list() {
      [[ $cur == *,* ]] && before=${cur%,*},
      cur=${cur##*,}
      _jpfetch_words "$@"
      compopt -o nospace 2>/dev/null
    }

    _jpfetch_files() {
      local file
      while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen "$1" -- "$cur")
      compopt -o filenames 2>/dev/null
    }

    # The stored ids of a resource.
    _jpfetch_ids() {
      local id
      while read -r id; do _jpfetch_words "$id"; done < <(\(storedIDs(of: "\"$command\" \"${places[@]}\"")))
    }

    _jpfetch() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command= i
      local before= places=() words=0 at=$((COMP_CWORD - 1))
      COMPREPLY=()
      # "--option=value" comes as three words.
      if [[ $cur == = ]]; then
        cur=
        i=$((at - 1))
      elif [[ $prev == = ]]; then
        at=$((COMP_CWORD - 2)) prev=${COMP_WORDS[COMP_CWORD - 2]}
        i=$((at - 1))
      fi
      # Behind "--report FORMAT=" is a file.
      if [[ -n $i ]]; then
        ((i > 0)) && [[ ${COMP_WORDS[i]} == = ]] && ((i--))
        if ((i > 0)) && [[ ${COMP_WORDS[i]} == --report ]]; then
          _jpfetch_files -f
          return
        fi
      fi
      for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
          \(placeOptions.joined(separator: " | ")))
            local option=${COMP_WORDS[i]}
            ((i++)); [[ ${COMP_WORDS[i]} == = ]] && ((i++))
            ((i < COMP_CWORD)) && places+=("$option" "${COMP_WORDS[i]}") ;;
          --sample) places+=(--sample) ;;
          \(valueOptions.joined(separator: " | "))) ((i++)); [[ ${COMP_WORDS[i]} == = ]] && ((i++)) ;;
          -*) ;;
          *) [[ -n $command ]] && ((words++)); command=${command:-${COMP_WORDS[i]}} ;;
        esac
      done
      [[ -n $command && $prev == "$command" ]] && prev=
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
        "") _jpfetch_words \(words(firstWords(vocabulary))) ;;
        get) ;;
        check) _jpfetch_words \(words(vocabulary.checkWords)) ;;
        cache) ((words)) || _jpfetch_words \(words(CacheAction.choices)) ;;
        completions) ((words)) || _jpfetch_words \(words(Shell.choices)) ;;
        help) ((words)) || _jpfetch_words \(words(topics(vocabulary))) ;;
        *) _jpfetch_ids ;;
      esac
    }

    complete -F _jpfetch jpfetch

    """
  }

  private static func words(_ choices: [Choice]) -> String {
    choices.map(\.word).joined(separator: " ")
  }

  /// The values that each option can have.
  private static func bashValues(_ vocabulary: Vocabulary) -> String {
    var done: Set<OptionName> = []
    return OptionDeclaration.all.compactMap { option in
      guard let value = option.value, done.insert(option.name).inserted else { return nil }
      let action =
        switch value {
        case .choice: choices(of: option.name)
        case .file: "_jpfetch_files -f"
        case .directory: "_jpfetch_files -d"
        case .relations: byResource(vocabulary, relations)
        case .fields, .sortKeys: byResource(vocabulary, fields)
        case .baseline: "_jpfetch_words cache; _jpfetch_files -d"
        case .report:
          "_jpfetch_words \(reportStarts.joined(separator: " ")); compopt -o nospace 2>/dev/null"
        case .duration, .count, .url, .header, .pair, .expression, .counts, .anyFields, .text: ""
        }
      let pattern = option.spellings.joined(separator: " | ")
      return "    \(pattern)) \(action.isEmpty ? "" : action + "; ")return ;;"
    }.joined(separator: "\n")
  }

  /// The words that an option's value can be, which may depend on the command.
  private static func choices(of name: OptionName) -> String {
    let options = OptionDeclaration.all.filter { $0.name == name }.compactMap { option in
      if case .choice(let choices)? = option.value {
        (option.commands, words(choices))
      } else {
        nil
      }
    }
    guard options.count > 1 else { return options.map { "_jpfetch_words \($1)" }.joined() }
    // The pattern for every other word comes last.
    let ordered = options.filter { !$0.0.contains(.show) } + options.filter { $0.0.contains(.show) }
    let cases = ordered.map { commands, words in
      let pattern =
        commands.contains(.show) ? "*" : commands.map(\.rawValue).joined(separator: " | ")
      return "\(pattern)) _jpfetch_words \(words) ;;"
    }
    return "case $command in \(cases.joined(separator: " ")) esac"
  }

  private static func byResource(
    _ vocabulary: Vocabulary, _ list: (Vocabulary.Entry) -> [String]
  ) -> String {
    let cases = vocabulary.resources.reversed().map { resource in
      // The default resource comes last, for every other word.
      let isDefault = resource.name == vocabulary.resources.first?.name
      let pattern = ([resource.name] + resource.aliases).joined(separator: " | ")
      let words = list(resource).joined(separator: " ")
      return "\(isDefault ? "*" : pattern)) _jpfetch_list \(words) ;;"
    }
    return "case $command in \(cases.joined(separator: " ")) esac"
  }

  private static func bashOptions() -> String {
    CommandName.allCases.reversed().map { command in
      let words = OptionDeclaration.options(of: command).flatMap(\.spellings).joined(separator: " ")
      return "      \(command == .show ? "*" : command.rawValue)) _jpfetch_words \(words) ;;"
    }.joined(separator: "\n")
  }
}
