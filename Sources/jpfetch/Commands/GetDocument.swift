import JPCore

/// `jpfetch get PATH|URL`: gets any JSON and prints it as it is.
struct GetDocument {
  private let url: String
  private let fetcher: Fetcher
  private let layout: JSONWriter.Layout

  init(_ operands: [String], _ options: OptionValues) throws(UsageError) {
    guard let target = operands.first else { throw .missingOperand("a path or URL", of: "get") }
    if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    guard target.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != 0x7F }) else {
      throw .badValue("get", target, expected: "a path or URL without white space")
    }
    let isWhole = ["http://", "https://"].contains { target.lowercased().hasPrefix($0) }
    if isWhole, let local = options.localSource {
      throw .badValue("get with \(local)", target, expected: "a path")
    }
    url = isWhole || target.hasPrefix("/") ? target : "/" + target
    fetcher = try options.fetcher
    layout = options.layout
  }

  func run() throws {
    let document =
      fetcher.isImmediate
      ? try fetcher.documentNow(at: url)
      : try waiting { [fetcher, url] in try await fetcher.document(at: url) }
    try StandardStream.output.write { JSONWriter(layout).write(document, to: &$0) }
  }
}
