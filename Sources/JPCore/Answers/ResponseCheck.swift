extension JSONDocument {
  /// Takes the document out of a response. Checks that it has a 2xx status, content and JSON, in
  /// this order.
  ///
  /// - Throws: the first check that fails.
  init(checking response: HTTPResponse) throws(UnusableResponse) {
    // A part (206) must not be taken for the whole.
    guard (200..<300).contains(response.status), response.status != 206 else {
      let content = ErrorContent(of: response)
      var message: String?
      if response.status >= 300 { message = content.message }
      throw UnusableResponse(
        .status(response.status, message: message), hasJSONOrNothing: content.isJSONOrEmpty)
    }
    let text = response.body.dropFirst(response.body.byteOrderMarkLength)
    guard text.contains(where: { !$0.isJSONSpace }) else {
      throw UnusableResponse(.empty, hasJSONOrNothing: true)
    }
    do {
      try self.init(response.body)
    } catch {
      if response.isHTML(text) { throw UnusableResponse(.html, hasJSONOrNothing: false) }
      throw UnusableResponse(.notJSON(error), hasJSONOrNothing: false)
    }
  }
}

extension HTTPResponse {
  /// Whether content that is not JSON is an HTML page, by its Content-Type or its beginning.
  func isHTML(_ text: ArraySlice<UInt8>) -> Bool {
    let start = String(utf8: text.drop(while: \.isJSONSpace).prefix(14)).lowercased()
    let isDeclared = headerFields[.contentType]?.lowercased().contains(ascii: "html") ?? false
    return isDeclared && start.hasPrefix("<")
      || ["<!doctype html", "<html"].contains(where: start.hasPrefix)
  }
}
