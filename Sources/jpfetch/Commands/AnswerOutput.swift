import JPCore

/// How an answer is printed, and what its exit code is.
struct AnswerOutput {
  private let format: OutputFormat
  private let layout: JSONWriter.Layout
  private let fields: [FieldPath]?
  private var destination: OutputTarget
  private let style: TextStyle
  private let isWhole: Bool
  private let hasHeader: Bool
  private let isWrapped: Bool
  private let isStrict: Bool

  private init(
    _ options: OptionValues, format: OutputFormat, fields: [FieldPath]? = nil
  ) throws(UsageError) {
    self.format = format
    self.fields = fields
    layout = options.layout
    destination = try options.destination
    style = try options.style(for: destination)
    isWhole = options.has(.wide)
    hasHeader = !options.has(.noHeader)
    isWrapped = options.has(.meta)
    isStrict = options.has(.strict)
  }

  /// - Parameters:
  ///   - format: what is used where none is given.
  ///   - fields: what to show of a record; `nil` for what is usual.
  init(
    _ options: OptionValues, usual format: OutputFormat, fields: [FieldPath]? = nil
  ) throws(UsageError) {
    try self.init(options, format: try options.format ?? format, fields: fields)
    if isWrapped && self.format != .json { throw .needs(.meta, .json) }
    if !hasHeader && !self.format.hasHeader {
      throw .misplacedOption(.noHeader, command: "--format \(self.format.rawValue)")
    }
  }

  /// For a command that knows one format.
  init(_ options: OptionValues, only format: OutputFormat) throws(UsageError) {
    // A wrong value is told all the same.
    _ = try options.format
    try self.init(options, format: format)
  }

  /// For what would be done: lines, or JSON where that is typed; never into the answer's file.
  init(forPlans options: OptionValues) throws(UsageError) {
    let typed = try options.isTyped(.format) ? options.format : nil
    try self.init(options, format: typed ?? .table)
    destination = .standardOutput
  }

  /// Whether it is a table or tree on standard output.
  var isForPeople: Bool {
    guard case .standardOutput = destination else { return false }
    return format == .table || format == .tree
  }

  /// What writes records as lines, where they may be written one after another.
  var lines: RecordsJSON? {
    guard case .standardOutput = destination, format == .ndjson else { return nil }
    return RecordsJSON(.compact, fields: fields, isColored: style.isColored)
  }

  func write(_ fetched: Fetched<Records>) throws {
    let records = fetched.value
    let json = RecordsJSON(
      format == .ndjson ? .compact : layout, fields: fields, isColored: style.isColored)
    try destination.write { output in
      switch format {
      case .table:
        let rows = RecordRows(table: records, fields: fields)
        RecordTable(rows, hasHeader: hasHeader, style: style).write(to: &output)
      case .tree:
        RecordTree(fields: fields, isWhole: isWhole, style: style).write(records, to: &output)
      case .csv, .tsv:
        let rows = RecordRows(file: records, fields: fields)
        let style = format == .csv ? RecordLines.Style.csv : .tsv
        RecordLines(style, rows, hasHeader: hasHeader).write(to: &output)
      case .ndjson: json.writeLines(records, to: &output)
      case .json where isWrapped:
        let tree = Meta.tree(json.tree(records), fetched, counts: records.counts)
        JSONWriter(layout).write(tree, to: &output)
      case .json: json.write(records, to: &output)
      }
    }
  }

  func write(_ fetched: Fetched<JSONDocument>) throws {
    let writer = JSONWriter(layout, isColored: style.isColored)
    try destination.write { output in
      guard isWrapped else { return writer.write(fetched.value, to: &output) }
      let tree = Meta.tree(writer.tree(fetched.value), fetched)
      writer.write(tree, to: &output)
    }
  }

  /// Writes facts of our own: as lines, or as JSON.
  func write(_ lines: [String], _ tree: JSONTree) throws {
    try destination.write { output in
      switch format {
      case .json: JSONWriter(layout).write(tree, to: &output)
      case .ndjson: JSONWriter(.compact).write(tree, to: &output)
      case .table, .tree, .csv, .tsv: for line in lines { output.append(line + "\n") }
      }
    }
  }

  func exitCode<Value>(for fetched: Fetched<Value>) -> ExitCode {
    let isStale = isStrict && fetched.sources.contains(where: \.isStale)
    return isStale || !fetched.isWhole ? .limited : .answered
  }
}
