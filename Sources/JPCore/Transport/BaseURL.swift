/// The URL to which resource paths such as `/users` are appended. Slashes at its end are ignored:
/// `http://host/` equals `http://host`.
public struct BaseURL: Hashable, Sendable {
  package enum Scheme: Hashable, Sendable {
    /// A server, reached over HTTP or HTTPS.
    case http
    /// A directory with a file for each resource.
    case file(directory: String)
    /// The built-in data.
    case sample
  }

  package let scheme: Scheme

  /// The URL without a trailing slash.
  package let text: String

  /// The public JSONPlaceholder service.
  public static let jsonPlaceholder = BaseURL(
    scheme: .http, text: "https://jsonplaceholder.typicode.com")

  /// The built-in data.
  package static let sample = BaseURL(scheme: .sample, text: "sample:")

  /// Whether the data is in files or built in. Then it saves nothing to store responses or to
  /// request single records.
  package var isLocal: Bool { scheme != .http }

  /// Whether the URL has no path, such as `http://localhost:3000`.
  package var isWholeServer: Bool { HTTPURL(text)?.path.isEmpty == true }
}

extension BaseURL {
  /// Parses an http, https or file URL; `nil` for other text, for an http URL with a query, a
  /// fragment or dot segments, and for a file URL with a NUL.
  ///
  /// - Parameter text: for example `http://localhost:3000/api`, `file:DIR` or `file:///DIR`.
  public init?(_ text: String) {
    if text.httpScheme != nil {
      let hasFragment = text.utf8.contains(UInt8(ascii: "#"))
      guard let url = HTTPURL(text), url.query.isEmpty, !hasFragment, !url.path.hasDotSegments
      else { return nil }
      self.init(scheme: .http, text: Self.withoutSlashes(text))
    } else {
      // The system's paths end at a NUL, so the rest of such a path would be ignored.
      guard let directory = Self.directory(ofFileURL: text), !directory.utf8.contains(0) else {
        return nil
      }
      self.init(
        scheme: .file(directory: directory), text: Self.withoutSlashes("file:" + directory))
    }
  }

  /// Whether a URL is below this base URL, as `http://host/users` is below `http://host`. Spellings
  /// that mean the same URL are equal, such as `http://HOST:80`.
  public func contains(_ url: String) -> Bool { path(of: url) != nil }

  /// - Parameter path: begins with a slash.
  package func url(of path: String) -> String { text + path }

  /// The URL of a path below this base URL; an absolute URL is returned unchanged.
  ///
  /// - Parameter url: a path, which begins with a slash, or an absolute URL.
  package func resolved(_ url: String) -> String {
    if url.utf8.first == .slash { return self.url(of: url) }
    return url
  }

  /// The normalized path and query of a URL, relative to this base URL, such as `/users?id=1`.
  /// `nil` if the URL isn't below the base URL.
  package func path(of url: String) -> String? {
    var root = text.cacheKey.utf8[...]
    let url = url.cacheKey.utf8
    if root.last == .slash { root = root.dropLast() }
    guard url.starts(with: root) else { return nil }
    let path = url.dropFirst(root.count)
    guard path.first == .slash else { return nil }
    return String(utf8: path)
  }

  /// Parses `file:///path` and `file://localhost/path`, which are percent-encoded (RFC 8089), and
  /// `file:path`, which isn't and can be relative to the working directory.
  private static func directory(ofFileURL text: String) -> String? {
    // Compare scalars, because a delimiter and a combining mark after it are one `Character`.
    let scalars = text.unicodeScalars
    guard String(scalars.prefix(5)).lowercased() == "file:" else { return nil }
    let rest = scalars.dropFirst(5)
    if rest.isEmpty { return nil }
    guard rest.starts(with: "//".unicodeScalars) else { return String(rest) }
    let hostAndPath = rest.dropFirst(2)
    guard let slash = hostAndPath.firstIndex(of: "/") else { return nil }
    let host = String(hostAndPath[..<slash]).lowercased()
    guard host.isEmpty || host == "localhost" else { return nil }
    return String(hostAndPath[slash...]).percentDecoded
  }

  private static func withoutSlashes(_ text: String) -> String {
    guard let last = text.utf8.lastIndex(where: { byte in byte != .slash }) else { return "/" }
    return String(Substring(text.utf8[...last]))
  }
}

extension BaseURL: ExpressibleByStringLiteral {
  /// Makes a base URL from a literal, `"http://localhost:3000"`.
  ///
  /// - Precondition: the literal is a base URL (``init(_:)``).
  public init(stringLiteral text: String) {
    guard let url = BaseURL(text) else { preconditionFailure("not a base URL: \(text)") }
    self = url
  }
}
