import TestSupport
import Testing

@testable import JPCore

@Suite("Built-in data", .limited)
struct SampleTransportTests {
  private func answer(_ path: String) throws -> HTTPResponse {
    try SampleTransport().response(to: HTTPRequest(url: BaseURL.sample.url(of: path)))
  }

  @Test(
    "Each resource has a list with the catalogue's count and fields, which refers to all parents",
    arguments: Resource.all.map(\.name))
  func lists(name: String) throws {
    let resource = try #require(Resource.named(name))
    let body = try answer("/\(name)").body
    let again = try answer("/\(name)").body
    #expect(difference(between: again, and: body) == nil)
    let document = try JSONDocument(body)
    let written = document.text(.pretty) + "\n"
    #expect(difference(between: written.utf8, and: body) == nil)
    let list = document.root.elements
    #expect(list.count == resource.expectedCount)
    for (index, record) in list.enumerated() {
      try #require(record["id"]?.integer == Int64(index + 1))
    }
    for record in [list.first, list.last] {
      #expect(record?.paths == resource.fields.map(\.path))
    }
    guard let parent = resource.parent else { return }
    let parentIDs = (1...parent.resource.expectedCount).map { id in Int64(id) }
    let references = try list.map { record in try #require(record[parent.field]?.integer) }
    #expect(Set(references) == Set(parentIDs))
  }

  @Test("No list repeats the titles of another one")
  func titles() throws {
    var lists: [(name: String, titles: [String])] = []
    for resource in Resource.all {
      let records = try JSONDocument(answer("/\(resource.name)").body).root.elements
      lists.append((resource.name, records.compactMap { ($0["title"] ?? $0["name"])?.string }))
    }
    for (place, list) in lists.enumerated() {
      for other in lists[..<place] {
        let pairs = zip(list.titles, other.titles)
        let same = pairs.count { $0.hasPrefix($1) || $1.hasPrefix($0) }
        #expect(same <= 2, "\(list.name) and \(other.name)")
      }
    }
  }
}

extension JSONValue {
  /// The dotted paths of all scalars.
  fileprivate var paths: [String] {
    members.flatMap { member in
      member.value.kind == .object
        ? member.value.paths.map { "\(member.name).\($0)" } : [member.name]
    }
  }
}
