import CCurl

/// The certificates to trust.
///
/// OpenSSL takes 15 ms to read a system file with 140 certificates. In a directory whose files are
/// named by hash, it reads only the one that it needs. So the first attempt uses the directory
/// without the system file.
struct CurlCertificates {
  /// The file of certificates that replaces the system file; `nil` to use the system file.
  let file: String?

  /// A directory of certificates to trust in addition to the system file; `nil` for the system's
  /// directory. Ignored if ``file`` is set.
  let directory: String?

  /// The directory to use without the system file; `nil` if there is none, or after it failed.
  private var hashedDirectory: String?

  /// Chooses the certificates. libcurl must be loaded.
  init(_ configuration: CurlTransport.Configuration, for url: String) throws(TransportError) {
    file = configuration.certificateFile
    directory = configuration.certificateDirectory
    // A pipe isn't supported: the TLS library would wait for its writer, and only the first request
    // could read it.
    if let file, SystemFile.isPipe(file) {
      throw TransportError(
        url: url, reason: .unreadableCertificates(file: file), detail: "a pipe")
    }
    guard file == nil, ccurl_uses("OpenSSL/"), let defaultDirectory = ccurl_default_directory()
    else { return }
    let candidate = directory ?? String(cString: defaultDirectory)
    // An attempt with an unusable directory would fail and cost a second connection.
    if Self.hasHashedNames(in: candidate) { hashedDirectory = candidate }
  }

  /// Whether the directory has file names such as `5ed36f99.0`, which openssl-rehash(1) makes.
  private static func hasHashedNames(in directory: String) -> Bool {
    // A directory that can't be read is unusable, whatever the error.
    guard let names = try? SystemFile.fileNames(in: directory) else { return false }
    return names.contains(where: isHashedName)
  }

  private static func isHashedName(_ name: String) -> Bool {
    let hash = name.utf8.dropLast(2)
    return name.hasSuffix(".0") && hash.count == 8 && hash.allSatisfy(\.isHexDigit)
  }

  /// Whether the directory is used without the system file, so that a certificate may be missing.
  var isPartial: Bool { hashedDirectory != nil }

  /// Uses the system file, too, from now on. Called if a server's certificate can't be verified
  /// with the directory alone.
  mutating func addSystemFile() { hashedDirectory = nil }

  /// Whether the ``file`` is known to hold no certificate. GnuTLS accepts such a file, and then
  /// trusts nobody.
  var fileIsWithoutCertificates: Bool {
    // A file that can't be read, or is too large, may hold one: the TLS library knows.
    guard let file, let bytes = try? SystemFile.contents(of: file, atMost: 1 << 24) else {
      return false
    }
    return !String(utf8: bytes).contains(ascii: "CERTIFICATE-----")
  }

  /// Sets libcurl's options for certificates.
  ///
  /// - Returns: whether libcurl accepted the option for the file, if it was set. A directory that
  ///   libcurl refuses doesn't matter.
  func setOptions(on easy: OpaquePointer) -> Bool {
    if let file {
      // Unset the directory, because libcurl would trust the system's by default.
      ccurl_set_string(easy, CCURL_CAPATH, nil)
      return ccurl_set_string(easy, CCURL_CAINFO, file) == 0
    }
    if let directory = hashedDirectory ?? directory {
      // If the TLS library doesn't support directories, this fails, and libcurl uses only the
      // system file.
      ccurl_set_string(easy, CCURL_CAPATH, directory)
    }
    if !isPartial { return true }
    // Unset the file, so that only the directory is used.
    return ccurl_set_string(easy, CCURL_CAINFO, nil) == 0
  }
}
