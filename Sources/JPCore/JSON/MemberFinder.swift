/// Finds members by name in many objects, in one pass over each object. Checks, conditions and
/// columns use it.
///
/// The records of a list have their members in the same order. So for each position in an object,
/// the list remembers which name was there last, and compares that one first.
struct MemberFinder {
  /// The names to find, then other names that occurred in an object.
  private var names: ContiguousArray<MemberName> = []

  /// How many of the names are to be found.
  private(set) var count = 0

  /// The index of each name in ``names``; empty if there are few, because the first dictionary
  /// with keys of this type takes 220,000 instructions.
  private var indices: [[UInt8]: Int] = [:]

  /// For each position in an object, the index of the name that was there last.
  private var lastIndices: ContiguousArray<Int> = []

  /// Up to this many names are compared one by one; more are looked up in ``indices``.
  private static let few = 16

  /// How many positions are remembered at most: an object can have millions of members.
  private static let maxPositions = 1024

  /// Makes a list of names. A repeated name is added once.
  init(_ names: [MemberName] = []) {
    for name in names { addName(name) }
  }

  /// Adds a name, unless the list has it.
  ///
  /// - Returns: the name's index.
  @discardableResult
  mutating func addName(_ name: MemberName) -> Int {
    if let known = knownIndex(of: name) { return known }
    names.append(name)
    count = names.count
    if count > Self.few {
      for index in indices.count..<count { indices[names[index].content] = index }
    }
    return count - 1
  }

  /// The index of a name; `nil` if it isn't in the list.
  private func knownIndex(of name: MemberName) -> Int? {
    guard names.count <= Self.few else { return indices[name.content] }
    return names.firstIndex(of: name)
  }

  /// Finds the members of an object in one pass over it. If a name is repeated, the last one
  /// counts.
  ///
  /// - Parameters:
  ///   - object: the index of a value. Nothing is found if the value isn't an object.
  ///   - found: receives the index of the member with each name. The element for a name without a
  ///     member isn't changed.
  // If this function were inlined, each name would be copied: 0.9 million instructions for 5,000
  // photos.
  @inline(never)
  mutating func findMembers(
    in object: Int, of view: JSONDocument.View, _ found: inout ContiguousArray<UInt32>
  ) {
    guard view.firstByte(of: view.nodes[object]) == .leftBrace else { return }
    var found = found.mutableSpan
    var position = 0
    for child in view.children(at: object) {
      if let index = indexOfName(of: view.nodes[child], at: position, in: view) {
        if index < count { found[index] = UInt32(truncatingIfNeeded: child) }
      } else if names.count < Self.few, position < Self.few {
        // Add the name, so that later objects remember it for its position. One comparison then
        // recognizes it; otherwise it would be compared with all names in the list. The members of
        // a wide object would be compared with all of these names, and most aren't among them.
        let name = MemberName(content: view.nameContent(of: view.nodes[child]))
        names.append(name)
      }
      position &+= 1
    }
  }

  /// The index of a member's name; `nil` if it isn't in the list.
  ///
  /// - Parameter position: the member's position in its object, from 0.
  @inline(__always)
  mutating func indexOfName(of node: JSONNode, at position: Int, in view: JSONDocument.View) -> Int?
  {
    if position < lastIndices.count {
      let last = lastIndices[position]
      if view.hasName(names.span[last], at: node) { return last }
    }
    return lookUpName(of: node, at: position, in: view)
  }

  /// Looks up a member's name, which differs from the last name at its position, and remembers it
  /// for that position.
  @inline(never)
  private mutating func lookUpName(
    of node: JSONNode, at position: Int, in view: JSONDocument.View
  ) -> Int? {
    guard let index = searchNames(for: node, at: position, in: view) else { return nil }
    if position < lastIndices.count {
      lastIndices[position] = index
    } else {
      // The array has no gaps, so earlier positions without an index get this one, too.
      while lastIndices.count <= min(position, Self.maxPositions) { lastIndices.append(index) }
    }
    return index
  }

  private func searchNames(
    for node: JSONNode, at position: Int, in view: JSONDocument.View
  ) -> Int? {
    guard names.count <= Self.few else { return indices[view.nameContent(of: node)] }
    // Other names than those to be found are known only for the first positions.
    var searched = names.count
    if position >= Self.few { searched = count }
    for index in 0..<searched where view.hasName(names[index], at: node) { return index }
    return nil
  }
}

extension JSONDocument {
  /// The element for a missing value in a list of indices.
  static let none = UInt32.max

