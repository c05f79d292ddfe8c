/// The completion scripts. A script asks `jpfetch __complete WORD...` for the completions of the
/// last word, so it doesn't change with the options. The answer has a line for each completion,
/// with its meaning after a tab, or is the line `files`.
extension Shell {
  var completionScript: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// The formats that `--report` takes, as a pattern.
  private static let reportFormats = ReportFormat.choices.words.joined(separator: "|")

  private static let bashScript = #"""
    # jpfetch completion for bash, made by: jpfetch completions bash

    _jpfetch() {
      local typed=() word= before= line IFS=$'\n'
      COMPREPLY=()
      # bash splits words at ":" and "=", too.
      for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ -n $before && $before$word == *[:=]* && $COMP_LINE == *"$before$word"* ]]; then
          typed[${#typed[@]}-1]+=$word
        else
          typed+=("$word")
        fi
        before=$word
      done
      compopt -o nosort 2>/dev/null
      while IFS= read -r line; do
        if [[ $line == files ]]; then
          # bash before 4 has no compopt.
          compopt -o default 2>/dev/null || COMPREPLY=($(compgen -f -- "$2"))
        else
          COMPREPLY+=("${line%%$'\t'*}")
        fi
      done < <(command jpfetch __complete "${typed[@]//[\"\'\\]/}" 2>/dev/null)
      # Only the part after the last ":" or "=" is replaced, unless it is quoted.
      [[ $2 == *[:=]* ]] || COMPREPLY=("${COMPREPLY[@]##*[:=]}")
    }

    complete -F _jpfetch jpfetch

    """#

  private static let zshScript = #"""
    #compdef jpfetch
    # jpfetch completion for zsh, made by: jpfetch completions zsh

    _jpfetch() {
      local -a lines
      lines=(${(f)"$(command jpfetch __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)"})
      if [[ $lines == files ]]; then
        # What a path can follow: an option, file: and the format of a report.
        compset -P '--*='
        compset -P '(file:|(\#(reportFormats))=)'
        _files
      else
        lines=("${(@)lines/$'\t'/:}")
        _describe -V jpfetch lines
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
      set -l last (commandline -ct | string replace -r '^[\'"]' '')
      set -l lines (command jpfetch __complete $typed "$last" 2>/dev/null)
      if test "$lines" = files
        # What a path can follow: an option, file: and the format of a report.
        set -l start (string match -r '^(?:--[^=]*=)?(?:file:|(?:\#(reportFormats))=)?' -- "$last")
        __fish_complete_path (string replace -- "$start" '' "$last") | string replace -r '^' -- "$start"
      else
        string join \n -- $lines
      end
    end

    complete -c jpfetch -f -k -a '(__jpfetch_complete)'

    """#
}
