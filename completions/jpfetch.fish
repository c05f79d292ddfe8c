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
