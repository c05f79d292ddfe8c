import TestSupport
import Testing

@Suite("Names of fields, columns and members", .limited)
struct FieldNameTests {
  private static func directory() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let lists = [
      "users": #"""
      [{"id":1,"name":"a","count":2,"first name":"x","x,y":9,"company":{"name":"c","bs":"b"}},
      {"id":2,"name":"b","count":2,"first name":"y"},
      {"id":3,"name":"c","count":5,"first name":"y"}]
      """#,
      "albums": #"[{"id":1,"userId":1,"title":"t"},{"id":2,"userId":1,"title":"u"}]"#,
      "photos": #"[{"id":1,"albumId":1,"title":"p"}]"#,
      "posts": "[]", "comments": "[]",
    ]
    for (name, list) in lists { try directory.write(list, to: "\(name).json") }
    return directory
  }

  private func expect(_ line: String, prints text: String) async throws {
    let directory = try Self.directory()
    try await jpfetch(line, directory.options).expect(status: 0, text: text)
  }

  @Test(
    "A field named twice is printed once, and the names of columns and members are unique",
    arguments: [
      ("users -e none -F id,id -f csv", "id\r\n1\r\n2\r\n3\r\n"),
      (
        "users -e none --count-by count -f ndjson",
        "{\"count\":2,\"records\":2}\n{\"count\":5,\"records\":1}\n"
      ),
      ("users -e none --count-by count -f csv", "count,records\r\n2,2\r\n5,1\r\n"),
      ("users --count-by company,company.name -f csv", "company,count\r\n,2\r\nc,1\r\n"),
    ])
  func once(line: String, text: String) async throws {
    try await expect(line, prints: text)
  }

  @Test(
    "A quoted field name may contain commas in every option that takes fields",
    arguments: [
      (#"users -e none -F '"x,y","first name"' -n 1 -f csv"#, "\"x,y\",first name\r\n9,x\r\n"),
      (#"users -e none -F id -S '"x,y"' -f csv"#, "id\r\n2\r\n3\r\n1\r\n"),
      (#"users -e none -F id -S '-"x,y"' -n 1 -f csv"#, "id\r\n1\r\n"),
      (
        #"users -e none --count-by '"x,y"' -f ndjson"#,
        "{\"x,y\":null,\"count\":2}\n{\"x,y\":9,\"count\":1}\n"
      ),
    ])
  func quoted(line: String, text: String) async throws {
    try await expect(line, prints: text)
  }

  @Test(
    "`company` and `user` mean the name in the object, except in -F with JSON",
    arguments: [
      ("users -e none -F company -n 1 -f csv", "company\r\nc\r\n"),
      ("users -e none -F company,company.name -n 1 -f csv", "company\r\nc\r\n"),
      ("users -e none -F company -n 1 -f ndjson", #"{"company":{"name":"c","bs":"b"}}"# + "\n"),
      ("users -e none -w company=c --count", "1\n"),
      ("users -e none -S company -F id -f csv", "id\r\n2\r\n3\r\n1\r\n"),
      ("users -e none -S -company -F id -n 1 -f csv", "id\r\n1\r\n"),
      (
        "users -e none --count-by company -f ndjson",
        "{\"company\":{\"name\":null},\"count\":2}\n{\"company\":{\"name\":\"c\"},\"count\":1}\n"
      ),
      ("albums -w user=a --count", "2\n"),
      ("albums -w user=b --count", "0\n"),
    ])
  func shortNames(line: String, text: String) async throws {
    try await expect(line, prints: text)
  }

  @Test(
    "-F embeds a relation without relations of its own, and a count keeps the embedded records",
    arguments: [
      (
        "users 1 -F albums -f ndjson",
        #"{"albums":[{"id":1,"userId":1,"title":"t"},{"id":2,"userId":1,"title":"u"}]}"# + "\n"
      ),
      (
        "users -e albums -F id,albums.count -n 1 -f ndjson",
        #"{"id":1,"albums.count":2,"albums":[{"id":1,"userId":1,"title":"t"},"#
          + #"{"id":2,"userId":1,"title":"u"}]}"# + "\n"
      ),
      ("users -e albums -F id,albums.count -n 1 -f csv", "id,albums.count,albums\r\n1,2,2\r\n"),
      ("users -F albums.title,albums.count -n 1 -f tree", "2 · 2 albums\n├── t\n└── u\n"),
    ])
  func relations(line: String, text: String) async throws {
    try await expect(line, prints: text)
  }

  @Test(
    "A field that no record has is refused, for one record and for many, but not for an empty list",
    arguments: [
      ("users 2 -e none -F '\"x,y\"'", 2),
      ("users 1 2 -e none -F '\"x,y\"'", 0), ("users 1 -e none -F '\"x,y\"'", 0),
      ("comments -F nothing,city -w nothing=1", 0),
      ("users -w 'nothing = null'", 0), ("users -w 'nothing != null'", 0),
      ("users -w 'city = null,x'", 0), ("users -w 'geo != null'", 0), ("users -w nothing=1", 2),
    ])
  func unknown(line: String, status: Int32) async throws {
    let directory = try Self.directory()
    let outcome = try await jpfetch(line, directory.options)
    outcome.expect(status: status)
  }

  // MARK: Short names

  /// Lists whose records have members that are called like short names of the catalogue.
  private static func directoryOfOwnMembers() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let lists = [
      "users": #"""
      [{"id":1,"name":"a","city":"Oslo","title":"Dr","geo":{"lat":"2"},"address":{"city":"x"}},
      {"id":2,"name":"b","city":"Bergen","address":{"geo":{"lat":"1"}}}]
      """#,
      "albums": #"[{"id":1,"userId":1,"title":"t","name":"own","user":{"x":1}}]"#,
      "photos": #"[{"id":1,"albumId":1,"user":"own","Title":"upper","title":"lower"}]"#,
      "posts": #"[{"id":1,"userId":1,"title":"p","email":"post@x"}]"#,
      "comments": #"[{"id":1,"postId":1,"name":"n","email":"c@x"}]"#,
    ]
    for (name, list) in lists { try directory.write(list, to: "\(name).json") }
    return directory
  }

  @Test(
    "A short name means the catalogue's path, whatever members the records have; in quotes, a member",
    arguments: [
      ("users -F id,city -f csv", "id,city\r\n1,x\r\n2,\r\n"),
      (#"users -F 'city,"city"' -f csv"#, "city,city\r\nx,Oslo\r\n,Bergen\r\n"),
      ("users -w city=x -F id,address.city -f csv", "id,address.city\r\n1,x\r\n"),
      ("users -w city=Oslo --count", "0\n"), (#"users -w '"city"=Oslo' --count"#, "1\n"),
      ("users -S -city -F id -f csv", "id\r\n1\r\n2\r\n"),
      (#"users -S '"city"' -F id -f csv"#, "id\r\n2\r\n1\r\n"),
      ("users --count-by city -f csv", "city,count\r\nx,1\r\n,1\r\n"),
      (#"users --count-by '"city"' -f csv"#, "city,count\r\nOslo,1\r\nBergen,1\r\n"),
      ("users -F city -n 1 -f ndjson", "{\"address\":{\"city\":\"x\"}}\n"),
      ("users -S geo.lat -F id -f csv", "id\r\n1\r\n2\r\n"),
      ("albums -F user.city,city -f csv", "user.city\r\nx\r\n"),
      (#"albums -F '"name"' -f csv"#, "name\r\nown\r\n"),
      (#"albums -F '"user"' -f ndjson"#, "{\"user\":{\"x\":1}}\n"),
      ("photos -F user -f csv", "user\r\na\r\n"),
      (#"photos -F '"user"' -f csv"#, "user\r\nown\r\n"),
      (#"comments -F 'post."email"' -f csv"#, "post.email\r\npost@x\r\n"),
      (#"comments -w 'post."email"=post@x' --json -F id --compact"#, "[{\"id\":1}]\n"),
      // The catalogue has the name only for other records.
      ("users -w title=Dr --count", "1\n"),
      ("photos -F title,Title -f csv", "title,Title\r\nlower,upper\r\n"),
      ("photos -w Title=upper --count", "1\n"),
    ])
  func ownMembers(line: String, text: String) async throws {
    let directory = try Self.directoryOfOwnMembers()
    try await jpfetch(line, directory.options).expect(status: 0, text: text, errors: "")
  }

  @Test(
    "An assertion reads names as the options do",
    arguments: [
      ("users.city != Oslo", 0), ("users.city = null,x", 0), (#"users."city" != x"#, 0),
      ("users.city unique", 0), (#"albums."name" = own"#, 0), ("albums.name = own", 2),
      (#"comments.post."email" = post@x"#, 0), ("comments.post.email = post@x", 2),
      ("comments.post.email = null", 0), ("albums.nmae = own", 2), ("albums.nmae = null", 0),
      ("albums.nmae unique", 2),
    ] as [(String, Int32)])
  func ownMembersInAssertions(assertion: String, status: Int32) async throws {
    let directory = try Self.directoryOfOwnMembers()
    let list = assertion.prefix { $0 != "." }
    let outcome = try await jpfetch(
      "check ids \(list) --assert", [assertion] + directory.options)
    outcome.expect(status: status)
  }

  @Test(
    "A name is exit 2 if it is short for several fields, or if no record has it or its whole path",
    arguments: [
      ("users -F city", "no record has address.city"),
      ("users 1 -S city", "no record has address.city"),
      ("albums -w 'city = x'", "no record has user.address.city"),
      // A field of children doesn't lead back to their parents.
      ("users -w 'albums.city = x'", "unknown field \"albums.city\" of users"),
      ("users -w 'albums.company.bs ~ b'", "unknown field \"albums.company.bs\" of users"),
      ("albums -F name", "\"name\" could be user.name or user.company.name"),
      ("albums -w 'name = x'", "\"name\" could be user.name or user.company.name"),
      ("photos -S album.name", "could be album.user.name or album.user.company.name"),
      ("users -F url", "\"url\" needs its list: albums.photos.url"),
      // Names are compared exactly.
      ("users -F Name", "unknown field \"Name\" of users"),
      ("users -F COMPANY.name", "unknown field \"COMPANY.name\" of users"),
      ("users -S company.NAME", "unknown field \"company.NAME\" of users"),
      ("users -w 'NAME ~ a'", "unknown field \"NAME\" of users"),
      ("users --count-by CITY", "unknown field \"CITY\" of users"),
    ])
  func shortForNothing(line: String, message: String) async throws {
    let directory = try Self.directory()
    let outcome = try await jpfetch(line, directory.options)
    outcome.expect(status: 2, text: "")
    #expect(outcome.firstError.contains(message), "\(outcome)")
  }

  // MARK: Null

  @Test(
    "`= null` asks whether there is an object or a parent, not whether its name is null",
    arguments: [
      ("albums -w 'user = null'", "5\n6\n"), ("albums -w 'user != null'", "1\n2\n4\n"),
      ("albums -w 'user.name = null'", "2\n5\n6\n"), ("albums -w 'user = \"null\"'", "4\n"),
      ("albums -w 'user = null,a'", "1\n5\n6\n"), ("albums -w 'user != null,a'", "2\n4\n"),
      ("photos -w 'album.user = null'", "7\n8\n"), ("photos -w 'user = null'", "7\n8\n"),
      ("photos -w 'album = null'", "8\n"),
      ("users -w 'company = null'", "4\n"), ("users -w 'company != null'", "1\n2\n"),
      ("users -w 'company.name = null'", "2\n4\n"), ("users -w 'name = null'", "2\n"),
      ("users -w 'albums.user = null'", ""),
    ])
  func null(line: String, ids: String) async throws {
    let directory = try TemporaryDirectory()
    let lists = [
      "users": #"""
      [{"id":1,"name":"a","company":{"name":"c"}},{"id":2,"name":null,"company":{}},
      {"id":4,"name":"null","company":null}]
      """#,
      "albums": #"""
      [{"id":1,"userId":1},{"id":2,"userId":2},{"id":4,"userId":4},{"id":5,"userId":null},{"id":6}]
      """#,
      "photos": #"[{"id":1,"albumId":1},{"id":7,"albumId":5},{"id":8,"albumId":null}]"#,
    ]
    for (name, list) in lists { try directory.write(list, to: "\(name).json") }
    let outcome = try await jpfetch("\(line) -F id -f csv --no-header", directory.options)
    outcome.expect(status: 0, text: ids.replacing("\n", with: "\r\n"))
  }

  // MARK: Parents

  /// Users of one name, a name that is spelled as a number, albums of nobody.
  private static func directoryOfParents() throws -> TemporaryDirectory {
    let directory = try TemporaryDirectory()
    let lists = [
      "users": #"[{"id":1,"name":"Ann"},{"id":2,"name":"3"},{"id":3,"name":"Ann"}]"#,
      "albums": #"""
      [{"id":10,"userId":1,"title":"t"},{"id":11,"userId":2,"title":"t"},{"id":12,"userId":3},
      {"id":13,"userId":3},{"id":14,"userId":null},{"id":15},{"id":16,"userId":9}]
      """#,
      "photos": #"[{"id":20,"albumId":10},{"id":21,"albumId":11},{"id":22,"albumId":16}]"#,
    ]
    for (name, list) in lists { try directory.write(list, to: "\(name).json") }
    return directory
  }

  @Test(
    "A parent next to numbers is its id, with quoted or other text its name",
    arguments: [
      ("albums -w user=3", "12 13"), ("albums -w user=3.0", "12 13"),
      ("albums -w user=1,2", "10 11"),
      ("albums -w user!=3", "10 11 14 15 16"), ("albums -w 'user <= 2'", "10 11"),
      ("albums -w user=2,null", "11 14 15 16"), ("albums -w 'user = \"3\"'", "11"),
      ("albums -w user=Ann", "10 12 13"), ("albums -w 'user ~ 3'", "11"),
      ("albums -w user.name=3", "11"), ("photos -w album=11", "21"),
      ("photos -w album.user=1", "20"), ("users -w albums.user=1", "1"),
    ])
  func parents(line: String, ids: String) async throws {
    let directory = try Self.directoryOfParents()
    let outcome = try await jpfetch("\(line) -F id -f csv --no-header", directory.options)
    outcome.expect(status: 0)
    #expect(outcome.text.split(separator: "\r\n").joined(separator: " ") == ids, "\(outcome)")
  }

  @Test(
    "--count-by of a parent counts for each record; records without one are one group",
    arguments: [
      ("user -f csv", "user,count\r\n,3\r\nAnn,2\r\nAnn,1\r\n3,1\r\n"),
      ("user.id,user -n 2 -f csv", "user.id,user,count\r\n,,3\r\n3,Ann,2\r\n"),
      ("user.name -n 1 -f csv", "user.name,count\r\nAnn,3\r\n"),
      (
        "user -n 2 --json --compact",
        #"[{"user":null,"count":3},{"user":{"id":3,"name":"Ann"},"count":2}]"# + "\n"
      ),
      (
        "user,title --skip 2 -n 1 -f ndjson",
        #"{"user":{"id":1,"name":"Ann"},"title":"t","count":1}"# + "\n"
      ),
    ])
  func groupsOfParents(fields: String, text: String) async throws {
    let directory = try Self.directoryOfParents()
    let outcome = try await jpfetch("albums --count-by \(fields)", directory.options)
    outcome.expect(status: 0, text: text)
  }

  @Test("--count-by of a parent's parent nests its id and name")
  func nestedGroups() async throws {
    let directory = try Self.directoryOfParents()
    let outcome = try await jpfetch(
      "photos --count-by album.user -w 'album.user != null' -f ndjson", directory.options)
    outcome.expect(
      status: 0,
      text: """
        {"album":{"user":{"id":1,"name":"Ann"}},"count":1}
        {"album":{"user":{"id":2,"name":"3"}},"count":1}

        """)
  }

  @Test("In assertions a parent is unique by its id")
  func uniqueParents() async throws {
    let directory = try Self.directoryOfParents()
    try directory.write(#"[{"id":1,"userId":1},{"id":2,"userId":3}]"#, to: "albums.json")
    let outcome = try await jpfetch(
      "check ids albums --assert 'albums.user unique'", directory.options)
    outcome.expect(status: 0)
  }

  // MARK: Titles

  @Test(
    "A column is titled with a word that -F, -w and -S take",
    arguments: [
      ("users", "albums.photos,posts.comments,todos"), ("albums", "photos,user"),
      ("photos", "album.user"), ("posts", "comments,user"), ("comments", "post.user"),
      ("todos", "user"),
    ])
  func titles(resource: String, relations: String) async throws {
    let table = try await jpfetch("\(resource) -n 1 -e \(relations) --wide", fromSampleFiles)
    let header = try #require(table.text.split(separator: "\n").first)
    let titles = header.split(separator: "  ").map { $0.filter { $0 != " " } }
    #expect(titles.count > 3)
    for title in titles {
      var condition = "\(title) = 1"
      if title == "completed" { condition = title }
      let outcome = try await jpfetch(
        "\(resource) -F \(title) -S \(title) -w", [condition] + fromSampleFiles)
      outcome.expect(status: 0)
    }
  }
}
