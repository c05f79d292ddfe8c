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
