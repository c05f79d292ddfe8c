import JPCore

extension Message {
  /// The message about an error that ends a run.
  ///
  /// - Parameter settings: the settings of the run, for the advice; `nil` if the command line is
  ///   wrong.
  init(_ error: any Error, _ settings: Settings?) {
    var words: AdviceWords?
    if let error = error as? FetchError { words = settings?.adviceWords(about: error) }
    self.init(error, advising: words)
  }
}

extension Settings {
  fileprivate func adviceWords(about error: FetchError) -> AdviceWords {
    var sampleCommand: String?
    if command.showsRecords, data.isPublicService { sampleCommand = "jpfetch --sample" }
    var base = data.base
    if data.isSample { base = .sample }
    return AdviceWords(
      server: nameOfServer(of: error.url), sampleCommand: sampleCommand,
      warmCommand: commandLine("cache", "warm"),
      operands: base.path(of: error.url)?.operandsForRecords)
  }

  /// The option or variable that names the server of a URL; `the server's name` if none does.
  private func nameOfServer(of url: String) -> String {
    guard let origin = data.origin, data.base.path(of: url) != nil else {
      return "the server's name"
    }
    return origin
  }

  /// A command line for the same server and store; `nil` if it would print a header field or the
  /// URL's user name, which may be secrets.
  private func commandLine(_ words: String...) -> String? {
    if !network.fields.isEmpty || data.base.text.hasUserInfo { return nil }
    var arguments = ["jpfetch"] + words
    if data.isSample { arguments.append(OptionName.sample.typed) }
    if data.origin == OptionName.baseURL.typed {
      arguments += [OptionName.baseURL.typed, data.base.text]
    }
    if let directory = store.directory, store.isDirectoryTyped {
      arguments += [OptionName.cacheDirectory.typed, directory]
    }
    if let file = network.certificateOption {
      arguments += [OptionName.certificateFile.typed, file]
    }
    return arguments.map(\.safeForShell).joined(separator: " ")
  }
}

extension String {
  /// The operands that choose the same records as a path: `users 1 todos` for `/users/1/todos`, and
  /// `posts -w userId=1` for `/posts?userId=1`. `nil` if the path isn't one of lists, if it has
  /// several parameters, or if an id or a value would have to be quoted.
  fileprivate var operandsForRecords: String? {
    let parts = unicodeScalars.split(separator: "?", maxSplits: 1).map { String($0) }
    guard let resource = Resource.ofList(at: parts[0]) else { return nil }
    var words = parts[0].unicodeScalars.split(separator: "/").map { String($0) }
    var typed = words
    if parts.count == 2 {
      let parameter = parts[1].unicodeScalars.split(separator: "=").map { String($0) }
      guard parameter.count == 2, resource.fields.contains(where: { $0.path == parameter[0] })
      else { return nil }
      typed.append(parameter[1])
      words += ["-w", "\(parameter[0])=\(parameter[1])"]
    }
    guard typed.allSatisfy(\.isUnquoted) else { return nil }
    // `users help` isn't a record.
    if words.count > 1, !RecordOperands.isID(words[1]) { return nil }
    return words.joined(separator: " ")
  }

  private var isUnquoted: Bool { utf8.allSatisfy { byte in byte.isLetter || byte.isDigit } }
}
