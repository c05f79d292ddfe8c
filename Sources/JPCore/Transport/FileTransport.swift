/// Reads responses from a directory: `DIR/users.json` is the response to `/users`.
package struct FileTransport: Transport {
  private let base: BaseURL
  private let directory: String
  private let maxBodyBytes: Int

  /// Makes a transport for a directory; `nil` if the base URL is not a `file:` URL.
  ///
  /// - Parameters:
  ///   - base: the `file:` URL of the directory.
  ///   - maxBodyBytes: the maximum size of a file in bytes.
  package init?(base: BaseURL, maxBodyBytes: Int = CurlTransport.Configuration().maxBodyBytes) {
    guard case .file(let directory) = base.scheme else { return nil }
    self.base = base
    self.directory = directory
    self.maxBodyBytes = maxBodyBytes
  }

  /// Reads the file for a request's path, and returns its contents with the status 200.
  ///
  /// - Throws: ``TransportError/Reason/unreadableFile(path:errno:)`` if the file can't be read,
  ///   ``TransportError/Reason/bodyTooLarge(limit:)`` if it is too large, and
  ///   ``TransportError/Reason/invalidURL`` if the URL isn't below the base URL, or its path has a
  ///   dot segment or a NUL.
  package func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let path = base.path(of: request.url), !path.hasDotSegments, !path.utf8.contains(0)
    else { throw TransportError(url: request.url, reason: .invalidURL) }
    let file = directory + path + ".json"
    let body: [UInt8]?
    do throws(SystemError) {
      // Refuse pipes, which can be read only once, and devices, which may do something when opened.
      if SystemFile.isPipeSocketOrDevice(file) { throw SystemError(number: EINVAL) }
      body = try SystemFile.contents(of: file, atMost: maxBodyBytes)
    } catch {
      var path = file
      // The base URL may be that of a file.
      if error.number == ENOTDIR, !SystemFile.isDirectory(directory) { path = directory }
      throw TransportError(
        url: request.url, reason: .unreadableFile(path: path, errno: error.number))
    }
    guard let body else {
      throw TransportError(url: request.url, reason: .bodyTooLarge(limit: maxBodyBytes))
    }
    return HTTPResponse(status: 200, body: body, url: request.url)
  }
}

extension String {
  /// The file of a URL that ``FileTransport`` reads, as it is on disk: `./data/users.json` for
  /// `file:./data/users`. `nil` for another URL.
  package var fileOnDisk: String? {
    let scheme = "file:".utf8
    guard utf8.starts(with: scheme) else { return nil }
    return String(utf8: utf8.dropFirst(scheme.count)) + ".json"
  }
}

extension TransportError.Reason {
  /// Whether the file or its directory doesn't exist.
  package var isMissingFile: Bool {
    guard case .unreadableFile(_, let errno) = self else { return false }
    return errno == ENOENT || errno == ENOTDIR
  }
}
