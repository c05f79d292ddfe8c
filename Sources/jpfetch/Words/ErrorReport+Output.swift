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

  /// A line for what happened, one for why, two that point at the place, one for the word that was
  /// probably meant, one for each thing to do. On a terminal they are broken at spaces, but for
  /// commands, which are there to be copied.
  private func lines(_ style: TextStyle) -> String {
    let start = "jpfetch: error: "
    var lines = message.paragraph(after: start, indent: 2, style.width)
    lines[0] = "jpfetch: \(style.red("error:")) \(lines[0].dropFirst(start.count))"
    lines += why?.paragraph(after: "  ", indent: 2, style.width) ?? []
    lines += pointer + (inWordsOfNearest?.paragraph(after: "  ", indent: 2, nil) ?? [])
    for (index, hint) in hints.enumerated() {
      let start = index == 0 ? "  try: " : "       "
      let isCommand = hint.hasPrefix("jpfetch ")
      guard let command = commandToStore, hint.hasSuffix(command), !isCommand else {
        lines += hint.paragraph(after: start, indent: 7, isCommand ? nil : style.width)
        continue
      }
      // The command stays whole.
      let words = hint.dropLast(command.count).dropLast()
      lines += String(words).paragraph(after: start, indent: 7, style.width)
      let line = "\(lines[lines.count - 1]) \(command)"
      if line.displayWidth <= style.width ?? .max {
        lines[lines.count - 1] = line
      } else {
        lines += command.paragraph(after: "       ", indent: 7, nil)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private var inWordsOfNearest: String? { nearest.map { "did you mean \($0)?" } }

  /// An expression with a caret under the place where it is wrong.
  private var pointer: [String] {
    guard let excerpt else { return [] }
    let before = String(
      String.UnicodeScalarView(excerpt.text.unicodeScalars.prefix(excerpt.offset)))
    let column = before.safeForTerminal.displayWidth
    let text = excerpt.text.paragraph(after: "    ", indent: 0, nil)
    return text + [String(repeating: " ", count: 4 + column) + "^"]
  }

  private var inWordsToHelp: String? {
    inWordsOfNearest ?? (hints.isEmpty ? nil : hints.joined(separator: "; "))
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
      ("message", .string(sentence)),
      ("hint", .string(orNull: inWordsToHelp)),
      ("status", .number(orNull: httpStatus)),
      ("path", .string(orNull: path)),
    ])
  }
}
