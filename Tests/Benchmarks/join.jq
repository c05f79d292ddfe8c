# Joins users, albums and photos, as one would in a script: jq -n -f join.jq --slurpfile …
($photos[0] | group_by(.albumId) | map({key: (.[0].albumId | tostring), value: .}) | from_entries)
  as $photosOf
| ($albums[0] | map(. + {photos: ($photosOf[.id | tostring] // [])})
  | group_by(.userId) | map({key: (.[0].userId | tostring), value: .}) | from_entries) as $albumsOf
| $users[0] | map(. + {albums: ($albumsOf[.id | tostring] // [])})
