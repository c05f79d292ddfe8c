/// A model that is made from the members of a record, in half of the time that `Decodable` takes.
protocol RecordModel: Decodable, Sendable {
  /// - Returns: `nil` if a member is missing, or has another type than the model's.
  init?(_ record: JSONValue)
}

extension Answer<Records> {
  /// Makes a model from a record.
  ///
  /// - Parameter records: the answer's records, or records that are embedded in them.
  /// - Throws: ``FetchError`` if a member doesn't fit: a number may be too large for the model,
  ///   though it is an integer.
  func model<Model: RecordModel>(of records: Records, row: Int) throws -> Model {
    let record = records.document.value(at: Int(records.objects[row]))
    if let model = Model(record) { return model }
    do {
      return try record.decode()
    } catch {
      var path = ""
      if records.isList { path = "[\(row)]" }
      let mismatch = TypeMismatch(error, in: record, at: path)
      throw self.error(mismatch, in: records.resource.name)
    }
  }
}

extension JSONValue {
  /// An integer member; `nil` if it is missing, not spelled as an integer, or doesn't fit in `Int`.
  func integer(named name: MemberName) -> Int? {
    guard let integer = member(named: name)?.integer else { return nil }
    return Int(exactly: integer)
  }

  /// A text member; `nil` if it is missing, another type, or has an unpaired surrogate.
  func string(named name: MemberName) -> String? {
    guard let member = member(named: name), member.kind == .string else { return nil }
    return String(validating: member.content, as: UTF8.self)
  }

  /// A boolean member; `nil` if it is missing or another type.
  func boolean(named name: MemberName) -> Bool? { member(named: name)?.boolean }

  /// The last member with a name; `nil` without one.
  func member(named name: MemberName) -> JSONValue? {
    guard let member = document.member(named: name, ofObjectAt: index) else { return nil }
    return document.value(at: member)
  }
}
