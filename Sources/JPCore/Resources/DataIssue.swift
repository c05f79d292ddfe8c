/// Irregular records, or a store that can't be used. An issue is always reported with the answer,
/// and no record is dropped silently.
public struct DataIssue: Equatable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  @nonexhaustive
  public enum Kind: Equatable, Sendable {
    /// Records without a parent, so that they are nowhere in the result: their reference is `null`,
    /// missing, or leads to no record.
    case orphans(Reference)
    /// Records that refer to a missing record, and so have `null` in its place.
    case danglingReferences(Reference)
    /// Records with the `id` of an earlier one; children belong to the earlier one.
    case repeatedIDs
    /// Elements of a list that aren't objects with an `id` and were left out.
    case misfits(TypeMismatch)
    /// A directory for stored responses, or a stored response, that can't be used.
    case unusableStore(StoreError)
  }

  /// The reference of the first irregular record to a record of another resource.
  public struct Reference: Equatable, Sendable {
    /// What one record of the other resource is called, such as `user`.
    public let parent: String
    /// The field that refers to the other record.
    public let field: String
    /// The field's value; `missing` without one.
    public let key: String

    /// Makes a reference.
    public init(parent: String, field: String, key: String) {
      self.parent = parent
      self.field = field
      self.key = key
    }
  }

  /// The kind of problem.
  public let kind: Kind

  /// The name of the records' resource; `store` for stored responses.
  public let list: String

  /// The number of irregular records; 1 for a problem with stored responses.
  public let count: Int

  /// The id of the first irregular record; for an element that isn't a record, the path of the
  /// value that doesn't fit; for stored responses, the path of the file or directory.
  public let first: String

  /// The problem, in one sentence: `left out 2 albums with no user; first: id 7, userId 9`.
  public var description: String {
    let records = count.inWords(of: list)
    switch kind {
    case .orphans(let reference):
      return "left out \(records) with no \(reference.parent); \(firstInWords(reference))"
    case .danglingReferences(let reference):
      let verb = count.form("has", "have")
      return "\(records) \(verb) no \(reference.parent); \(firstInWords(reference))"
    case .repeatedIDs:
      let verb = count.form("repeats", "repeat")
      return "\(records) \(verb) an earlier id; first: id \(first.excerpt)"
    case .misfits(let mismatch):
      let predicate = count.form("isn't an object", "aren't objects")
      return "left out \(records) that \(predicate) with an id: \(list)\(mismatch)"
    case .unusableStore(let error):
      return error.description
    }
  }

  private func firstInWords(_ reference: Reference) -> String {
    "first: id \(first.excerpt), \(reference.field) \(reference.key.excerpt)"
  }

  /// Makes an issue, for the tests of a program that fetches.
  public init(kind: Kind, list: String, count: Int, first: String) {
    self.kind = kind
    self.list = list
    self.count = count
    self.first = first
  }
}

extension CacheRun {
  /// The problems so far, as an answer reports them.
  var issues: [DataIssue] { problems.map { error in DataIssue(error) } }
}

extension DataIssue {
  fileprivate init(_ error: StoreError) {
    self.init(kind: .unusableStore(error), list: "store", count: 1, first: error.path)
  }

  static func misfits(of list: String, count: Int, first: TypeMismatch) -> DataIssue {
    DataIssue(kind: .misfits(first), list: list, count: count, first: first.path)
  }
}

extension Int {
  /// A number of a list's records: `1 photo`, `2 photos`.
  package func inWords(of list: String) -> String { "\(self) \(noun(of: list))" }

  /// A further number of a list's records: `1 more photo`, `2 more photos`.
  package func inWords(ofMore list: String) -> String { "\(self) more \(noun(of: list))" }

  private func noun(of list: String) -> String {
    if self != 1 { return list }
    for resource in Resource.all + [.matches] where resource.name == list {
      return resource.singular
    }
    return list
  }
}