  /// Finds, in each value, the last member with each of the list's names, in one pass over each
  /// object.
  ///
  /// - Parameter values: the values' indices, or ``none``.
  /// - Returns: a column for each name, with an index or ``none`` for each value.
  func members(named list: MemberFinder, ofValuesAt values: [UInt32]) -> [[UInt32]] {
    var list = list
    var columns = [[UInt32]](repeating: [], count: list.count)
    for column in columns.indices { columns[column].reserveCapacity(values.count) }
    var found = ContiguousArray(repeating: Self.none, count: list.count)
    withView { view in
      var row = 0
      while row < values.count {
        if values[row] != Self.none { list.findMembers(in: Int(values[row]), of: view, &found) }
        // Most records of a list have the same names as the one before: no pass is needed.
        let end = view.endOfRepetition(values, from: row)
        var length: UInt32 = 0
        if end > row + 1 { length = values[row + 1] - values[row] }
        for column in columns.indices {
          columns[column].appendSequence(from: found[column], count: end - row, distance: length)
          found[column] = Self.none
        }
        row = end
      }
    }
    return columns
  }

  /// Finds, in each value, the members at paths such as `address.city`, in one pass over each
  /// object. A path doesn't lead into arrays.
  ///
  /// - Parameters:
  ///   - paths: the names that lead to each member, the outermost first; an empty path leads to the
  ///     value itself.
  ///   - values: the values' indices, or ``none``.
  /// - Returns: a column for each path, with an index or ``none`` for each value.
  func members(at paths: [[MemberName]], ofValuesAt values: [UInt32]) -> [[UInt32]] {
    var columns = paths.map { _ in values }
    followPaths(paths, Array(paths.indices), depth: 0, values, rows: nil, &columns)
    return columns
  }

  /// Follows paths from one depth to the next. A member at the end of its path goes into the path's
  /// column; longer paths are followed from the member.
  ///
  /// - Parameters:
  ///   - chosen: the indices of the paths that lead through the values. At depth 1, the paths
  ///     `address.city` and `address.zipcode` lead through the values of `address`.
  ///   - values: the values at the depth.
  ///   - rows: the row of each value in the columns; `nil` if every row has a value.
  private func followPaths(
    _ paths: [[MemberName]], _ chosen: [Int], depth: Int, _ values: [UInt32], rows: [Int]?,
    _ columns: inout [[UInt32]]
  ) {
    var list = MemberFinder()
    // For each name in the list, the indices of the paths that have the name at this depth.
    var following: [[Int]] = []
    for index in chosen where paths[index].count > depth {
      let nameIndex = list.addName(paths[index][depth])
      if nameIndex == following.count { following.append([]) }
      following[nameIndex].append(index)
    }
    for (found, indices) in zip(members(named: list, ofValuesAt: values), following) {
      var longer: [Int] = []
      for index in indices {
        if paths[index].count > depth + 1 {
          longer.append(index)
        } else if let rows {
          columns[index] = Self.column(of: found, inRows: rows, count: columns[index].count)
        } else {
          columns[index] = found
        }
      }
      if longer.isEmpty { continue }
      // Only rows with a value go on to the next depth, because a document can have hundreds of
      // levels in a single row.
      let present = found.indices.filter { position in found[position] != Self.none }
      let inner = present.map { position in found[position] }
      let innerRows = present.map { position in rows?[position] ?? position }
      followPaths(paths, longer, depth: depth + 1, inner, rows: innerRows, &columns)
    }
  }

  /// Makes a column that has each value in its row, and ``none`` in the other rows.
  private static func column(of values: [UInt32], inRows rows: [Int], count: Int) -> [UInt32] {
    var column = [UInt32](repeating: none, count: count)
    for (row, value) in zip(rows, values) { column[row] = value }
    return column
  }
}

extension JSONDocument.View {
  /// The row after those whose values have the same names as the value of a row, and follow it in
  /// an array.
  @inline(__always)
  fileprivate func endOfRepetition(_ values: [UInt32], from row: Int) -> Int {
    var end = row &+ 1
    while end < values.count, values[end] != JSONDocument.none,
      repeatsNames(at: Int(values[end]), after: Int(values[end &- 1]))
    {
      end &+= 1
    }
    return end
  }
}

extension [UInt32] {
  /// Appends the indices of members, each as far from the one before; ``JSONDocument/none`` stays
  /// as it is.
  @inline(__always)
  fileprivate mutating func appendSequence(from first: UInt32, count: Int, distance: UInt32) {
    var index = first
    for _ in 0..<count {
      append(index)
      if first != JSONDocument.none { index &+= distance }
    }
  }
}
