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
      "comments": "[]",
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
        "{\"company\":null,\"count\":2}\n{\"company\":{\"name\":\"c\"},\"count\":1}\n"
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
      ("users -e none -F nothing", 2), ("users 2 -e none -F '\"x,y\"'", 2),
      ("users 1 2 -e none -F '\"x,y\"'", 0), ("users 1 -e none -F '\"x,y\"'", 0),
      ("comments -F nothing -w nothing=1", 0),
    ])
  func unknown(line: String, status: Int32) async throws {
    let directory = try Self.directory()
    let outcome = try await jpfetch(line, directory.options)
    outcome.expect(status: status)
  }
}
