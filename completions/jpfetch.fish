# jpfetch completion for fish, made by: jpfetch completions fish

# Prints what is typed so far beside options.
function __jpfetch_operands
  set -l skip 0
  for word in (commandline -opc)[2..]
    if test $skip = 1
      set skip 0
    else if contains -- $word --embed -e --where -w --search -s --sort -S --limit -n --skip --fields -F --count-by --query --format -f --output -o --color --expect --assert --max-time --wait --against --ignore --report --max-age --max-stale --base-url --cache-dir --timeout --retry --jobs -j --header -H --ca-cert --error-format --generate-completion-script
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
  not contains -- "$command" "" get check cache completions help
end

# Completes the last element of a list with commas.
function __jpfetch_list
  set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
  set -l before (string match -r '.*,' -- $typed; or echo)
  printf '%s\n' $before$argv
end

# A report's format, and behind it a file.
function __jpfetch_reports
  set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
  if string match -q -- '*=*' $typed
    set -l format (string match -r '^[^=]*=' -- $typed)
    set -l file (string replace -r '^[^=]*=' '' -- $typed)
    printf '%s\n' $format(__fish_complete_path $file | string replace -r '\t.*' '')
  else
    printf '%s\n' text= tap= junit= json= github= markdown=
  end
end

function __jpfetch_ids
  set -l command (__jpfetch_command)
  set -l places
  set -l words (commandline -opc)
  for i in (seq 2 (count $words))
    switch $words[$i]
      case --base-url --cache-dir
        set -a places $words[$i] $words[(math $i + 1)]
      case '--base-url=*' '--cache-dir=*' --sample
        set -a places $words[$i]
    end
  end
  command jpfetch $command $places --offline --embed none --fields id --format tsv --no-header --quiet 2>/dev/null | env LC_ALL=C grep -Ex '[A-Za-z0-9_.][A-Za-z0-9_.-]*'
end

