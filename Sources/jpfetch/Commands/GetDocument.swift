import JPCore

/// `jpfetch get PATH|URL`: gets any JSON and prints it as it is.
struct GetDocument {
  private let url: String
  private let fetcher: Fetcher
  private let notices: Notices
  private let output: AnswerOutput

  init(_ operands: [String], _ options: OptionValues) throws(UsageError) {
    guard let target = operands.first else { throw .missingOperand("a path or URL", of: "get") }
    if operands.count > 1 { throw .unexpectedOperand(operands[1]) }
    let shown = target.withoutUserInfo
    guard !target.isEmpty, target.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != 0x7F }) else {
      throw .badValue("get", shown, expected: "a path or URL without white space")
    }
    let isPath = target.firstRange(of: "://") == nil || target.hasPrefix("/")
    if !isPath {
      if let local = options.localSource {
        throw .badValue("get with \(local)", shown, expected: "a path")
      }
      let query = target.unicodeScalars.firstIndex { $0 == "?" || $0 == "#" } ?? target.endIndex
      guard case .http = BaseURL(String(target[..<query]))?.scheme else {
        throw .badValue("get", shown, expected: "a path, or an http or https URL")
      }
    }
    if try options.format == .table, options.isTyped(.format) {
      throw .badValue("get with --format", OutputFormat.table.rawValue, expected: "json only")
    }
    url = isPath && !target.hasPrefix("/") ? "/" + target : target
    output = try AnswerOutput(options, format: .json)
    notices = Notices(options)
    fetcher = try options.fetcher(notices)
  }

  func run() throws -> ExitCode {
    let fetched =
      try fetcher.documentNow(at: url)
      ?? blocking { [fetcher, url] in try await fetcher.document(at: url) }
    notices.write(about: fetched)
    try output.write(fetched)
    return output.exitCode(for: fetched)
  }
}
