extension JSONValue {
  /// An object's first member of a name, as `JSONDecoder` takes it.
  func first(_ name: String) -> JSONValue? {
    guard kind == .object else { return nil }
    return document.firstMember(named: Array(name.utf8), ofObjectAt: index)
      .map { JSONValue(document: document, index: $0) }
  }

  /// Whether nothing in a string's content had to be replaced.
  ///
  /// - Parameter string: the content.
  func isWhole(_ string: String) -> Bool {
    // Only what is written as an escape can be half a pair.
    guard string.unicodeScalars.contains("\u{FFFD}") else { return true }
    return document.utf8(quoted: document.range(at: index)).elementsEqual(string.utf8)
  }
}

// MARK: What Foundation's types decode from by themselves

extension JSONDocument {
  /// What a `URL` decodes from, without a base; `nil` for any other type.
  ///
  /// - Parameter string: the URL.
  static func relativeURL(_ string: JSONValue, for type: Any.Type) throws -> JSONDocument? {
    guard isOfFoundation(type, "URL") else { return nil }
    return try JSONDocument(Array(#"{"relative":"#.utf8) + string.text + Array("}".utf8))
  }

  /// What a `Decimal` decodes from: sign, mantissa in words of 16 bits, and exponent; `nil` for any
  /// other type, and for what is out of its range.
  ///
  /// - Parameter number: of more than 38 digits, the last ones are cut off.
  static func decimal(_ number: JSONValue, for type: Any.Type) throws -> JSONDocument? {
    guard isOfFoundation(type, "Decimal"), let parts = DecimalParts(number.text) else {
      return nil
    }
    let words = (0..<8).map { String(UInt16(truncatingIfNeeded: parts.mantissa >> ($0 * 16))) }
    let length = (128 - parts.mantissa.leadingZeroBitCount + 15) / 16
    // A negative number without digits is Decimal's NaN.
    let isNegative = parts.isNegative && length > 0
    return try JSONDocument(
      Array(
        #"{"exponent":\#(parts.exponent),"length":\#(length),"isNegative":\#(isNegative),"#.utf8)
        + Array(#""isCompact":false,"mantissa":[\#(words.joined(separator: ","))]}"#.utf8))
  }

  /// Whether a type is Foundation's, which needn't be linked.
  private static func isOfFoundation(_ type: Any.Type, _ name: String) -> Bool {
    let full = _typeName(type)
    return full == "Foundation.\(name)" || full == "FoundationEssentials.\(name)"
      || full == "__C.NS\(name)"
  }
}

/// A number's digits and its exponent.
private struct DecimalParts {
  var mantissa: UInt128 = 0
  var exponent = 0
  let isNegative: Bool

  /// - Parameter text: a number as JSON spells it; `nil` where the exponent is too large.
  init?(_ text: ArraySlice<UInt8>) {
    isNegative = text.first == .minus
    let halves = text.split { $0 | 0x20 == UInt8(ascii: "e") }
    let sides = halves[0].split(separator: UInt8(ascii: "."))
    exponent = halves.count > 1 ? Int(String(decoding: halves[1], as: UTF8.self)) ?? 1000 : 0
    exponent -= sides.count > 1 ? sides[1].count : 0
    var digits = sides.joined().filter(\.isDigit)[...]
    while let digit = digits.popFirst() {
      let (tens, isOver) = mantissa.multipliedReportingOverflow(by: 10)
      let (sum, isOverToo) = tens.addingReportingOverflow(UInt128(digit - .zero))
      if isOver || isOverToo {
        exponent += digits.count + 1
        break
      }
      mantissa = sum
    }
    // As JSONDecoder's, so that it is written in the same way.
    while mantissa > 0, mantissa % 10 == 0, exponent < 127 {
      mantissa /= 10
      exponent += 1
    }
    guard mantissa == 0 || (-128...127).contains(exponent) else { return nil }
    if mantissa == 0 { exponent = 0 }
  }
}
