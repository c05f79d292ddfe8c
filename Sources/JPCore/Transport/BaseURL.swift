/// The URL that the paths of resources are appended to.
public struct BaseURL: Equatable, Sendable {
  /// The URLs that can stand for an API.
  public enum Scheme: Equatable, Sendable {
    /// A server, asked with HTTP or HTTPS.
    case http
    /// A directory with a file for each resource.
    case file(directory: String)
  }

  /// How the API is reached.
  public let scheme: Scheme

  /// The URL without a slash at its end.
  public let text: String

  /// The public JSONPlaceholder service.
  public static let jsonPlaceholder = BaseURL(
    scheme: .http, text: "https://jsonplaceholder.typicode.com")

  /// The built-in data.
  static let sample = BaseURL(scheme: .http, text: "sample:")

  private init(scheme: Scheme, text: String) {
    self.scheme = scheme
    self.text = text
  }

  /// Reads an http, https or file URL; `nil` for anything else, and where a query or a fragment
  /// would end up before the paths.
  ///
  /// - Parameter text: such as `http://localhost:3000/api`, `file:DIR` or `file:///DIR`.
  public init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "http", "https":
      let host = rest.dropFirst(2).prefix { $0 != "/" }
      guard rest.hasPrefix("//"), !host.isEmpty, !host.hasPrefix(":"),
        rest.utf8.allSatisfy({ $0 > UInt8(ascii: " ") && $0 != 0x7F }),
        !rest.contains("?"), !rest.contains("#")
      else { return nil }
      self.init(scheme: .http, text: Self.withoutSlashes(text))
    case "file":
      guard let directory = Self.directory(ofFileURL: rest) else { return nil }
      self.init(
        scheme: .file(directory: directory), text: Self.withoutSlashes("file:" + directory))
    default:
      return nil
    }
  }

  /// The URL of a path below this one.
  ///
  /// - Parameter path: begins with a slash.
  public func url(of path: String) -> String { text + path }

  /// The part of a URL behind this one, from its slash; `nil` where the URL is not below this one.
  func path(of url: String) -> String? {
    guard url.hasPrefix(text) else { return nil }
    let path = url.dropFirst(text.count)
    return path.hasPrefix("/") ? String(path) : nil
  }

  /// RFC 8089: `file:/path`, `file:///path` and `file://localhost/path`; also `file:path`, relative
  /// to the working directory.
  private static func directory(ofFileURL rest: Substring) -> String? {
    guard rest.hasPrefix("//") else { return rest.isEmpty ? nil : String(rest) }
    let path = rest.dropFirst(2)
    let host = path.prefix { $0 != "/" }
    guard host.isEmpty || host.lowercased() == "localhost", path.contains("/") else { return nil }
    return String(path[host.endIndex...])
  }

  private static func withoutSlashes(_ text: String) -> String {
    var text = text[...]
    while text.hasSuffix("/"), text.count > 1 { text = text.dropLast() }
    return String(text)
  }
}
