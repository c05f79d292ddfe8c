# jpfetch completion for fish, made by: jpfetch completions fish

function __jpfetch_complete
  set -l typed (commandline -opc)[2..]
  set -l last (commandline -ct | string replace -r '^[\'"]' '')
  set -l lines (command jpfetch __complete $typed "$last" 2>/dev/null)
  if test "$lines" = files
    # What a path can follow: an option, file: and the format of a report.
    set -l start (string match -r '^(?:--[^=]*=)?(?:file:|(?:text|tap|junit|json|github|markdown)=)?' -- "$last")
    __fish_complete_path (string replace -- "$start" '' "$last") | string replace -r '^' -- "$start"
  else
    string join \n -- $lines
  end
end

complete -c jpfetch -f -k -a '(__jpfetch_complete)'
