import Foundation

/// The first difference of two texts in a few lines; `nil` if they are equal. Swift Testing would print
/// both of them, and all insertions and deletions.
package func difference(
  between actual: some StringProtocol, and expected: some StringProtocol
) -> String? {
  difference(between: actual.utf8, and: expected.utf8)
}

/// The first difference of two sequences of bytes.
package func difference(
  between actual: some Sequence<UInt8>, and expected: some Sequence<UInt8>
) -> String? {
  let actual = Data(actual)
  let expected = Data(expected)
  if actual == expected { return nil }
  var offset = 0
  while offset < min(actual.count, expected.count), actual[offset] == expected[offset] {
    offset += 1
  }
  let line = actual[..<offset].count { $0 == UInt8(ascii: "\n") } + 1
  return """
    line \(line), byte \(offset):
      \(excerpt(of: actual, at: offset))
    expected:
      \(excerpt(of: expected, at: offset))
    """
}

/// The bytes after an offset, and a few before it, as a string literal.
private func excerpt(of bytes: Data, at offset: Int) -> String {
  let start = max(0, offset - 40)
  let part = bytes[start..<min(bytes.count, offset + 80)]
  let text = String(decoding: part, as: UTF8.self).debugDescription
  var beginning = ""
  if start > 0 { beginning = "… " }
  var end = " (end)"
  if part.endIndex < bytes.count { end = " …" }
  return beginning + text + end
}
