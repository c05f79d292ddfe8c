/// Command lines, with `|` between their words, and the jq programs that say the same, over `$users`,
/// `$albums` and so on. ConditionTests and QueryModelTests have the operators and values of conditions;
/// here are relations, selected fields, orders, counts and how they go together.
enum QueryPairs {
  /// The functions that the programs call: a record's children, and its parent.
  static let functions = """
    def albumsOf: .id as $i | [$albums[] | select(.userId == $i)];
    def postsOf: .id as $i | [$posts[] | select(.userId == $i)];
    def todosOf: .id as $i | [$todos[] | select(.userId == $i)];
    def photosOf: .id as $i | [$photos[] | select(.albumId == $i)];
    def commentsOf: .id as $i | [$comments[] | select(.postId == $i)];
    def userOf: .userId as $i | first($users[] | select(.id == $i)) // null;
    def albumOf: .albumId as $i | first($albums[] | select(.id == $i)) // null;
    def postOf: .postId as $i | first($posts[] | select(.id == $i)) // null;
    """

  // swift-format-ignore
  static let all: [(line: String, jq: String)] = [
    ("photos|-w|albumId = 3|--fields|id,title|--sort|-id|--limit|5", "[$photos[] | select(.albumId == 3)] | sort_by(.id) | reverse | .[:5] | map({id, title})"),
    ("photos|-w|id = 3 , 1 ,2", "[$photos[] | select(.id | IN(1, 2, 3))]"),
    ("posts|-w|id=1,abc", "[$posts[] | select(.id == 1)]"),
    ("posts|-w|title ~ ^AMBER|-F|id", #"[$posts[] | select(.title | startswith("amber")) | {id}]"#),
    ("users|-w|albums.title ~ e$|-F|id", #"[$users[] | select(albumsOf | any(.title | endswith("e"))) | {id}]"#),
    ("todos|-w|user = 3,4|--count", "[$todos[] | select(userOf.id | IN(3, 4))] | length"),
    ("photos|-w|album.user >= 9|-w|album < 95|--count", "[$photos[] | select((albumOf | userOf.id) >= 9 and albumOf.id < 95)] | length"),
    ("photos|-w|title ~ GARDEN", #"[$photos[] | select(.title | contains("garden"))]"#),
    ("users|-e|none|-w|address.city = Enugu,Galway", #"[$users[] | select(.address.city | IN("Enugu", "Galway"))]"#),
    (#"users|-e|none|-w|company.name ~ "textiles""#, #"[$users[] | select(.company.name | ascii_downcase | contains("textiles"))]"#),
    (#"users|-e|none|-w|name = "x, y",'Mina Okafor',"Ada Brennan""#, #"[$users[] | select(.name | IN("Mina Okafor", "Ada Brennan"))]"#),
    ("users|-e|none|-w|lat > 5|-S|lat|-F|name,lat", "[$users[] | select((.address.geo.lat | tonumber) > 5)] | sort_by(.address.geo.lat | tonumber) | map({name, address: {geo: {lat: .address.geo.lat}}})"),
    ("users|-e|none|-S|-address.geo.lng|-F|id", "$users | sort_by(-(.address.geo.lng | tonumber)) | map({id})"),
    ("todos|-w|completed", "[$todos[] | select(.completed)]"),
    ("todos|-w|!completed", "[$todos[] | select(.completed | not)]"),
    ("users|-w|todos.completed = false|-e|none|-F|id", "[$users[] | select(todosOf | any(.completed | not)) | {id}]"),
    ("users|-w|todos.completed != false|-e|none|-F|id", "[$users[] | select(todosOf | any(.completed == false) | not) | {id}]"),
    ("albums|-w|user != null|--count", "[$albums[] | select(userOf != null)] | length"),
    ("photos|-S|title,-id|-n|50", "$photos | sort_by(.title, -.id) | .[:50]"),
    ("todos|-S|completed,-userId|-n|30", "$todos | sort_by(.completed, -.userId) | .[:30]"),
    ("users|-e|none|-S|address.city|-F|address.city,id", "$users | sort_by(.address.city) | map({address: {city: .address.city}, id})"),
    ("users|-e|none|-S|-todos.count,name|-F|name", "$users | map({name, n: (todosOf | length)}) | sort_by(-.n, .name) | map({name})"),
    ("albums|-S|user.name,-id|-n|20|-F|id", "[$albums[] | {id, n: userOf.name}] | sort_by(.n, -.id) | .[:20] | map({id})"),
    ("posts|-S|-user.address.city,title|-n|11", "[$posts[] | {p: ., c: userOf.address.city}] | [group_by(.c) | reverse[] | sort_by(.p.title)[]] | .[:11] | map(.p)"),
    ("posts|-S|comments,-id|-n|5", "$posts | map({p: ., n: (commentsOf | length)}) | sort_by(.n, -.p.id) | .[:5] | map(.p)"),
    ("photos|--skip|100|-n|3", "$photos[100:103]"),
    ("todos|-w|completed|--skip|5|-n|5", "[$todos[] | select(.completed)] | .[5:10]"),
    ("users|-e|none", "$users"),
    ("users|-e|none|-F|address.geo,company", "$users | map({address: {geo: .address.geo}, company})"),
    ("users|-e|none|-F|company.name,name,company.bs", "$users | map({company: {name: .company.name, bs: .company.bs}, name})"),
    ("users|-e|none|-F|address,address.city", "$users | map({address})"),
    ("users|-e|none|-F|address.city,address", "$users | map({address})"),
    ("users|-e|albums|-F|id,albums", "$users | map({id, albums: albumsOf})"),
    ("users|-F|id,albums.title", "$users | map({id, albums: (albumsOf | map({title}))})"),
    ("users|-F|albums.title,id,albums.id", "$users | map({albums: (albumsOf | map({title, id})), id})"),
    ("users|-n|2|-F|albums.photos.title", "$users[:2] | map({albums: (albumsOf | map({photos: (photosOf | map({title}))}))})"),
    ("users|-n|1|-e|none|-F|posts", "$users[:1] | map({posts: postsOf})"),
    ("users|-n|1|-e|posts.comments|-F|posts", "$users[:1] | map({posts: (postsOf | map(. + {comments: commentsOf}))})"),
    ("users|2|-F|name,posts.comments.email", "$users[1] | {name, posts: (postsOf | map({comments: (commentsOf | map({email}))}))}"),
    ("users|-e|todos|-w|todos.count = 20|-F|name,todos.count", #"$users | map(select(todosOf | length == 20) | {name, "todos.count": (todosOf | length), todos: todosOf})"#),
    ("users|-e|none|-w|albums > 5|-F|id", "$users | map(select(albumsOf | length > 5) | {id})"),
    ("users|-e|none|-w|albums.photos.count > 20|-F|id,albums.photos.count", #"$users | map({id, "albums.photos.count": ([albumsOf[] | photosOf | length] | add // 0)} | select(.["albums.photos.count"] > 20))"#),
    ("todos|-w|user.todos.count > 19|--count", "[$todos[] | select(userOf | todosOf | length > 19)] | length"),
    ("photos|-w|album.user.albums.count = 10|--count", "[$albums[] | select(userOf | albumsOf | length == 10) | photosOf | length] | add"),
    ("todos|-F|title,user.name|-n|9", "$todos[:9] | map({title, user: {name: userOf.name}})"),
    ("photos|-e|album.user|-S|-id|-n|1", "$photos[-1:] | map(. + {album: (albumOf | . + {user: userOf})})"),
    ("comments|-e|post.user|-w|post.user.id = 2|-S|-id|-n|2|-F|id,post.title,post.user.name", "[$comments[] | . as $c | postOf as $p | ($p | userOf) as $u | select($u.id == 2) | {id, post: {title: $p.title, user: {name: $u.name}}}] | sort_by(-.id) | .[:2]"),
    ("albums|-w|user.username = hanako,adab|-n|1|-F|id,photos.count,user.email", #"[$albums[] | select(userOf.username | IN("hanako", "adab"))][:1] | map({id, "photos.count": (photosOf | length), user: {email: userOf.email}})"#),
    ("todos|-w|city = Enugu,Galway|--count", #"[$todos[] | select(userOf.address.city | IN("Enugu", "Galway"))] | length"#),
    ("photos|-F|userId|-n|3", "$photos[:3] | map({album: {userId: albumOf.userId}})"),
    ("posts|-F|user,id|-n|1", "$posts[:1] | map({user: userOf, id})"),
    ("users|-e|none|-w|albums.title ~ Oaxaca|-F|id", #"[$users[] | select(albumsOf | any(.title | contains("Oaxaca"))) | {id}]"#),
    ("users|-e|none|-w|albums.id = 11,25|-F|id", "[$users[] | select(albumsOf | any(.id | IN(11, 25))) | {id}]"),
    ("users|-e|none|-w|posts.comments.email ~ harbour500|--count", #"[$users[] | select(postsOf | any(commentsOf | any(.email | contains("harbour500"))))] | length"#),
    ("users|-e|none|-w|todos.title < b|-w|todos.completed|--count", #"[$users[] | select((todosOf | any(.title < "b")) and (todosOf | any(.completed)))] | length"#),
    ("posts|-s|AMBER ORCHARD", #"[$posts[] | select([.title, .body] | any(contains("amber orchard")))]"#),
    ("todos|-s|et|-w|completed|--count", #"[$todos[] | select(.completed and (.title | contains("et")))] | length"#),
    ("posts|3|1|3|2|-S|-id", "[$posts[2], $posts[1], $posts[0]]"),
    ("posts|3|1|2|-w|id != 1", "[$posts[2], $posts[1]]"),
    ("users|3|-e|none|-w|id = 4", "null"),
    ("todos|9|8|-F|id,user.id", "[$todos[8], $todos[7]] | map({id, user: {id: userOf.id}})"),
    ("todos|--count", "$todos | length"),
    ("todos|--count-by|user.name|-w|completed", "[$todos[] | select(.completed)] | to_entries | map({k: (.value | userOf.name), i: .key}) | group_by(.k) | map({k: .[0].k, count: length, i: .[0].i}) | sort_by(-.count, .i) | map({user: {name: .k}, count})"),
    ("todos|--count-by|user|-w|completed", "[$todos[] | select(.completed)] | to_entries | map({k: (.value | userOf | {id, name}), i: .key}) | group_by(.k) | map({k: .[0].k, count: length, i: .[0].i}) | sort_by(-.count, .i) | map({user: .k, count})"),
    ("photos|--count-by|album.user|-n|2", "[$photos[]] | to_entries | map({k: (.value | albumOf | userOf | {id, name}), i: .key}) | group_by(.k) | map({k: .[0].k, count: length, i: .[0].i}) | sort_by(-.count, .i) | map({album: {user: .k}, count}) | .[:2]"),
    ("todos|--count-by|completed", "[$todos[]] | to_entries | map({k: (.value | .completed), i: .key}) | group_by(.k) | map({k: .[0].k, count: length, i: .[0].i}) | sort_by(-.count, .i) | map({completed: .k, count})"),
    ("todos|--count-by|userId,completed|--skip|3|-n|4", "[$todos[]] | to_entries | map({k: (.value | [.userId, .completed]), i: .key}) | group_by(.k) | map({k: .[0].k, count: length, i: .[0].i}) | sort_by(-.count, .i) | map({userId: .k[0], completed: .k[1], count}) | .[3:7] | map(.)"),
    ("posts|--count-by|city,company.name", "[$posts[]] | to_entries | map({k: (.value | userOf | [.address.city, .company.name]), i: .key}) | group_by(.k) | map({k: .[0].k, count: length, i: .[0].i}) | sort_by(-.count, .i) | map({user: {address: {city: .k[0]}, company: {name: .k[1]}}, count})"),
    ("users|--count-by|albums.count", #"[$users[]] | to_entries | map({k: (.value | albumsOf | length), i: .key}) | group_by(.k) | map({k: .[0].k, count: length, i: .[0].i}) | sort_by(-.count, .i) | map({"albums.count": .k, count})"#),
    ("albums|-e|photos,user|-n|1", "$albums[:1] | map(. + {photos: photosOf, user: userOf})"),
    ("-n|1|-w|todos.count > 5", "$users | map(select(todosOf | length > 5)) | .[:1] | map(. + {albums: (albumsOf | map(. + {photos: photosOf}))})"),
    ("users|-e|todos,posts.comments,posts|-n|1", "$users[:1] | map(. + {todos: todosOf, posts: (postsOf | map(. + {comments: commentsOf}))})"),
    ("posts|1|-e|comments|-F|id,comments.id", "$posts[0] | {id, comments: (commentsOf | map({id}))}"),
  ]
}
