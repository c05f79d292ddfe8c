/// Where the certificates of the authorities are that are trusted.
public struct TrustedCertificates: Equatable, Sendable {
  /// A PEM file.
  public var file: String?

  /// A directory of PEM files that are named by their subjects' hashes, openssl-rehash(1).
  public var directory: String?

  /// Trusts what is in a file, in a directory, or in both.
  public init(file: String? = nil, directory: String? = nil) {
    self.file = file
    self.directory = directory
  }

  /// What is enough for nearly every server: of these, or where they are `nil` of the system's, the
  /// directory alone, where it is hashed; `nil` where there is no such part.
  static func quickPart(of certificates: TrustedCertificates?) -> TrustedCertificates? {
    guard let certificates else { return systemDirectory }
    guard certificates.file != nil, let directory = certificates.directory, isHashed(directory)
    else { return nil }
    return TrustedCertificates(directory: directory)
  }

  private static let systemDirectory = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
    .first(where: isHashed).map { TrustedCertificates(directory: $0) }

  /// Whether there are names such as `5ed36f99.0` in a directory.
  private static func isHashed(_ directory: String) -> Bool {
    // One that can't be read is none.
    let names = (try? SystemFile.names(in: directory)) ?? []
    return names.contains { name in
      let bytes = Array(name.utf8)
      return bytes.count == 10 && bytes.suffix(2) == Array(".0".utf8)[...]
        && bytes.prefix(8).allSatisfy { $0.hexDigitValue != nil }
    }
  }
}
