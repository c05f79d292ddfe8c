/// The completion scripts. A script asks `jpfetch __complete WORD...` for the completions of the
/// last word, so it doesn't change with the options. The answer has a line for each completion,
/// with its meaning after a tab. Or it has the line `files`, and a line with what comes before the
/// file's name in the word, such as `@`.
extension Shell {
  var completionScript: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  private static let bashScript = #"""
    # jpfetch completion for bash, made by: jpfetch completions bash

    _jpfetch() {
      local typed=() rest=${COMP_LINE:0:COMP_POINT} blanks word line raw start path i IFS=$'\n'
      COMPREPLY=()
      # bash splits words at characters such as "=", ":" and "@", too: join what no blank separates.
      for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        blanks=${rest%%[![:space:]]*}
        rest=${rest#"$blanks"}
        ((i < COMP_CWORD)) || word=$rest
        rest=${rest#"$word"}
        if [[ -n $blanks || i -eq 0 ]]; then
          typed+=("$word")
        else
          typed[${#typed[@]}-1]+=$word
        fi
      done
      raw=${typed[${#typed[@]}-1]}
      typed=("${typed[@]//[\"\'\\]/}")
      word=${typed[${#typed[@]}-1]}
      compopt -o nosort 2>/dev/null
      while IFS= read -r line; do
        if [[ $line != files ]]; then
          # What is typed stays as it is, $2: the end of the word, with its quotes.
          line=${line%%$'\t'*}
          COMPREPLY+=("$2${line#"$word"}")
          continue
        fi
        IFS= read -r start
        path=${word#"$start"}
        [[ ${2//[\"\'\\]/} == "$path" ]] && compopt -o default 2>/dev/null && return
        # bash takes "@" for a part of the path, and before bash 4 there is no compopt.
        while IFS= read -r line; do
          [[ -d $line ]] && line+=/
          line=${line#"$path"}
          # Blanks and the like are quoted, unless the word is.
          [[ -z $line || $raw == *[\"\']* ]] || printf -v line %q "$line"
          COMPREPLY+=("$2$line")
        done < <(compgen -f -- "$path")
        compopt -o nospace 2>/dev/null
      done < <(command jpfetch __complete "${typed[@]:1}" 2>/dev/null)
    }

    complete -F _jpfetch jpfetch

    """#

  private static let zshScript = #"""
    #compdef jpfetch
    # jpfetch completion for zsh, made by: jpfetch completions zsh

    _jpfetch() {
      local line
      local -a lines words_and_meanings
      lines=(${(f)"$(command jpfetch __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)"})
      if [[ $lines[1] == files ]]; then
        # What comes before the path, such as "@" or "junit=".
        compset -p ${#lines[2]}
        _files
      else
        for line in $lines; do
          words_and_meanings+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
        done
        _describe -V jpfetch words_and_meanings
      fi
    }

    # One line for each word, in our order: those with the same meaning would share one.
    zstyle ':completion:*:jpfetch:*' list-grouped false

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
      _jpfetch "$@"
    else
      compdef _jpfetch jpfetch
    fi

    """#

  private static let fishScript = #"""
    # jpfetch completion for fish, made by: jpfetch completions fish

    function __jpfetch_complete
      set -l typed (commandline -opc)[2..]
      # The word at the cursor without its quotes, the last of which may be open.
      set -l last (commandline -ct)
      set last (string unescape -- "$last"; or string unescape -- "$last'"; or string unescape -- "$last\"")
      set -l lines (command jpfetch __complete $typed "$last" 2>/dev/null)
      if test "$lines[1]" = files
        # What comes before the path, such as "@" or "junit=".
        set -l start "$lines[2]"
        __fish_complete_path (string replace -- "$start" '' "$last") | string replace -r '^' -- "$start"
      else
        string join \n -- $lines
      end
    end

    complete -c jpfetch -f -k -a '(__jpfetch_complete)'

    """#
}
