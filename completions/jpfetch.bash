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
