import CCurl

/// The certificates to trust.
///
/// OpenSSL takes 15 ms to read a system file with 140 certificates. From a directory of files named
/// by hash it reads only the one it needs, so the directory is tried alone first.
struct CurlCertificates {
  /// The file of certificates that replaces the system file; `nil` to use the system file.
  let file: String?

  /// A directory of certificates to trust in addition to the system file.
  let directory: String?

  /// The directory to try alone; `nil` if there is none, or after it has failed.
  private var hashedDirectory: String?

  /// Requires that libcurl is loaded.
  init(_ configuration: CurlTransport.Configuration, for url: String) throws(TransportError) {
    file = configuration.certificateFile
    directory = configuration.certificateDirectory
    // The TLS library would wait for a pipe's writer, and only the first request could read the
    // pipe.
    if let file, SystemFile.isPipe(file) {
      throw TransportError(
        url: url, reason: .unreadableCertificates(file: file), detail: "a pipe")
    }
    guard file == nil, ccurl_uses_openssl(), let defaultDirectory = ccurl_default_directory()
    else { return }
    let candidate = directory ?? String(cString: defaultDirectory)
    // Trying an unusable directory would cost a second connection.
    if Self.hasHashedNames(in: candidate) { hashedDirectory = candidate }
  }

  /// Whether the directory has file names such as `5ed36f99.0`, which openssl-rehash(1) makes.
  private static func hasHashedNames(in directory: String) -> Bool {
    // An unreadable directory is unusable.
    guard let names = try? SystemFile.names(in: directory) else { return false }
    return names.contains(where: isHashed)
  }

  private static func isHashed(_ name: String) -> Bool {
    let hash = name.utf8.dropLast(2)
    return name.hasSuffix(".0") && hash.count == 8 && hash.allSatisfy(\.isHexDigit)
  }

  /// Whether only the directory is tried, not all certificates.
  var isPartial: Bool { hashedDirectory != nil }

  /// Trusts all certificates from now on, after the directory alone has failed.
  mutating func useAll() { hashedDirectory = nil }

  /// Sets libcurl's options for certificates. An option that isn't set keeps its default.
  ///
  /// - Returns: `false` if libcurl refuses the file, or refuses to work without one. If it refuses
  ///   the directory, the result is still `true`.
  func set(on easy: OpaquePointer) -> Bool {
    if let file {
      // Otherwise libcurl would also trust the system directory.
      ccurl_set_string(easy, CCURL_CAPATH, nil)
      return ccurl_set_string(easy, CCURL_CAINFO, file) == 0
    }
    if let directory = hashedDirectory ?? directory {
      // If the TLS library doesn't support directories, this fails and the system certificates
      // stay.
      ccurl_set_string(easy, CCURL_CAPATH, directory)
    }
    if !isPartial { return true }
    // Without a file, only the directory is tried.
    return ccurl_set_string(easy, CCURL_CAINFO, nil) == 0
  }
}
