/// What a path stands for, by the catalogue.
package enum FieldKind: Equatable, Sendable {
  /// A member of the record, or of the one record that it belongs to.
  case value(Resource.Field.FieldType)
  /// An object in the record (`address`), or the record that it belongs to (`user`).
  case object
  /// Records that belong to it (`albums`).
  case list
  /// How many of them there are (`albums.count`).
  case count
  /// What each of several records has (`albums.title`).
  case several
}

/// A name that more than one path ends with.
package struct AmbiguousField: Error {
  /// The paths.
  package let paths: [String]
}

extension Resource {
  /// What a path stands for; `nil` where the catalogue doesn't have it.
  package func kind(of path: FieldPath) -> FieldKind? {
    // Most are the record's own: each column of a table asks.
    fields.first { $0.path == path.text }.map { .value($0.type) } ?? kind(of: path.parts[...])
  }

  /// The same, but of a member that each of several records has (`albums.title`) what it is in each.
  package func kindInEach(of path: FieldPath) -> FieldKind? {
    let kind = kind(of: path)
    guard kind == .several, let relation = relation(of: path), let target = target(of: relation)
    else { return kind }
    return target.kind(of: path.parts.dropFirst(relation.split(separator: ".").count))
  }

  private func kind(of parts: ArraySlice<String>) -> FieldKind? {
    guard let first = parts.first else { return .object }
    let rest = parts.dropFirst()
    if let child = children.first(where: { $0.name == first }) {
      if rest.isEmpty { return .list }
      if rest.elementsEqual(["count"]) { return .count }
      // Whatever the catalogue doesn't have, each of them may have.
      let inner = child.kind(of: rest) ?? .several
      return inner == .list || inner == .count ? inner : .several
    }
    if let parent, parent.singular == first { return parent.kind(of: rest) }
    let path = parts.joined(separator: ".")
    if let field = fields.first(where: { $0.path == path }) { return .value(field.type) }
    return fields.contains { $0.path.utf8.starts(with: "\(path).".utf8) } ? .object : nil
  }

  /// Whether the catalogue has a path; what it doesn't have may be in the data.
  package func has(_ path: FieldPath) -> Bool {
    guard let relation = relation(of: path), let target = target(of: relation) else {
      return kind(of: path) != nil
    }
    let rest = path.parts.dropFirst(relation.split(separator: ".").count)
    let isNumber = rest.elementsEqual(["count"]) && kind(of: path) == .count
    return rest.isEmpty || isNumber || target.kind(of: rest) != nil
  }

  /// The path that a word names: whole, or its last parts alone, in any case, where only one path
  /// ends so; or these behind relations. The record's own paths go before those of others. What the
  /// catalogue doesn't have may be in the data, and is taken as it is.
  ///
  /// - Throws: the paths, where several end so.
  package func field(named word: String) throws(AmbiguousField) -> FieldPath {
    let path = FieldPath(word)
    if has(path) { return path }
    let wanted = word.lowercased()
    for paths in [ownPaths, relatedPaths] {
      if let whole = paths.first(where: { $0.lowercased() == wanted }) {
        return FieldPath(whole, title: word)
      }
      let ending = paths.filter { $0.lowercased().hasSuffix(".\(wanted)") }
      if ending.count > 1 { throw AmbiguousField(paths: ending) }
      if let only = ending.first { return FieldPath(only, title: word) }
    }
    // `user.city` names `user.address.city`.
    if let relation = relation(of: path), let target = target(of: relation) {
      let depth = relation.split(separator: ".").count
      let word = path.parts[depth...].joined(separator: ".")
      let rest: FieldPath
      do throws(AmbiguousField) { rest = try target.field(named: word) } catch {
        throw AmbiguousField(paths: error.paths.map { "\(relation).\($0)" })
      }
      return FieldPath("\(relation).\(rest.text)", title: path.text)
    }
    return path
  }

  /// All paths of the catalogue: the record's own, those of what can be embedded, and its counts.
  package var paths: [String] { ownPaths + relatedPaths }

  /// The paths of its members: scalars, and the objects around them (`address.geo`).
  private var ownPaths: [String] {
    var paths: [String] = []
    for field in fields {
      let parts = field.path.split(separator: ".")
      for length in 1...parts.count {
        let path = parts.prefix(length).joined(separator: ".")
        if !paths.contains(path) { paths.append(path) }
      }
    }
    return paths
  }

  private var relatedPaths: [String] {
    relations.flatMap { relation -> [String] in
      guard let target = target(of: relation) else { return [] }
      let count = kind(of: FieldPath(relation)) == .list ? ["\(relation).count"] : []
      return [relation] + count + target.ownPaths.map { "\(relation).\($0)" }
    }
  }

  /// The resource at the end of a dotted relation.
  private func target(of relation: String) -> Resource? {
    relation.split(separator: ".").reduce(self as Resource?) { resource, name in
      resource.flatMap { Embedding(String(name)).target(in: $0)?.resource }
    }
  }

  /// The relations that a path leads through, dotted; `nil` where it stays in the record.
  package func relation(of path: FieldPath) -> String? {
    var resource = self
    let names = path.parts.prefix { name in
      guard let target = Embedding(name).target(in: resource) else { return false }
      resource = target.resource
      return true
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  /// The other way round: paths of this resource's records and of those that belong to them, as
  /// paths of the last of these. `name` and `albums.title` of users are `user.name` and `title` of
  /// albums.
  ///
  /// - Returns: `nil` where the paths lead to several lists that don't contain each other.
  package func turned(_ paths: [FieldPath]) -> (resource: Resource, paths: [String])? {
    let relations = paths.filter { kind(of: $0) == .several }.compactMap { relation(of: $0) }
    guard let longest = relations.max(by: { $0.utf8.count < $1.utf8.count }) else { return nil }
    // The resources on the way, this one first.
    var way = [self]
    for name in longest.split(separator: ".") {
      guard let next = way[way.count - 1].children.first(where: { $0.name == name }) else {
        return nil
      }
      way.append(next)
    }
    let names = longest.split(separator: ".").map(String.init)
    let turned = paths.map { path -> String? in
      let depth = zip(path.parts, names).prefix { $0 == $1 }.count
      let rest = Array(path.parts.dropFirst(depth))
      if rest.isEmpty || rest == ["count"] { return nil }
      let upwards = way[depth..<(way.count - 1)].reversed().map(\.singular)
      return (upwards + rest).joined(separator: ".")
    }
    let other = way[way.count - 1]
    let known = turned.compactMap(\.self).filter {
      let kind = other.kind(of: FieldPath($0))
      return kind != .several && kind != nil
    }
    return known.count == paths.count ? (other, known) : nil
  }
}
