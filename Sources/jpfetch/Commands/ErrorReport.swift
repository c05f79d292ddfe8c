import JPCore

/// An error in words: the one place where an error becomes text and an exit status.
struct ErrorReport: Equatable {
  let exitCode: ExitCode
  /// Stable, for scripts.
  let code: String
  let message: String
  /// The word that was probably meant.
  var nearest: String?
  /// What to do about it.
  var hint: String?
  var source: String?
  var url: String?
  var httpStatus: Int?
  /// Where in the answer.
  var path: String?

  /// - Parameter options: what was typed; a hint repeats what it needs of that.
  init(_ error: any Error, _ options: OptionValues? = nil) {
    switch error {
    case let error as UsageError: self.init(error)
    case let error as FetchError: self.init(error, options)
    case let error as StoreError:
      self.init(
        exitCode: .output, code: "cache.directory",
        message: "cannot use \(error.path): \(error.problem.inWords)")
    case let error as WriteError:
      self.init(
        exitCode: .output, code: "output.write",
        message: "cannot write the output: \(systemWords(error.errno))")
    default:
      self.init(exitCode: .bug, code: "bug", message: "unexpected error: \(error)")
    }
  }

  init(
    exitCode: ExitCode, code: String, message: String, hint: String? = nil
  ) {
    self.exitCode = exitCode
    self.code = code
    self.message = message
    self.hint = hint
  }

  private init(_ error: UsageError) {
    self.init(
      exitCode: .usage, code: "usage.\(error.kind)", message: error.message,
      hint: "jpfetch --help")
    nearest = error.nearest
  }

  private init(_ error: FetchError, _ options: OptionValues?) {
    let url = error.url.withoutUserInfo
    switch error.cause {
    case .transport(let error): self.init(error, url: error.url.withoutUserInfo)
    case .status(let status, let message):
      let words = message.map { ": \($0)" } ?? ""
      self.init(
        exitCode: (400..<500).contains(status) ? .clientError : .serverError,
        code: "http.\(status)", message: "\(url) answered \(status)\(words)")
      httpStatus = status
    case .notStored(let urls):
      let command = error.source == nil ? "get \(url.shellQuoted)" : "cache warm"
      self.init(
        exitCode: .notStored, code: "cache.missing",
        message: "not stored: \(urls.map(\.withoutUserInfo).joined(separator: ", "))",
        hint: "jpfetch \(command)\(options?.typedPlaces ?? "")")
    case .noRecord(let id):
      self.init(
        exitCode: .clientError, code: "http.404", message: "\(url) has no record with the id \(id)")
    case .empty:
      self.init(exitCode: .unusable, code: "body.empty", message: "\(url) answered without content")
    case .html:
      self.init(
        exitCode: .unusable, code: "body.html",
        message: "\(url) answered with HTML instead of JSON",
        hint: "check the URL; a login page or a proxy may stand in between")
    case .notJSON(let error):
      self.init(
        exitCode: .unusable, code: "body.json", message: "\(url) is not JSON: \(error.inWords)")
    case .mismatch(let mismatch):
      self.init(
        exitCode: .unusable, code: "body.type",
        message: "\(url) does not fit: \(mismatch.inWords(source: error.source))")
      path = mismatch.path
    }
    source = error.source
    self.url = url
    if let seconds = error.secondsSinceCopy {
      hint = "--offline shows what was stored \(seconds.secondsInWords) ago"
    }
  }
}

extension OptionValues {
  /// The typed options that say where the API and the stored responses are, to be repeated in a hint.
  fileprivate var typedPlaces: String {
    [OptionName.baseURL, .cacheDirectory].filter(isTyped).compactMap { option in
      value(of: option).map { " \(option.typed) \($0.value.withoutUserInfo.shellQuoted)" }
    }.joined()
  }
}

extension String {
  /// As a word of a shell's.
  fileprivate var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,@%+".utf8.contains(byte)
    }
    return isPlain && !isEmpty ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
