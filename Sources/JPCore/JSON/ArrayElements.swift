/// Finds the elements of an array while its text arrives.
struct ArrayElements {
  /// How many bytes have been looked at.
  private var at = 0
  /// Where the first element begins that has not been taken.
  private var start = 0
  private var depth = 0
  private var isInString = false
  private var isOver = false

  /// Takes the elements that have become whole.
  ///
  /// - Parameter beginning: everything that has arrived so far.
  /// - Returns: an array of them; `nil` where there are none, and for a text that isn't an array or
  ///   is no JSON, of which the whole text's reader tells why.
  mutating func take(from beginning: [UInt8]) -> JSONDocument? {
    guard !isOver else { return nil }
    let end = beginning.withUnsafeBufferPointer { advance(over: $0.span) }
    guard let end, end > start else { return nil }
    let text = [.leftBracket] + beginning[start..<end] + [.rightBracket]
    start = end + 1
    guard let document = try? JSONDocument(text) else {
      isOver = true
      return nil
    }
    return document
  }

  /// - Returns: where the last element ends that is whole: at its comma or the array's end.
  private mutating func advance(over bytes: Span<UInt8>) -> Int? {
    var end: Int?
    var at = at
    defer { self.at = at }
    while at < bytes.count, !isOver {
      if isInString {
        // Most bytes are a string's, and mean nothing here.
        while at < bytes.count, bytes[unchecked: at] != .quote,
          bytes[unchecked: at] != .backslash
        { at &+= 1 }
        // An escape at the end is looked at again when what it escapes is there.
        guard at < bytes.count, bytes[at] == .quote || at + 1 < bytes.count else { return end }
        isInString = bytes[at] != .quote
        at += isInString ? 2 : 1
        continue
      }
      switch bytes[unchecked: at] {
      case .quote: isInString = true
      case .leftBracket, .leftBrace:
        depth += 1
        if depth == 1 {
          start = at + 1
          isOver = bytes[at] == .leftBrace
        }
      case .rightBracket, .rightBrace:
        depth -= 1
        if depth <= 0 {
          end = at
          isOver = true
        }
      case .comma where depth == 1: end = at
      default: break
      }
      at &+= 1
    }
    return end
  }
}
