extension CompletionScript {
  static func fish(_ vocabulary: Vocabulary) -> String {
    let lines =
      [
        operands("", firstWords(vocabulary)), operands("cache", CacheAction.choices),
        operands("check", vocabulary.checkWords, alone: false),
        operands("completions", Shell.choices), operands("help", topics(vocabulary)),
        "complete -c jpfetch -n '__jpfetch_shows' -k -a '(__jpfetch_ids)'",
      ] + OptionDeclaration.all.flatMap { fishOption($0, vocabulary) }
    return """
      # jpfetch completion for fish, made by: jpfetch completions fish

      # Prints what is typed so far beside options.
      function __jpfetch_operands
        set -l skip 0
        for word in (commandline -opc)[2..]
          if test $skip = 1
            set skip 0
          else if contains -- $word \(valueOptions.joined(separator: " "))
            set skip 1
          else if not string match -q -- '-*' $word
            echo $word
          end
        end
      end

      # Prints the command or resource.
      function __jpfetch_command
        __jpfetch_operands | head -n 1
      end

      # Nothing but one of these is typed.
      function __jpfetch_is
        set -l command (__jpfetch_command)
        contains -- "$command" $argv
      end

      # A resource is typed.
      function __jpfetch_shows
        set -l command (__jpfetch_command)
        not contains -- "$command" "" \(CommandName.typed.map(\.rawValue).joined(separator: " "))
      end

      # Completes the last element of a list with commas.
      function __jpfetch_list
        set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
        set -l before (string match -r '.*,' -- $typed; or echo)
        printf '%s\\n' $before$argv
      end

      # A report's format, and behind it a file.
      function __jpfetch_reports
        set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
        if string match -q -- '*=*' $typed
          set -l format (string match -r '^[^=]*=' -- $typed)
          set -l file (string replace -r '^[^=]*=' '' -- $typed)
          printf '%s\\n' $format(__fish_complete_path $file | string replace -r '\\t.*' '')
        else
          printf '%s\\n' \(reportStarts.joined(separator: " "))
        end
      end

      function __jpfetch_ids
        set -l command (__jpfetch_command)
        set -l places
        set -l words (commandline -opc)
        for i in (seq 2 (count $words))
          switch $words[$i]
            case \(placeOptions.joined(separator: " "))
              set -a places $words[$i] $words[(math $i + 1)]
            case \(placeOptions.map { "'\($0)=*'" }.joined(separator: " ")) --sample
              set -a places $words[$i]
          end
        end
        \(storedIDs(of: "$command $places"))
      end

      complete -c jpfetch -f
      \(lines.joined(separator: "\n"))

      """
  }

  /// - Parameter isAlone: whether only one of them can be typed.
  private static func operands(
    _ command: String, _ choices: [Choice], alone isAlone: Bool = true
  ) -> String {
    choices.map { choice in
      let alone = isAlone ? "test (count (__jpfetch_operands)) = 1; and " : ""
      let condition =
        "\(command.isEmpty ? "" : alone)__jpfetch_is \(command.isEmpty ? "\"\"" : command)"
      return "complete -c jpfetch -n '\(condition)' -a \(choice.word) -d \(quoted(choice.meaning))"
    }.joined(separator: "\n")
  }

  private static func fishOption(
    _ option: OptionDeclaration, _ vocabulary: Vocabulary
  ) -> [String] {
    let short = option.short.map { " -s \($0)" } ?? ""
    let start = "complete -c jpfetch"
    let names = "\(short) -l \(option.name.rawValue)"
    let end = "-d \(quoted(option.help))"
    let condition = "-n '\(condition(option.commands))'"
    switch option.value {
    case .relations?: return byResource(vocabulary, relations, start, names, end)
    case .fields?, .sortKeys?: return byResource(vocabulary, fields, start, names, end)
    case .choice(let choices)?:
      let words = choices.map { "\($0.word)\\t\(quotedInside($0.meaning))" }.joined(separator: " ")
      return ["\(start) \(condition)\(names) -x -a \"\(words)\" \(end)"]
    case .file?: return ["\(start) \(condition)\(names) -r -F \(end)"]
    case .directory?:
      return ["\(start) \(condition)\(names) -x -a '(__fish_complete_directories)' \(end)"]
    case .baseline?: return ["\(start) \(condition)\(names) -x -a cache \(end)"]
    case .report?: return ["\(start) \(condition)\(names) -x -a '(__jpfetch_reports)' \(end)"]
    case .duration?, .count?, .url?, .header?, .pair?, .expression?, .counts?, .anyFields?,
      .text?:
      return ["\(start) \(condition)\(names) -x \(end)"]
    case nil: return ["\(start) \(condition)\(names) \(end)"]
    }
  }

  /// The condition for offering an option. An option of `show` is also offered before any command.
  private static func condition(_ commands: [CommandName]) -> String {
    let shows = "__jpfetch_shows; or __jpfetch_is \"\""
    let others = commands.filter { $0 != .show }.map(\.rawValue).joined(separator: " ")
    guard commands.contains(.show) else { return "__jpfetch_is \(others)" }
    return others.isEmpty ? shows : "\(shows); or __jpfetch_is \(others)"
  }

  private static func byResource(
    _ vocabulary: Vocabulary, _ list: (Vocabulary.Entry) -> [String], _ start: String,
    _ names: String, _ end: String
  ) -> [String] {
    vocabulary.resources.map { resource in
      let isDefault = resource.name == vocabulary.resources.first?.name
      let words = (isDefault ? ["\"\""] : []) + [resource.name] + resource.aliases
      let condition = "-n '__jpfetch_is \(words.joined(separator: " "))'"
      let values = list(resource).joined(separator: " ")
      return "\(start) \(condition)\(names) -x -a '(__jpfetch_list \(values))' \(end)"
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.substituting(["\\": "\\\\", "'": "\\'"]) + "'"
  }

  private static func quotedInside(_ text: String) -> String {
    "'" + text.substituting(["\"": "\\\"", "'": "\\\\'"]) + "'"
  }
}
