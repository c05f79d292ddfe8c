/// Which records to show, and in which order.
package struct RecordSelection: Sendable {
  package struct SortKey: Sendable {
    package let field: FieldPath

    /// Whether the largest value comes first.
    let isDescending: Bool

    package init(_ field: FieldPath, descending isDescending: Bool = false) {
      self.field = field
      self.isDescending = isDescending
    }
  }

  /// The conditions. A record must meet all of them.
  package var conditions: [Condition] = []

  /// Text that at least one string of a record must contain, ignoring case and accents.
  package var search: String?

  /// The sort keys, the most important first; records that are equal in all keep their order.
  package var sortKeys: [SortKey] = []

  package var skip = 0

  package var limit: Int?

  /// Selects everything, in the order of the list.
  package init() {}

  /// Whether conditions or a text decide which records match.
  package var isFilter: Bool { !conditions.isEmpty || search != nil }
}

extension Records {
  /// Keeps only the selected records: filtered, then sorted, then limited.
  ///
  /// - Returns: how many records match, including those that are skipped or over the limit.
  @discardableResult
  package mutating func select(_ selection: RecordSelection) -> Int {
    for condition in selection.conditions {
      rows = condition.matchingRows(of: self)
    }
    if let search = selection.search {
      rows = rows(containing: FoldedSearchTerm(search))
    }
    if !selection.sortKeys.isEmpty { sort(by: selection.sortKeys) }
    let matchCount = rows.count
    if selection.skip > 0 {
      rows.removeFirst(min(selection.skip, rows.count))
    }
    if let limit = selection.limit {
      rows = Array(rows.prefix(limit))
    }
    return matchCount
  }

  /// The rows whose records have a string that contains a text.
  private func rows(containing wanted: FoldedSearchTerm) -> [Int] {
    var found: [Int] = []
    for row in rows
    where list.document.hasString(in: Int(list.objects[row]), containing: wanted) {
      found.append(row)
    }
    return found
  }

  private mutating func sort(by order: [RecordSelection.SortKey]) {
    var columns: [SortColumn] = []
    for (key, fieldValues) in zip(order, values(of: order.map(\.field))) {
      let values = rows.indices.map { index in SortValue(fieldValues[index]) }
      columns.append(SortColumn(values: values, isDescending: key.isDescending))
    }
    let sorted = rows.indices.sorted { one, other in
      for column in columns {
        let order = column.values[one].order(relativeTo: column.values[other])
        if order == 0 { continue }
        return column.isDescending ? order > 0 : order < 0
      }
      // Records that are equal in all keys keep their order.
      return one < other
    }
    rows = sorted.map { index in rows[index] }
  }
}

private struct SortColumn {
  let values: [SortValue]
  let isDescending: Bool
}

/// A value for sorting, in this order: nothing, false, true, numbers and text that is spelled as
/// one, other text, everything else.
private enum SortValue {
  case nothing
  case boolean(Bool)
  case number(DecimalNumber)
  case text(ArraySlice<UInt8>)
  case other

  init(_ value: FieldValue) {
    switch value {
    case .missing:
      self = .nothing
    case .count(let count):
      self.init(spelling: ArraySlice(String(count).utf8))
    case .json(let value):
      switch value.kind {
      case .null: self = .nothing
      case .boolean: self = .boolean(value.boolean ?? false)
      case .number: self.init(spelling: value.text)
      case .string: self.init(spelling: value.content)
      case .array, .object: self = .other
      }
    }
  }

  /// Makes a number if the text is spelled as one, even if it is the content of a string; otherwise
  /// a text.
  private init(spelling text: ArraySlice<UInt8>) {
    if let number = DecimalNumber(text) {
      self = .number(number)
    } else {
      self = .text(text)
    }
  }

  private var rank: Int {
    switch self {
    case .nothing: 0
    case .boolean(false): 1
    case .boolean(true): 2
    case .number: 3
    case .text: 4
    case .other: 5
    }
  }

  func order(relativeTo other: SortValue) -> Int {
    switch (self, other) {
    case (.number(let one), .number(let other)):
      one.order(relativeTo: other)
    case (.text(let one), .text(let other)):
      one.byteOrder(relativeTo: other)
    default:
      rank - other.rank
    }
  }
}
