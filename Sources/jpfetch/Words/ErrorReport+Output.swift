import JPCore

extension ErrorReport {
  /// - Parameter style: what standard error can show.
  func write(as format: ErrorFormat, style: TextStyle = .plain) {
    let text =
      switch format {
      case .text: lines(style)
      case .json: object
      }
    // If standard error is gone, there is nowhere to report it.
    try? StandardStream.error.write(text)
  }

  /// One line for what happened, two that point at the place, one for the word that was probably
  /// meant, one for what to do.
  private func lines(_ style: TextStyle) -> String {
    let more = [
      nearest.map { "did you mean \($0)?" }, hint.map { "try: \($0)" }, inWordsToStore,
    ]
    let lines = [message] + pointer + more.compactMap { $0.map { "  \($0)" } }
    let safe = lines.map { $0.showingSystemBytes.safeForTerminal.harmlessInLogs }
    return "jpfetch: \(style.red("error:")) \(safe.joined(separator: "\n"))\n"
  }

  private var inWordsToHelp: String? {
    nearest.map { "did you mean \($0)?" } ?? hint ?? inWordsToStore
  }

  /// `online, once: jpfetch cache warm`.
  private var inWordsToStore: String? {
    let isOffline = exitCode == .notStored
    return commandToStore.map {
      isOffline ? "online, once: \($0)" : "nothing is stored; once it answers: \($0)"
    }
  }

  /// An expression with a caret under the place where it is wrong.
  private var pointer: [String] {
    guard let excerpt else { return [] }
    let before = String(
      String.UnicodeScalarView(excerpt.text.unicodeScalars.prefix(excerpt.offset)))
    let column = before.safeForTerminal.displayWidth
    return ["    " + excerpt.text, "    " + String(repeating: " ", count: column) + "^"]
  }

  /// One line of JSON.
  private var object: String {
    let bytes = OutputBuffer.bytes { output in
      JSONWriter(.compact).write(.object([("error", tree)]), to: &output)
    }
    return String(decoding: bytes, as: UTF8.self).safeLinesForTerminal
  }

  /// The error's facts.
  var tree: JSONTree {
    .object([
      ("code", .string(code)),
      ("exit", .number(Int(exitCode.rawValue))),
      ("source", .string(orNull: source)),
      ("url", .string(orNull: url)),
      ("message", .string(message.showingSystemBytes)),
      ("hint", .string(orNull: inWordsToHelp?.showingSystemBytes)),
      ("status", .number(orNull: httpStatus)),
      ("path", .string(orNull: path)),
    ])
  }
}
