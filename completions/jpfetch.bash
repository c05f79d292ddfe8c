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
