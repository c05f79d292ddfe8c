import JPCore

extension Records {
  private func finding(
    _ sentence: String, expected: String? = nil, found: String? = nil, at place: String? = nil
  ) -> Finding {
    Finding(
      list: resource.name, sentence: sentence, expected: expected, found: found, place: place)
  }

  /// A record's place in the list.
  private func place(_ row: Int) -> String { "\(resource.name)[\(row)]" }

  func typeFindings(_ provenance: Provenance) -> [Finding] {
    if !provenance.isOfServer || provenance.fields.hasJSONContentType { return [] }
    let found = provenance.fields["Content-Type"]
    let type = "application/json"
    return [
      finding(
        "\(resource.name): the Content-Type is \(found.map { "\"\($0)\"" } ?? "missing"), not \(type)",
        expected: type, found: found)
    ]
  }

  /// - Parameter parents: the records that these belong to.
  func schemaFindings(parents: Records?) -> [Finding] {
    let (count, first) = incomplete(first: 3)
    let list = resource.name
    let listed = first.map { mismatch in
      finding(
        mismatch.inWords(source: list), expected: mismatch.expected.inWords, found: mismatch.found,
        at: mismatch.placeInWords(source: list))
    }
    let rest = count - listed.count
    return listed
      + (rest > 0 ? [finding("\(counted(rest, list)) more with missing or unexpected fields")] : [])
      + (parents.flatMap(mixedKeys).map { [finding($0.inWords)] } ?? [])
  }

  func countFindings(expected: Int?) -> [Finding] {
    let count = recordCount
    if expected.map({ $0 == count }) ?? (count > 0) { return [] }
    let words = expected.map { "\($0)" } ?? "at least 1"
    let cause = "expected \(words), found \(count)"
    return [
      Finding(
        list: resource.name, sentence: "\(resource.name): \(cause)", cause: cause, expected: words,
        found: "\(count)")
    ]
  }

  /// Ids that are no positive whole numbers, and repeated ones. Whether an id is a number or text is a
  /// question of the schema.
  var idFindings: [Finding] {
    var seen: Set<[UInt8]> = []
    var invalid: [Int] = []
    var repeated: [Int] = []
    let ids = document.root.elements.map { $0["id"] }
    for (row, id) in ids.enumerated() {
      let digits = Array((id?.key?.text ?? "").utf8)
      if !digits.spellsPositiveNumber {
        invalid.append(row)
      } else if !seen.insert(digits).inserted {
        repeated.append(row)
      }
    }
    func finding(_ rows: [Int], _ one: String, _ many: String, _ expected: String) -> [Finding] {
      rows.prefix(1).map { row in
        let id = ids[row]?.excerpt
        let what = "\(counted(rows.count, resource.name)) \(rows.count == 1 ? one : many)"
        return self.finding(
          "\(what); first: \(place(row)), id \(id ?? "missing")", expected: expected, found: id,
          at: "\(place(row)).id")
      }
    }
    return finding(
      invalid, "has no valid id", "have no valid id", "a positive whole number")
      + finding(repeated, "repeats an earlier id", "repeat an earlier id", "a unique id")
  }

  func referenceFindings(_ parents: Records) -> [Finding] {
    guard let field = resource.reference?.field else { return [] }
    // Types are a question of the schema.
    func key(_ value: JSONValue?) -> RecordKey? { value?.key?.byText }
    let ids = Set(parents.document.root.elements.compactMap { key($0["id"]) })
    let keys = document.root.elements.map { key($0[field]) }
    var rows: [RecordKey?: [Int]] = [:]
    for (row, key) in keys.enumerated() where key.map({ !ids.contains($0) }) ?? true {
      rows[key, default: []].append(row)
    }
    let groups = rows.sorted { $0.value[0] < $1.value[0] }
    let expected = "the id of an existing \(parents.resource.singular)"
    func finding(_ cause: String, _ rows: [Int], _ found: String?) -> Finding {
      let affected = counted(rows.count, resource.name)
      return Finding(
        list: resource.name, sentence: "\(cause): \(affected); first: \(place(rows[0]))",
        cause: cause, affected: affected, expected: expected, found: found,
        place: "\(place(rows[0])).\(field)")
    }
    let rest = groups.dropFirst(3)
    return groups.prefix(3).map { key, rows in
      let cause = key.map { "\(parents.resource.singular) \($0.text) doesn't exist" }
      return finding(cause ?? "\(field) is missing", rows, key?.text)
    }
      + (rest.isEmpty
        ? []
        : [
          finding(
            "\(counted(rest.count, parents.resource.name)) more \(rest.count == 1 ? "doesn't" : "don't") exist",
            rest.flatMap(\.value), nil)
        ])
  }

  func timeFindings(_ time: Duration, limit: Duration?) -> [Finding] {
    guard let limit, time > limit else { return [] }
    let found = "\(time.roundedMilliseconds) ms"
    return [
      finding(
        "\(resource.name) took \(found), longer than \(limit.inWords)",
        expected: "at most \(limit.inWords)", found: found)
    ]
  }
}

extension [UInt8] {
  /// Whether it is a whole number above zero as JSON spells one, without a sign and leading zeros.
  fileprivate var spellsPositiveNumber: Bool {
    guard let first else { return false }
    return first != UInt8(ascii: "0") && allSatisfy(\.isDigit)
  }
}
