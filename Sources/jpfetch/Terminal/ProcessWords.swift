import JPCore

/// The words that the process was started with.
enum ProcessWords {
  /// The program's name and its arguments; `nil` where there are none.
  static var arguments: [String]? {
    let words = (0..<Int(CommandLine.argc)).compactMap { index in
      CommandLine.unsafeArgv[index].map { String(systemText: $0) }
    }
    return words.isEmpty ? fromSystem : words
  }

  /// As Linux has them, proc_pid_cmdline(5): Swift finds none where a library that is loaded before
  /// the program has changed the environment.
  private static var fromSystem: [String]? {
    #if os(Linux)
      let bytes = SystemFile.contents(ofUnsized: "/proc/self/cmdline") ?? []
      let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
      return words.isEmpty ? nil : words.map { String(systemBytes: $0) }
    #else
      return nil
    #endif
  }
}
