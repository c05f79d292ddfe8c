/// Completion scripts: each asks `jpfetch __complete WORD...` what can stand in the last word's
/// place, and shows it as its shell does. So they never grow old.
enum CompletionScript {
  /// The word that asks for completions, in the first operand's place.
  static let request = "__complete"

  static func text(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static let bash = #"""
    # jpfetch completion for bash, made by: jpfetch completions bash

    # Puts the words as they were typed into `typed`: bash splits them at ":" and "=" too.
    _jpfetch_read() {
      local i word blank rest=$COMP_LINE
      for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]} blank=${rest%%[![:space:]]*}
        rest=${rest#"$blank"}
        rest=${rest#"$word"}
        if ((i == 0)) || [[ -n $blank ]]; then typed+=("$word"); else typed[-1]+=$word; fi
      done
      for i in "${!typed[@]}"; do typed[i]=${typed[i]//[\"\'\\]/}; done
    }

    _jpfetch() {
      local typed=() reply=() kind kept line before part
      COMPREPLY=()
      _jpfetch_read
      part=${2//[\"\'\\]/}
      mapfile -t reply < <(command jpfetch __complete "${typed[@]:1}" 2>/dev/null)
      read -r kind kept <<<"${reply[0]}"
      # Only the end of the word, $2, is replaced.
      local last=${typed[-1]}
      local fixed=${last%"$part"}
      before=${last:0:kept}
      case $kind in
        files | directories)
          local -A actions=([files]=-f [directories]=-d)
          while IFS= read -r line; do
            COMPREPLY+=("$before$line")
          done < <(compgen "${actions[$kind]}" -- "${last:kept}")
          compopt -o filenames 2>/dev/null ;;
        *)
          for line in "${reply[@]:1}"; do COMPREPLY+=("$before${line%%$'\t'*}"); done
          [[ $kind == parts ]] && compopt -o nospace 2>/dev/null ;;
      esac
      COMPREPLY=("${COMPREPLY[@]#"$fixed"}")
    }

    complete -F _jpfetch jpfetch

    """#

  private static let zsh = #"""
    #compdef jpfetch
    # jpfetch completion for zsh, made by: jpfetch completions zsh

    _jpfetch() {
      local -a reply words_offered
      local line word head
      reply=("${(@f)$(command jpfetch __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      head=(${=reply[1]})
      compset -p $head[2]
      case $head[1] in
        files) _files ;;
        directories) _directories ;;
        *)
          for line in "${(@)reply[2,-1]}"; do
            [[ -n $line ]] || continue
            word=${line%%$'\t'*}
            words_offered+=("${word//:/\\:}:${line#*$'\t'}")
          done
          if [[ $head[1] == parts ]]; then
            _describe -V jpfetch words_offered -S ''
          else
            _describe -V jpfetch words_offered
          fi ;;
      esac
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _jpfetch "$@"
    else
      compdef _jpfetch jpfetch
    fi

    """#

  private static let fish = #"""
    # jpfetch completion for fish, made by: jpfetch completions fish

    function __jpfetch_complete
      set -l typed (commandline -opc)[2..]
      set -l last (commandline -ct | string replace -r '^[\'"]' '')
      set -l reply (command jpfetch __complete $typed "$last" 2>/dev/null)
      set -l head (string split ' ' -- $reply[1])
      set -l before (string sub -l $head[2] -- "$last")
      set -l rest (string sub -s (math $head[2] + 1) -- "$last")
      switch $head[1]
        case files
          printf '%s\n' "$before"(__fish_complete_path "$rest" | string replace -r '\t.*' '')
        case directories
          printf '%s\n' "$before"(__fish_complete_directories "$rest" | string replace -r '\t.*' '')
        case '*'
          for line in $reply[2..]
            printf '%s\n' "$before$line"
          end
      end
    end

    complete -c jpfetch -f -k -a '(__jpfetch_complete)'

    """#
}
