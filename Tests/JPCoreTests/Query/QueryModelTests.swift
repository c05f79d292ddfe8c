import TestSupport
import Testing

@testable import JPCore

@Suite("The query language, compared with a plain model on random data", .limited)
struct QueryModelTests {
  private static let texts = [
    "", "a", "A", "b", "Ä", "ä\u{301}", "日本", "🎵", "null", "true", "10", "9", "-0", "1e1", "1.50",
    "a, b", "and", "x y", "back\\slash",
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
    // What an expression can hold bare.
    let bare = texts.filter { !$0.isEmpty && !$0.contains(",") } + numbers + ["null", "true"]
    let path = random.pick(paths)
    // Other values are refused.
    let isNumber = !comparison.hasSuffix("~") && (path == "albums.count" || !isList && path == "id")
    let isQuoted = !isNumber && Bool.random(using: &random)
    let operands = (0..<(isList ? Int.random(in: 1...3, using: &random) : 1)).map { _ in
      random.pick(isNumber ? numbers : isQuoted ? texts + numbers : bare)
    }
    return QueryModel.Question(
      path: path, comparison: comparison, operands: operands, isQuoted: isQuoted)
  }

  private func records(_ model: QueryModel) async throws -> Records {
    let transport = CannedTransport([
      "/users": .json(ModelValue.array(model.users).json),
      "/albums": .json(ModelValue.array(model.albums).json),
    ])
    let users = try #require(Resource.named("users"))
    let fetcher = Fetcher(transport, base: .host)
    return try await fetcher.records(
      RecordQuery(users, embeddings: [Embedding("albums")])
    ).value
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
      let key = random.pick(["x", "deep.y", "n", "albums.count", "missing"])
      let isDescending = Bool.random(using: &random)
      var selection = RecordSelection()
      selection.conditions = try questions.map { try Condition($0.text, of: .users) }
      selection.order = [.init(try Resource.users.field(key), descending: isDescending)]
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
      #expect(chosen.shown == expected, "\(about)")
      try expectLaws(all, selection, chosen.shown, &random, about)
      try expectGroups(chosen, by: random.pick(["x", "deep.y", "albums.count"]), model, about)
    }
  }

  /// The order of the conditions doesn't matter; pieces by skip and limit are the whole.
  private func expectLaws(
    _ all: Records, _ selection: RecordSelection, _ shown: [Int], _ random: inout SeededNumbers,
    _ about: String
  ) throws {
    var other = selection
    other.conditions.reverse()
    var records = all
    records.select(other)
    #expect(records.shown == shown, "\(about)")
    let step = Int.random(in: 1...4, using: &random)
    let pieces = stride(from: 0, to: shown.count + step, by: step).map { skip in
      var piece = selection
      (piece.skip, piece.limit) = (skip, step)
      var records = all
      records.select(piece)
      return records.shown
    }
    #expect(pieces.flatMap(\.self) == shown, "\(about)")
  }

  private func expectGroups(
    _ records: Records, by path: String, _ model: QueryModel, _ about: String
  ) throws {
    var counts: [(key: String, count: Int)] = []
    for row in records.shown {
      let value = model.values(path, of: model.users[row]).first ?? nil
      let key = value.map { $0.isNull ? "null" : $0.json } ?? "null"
      if let place = counts.firstIndex(where: { $0.key == key }) {
        counts[place].count += 1
      } else {
        counts.append((key, 1))
      }
    }
    let sorted = counts.enumerated().sorted { one, other in
      (-one.element.count, one.offset) < (-other.element.count, other.offset)
    }
    let groups = RecordGroups(
      records, by: [try Resource.users.field(path)], skip: 0, limit: nil)
    #expect(groups.counts == sorted.map(\.element.count), "\(about), by \(path)")
  }

  @Test("NDJSON has the records of JSON, TSV the cells of CSV", arguments: Seed.seeds(8, all: 40))
  func formats(seed: Seed) async throws {
    var random = seed.numbers
    let records = try await records(Self.model(&random))
    let fields = ["x", "deep.y", "albums.x", "id"].shuffled(using: &random).map {
      Resource.users.path($0)
    }
    for fields in [nil, fields] {
      let json = RecordsJSON(.compact, fields: fields)
      let array = OutputBuffer.bytes { json.write(records, to: &$0) }
      let lines = OutputBuffer.bytes { json.writeLines(records, to: &$0) }
      let elements = try JSONDocument(array).root.elements.map { Array($0.text) }
      #expect(elements == lines.split(separator: .lineFeed).map { Array($0) }, "\(seed)")
      let rows = RecordRows(file: records, fields: fields?.filter { $0.text != "albums.x" })
      let csv = OutputBuffer.bytes { RecordLines(.csv, rows).write(to: &$0) }
      let tsv = OutputBuffer.bytes { RecordLines(.tsv, rows).write(to: &$0) }
      #expect(Self.csvCells(csv) == Self.tsvCells(tsv), "\(seed)")
    }
  }

  private static func csvCells(_ bytes: [UInt8]) -> [[String]] {
    var (rows, row, cell, isQuoted): ([[String]], [String], [UInt8], Bool) = ([], [], [], false)
    for byte in bytes {
      switch byte {
      case .quote: isQuoted.toggle()
      case .comma where !isQuoted:
        row.append(String(decoding: cell, as: UTF8.self))
        cell = []
      case .lineFeed where !isQuoted:
        rows.append(row + [String(decoding: cell.dropLast(), as: UTF8.self)])
        (row, cell) = ([], [])
      default: cell.append(byte)
      }
    }
    return rows
  }

  private static func tsvCells(_ bytes: [UInt8]) -> [[String]] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map {
        String($0).replacing("\\\\", with: "\\")
      }
    }
  }
}
