/// Irregular records, or a store that can't be used. An issue is always reported with the answer,
/// and no record is dropped silently.
public struct DataIssue: Equatable, Sendable, CustomStringConvertible {
  /// What is wrong with the records or the store.
  @nonexhaustive
  public enum Kind: Equatable, Sendable {
    /// Records that are left out because they have no parent, such as albums whose `userId` is
    /// `null`, missing, or the id of no user.
    case orphans(Reference)
    /// Records that are left out because their parent is, such as the photos of an album without a
    /// user.
    case leftOutWithParent(Reference)
    /// Records that refer to a missing parent, such as albums whose `userId` is the id of no user.
    /// The parent embedded in them is `null`.
    case danglingReferences(Reference)
    /// Records with the `id` of an earlier record in the list. Children are embedded in the earlier
    /// one.
    case repeatedIDs
    /// Elements of a list that aren't objects with an `id` and were left out.
    case misfits(TypeMismatch)
    /// A directory for stored responses, or a stored response, that can't be used.
    case unusableStore(StoreError)
  }

  /// The reference of the first irregular record to its parent, such as an album's `userId`.
  public struct Reference: Equatable, Sendable {
    /// The parent's name, in the singular, such as `user`.
    public let parent: String
    /// The field that holds the parent's id, such as `userId`.
    public let field: String
    /// The field's value; `missing` if the record has no such field.
    public let key: String

    /// Makes a reference: `Reference(parent: "user", field: "userId", key: "9")`.
    public init(parent: String, field: String, key: String) {
      self.parent = parent
      self.field = field
      self.key = key
    }
  }

  /// What is wrong, with details.
  public let kind: Kind

  /// The name of the records' resource, such as `albums`; `store` for a problem with stored
  /// responses.
  public let list: String

  /// The number of irregular records; 1 for a problem with stored responses.
  public let count: Int

  /// The id of the first irregular record. For an element that isn't a record, the path of the
  /// value that doesn't fit, such as `[3].id`. For stored responses, the path of the file or
  /// directory.
  public let first: String

  /// The problem, in one sentence: `left out 2 albums with no user; first: id 7, userId 9`.
  public var description: String { sentence() }

  /// The same sentence.
  ///
  /// - Parameter file: the file of the records; `nil` if they don't come from a file.
  package func sentence(in file: String? = nil) -> String {
    let records = count.inWords(of: list)
    switch kind {
    case .orphans(let reference):
      return "left out \(records) with no \(reference.parent); \(firstInWords(reference))"
    case .leftOutWithParent(let reference):
      return "left out \(records) whose \(reference.parent) is left out; \(firstInWords(reference))"
    case .danglingReferences(let reference):
      let verb = count.pluralForm("has", "have")
      return "\(records) \(verb) no \(reference.parent); \(firstInWords(reference))"
    case .repeatedIDs:
      let verb = count.pluralForm("repeats", "repeat")
      return "\(records) \(verb) an earlier id; first: id \(first.excerpt)"
    case .misfits(let mismatch):
      let predicate = count.pluralForm("isn't an object", "aren't objects")
      let start = "left out \(records) that \(predicate) with an id"
      if let file { return "\(start): \(mismatch.sentence(in: file))" }
      return "\(start): \(list)\(mismatch)"
    case .unusableStore(let error):
      return error.description
    }
  }

  private func firstInWords(_ reference: Reference) -> String {
    "first: id \(first.excerpt), \(reference.field) \(reference.key.excerpt)"
  }

  /// Makes an issue, for tests.
  public init(kind: Kind, list: String, count: Int, first: String) {
    self.kind = kind
    self.list = list
    self.count = count
    self.first = first
  }
}

extension CacheRun {
  /// The run's ``problems`` so far, as issues of an answer.
  var issues: [DataIssue] { problems.map { error in DataIssue(error) } }
}

extension DataIssue {
  fileprivate init(_ error: StoreError) {
    self.init(kind: .unusableStore(error), list: "store", count: 1, first: error.path)
  }

  static func makeMisfitsIssue(of list: String, count: Int, first: TypeMismatch) -> DataIssue {
    DataIssue(kind: .misfits(first), list: list, count: count, first: first.path)
  }
}

extension Int {
  /// This number with the noun for a list's records: `1 photo`, `2 photos`.
  package func inWords(of list: String) -> String { "\(self) \(noun(of: list))" }

  /// This number with `more` and the noun for a list's records: `1 more photo`, `2 more photos`.
  package func inWords(ofMore list: String) -> String { "\(self) more \(noun(of: list))" }

  private func noun(of list: String) -> String {
    if self != 1 { return list }
    for resource in Resource.all + [.matches] where resource.name == list {
      return resource.singular
    }
    return list
  }
}
