/// Completion scripts: each asks `jpfetch __complete WORD...` for the completions of the last word,
/// so a script doesn't change with the options.
enum CompletionScript {
  /// The first argument of a script's request for completions.
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

    # Puts the words up to the cursor, as they were typed, into `typed`: bash splits them at ":" and
    # "=" too. Nothing here is newer than bash 3.2, which macOS has.
    _jpfetch_read() {
      local i last=0 word blank rest=${COMP_LINE:0:COMP_POINT}
      for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]} blank=${rest%%[![:space:]]*}
        rest=${rest#"$blank"}
        ((i < COMP_CWORD)) || word=$rest
        rest=${rest#"$word"}
        word=${word//[\"\'\\]/}
        if ((i > 0)) && [[ -z $blank ]]; then
          typed[last]+=$word
        else
          last=$i
          typed[i]=$word
        fi
      done
    }

    # Completes @FILE: bash keeps the "@" in the word, for names of hosts.
    _jpfetch_files() {
      local name slash
      while IFS= read -r name; do
        slash=
        if [[ -d $name ]]; then
          slash=/
          ((BASH_VERSINFO < 4)) || compopt -o nospace
        fi
        printf -v name %q "$name"
        COMPREPLY+=("@$name$slash")
      done < <(compgen -f -- "$1")
    }

    _jpfetch() {
      local typed=() kind= kept=0 line before part last
      COMPREPLY=()
      _jpfetch_read
      for last in "${typed[@]}"; do :; done
      # The shell replaces only the end of the word, $2.
      part=${2//[\"\'\\]/}
      # The order is ours; bash before 4.4 can't keep it.
      compopt -o nosort 2>/dev/null
      while IFS= read -r line; do
        if [[ -z $kind ]]; then
          read -r kind kept <<<"$line"
          before=${last:0:kept}
        elif [[ -n $line ]]; then
          COMPREPLY+=("$before${line%%$'\t'*}")
        fi
      done < <(command jpfetch __complete "${typed[@]:1}" 2>/dev/null)
      case $kind in
        files)
          if [[ $part == @* ]]; then
            _jpfetch_files "${part#@}"
          else
            # Bash completes and quotes names of files itself.
            ((BASH_VERSINFO < 4)) || compopt -o default
          fi ;;
        directories) ((BASH_VERSINFO < 4)) || compopt -o dirnames ;;
        parts) ((BASH_VERSINFO < 4)) || compopt -o nospace ;;
        *) ((BASH_VERSINFO > 3)) || COMPREPLY=("${COMPREPLY[@]/%/ }") ;;
      esac
      COMPREPLY=("${COMPREPLY[@]#"${last%"$part"}"}")
      # A "!" that was quoted stays so, or it would recall a command.
      if [[ $kind == parts && $2 == *\\!* ]]; then
        COMPREPLY=("${COMPREPLY[@]//!/\\!}")
      fi
    }

    if ((BASH_VERSINFO < 4)); then
      complete -o default -o nospace -F _jpfetch jpfetch
    else
      complete -F _jpfetch jpfetch
    fi

    """#

  private static let zsh = #"""
    #compdef jpfetch
    # jpfetch completion for zsh, made by: jpfetch completions zsh

    _jpfetch() {
      local -a reply words_offered
      local line word head
      reply=("${(@f)$(command jpfetch __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      head=(${=reply[1]})
      (( $#head == 2 )) || return 1
      compset -p $head[2]
      # A "!" that was quoted stays so, or it would recall a command.
      [[ $words[CURRENT] == *\\!* ]] && IPREFIX=${IPREFIX//\!/\\!}
      case $head[1] in
        files) _files ;;
        directories) _path_files -/ ;;
        *)
          local -a space
          [[ $head[1] == parts ]] && space=(-S '')
          # An empty line ends a group.
          for line in "${(@)reply[2,-1]}" ""; do
            if [[ -n $line ]]; then
              word=${line%%$'\t'*}
              words_offered+=("${word//:/\\:}:${line#*$'\t'}")
            else
              _describe -V jpfetch words_offered "${space[@]}"
              words_offered=()
            fi
          done ;;
      esac
    }

    # One line for each word, in our order: those with the same meaning would share one.
    zstyle ':completion:*:jpfetch:*' list-grouped false

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
      test (count $head) -eq 2; or return
      set -l before (string sub -l $head[2] -- "$last")
      set -l rest (string sub -s (math $head[2] + 1) -- "$last")
      switch $head[1]
        case files
          printf '%s\n' "$before"(__fish_complete_path "$rest" | string replace -r '\t.*' '')
        case directories
          printf '%s\n' "$before"(__fish_complete_directories "$rest" | string replace -r '\t.*' '')
        case '*'
          for line in (string match -r '.+' -- $reply[2..])
            printf '%s\n' "$before$line"
          end
      end
    end

    complete -c jpfetch -f -k -a '(__jpfetch_complete)'

    """#
}
