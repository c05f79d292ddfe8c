import TestSupport
import Testing

@testable import JPCore

@Suite("The query language, compared with a plain model on random data", .limited)
struct QueryModelTests {
  private static let texts = [
    "", "a", "A", "b", "Ä", "ä\u{301}", "日本", "🎵", "null", "true", "10", "9", "-0", "1e1", "1.50",
    "a, b", "and", "x y", "back\\slash",
  ]

  /// Texts with the signs of `~`, which hold others to the beginning or the end.
  private static let signs = [
    "^", "$", "^$", "$^", "^a", "A$", "^Ä$", "^日", "本$", "🎵$", "^1", "0$", "^x y$", "^^", "a$b",
  ]

  private static let numbers = [
    "0", "-0", "1", "1.0", "9", "10", "1e1", "1E-3", "-2.5", "99999999999999999999",
    "99999999999999999998", "0.1", "0.10", "12345678901234567890123.5",
  ]

  private static func scalar(_ random: inout SeededNumbers) -> ModelValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: .null
    case 1: .boolean(.random(using: &random))
    case 2...4: .number(random.pick(numbers))
    default: .text(random.pick(texts))
    }
  }

  private static func model(_ random: inout SeededNumbers) -> QueryModel {
    func members(_ own: [(name: String, value: ModelValue)]) -> ModelValue {
      var members = own
      if .random(using: &random) { members.append(("x", scalar(&random))) }
      if .random(using: &random) {
        members.append(("deep", .object([("y", scalar(&random)), ("z", .null)])))
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        members.append(("tags", .array([.object([("y", scalar(&random))]), .null])))
      }
      members.append(("n", .number(String(Int.random(in: 0..<1_000_000, using: &random)))))
      return .object(members)
    }
    func id(_ random: inout SeededNumbers) -> ModelValue {
      .number(String(Int.random(in: 1...8, using: &random)))
    }
    // Repeated ids, albums of nobody, missing members.
    let users = (0..<Int.random(in: 1...9, using: &random)).map { _ in
      members([("id", id(&random))])
    }
    let albums = (0..<Int.random(in: 0...14, using: &random)).map { _ in
      members([("id", id(&random)), ("userId", id(&random))])
    }
    return QueryModel(users: users, albums: albums)
  }

  private static let paths = [
    "x", "deep.y", "deep.z", "deep", "tags.y", "id", "n", "albums.x", "albums.deep.y",
    "albums.count", "albums.tags.y", "missing",
  ]

  private static func question(_ random: inout SeededNumbers) -> QueryModel.Question {
    let comparison = random.pick(["=", "!=", "~", "!~", "<", "<=", ">", ">="])
    let isList = ["=", "!="].contains(comparison)
    let isSearch = comparison.hasSuffix("~")
    let isOrder = !isList && !isSearch
    // What an expression can hold bare.
    var bare = texts.filter { !$0.isEmpty && !$0.contains(",") } + numbers + ["null", "true"]
    let path = random.pick(paths)
    // Other values are refused.
    let isNumber = path == "albums.count" && !isSearch || path == "id" && isOrder
    if isSearch { bare = bare.filter { !$0.contains("\\") } + signs }
    if isOrder { bare.removeAll { $0 == "null" } }
    let isQuoted = !isNumber && Bool.random(using: &random)
    var choices = bare
    if isNumber {
      choices = numbers
    } else if isQuoted {
      choices = texts + numbers
    }
    var count = 1
    if isList { count = Int.random(in: 1...3, using: &random) }
    var operands: [String] = []
    for _ in 0..<count { operands.append(random.pick(choices)) }
    return QueryModel.Question(
      path: path, comparison: comparison, operands: operands, isQuoted: isQuoted)
  }

  private func records(_ model: QueryModel) async throws -> Records {
    let fetcher = fetcher(
      users: ModelValue.array(model.users).json, albums: ModelValue.array(model.albums).json)
    let query = RecordQuery(.users, embeddings: Resource.users.embeddings(["albums"]))
    return try await fetcher.joined(query).0
  }

  @Test(
    "Conditions, sorting and grouping give the model's records in the same order",
    arguments: Seed.seeds(8, all: 60))
  func equalsModel(seed: Seed) async throws {
    var random = seed.numbers
    let model = Self.model(&random)
    let all = try await records(model)
    for _ in 0..<50 {
      let questions = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Self.question(&random)
      }
      let key = random.pick(["x", "deep", "deep.y", "n", "albums.count", "missing"])
      let isDescending = Bool.random(using: &random)
      var selection = RecordSelection()
      selection.conditions = try questions.map { try Condition($0.text, of: .users) }
      selection.sortKeys = [.init(try Resource.users.field(key), descending: isDescending)]
      var chosen = all
      chosen.select(selection)

      let found = model.users.indices.filter { row in
        questions.allSatisfy { model.holds($0, for: model.users[row]) }
      }
      let ranks = model.users.map { model.rank(key, of: $0) }
      let expected = found.enumerated().sorted { one, other in
        let (first, second) = (ranks[one.element], ranks[other.element])
        if QueryModel.precedes(first, second) { return !isDescending }
        if QueryModel.precedes(second, first) { return isDescending }
        return one.offset < other.offset
      }.map(\.element)
      let about = "\(seed): \(questions.map(\.text)), \(key)"
      #expect(chosen.rows == expected, "\(about)")
      expectPieces(
        all, selection, chosen.rows, of: Int.random(in: 1...4, using: &random), about)
      try expectGroups(chosen, by: random.pick(["x", "deep.y", "albums.count"]), model, about)
    }
  }

  /// Pieces by skip and limit are the whole.
  private func expectPieces(
    _ all: Records, _ selection: RecordSelection, _ shown: [Int], of step: Int, _ about: String
  ) {
    let pieces = stride(from: 0, to: shown.count + step, by: step).map { skip in
      var piece = selection
      piece.skip = skip
      piece.limit = step
      var records = all
      records.select(piece)
      return records.rows
    }
    #expect(pieces.flatMap(\.self) == shown, "\(about)")
  }

  @Test(
    "A parent next to numbers is its id, and --count-by of it counts for each record, as the model",
    arguments: Seed.seeds(8, all: 60))
  func parents(seed: Seed) async throws {
    var random = seed.numbers
    let model = Self.model(&random)
    let fetcher = fetcher(
      users: ModelValue.array(model.users).json, albums: ModelValue.array(model.albums).json)
    let query = RecordQuery(.albums, embeddings: Resource.albums.embeddings(["user"]))
    let (all, _) = try await fetcher.joined(query)
    let owners = model.albums.map { album in
      model.users.first { $0["id"]?.json == album["userId"]?.json }?["id"]?.json
    }
    for _ in 0..<50 {
      let comparison = random.pick(["=", "!=", "<", "<=", ">", ">="])
      var count = 1
      if ["=", "!="].contains(comparison) { count = Int.random(in: 1...3, using: &random) }
      let numbers = (0..<count).map { _ in Int.random(in: 0...9, using: &random) }
      let text = "user \(comparison) \(numbers.map(String.init).joined(separator: ","))"
      let rows = try Condition(text, of: .albums).matchingRows(of: all)
      let expected = owners.indices.filter { row in
        let id = owners[row].flatMap { Int($0) }
        switch comparison {
        case "=": return id.map(numbers.contains) == true
        case "!=": return id.map(numbers.contains) != true
        case "<": return id.map { $0 < numbers[0] } == true
        case "<=": return id.map { $0 <= numbers[0] } == true
        case ">": return id.map { $0 > numbers[0] } == true
        default: return id.map { $0 >= numbers[0] } == true
        }
      }
      #expect(rows == expected, "\(seed): \(text)")
    }
    let groups = RecordGroups(
      all, by: [try Resource.albums.field("user")], skip: 0, limit: nil)
    let counts = Dictionary(grouping: owners) { $0 }.values.map(\.count)
    #expect(groups.counts == counts.sorted(by: >), "\(seed)")
  }

  private func expectGroups(
    _ records: Records, by path: String, _ model: QueryModel, _ about: String
  ) throws {
    let keys = records.rows.map { row in
      (model.values(path, of: model.users[row]).first ?? nil)?.json ?? "null"
    }
    let groups = RecordGroups(
      records, by: [try Resource.users.field(path)], skip: 0, limit: nil)
    let counts = Dictionary(grouping: keys) { $0 }.values.map(\.count)
    #expect(groups.counts == counts.sorted(by: >), "\(about), by \(path)")
  }
}
