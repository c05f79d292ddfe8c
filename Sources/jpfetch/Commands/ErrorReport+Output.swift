import JPCore

extension ErrorReport {
  func write(as format: ErrorFormat) {
    let text =
      switch format {
      case .text: lines
      case .json: object
      }
    // Nobody is left to be told that standard error is gone.
    try? StandardStream.error.write(text)
  }

  /// One line for what happened, one for the word that was meant, one for what to do about it.
  private var lines: String {
    let more = [nearest.map { "did you mean \($0)?" }, hint.map { "try: \($0)" }]
    let lines = ["jpfetch: \(message)"] + more.compactMap { $0.map { "  \($0)" } }
    return lines.map { $0.safeForTerminal + "\n" }.joined()
  }

  /// One line of JSON.
  private var object: String {
    let members: [(String, (inout OutputBuffer) -> Void)] = [
      ("code", { $0.append(quoted: code) }),
      ("exit", { $0.append(String(status.rawValue)) }),
      ("source", { $0.append(quotedOrNull: source) }),
      ("url", { $0.append(quotedOrNull: url) }),
      ("message", { $0.append(quoted: message) }),
      ("hint", { $0.append(quotedOrNull: nearest.map { "did you mean \($0)?" } ?? hint) }),
      ("status", { $0.append(httpStatus.map { String($0) } ?? "null") }),
      ("path", { $0.append(quotedOrNull: path) }),
    ]
    let bytes = OutputBuffer.bytes { output in
      output.append("{\"error\":{")
      for (index, (name, write)) in members.enumerated() {
        if index > 0 { output.append(",") }
        output.append(quoted: name)
        output.append(":")
        write(&output)
      }
      output.append("}}\n")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension OutputBuffer {
  fileprivate mutating func append(quotedOrNull text: String?) {
    if let text { append(quoted: text) } else { append("null") }
  }
}
