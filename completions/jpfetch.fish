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
