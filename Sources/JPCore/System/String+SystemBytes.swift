extension String {
  /// A name or word that the system gave, whatever its bytes: a path is any bytes but NUL (POSIX.1
  /// §3.254), a `String` is valid Unicode.
  ///
  /// Bytes that aren't UTF-8 become scalars from U+10FF80, at the end of the private use area, which
  /// ``cPath`` turns back. So do the bytes of these scalars themselves, so that each name comes back
  /// as it was.
  package init(systemBytes bytes: some Collection<UInt8>) {
    self.init(decoding: bytes, as: UTF8.self)
    if utf8.elementsEqual(bytes) && !hasSystemBytes { return }
    var text = UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var input = bytes.makeIterator()
    var rest = bytes[...]
    while true {
      var length = 0
      switch parser.parseScalar(from: &input) {
      case .emptyInput:
        self.init(text)
        return
      case .valid(let encoded):
        length = encoded.count
        let scalar = UTF8.decode(encoded)
        if scalar.systemByte == nil {
          text.append(scalar)
          rest = rest.dropFirst(length)
          continue
        }
      case .error(let count): length = count
      }
      text.append(contentsOf: rest.prefix(length).compactMap(Unicode.Scalar.init(systemByte:)))
      rest = rest.dropFirst(length)
    }
  }

  /// C text that the system gave, up to its NUL.
  package init(systemText: UnsafePointer<CChar>) {
    self.init(cString: systemText)
    // What isn't UTF-8 has been replaced (U+FFFD), unless that was there.
    guard utf8.contains(0xEF) || hasSystemBytes else { return }
    let bytes = UnsafeBufferPointer(start: systemText, count: strlen(systemText))
    self.init(systemBytes: bytes.map { UInt8(bitPattern: $0) })
  }

  /// Whether it stands for bytes that aren't UTF-8.
  package var hasSystemBytes: Bool {
    // The first byte of these scalars, and of a few others.
    utf8.contains(0xF4) && unicodeScalars.contains { $0.systemByte != nil }
  }

  /// The bytes that it stands for.
  package var systemBytes: [UInt8] {
    guard hasSystemBytes else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      scalar.systemByte.map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The bytes that it stands for, up to a NUL, as C takes a path.
  package var cPath: [CChar] {
    guard hasSystemBytes else { return Array(utf8CString) }
    return systemBytes.map { CChar(bitPattern: $0) } + [0]
  }

  /// A text to show: `\xE9` for each byte that isn't UTF-8.
  package var showingSystemBytes: String {
    guard hasSystemBytes else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      let byte = scalar.systemByte.map { "\\x" + String($0, radix: 16, uppercase: true) }
      text += byte ?? String(scalar)
    }
  }
}

extension Unicode.Scalar {
  /// The byte that isn't UTF-8 for which it stands, from 0x80.
  fileprivate var systemByte: UInt8? {
    value >= 0x10FF80 ? UInt8(truncatingIfNeeded: value) : nil
  }

  fileprivate init?(systemByte: UInt8) {
    self.init(0x10FF00 + UInt32(systemByte))
  }
}
