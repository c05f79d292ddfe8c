# Fetches users, albums and photos at once and joins them, as one would in a script.
# curl-jq.sh DIRECTORY URL CERTIFICATE
curl -Zs --compressed --cacert "$3" --create-dirs --output-dir "$1/curl" \
  "$2/users" -o users "$2/albums" -o albums "$2/photos" -o photos &&
exec jq -n --slurpfile users "$1/curl/users" --slurpfile albums "$1/curl/albums" \
  --slurpfile photos "$1/curl/photos" -f "$(dirname "$0")/join.jq"
