import CCurl

/// The certificates that are trusted.
///
/// OpenSSL takes 15 ms to read the 140 certificates of the system's file, but reads only the one it
/// needs of a directory in which they are named by their hashes. So the directory is tried alone
/// first.
struct CurlCertificates {
  /// Instead of the system's.
  let file: String?

  /// Beside the system's file.
  let directory: String?

  /// The directory that is tried alone; `nil` once it didn't suffice.
  private var hashedDirectory: String?

  /// - Parameters:
  ///   - usualFile: the one that libcurl was built with.
  ///   - usualDirectory: the same.
  init(_ settings: CurlTransport.Settings, usualFile: String?, usualDirectory: String?) {
    // Many containers name the system's own certificates.
    let areUsual =
      settings.certificateFile != nil && settings.certificateFile == usualFile
      && settings.certificateDirectory != nil && settings.certificateDirectory == usualDirectory
    file = areUsual ? nil : settings.certificateFile
    directory = areUsual ? nil : settings.certificateDirectory
  }

  /// To be called when libcurl is loaded.
  init(_ settings: CurlTransport.Settings, for url: String) throws(TransportError) {
    let usualDirectory = ccurl_default_directory().map { String(cString: $0) }
    self.init(
      settings, usualFile: ccurl_default_file().map { String(cString: $0) },
      usualDirectory: usualDirectory)
    // libcurl would wait for a pipe's writer, and read it once for many requests.
    if let file, SystemFile.isPipe(file) {
      throw TransportError(
        url: url, reason: .unreadableCertificates(file: file), detail: "a pipe")
    }
    guard file == nil, ccurl_uses_openssl(), let usualDirectory else { return }
    let directory = directory ?? usualDirectory
    // With an unusable directory each server would need a second connection.
    if Self.hasHashedNames(in: directory) { hashedDirectory = directory }
  }

  /// Whether names are like `5ed36f99.0`, as openssl-rehash(1) makes them.
  private static func hasHashedNames(in directory: String) -> Bool {
    // A directory that can't be read can't be used.
    let names = (try? SystemFile.names(in: directory)) ?? []
    return names.contains { name in
      name.count == 10 && name.hasSuffix(".0") && name.prefix(8).allSatisfy(\.isHexDigit)
    }
  }

  /// Whether the directory is tried alone.
  var isPartial: Bool { hashedDirectory != nil }

  mutating func useAll() { hashedDirectory = nil }

  /// - Returns: whether libcurl accepts them.
  func set(on easy: OpaquePointer) -> Bool {
    if let file {
      _ = ccurl_set_string(easy, CCURL_CAPATH, nil)
      return ccurl_set_string(easy, CCURL_CAINFO, file) == 0
    }
    if let directory = hashedDirectory ?? directory {
      // Fails if the TLS library can't use a directory; the system's certificates remain then.
      _ = ccurl_set_string(easy, CCURL_CAPATH, directory)
    }
    return !isPartial || ccurl_set_string(easy, CCURL_CAINFO, nil) == 0
  }
}
