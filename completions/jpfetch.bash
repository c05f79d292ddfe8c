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
  while read -r id; do _jpfetch_words "$id"; done < <(command jpfetch "$command" "${places[@]}" --offline --embed none --fields id --format tsv --no-header --quiet 2>/dev/null | env LC_ALL=C grep -Ex '[A-Za-z0-9_.][A-Za-z0-9_.-]*')
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
      --base-url | --cache-dir)
        local option=${COMP_WORDS[i]}
        ((i++)); [[ ${COMP_WORDS[i]} == = ]] && ((i++))
        ((i < COMP_CWORD)) && places+=("$option" "${COMP_WORDS[i]}") ;;
      --sample) places+=(--sample) ;;
      --embed | -e | --where | -w | --search | -s | --sort | -S | --limit | -n | --skip | --fields | -F | --count-by | --query | --format | -f | --output | -o | --color | --expect | --assert | --max-time | --wait | --against | --ignore | --report | --max-age | --max-stale | --base-url | --cache-dir | --timeout | --retry | --jobs | -j | --header | -H | --ca-cert | --error-format | --generate-completion-script) ((i++)); [[ ${COMP_WORDS[i]} == = ]] && ((i++)) ;;
      -*) ;;
      *) [[ -n $command ]] && ((words++)); command=${command:-${COMP_WORDS[i]}} ;;
    esac
  done
  [[ -n $command && $prev == "$command" ]] && prev=
  case $prev in
    --embed | -e) case $command in todos | todo) _jpfetch_list user none ;; comments | comment) _jpfetch_list post post.user none ;; posts | post) _jpfetch_list comments user none ;; photos | photo | pictures | picture) _jpfetch_list album album.user none ;; albums | album) _jpfetch_list photos user none ;; *) _jpfetch_list albums albums.photos posts posts.comments todos none ;; esac; return ;;
    --where | -w) return ;;
    --search | -s) return ;;
    --sort | -S) case $command in todos | todo) _jpfetch_list userId id title completed user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs ;; comments | comment) _jpfetch_list postId id name email body post post.userId post.id post.title post.body post.user post.user.id post.user.name post.user.username post.user.email post.user.address post.user.address.street post.user.address.suite post.user.address.city post.user.address.zipcode post.user.address.geo post.user.address.geo.lat post.user.address.geo.lng post.user.phone post.user.website post.user.company post.user.company.name post.user.company.catchPhrase post.user.company.bs ;; posts | post) _jpfetch_list userId id title body comments comments.count comments.postId comments.id comments.name comments.email comments.body user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs ;; photos | photo | pictures | picture) _jpfetch_list albumId id title url thumbnailUrl album album.userId album.id album.title album.user album.user.id album.user.name album.user.username album.user.email album.user.address album.user.address.street album.user.address.suite album.user.address.city album.user.address.zipcode album.user.address.geo album.user.address.geo.lat album.user.address.geo.lng album.user.phone album.user.website album.user.company album.user.company.name album.user.company.catchPhrase album.user.company.bs ;; albums | album) _jpfetch_list userId id title photos photos.count photos.albumId photos.id photos.title photos.url photos.thumbnailUrl user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs ;; *) _jpfetch_list id name username email address address.street address.suite address.city address.zipcode address.geo address.geo.lat address.geo.lng phone website company company.name company.catchPhrase company.bs albums albums.count albums.userId albums.id albums.title albums.photos albums.photos.count albums.photos.albumId albums.photos.id albums.photos.title albums.photos.url albums.photos.thumbnailUrl posts posts.count posts.userId posts.id posts.title posts.body posts.comments posts.comments.count posts.comments.postId posts.comments.id posts.comments.name posts.comments.email posts.comments.body todos todos.count todos.userId todos.id todos.title todos.completed ;; esac; return ;;
    --limit | -n) return ;;
    --skip) return ;;
    --fields | -F) case $command in todos | todo) _jpfetch_list userId id title completed user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs ;; comments | comment) _jpfetch_list postId id name email body post post.userId post.id post.title post.body post.user post.user.id post.user.name post.user.username post.user.email post.user.address post.user.address.street post.user.address.suite post.user.address.city post.user.address.zipcode post.user.address.geo post.user.address.geo.lat post.user.address.geo.lng post.user.phone post.user.website post.user.company post.user.company.name post.user.company.catchPhrase post.user.company.bs ;; posts | post) _jpfetch_list userId id title body comments comments.count comments.postId comments.id comments.name comments.email comments.body user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs ;; photos | photo | pictures | picture) _jpfetch_list albumId id title url thumbnailUrl album album.userId album.id album.title album.user album.user.id album.user.name album.user.username album.user.email album.user.address album.user.address.street album.user.address.suite album.user.address.city album.user.address.zipcode album.user.address.geo album.user.address.geo.lat album.user.address.geo.lng album.user.phone album.user.website album.user.company album.user.company.name album.user.company.catchPhrase album.user.company.bs ;; albums | album) _jpfetch_list userId id title photos photos.count photos.albumId photos.id photos.title photos.url photos.thumbnailUrl user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs ;; *) _jpfetch_list id name username email address address.street address.suite address.city address.zipcode address.geo address.geo.lat address.geo.lng phone website company company.name company.catchPhrase company.bs albums albums.count albums.userId albums.id albums.title albums.photos albums.photos.count albums.photos.albumId albums.photos.id albums.photos.title albums.photos.url albums.photos.thumbnailUrl posts posts.count posts.userId posts.id posts.title posts.body posts.comments posts.comments.count posts.comments.postId posts.comments.id posts.comments.name posts.comments.email posts.comments.body todos todos.count todos.userId todos.id todos.title todos.completed ;; esac; return ;;
    --count-by) case $command in todos | todo) _jpfetch_list userId id title completed user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs ;; comments | comment) _jpfetch_list postId id name email body post post.userId post.id post.title post.body post.user post.user.id post.user.name post.user.username post.user.email post.user.address post.user.address.street post.user.address.suite post.user.address.city post.user.address.zipcode post.user.address.geo post.user.address.geo.lat post.user.address.geo.lng post.user.phone post.user.website post.user.company post.user.company.name post.user.company.catchPhrase post.user.company.bs ;; posts | post) _jpfetch_list userId id title body comments comments.count comments.postId comments.id comments.name comments.email comments.body user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs ;; photos | photo | pictures | picture) _jpfetch_list albumId id title url thumbnailUrl album album.userId album.id album.title album.user album.user.id album.user.name album.user.username album.user.email album.user.address album.user.address.street album.user.address.suite album.user.address.city album.user.address.zipcode album.user.address.geo album.user.address.geo.lat album.user.address.geo.lng album.user.phone album.user.website album.user.company album.user.company.name album.user.company.catchPhrase album.user.company.bs ;; albums | album) _jpfetch_list userId id title photos photos.count photos.albumId photos.id photos.title photos.url photos.thumbnailUrl user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs ;; *) _jpfetch_list id name username email address address.street address.suite address.city address.zipcode address.geo address.geo.lat address.geo.lng phone website company company.name company.catchPhrase company.bs albums albums.count albums.userId albums.id albums.title albums.photos albums.photos.count albums.photos.albumId albums.photos.id albums.photos.title albums.photos.url albums.photos.thumbnailUrl posts posts.count posts.userId posts.id posts.title posts.body posts.comments posts.comments.count posts.comments.postId posts.comments.id posts.comments.name posts.comments.email posts.comments.body todos todos.count todos.userId todos.id todos.title todos.completed ;; esac; return ;;
    --query) return ;;
    --format | -f) case $command in check) _jpfetch_words text tap junit json github markdown ;; *) _jpfetch_words table tree json ndjson csv tsv markdown ;; esac; return ;;
    --output | -o) _jpfetch_files -f; return ;;
    --color) _jpfetch_words auto always never; return ;;
    --expect) return ;;
    --assert) return ;;
    --max-time) return ;;
    --wait) return ;;
    --against) _jpfetch_words cache; _jpfetch_files -d; return ;;
    --ignore) return ;;
    --report) _jpfetch_words text= tap= junit= json= github= markdown=; compopt -o nospace 2>/dev/null; return ;;
    --max-age) return ;;
    --max-stale) return ;;
    --base-url) return ;;
    --cache-dir) _jpfetch_files -d; return ;;
    --timeout) return ;;
    --retry) return ;;
    --jobs | -j) return ;;
    --header | -H) return ;;
    --ca-cert) _jpfetch_files -f; return ;;
    --error-format) _jpfetch_words text json; return ;;
    --generate-completion-script) _jpfetch_words bash zsh fish; return ;;
  esac
  if [[ $cur == -* ]]; then
    case $command in
      help) _jpfetch_words --json --error-format --generate-completion-script --man --help -h --version ;;
      completions) _jpfetch_words --error-format --generate-completion-script --help -h --version ;;
      cache) _jpfetch_words --format -f --json --output -o --compact --color --offline --refresh --no-cache --max-age --max-stale --strict --sample --base-url --cache-dir --timeout --retry --jobs -j --header -H --ca-cert --quiet -q --verbose -v --error-format --generate-completion-script --help -h --version ;;
      check) _jpfetch_words --json --output -o --color --expect --assert --max-time --wait --against --against-cache --ignore --accept --report --format -f --offline --no-cache --sample --base-url --cache-dir --timeout --retry --jobs -j --header -H --ca-cert --quiet -q --verbose -v --dry-run --error-format --generate-completion-script --help -h --version ;;
      get) _jpfetch_words --query --format -f --json --output -o --meta --include -i --compact --color --offline --refresh --no-cache --max-age --max-stale --strict --sample --base-url --cache-dir --timeout --retry --jobs -j --header -H --ca-cert --quiet -q --verbose -v --dry-run --error-format --generate-completion-script --help -h --version ;;
      *) _jpfetch_words --embed -e --where -w --search -s --sort -S --limit -n --skip --fields -F --count --count-by --format -f --json --output -o --meta --compact --no-header --wide --color --offline --refresh --no-cache --max-age --max-stale --partial --lenient --strict --sample --base-url --cache-dir --timeout --retry --jobs -j --header -H --ca-cert --quiet -q --verbose -v --dry-run --error-format --generate-completion-script --help -h --version ;;
    esac
    return
  fi
  case $command in
    "") _jpfetch_words users user albums album photos photo pictures picture posts post comments comment todos todo get check cache completions help ;;
    get) ;;
    check) _jpfetch_words reach status type schema counts ids refs time drift users albums photos posts comments todos ;;
    cache) ((words)) || _jpfetch_words info list warm export clear path ;;
    completions) ((words)) || _jpfetch_words bash zsh fish ;;
    help) ((words)) || _jpfetch_words users albums photos posts comments todos get check cache completions help where fields exit-codes errors ;;
    *) _jpfetch_ids ;;
  esac
}

complete -F _jpfetch jpfetch
