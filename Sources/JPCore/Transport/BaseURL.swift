/// The URL that the paths of resources are appended to.
public struct BaseURL: Equatable, Sendable {
  /// The URLs that can stand for an API.
  public enum Scheme: Equatable, Sendable {
    /// A server, asked with HTTP or HTTPS.
    case http
    /// A directory with a file for each resource.
    case file(directory: String)
    /// The built-in data.
    case sample
  }

  /// How the API is reached.
  public let scheme: Scheme

  /// The URL without a slash at its end.
  public let text: String

  /// The public JSONPlaceholder service.
  public static let jsonPlaceholder = BaseURL(
    scheme: .http, text: "https://jsonplaceholder.typicode.com")

  /// The built-in data.
  package static let sample = BaseURL(scheme: .sample, text: "sample:")

  /// Whether responses come without a server, so that nothing is gained by storing them, or by
  /// asking for single records.
  package var isLocal: Bool { scheme != .http }

  private init(scheme: Scheme, text: String) {
    self.scheme = scheme
    self.text = text
  }

  /// Reads an http, https or file URL; `nil` for anything else, and where a query or a fragment
  /// would end up before the paths.
  ///
  /// - Parameter text: such as `http://localhost:3000/api`, `file:DIR` or `file:///DIR`.
  public init?(_ text: String) {
    // By scalars: a combining mark behind a delimiter doesn't make it another character.
    guard let colon = text.unicodeScalars.firstIndex(of: ":") else { return nil }
    let rest = text.unicodeScalars[text.unicodeScalars.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "http", "https":
      let host = rest.dropFirst(2).prefix { $0 != "/" }
      guard rest.starts(with: "//".unicodeScalars), Self.isHost(host), !text.hasSystemBytes,
        rest.allSatisfy({ $0 > " " && $0 != "\u{7F}" && $0 != "?" && $0 != "#" })
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

  /// Whether it is at another one's scheme, host and port.
  package func hasOrigin(of other: BaseURL) -> Bool {
    scheme == .http && other.scheme == .http && text.origin == other.text.origin
  }

  /// The part of a URL behind this one, from its slash; `nil` where the URL is not below this one.
  package func path(of url: String) -> String? {
    guard url.utf8.starts(with: text.utf8) else { return nil }
    let path = url.utf8.dropFirst(text.utf8.count)
    return path.first == UInt8(ascii: "/") ? String(decoding: path, as: UTF8.self) : nil
  }

  /// Whether an authority has a host, in brackets an IPv6 address, and a port of up to 65535, if
  /// any (RFC 3986 §3.2).
  private static func isHost(_ authority: Substring.UnicodeScalarView) -> Bool {
    let start = authority.lastIndex(of: "@").map { authority.index(after: $0) }
    var host = authority[(start ?? authority.startIndex)...]
    if host.first == "[" {
      guard let end = host.firstIndex(of: "]") else { return false }
      // A zone may follow (RFC 6874).
      let address = host[..<end].dropFirst().prefix { $0 != "%" }
      guard address.contains(":"),
        address.allSatisfy({ "0123456789abcdefABCDEF:.".unicodeScalars.contains($0) })
      else { return false }
      host = host[host.index(after: end)...]
      if host.isEmpty { return true }
    } else {
      let name = host.prefix { $0 != ":" }
      guard !name.isEmpty, !name.contains("["), !name.contains("]") else { return false }
      host = host[name.endIndex...]
    }
    let port = host.dropFirst()
    if host.isEmpty { return true }
    guard host.first == ":", port.allSatisfy({ ("0"..."9").contains($0) }) else { return false }
    return port.isEmpty || Int(String(port)).map { (1...65535).contains($0) } ?? false
  }

  /// RFC 8089's `file:///path` and `file://localhost/path`, percent-encoded; and `file:path` with a
  /// path as it is typed, relative to the working directory unless it begins with a slash.
  private static func directory(ofFileURL rest: Substring.UnicodeScalarView) -> String? {
    guard rest.starts(with: "//".unicodeScalars) else { return rest.isEmpty ? nil : String(rest) }
    let path = rest.dropFirst(2)
    let host = path.prefix { $0 != "/" }
    guard host.isEmpty || String(host).lowercased() == "localhost", path.contains("/")
    else { return nil }
    return String(path[host.endIndex...]).percentDecoded
  }

  private static func withoutSlashes(_ text: String) -> String {
    var text = text.unicodeScalars[...]
    while text.last == "/", text.count > 1 { text = text.dropLast() }
    return String(text)
  }
}