complete -c jpfetch -f
complete -c jpfetch -n '__jpfetch_is ""' -a users -d 'Fetch users'
complete -c jpfetch -n '__jpfetch_is ""' -a user -d 'The same as users'
complete -c jpfetch -n '__jpfetch_is ""' -a albums -d 'Fetch albums'
complete -c jpfetch -n '__jpfetch_is ""' -a album -d 'The same as albums'
complete -c jpfetch -n '__jpfetch_is ""' -a photos -d 'Fetch photos'
complete -c jpfetch -n '__jpfetch_is ""' -a photo -d 'The same as photos'
complete -c jpfetch -n '__jpfetch_is ""' -a pictures -d 'The same as photos'
complete -c jpfetch -n '__jpfetch_is ""' -a picture -d 'The same as photos'
complete -c jpfetch -n '__jpfetch_is ""' -a posts -d 'Fetch posts'
complete -c jpfetch -n '__jpfetch_is ""' -a post -d 'The same as posts'
complete -c jpfetch -n '__jpfetch_is ""' -a comments -d 'Fetch comments'
complete -c jpfetch -n '__jpfetch_is ""' -a comment -d 'The same as comments'
complete -c jpfetch -n '__jpfetch_is ""' -a todos -d 'Fetch todos'
complete -c jpfetch -n '__jpfetch_is ""' -a todo -d 'The same as todos'
complete -c jpfetch -n '__jpfetch_is ""' -a get -d 'Fetch any JSON and print it'
complete -c jpfetch -n '__jpfetch_is ""' -a check -d 'Check that the API is up, complete and correct'
complete -c jpfetch -n '__jpfetch_is ""' -a cache -d 'Manage the cache'
complete -c jpfetch -n '__jpfetch_is ""' -a completions -d 'Print a completion script for a shell'
complete -c jpfetch -n '__jpfetch_is ""' -a help -d 'Show help about a command or topic'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is cache' -a info -d 'Show the directory, its responses and their size'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is cache' -a list -d 'List the stored responses'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is cache' -a warm -d 'Fetch and store all six lists'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is cache' -a export -d 'Write the six stored lists to files, users.json and so on'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is cache' -a clear -d 'Remove all stored responses, or those of some paths'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is cache' -a path -d 'Print the directory\'s path'
complete -c jpfetch -n '__jpfetch_is check' -a reach -d 'Every resource answers'
complete -c jpfetch -n '__jpfetch_is check' -a status -d 'Every status is 2xx'
complete -c jpfetch -n '__jpfetch_is check' -a type -d 'Every response is JSON and labelled so'
complete -c jpfetch -n '__jpfetch_is check' -a schema -d 'Every record has all fields, with the right types'
complete -c jpfetch -n '__jpfetch_is check' -a counts -d 'Every list has as many records as expected'
complete -c jpfetch -n '__jpfetch_is check' -a ids -d 'Every record has a unique, positive id'
complete -c jpfetch -n '__jpfetch_is check' -a refs -d 'Every reference points to a record'
complete -c jpfetch -n '__jpfetch_is check' -a time -d 'No answer takes longer than --max-time'
complete -c jpfetch -n '__jpfetch_is check' -a drift -d 'Every list equals the one from --against'
complete -c jpfetch -n '__jpfetch_is check' -a users -d 'Only this resource, or those named'
complete -c jpfetch -n '__jpfetch_is check' -a albums -d 'Only this resource, or those named'
complete -c jpfetch -n '__jpfetch_is check' -a photos -d 'Only this resource, or those named'
complete -c jpfetch -n '__jpfetch_is check' -a posts -d 'Only this resource, or those named'
complete -c jpfetch -n '__jpfetch_is check' -a comments -d 'Only this resource, or those named'
complete -c jpfetch -n '__jpfetch_is check' -a todos -d 'Only this resource, or those named'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is completions' -a bash -d 'A script for bash'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is completions' -a zsh -d 'A script for zsh'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is completions' -a fish -d 'A script for fish'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a users -d 'The fields of users'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a albums -d 'The fields of albums'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a photos -d 'The fields of photos'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a posts -d 'The fields of posts'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a comments -d 'The fields of comments'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a todos -d 'The fields of todos'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a get -d 'Fetch any JSON and print it'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a check -d 'Check that the API is up, complete and correct'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a cache -d 'Manage the cache'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a completions -d 'Print a completion script for a shell'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a help -d 'Show help about a command or topic'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a where -d 'Conditions, with ten questions and their answers'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a fields -d 'How fields are named'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a exit-codes -d 'What the exit status means'
complete -c jpfetch -n 'test (count (__jpfetch_operands)) = 1; and __jpfetch_is help' -a errors -d 'The codes of errors'
complete -c jpfetch -n '__jpfetch_shows' -k -a '(__jpfetch_ids)'
complete -c jpfetch -n '__jpfetch_is "" users user' -s e -l embed -x -a '(__jpfetch_list albums albums.photos posts posts.comments todos none)' -d 'Relations to embed: albums.photos, ...; or none'
complete -c jpfetch -n '__jpfetch_is albums album' -s e -l embed -x -a '(__jpfetch_list photos user none)' -d 'Relations to embed: albums.photos, ...; or none'
complete -c jpfetch -n '__jpfetch_is photos photo pictures picture' -s e -l embed -x -a '(__jpfetch_list album album.user none)' -d 'Relations to embed: albums.photos, ...; or none'
complete -c jpfetch -n '__jpfetch_is posts post' -s e -l embed -x -a '(__jpfetch_list comments user none)' -d 'Relations to embed: albums.photos, ...; or none'
complete -c jpfetch -n '__jpfetch_is comments comment' -s e -l embed -x -a '(__jpfetch_list post post.user none)' -d 'Relations to embed: albums.photos, ...; or none'
complete -c jpfetch -n '__jpfetch_is todos todo' -s e -l embed -x -a '(__jpfetch_list user none)' -d 'Relations to embed: albums.photos, ...; or none'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""' -s w -l where -x -d 'FIELD OP VALUE: = != ~ !~ < <= > >=; repeat: and'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""' -s s -l search -x -d 'Find text in any field, ignoring case and accents'
complete -c jpfetch -n '__jpfetch_is "" users user' -s S -l sort -x -a '(__jpfetch_list id name username email address address.street address.suite address.city address.zipcode address.geo address.geo.lat address.geo.lng phone website company company.name company.catchPhrase company.bs albums albums.count albums.userId albums.id albums.title albums.photos albums.photos.count albums.photos.albumId albums.photos.id albums.photos.title albums.photos.url albums.photos.thumbnailUrl posts posts.count posts.userId posts.id posts.title posts.body posts.comments posts.comments.count posts.comments.postId posts.comments.id posts.comments.name posts.comments.email posts.comments.body todos todos.count todos.userId todos.id todos.title todos.completed)' -d 'Sort by fields; a leading - means descending'
complete -c jpfetch -n '__jpfetch_is albums album' -s S -l sort -x -a '(__jpfetch_list userId id title photos photos.count photos.albumId photos.id photos.title photos.url photos.thumbnailUrl user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs)' -d 'Sort by fields; a leading - means descending'
complete -c jpfetch -n '__jpfetch_is photos photo pictures picture' -s S -l sort -x -a '(__jpfetch_list albumId id title url thumbnailUrl album album.userId album.id album.title album.user album.user.id album.user.name album.user.username album.user.email album.user.address album.user.address.street album.user.address.suite album.user.address.city album.user.address.zipcode album.user.address.geo album.user.address.geo.lat album.user.address.geo.lng album.user.phone album.user.website album.user.company album.user.company.name album.user.company.catchPhrase album.user.company.bs)' -d 'Sort by fields; a leading - means descending'
complete -c jpfetch -n '__jpfetch_is posts post' -s S -l sort -x -a '(__jpfetch_list userId id title body comments comments.count comments.postId comments.id comments.name comments.email comments.body user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs)' -d 'Sort by fields; a leading - means descending'
complete -c jpfetch -n '__jpfetch_is comments comment' -s S -l sort -x -a '(__jpfetch_list postId id name email body post post.userId post.id post.title post.body post.user post.user.id post.user.name post.user.username post.user.email post.user.address post.user.address.street post.user.address.suite post.user.address.city post.user.address.zipcode post.user.address.geo post.user.address.geo.lat post.user.address.geo.lng post.user.phone post.user.website post.user.company post.user.company.name post.user.company.catchPhrase post.user.company.bs)' -d 'Sort by fields; a leading - means descending'
complete -c jpfetch -n '__jpfetch_is todos todo' -s S -l sort -x -a '(__jpfetch_list userId id title completed user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs)' -d 'Sort by fields; a leading - means descending'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""' -s n -l limit -x -d 'Print at most n records'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""' -l skip -x -d 'Skip the first n records'
complete -c jpfetch -n '__jpfetch_is "" users user' -s F -l fields -x -a '(__jpfetch_list id name username email address address.street address.suite address.city address.zipcode address.geo address.geo.lat address.geo.lng phone website company company.name company.catchPhrase company.bs albums albums.count albums.userId albums.id albums.title albums.photos albums.photos.count albums.photos.albumId albums.photos.id albums.photos.title albums.photos.url albums.photos.thumbnailUrl posts posts.count posts.userId posts.id posts.title posts.body posts.comments posts.comments.count posts.comments.postId posts.comments.id posts.comments.name posts.comments.email posts.comments.body todos todos.count todos.userId todos.id todos.title todos.completed)' -d 'Columns, or members of JSON objects, in this order'
complete -c jpfetch -n '__jpfetch_is albums album' -s F -l fields -x -a '(__jpfetch_list userId id title photos photos.count photos.albumId photos.id photos.title photos.url photos.thumbnailUrl user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs)' -d 'Columns, or members of JSON objects, in this order'
complete -c jpfetch -n '__jpfetch_is photos photo pictures picture' -s F -l fields -x -a '(__jpfetch_list albumId id title url thumbnailUrl album album.userId album.id album.title album.user album.user.id album.user.name album.user.username album.user.email album.user.address album.user.address.street album.user.address.suite album.user.address.city album.user.address.zipcode album.user.address.geo album.user.address.geo.lat album.user.address.geo.lng album.user.phone album.user.website album.user.company album.user.company.name album.user.company.catchPhrase album.user.company.bs)' -d 'Columns, or members of JSON objects, in this order'
complete -c jpfetch -n '__jpfetch_is posts post' -s F -l fields -x -a '(__jpfetch_list userId id title body comments comments.count comments.postId comments.id comments.name comments.email comments.body user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs)' -d 'Columns, or members of JSON objects, in this order'
complete -c jpfetch -n '__jpfetch_is comments comment' -s F -l fields -x -a '(__jpfetch_list postId id name email body post post.userId post.id post.title post.body post.user post.user.id post.user.name post.user.username post.user.email post.user.address post.user.address.street post.user.address.suite post.user.address.city post.user.address.zipcode post.user.address.geo post.user.address.geo.lat post.user.address.geo.lng post.user.phone post.user.website post.user.company post.user.company.name post.user.company.catchPhrase post.user.company.bs)' -d 'Columns, or members of JSON objects, in this order'
complete -c jpfetch -n '__jpfetch_is todos todo' -s F -l fields -x -a '(__jpfetch_list userId id title completed user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs)' -d 'Columns, or members of JSON objects, in this order'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""' -l count -d 'Print the number of records only'
complete -c jpfetch -n '__jpfetch_is "" users user' -l count-by -x -a '(__jpfetch_list id name username email address address.street address.suite address.city address.zipcode address.geo address.geo.lat address.geo.lng phone website company company.name company.catchPhrase company.bs albums albums.count albums.userId albums.id albums.title albums.photos albums.photos.count albums.photos.albumId albums.photos.id albums.photos.title albums.photos.url albums.photos.thumbnailUrl posts posts.count posts.userId posts.id posts.title posts.body posts.comments posts.comments.count posts.comments.postId posts.comments.id posts.comments.name posts.comments.email posts.comments.body todos todos.count todos.userId todos.id todos.title todos.completed)' -d 'Count the records for each value'
complete -c jpfetch -n '__jpfetch_is albums album' -l count-by -x -a '(__jpfetch_list userId id title photos photos.count photos.albumId photos.id photos.title photos.url photos.thumbnailUrl user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs)' -d 'Count the records for each value'
complete -c jpfetch -n '__jpfetch_is photos photo pictures picture' -l count-by -x -a '(__jpfetch_list albumId id title url thumbnailUrl album album.userId album.id album.title album.user album.user.id album.user.name album.user.username album.user.email album.user.address album.user.address.street album.user.address.suite album.user.address.city album.user.address.zipcode album.user.address.geo album.user.address.geo.lat album.user.address.geo.lng album.user.phone album.user.website album.user.company album.user.company.name album.user.company.catchPhrase album.user.company.bs)' -d 'Count the records for each value'
complete -c jpfetch -n '__jpfetch_is posts post' -l count-by -x -a '(__jpfetch_list userId id title body comments comments.count comments.postId comments.id comments.name comments.email comments.body user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs)' -d 'Count the records for each value'
complete -c jpfetch -n '__jpfetch_is comments comment' -l count-by -x -a '(__jpfetch_list postId id name email body post post.userId post.id post.title post.body post.user post.user.id post.user.name post.user.username post.user.email post.user.address post.user.address.street post.user.address.suite post.user.address.city post.user.address.zipcode post.user.address.geo post.user.address.geo.lat post.user.address.geo.lng post.user.phone post.user.website post.user.company post.user.company.name post.user.company.catchPhrase post.user.company.bs)' -d 'Count the records for each value'
complete -c jpfetch -n '__jpfetch_is todos todo' -l count-by -x -a '(__jpfetch_list userId id title completed user user.id user.name user.username user.email user.address user.address.street user.address.suite user.address.city user.address.zipcode user.address.geo user.address.geo.lat user.address.geo.lng user.phone user.website user.company user.company.name user.company.catchPhrase user.company.bs)' -d 'Count the records for each value'
complete -c jpfetch -n '__jpfetch_is get' -l query -x -d 'Add to the URL\'s query; can be repeated'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache' -s f -l format -x -a "table\t'Aligned columns' tree\t'Branches of what is embedded' json\t'JSON as the server spelled it' ndjson\t'A JSON object on each line' csv\t'Comma-separated values, RFC 4180' tsv\t'Tab-separated values' markdown\t'A table as GitHub has it'" -d 'How to print the answer'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check help' -l json -d 'The same as --format json'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -s o -l output -r -F -d 'Write to a file, atomically'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get' -l meta -d 'Wrap the JSON: data, sources, errors, counts'
complete -c jpfetch -n '__jpfetch_is get' -s i -l include -d 'Print the status line and header fields first'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache' -l compact -d 'JSON without white space'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""' -l no-header -d 'No header line in table, csv and tsv'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""' -l wide -d 'Show all columns, cut nothing, unfold trees'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -l color -x -a "auto\t'On a terminal, unless NO_COLOR or TERM says no' always\t'Always' never\t'Never'" -d 'When to use colours'
complete -c jpfetch -n '__jpfetch_is check' -l expect -x -d 'Expected counts; public: those of the service'
complete -c jpfetch -n '__jpfetch_is check' -l assert -x -d 'Check this condition too; can be repeated'
complete -c jpfetch -n '__jpfetch_is check' -l max-time -x -d 'Fail if a response takes longer'
complete -c jpfetch -n '__jpfetch_is check' -l wait -x -d 'Retry until all checks pass, at most this long'
complete -c jpfetch -n '__jpfetch_is check' -l against -x -a cache -d 'Compare with a server, files or the cache'
complete -c jpfetch -n '__jpfetch_is check' -l against-cache -d 'The same as --against cache'
complete -c jpfetch -n '__jpfetch_is check' -l ignore -x -d 'Fields not to compare with --against'
complete -c jpfetch -n '__jpfetch_is check' -l accept -d 'With --against cache: store changes and pass'
complete -c jpfetch -n '__jpfetch_is check' -l report -x -a '(__jpfetch_reports)' -d 'Also write a report to a file; += appends'
complete -c jpfetch -n '__jpfetch_is check' -s f -l format -x -a "text\t'Lines for people' tap\t'Test Anything Protocol, version 14' junit\t'JUnit XML' json\t'JSON' github\t'Annotations of GitHub Actions' markdown\t'Tables, as GitHub has them'" -d 'How to print the report'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -l offline -d 'Stored responses only, however old; no network'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache' -l refresh -d 'Revalidate every stored response'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -l no-cache -d 'Neither read nor write stored responses'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache' -l max-age -x -d 'Revalidate stored responses older than this'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache' -l max-stale -x -d 'Oldest stored copy to fall back on'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""' -l partial -d 'Print what arrived; what is missing is null'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""' -l lenient -d 'Leave out records that don\'t fit the resource'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache' -l strict -d 'Exit 8 instead of 0 when anything was stale'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -l sample -d 'Built-in data, no network, always the same'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -l base-url -x -d 'Where the API is: http, https, or file:DIR'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -l cache-dir -x -a '(__fish_complete_directories)' -d 'Where responses are stored'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -l timeout -x -d 'Time limit for one answer, including retries'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -l retry -x -d 'Retries after a temporary failure'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -s j -l jobs -x -d 'Requests at the same time, 1 to 64'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -s H -l header -x -d 'Send a header field; can be repeated'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -l ca-cert -r -F -d 'Trust the certificates in this PEM file only'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -s q -l quiet -d 'Print errors only'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get cache check' -s v -l verbose -d 'One line per source; -vv: header fields, times'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get check' -l dry-run -d 'Print requests; send nothing'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get check cache completions help' -l error-format -x -a "text\t'Lines for people' json\t'One line of JSON'" -d 'How to print an error'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get check cache completions help' -l generate-completion-script -x -a "bash\t'A script for bash' zsh\t'A script for zsh' fish\t'A script for fish'" -d 'The same as jpfetch completions SHELL'
complete -c jpfetch -n '__jpfetch_is help' -l man -d 'Print the manual page, for man -l -'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get check cache completions help' -s h -l help -d 'Show this help'
complete -c jpfetch -n '__jpfetch_shows; or __jpfetch_is ""; or __jpfetch_is get check cache completions help' -l version -d 'Show the version'
