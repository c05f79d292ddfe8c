import JPCore

/// How an answer is printed, and what its exit code is.
struct AnswerOutput {
  let format: OutputFormat

  private let layout: JSONWriter.Layout
  private let isWrapped: Bool
  private let isStrict: Bool

  init(_ options: OptionValues, format: OutputFormat) throws(UsageError) {
    self.format = format
    layout = options.layout
    isWrapped = options.has(.meta)
    isStrict = options.has(.strict)
    if isWrapped && format != .json { throw .needs(.meta, .json) }
  }

  func write(_ fetched: Fetched<Records>) throws {
    let json = RecordsJSON(layout)
    try StandardStream.output.write { output in
      switch format {
      case .table: RecordTable(fetched.value).write(to: &output)
      case .json where isWrapped:
        let counts = fetched.value.counts
        let tree = Meta.tree(json.tree(fetched.value), sources: fetched.sources, counts: counts)
        JSONWriter(layout).write(tree, to: &output)
      case .json: json.write(fetched.value, to: &output)
      }
    }
  }

  func write(_ fetched: Fetched<JSONDocument>) throws {
    let writer = JSONWriter(layout)
    try StandardStream.output.write { output in
      guard isWrapped else { return writer.write(fetched.value, to: &output) }
      let tree = Meta.tree(writer.tree(fetched.value), sources: fetched.sources, counts: [])
      writer.write(tree, to: &output)
    }
  }

  func exitCode<Value>(for fetched: Fetched<Value>) -> ExitCode {
    isStrict && fetched.sources.contains(where: \.isStale) ? .limited : .answered
  }
}
