/// Records that don't fit together; always reported, never dropped silently.
public struct DataIssue: Equatable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  @nonexhaustive
  public enum Kind: Equatable, Sendable {
    /// Records whose parent is missing, so that they are nowhere in the result.
    case orphans(Reference)
    /// Records that refer to a missing record, and so have `null` in its place.
    case danglingReferences(Reference)
    /// Records with the `id` of an earlier one; children belong to the earlier one.
    case repeatedIDs
    /// Elements of a list that aren't objects with an `id` and were left out.
    case misfits(TypeMismatch)
    /// A directory for stored responses, or one of them, that can't be used.
    case unusableStore(StoreError)
  }

  /// The first reference of the records to another resource.
  public struct Reference: Equatable, Sendable {
    /// The name of one record that is referred to.
    public let parent: String
    /// The field that refers to it.
    public let field: String
    /// The field's value.
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

  /// How many there are.
  public let count: Int

  /// The id of the first of them, the path of a value or the path of a file.
  public let first: String

  /// The list and the problem, for a log: `albums: 2 without their user, first 7`.
  public var description: String {
    switch kind {
    case .orphans(let reference):
      "\(list): \(count) without their \(reference.parent), first \(first)"
    case .danglingReferences(let reference):
      "\(list): \(count) refer to a missing \(reference.parent), first \(first)"
    case .repeatedIDs: "\(list): \(count) repeated ids, first \(first)"
    case .misfits(let mismatch): "\(list): \(count) left out, first \(mismatch)"
    case .unusableStore(let error): "\(error)"
    }
  }

  /// Describes a problem, as tests of programs that fetch need it.
  public init(kind: Kind, list: String, count: Int, first: String) {
    self.kind = kind
    self.list = list
    self.count = count
    self.first = first
  }
}

extension DataIssue {
  init(_ error: StoreError) {
    self.init(kind: .unusableStore(error), list: "store", count: 1, first: error.path)
  }

  static func misfits(of list: String, count: Int, first: TypeMismatch) -> DataIssue {
    DataIssue(kind: .misfits(first), list: list, count: count, first: first.path)
  }
}
