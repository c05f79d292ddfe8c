extension Resource {
  /// The columns of the usual table.
  var defaultColumns: [FieldPath] {
    columns.map { path in withCatalogueTitle(self.fieldPath(path)) }
  }

  /// The paths of the fields that the usual table doesn't have, in the catalogue's order.
  package var otherPaths: [String] {
    var paths: [String] = []
    for field in fields where !columns.contains(field.path) {
      paths.append(field.path)
    }
    return paths
  }

  /// The fields that the usual table doesn't have.
  var otherFields: [FieldPath] { otherPaths.map { path in self.fieldPath(path) } }

  /// The fields that the usual table has only if there is much room.
  var extraFields: [FieldPath] {
    extraColumns.map { path in withCatalogueTitle(self.fieldPath(path)) }
  }

  /// Whether the usual table has a column for a field even on a narrow terminal.
  func isEssential(_ field: FieldPath) -> Bool {
    let path = field.text
    return path == "id" || path == labelPath
  }

  /// The catalogue's entry for a scalar of this resource or of a related one; `nil` for any other
  /// path.
  func catalogueField(at path: FieldPath) -> CatalogueField? {
    guard case .value = path.kind else { return nil }
    let resource = target(of: path.relations)
    return resource.fields.first { field in field.names == path.members }
  }

  /// A field of this resource with the title that the catalogue gives its column.
  func withCatalogueTitle(_ path: FieldPath) -> FieldPath {
    var titled = path
    if let field = catalogueField(at: path) { titled.title = field.title }
    return titled
  }
}
