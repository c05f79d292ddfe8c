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
