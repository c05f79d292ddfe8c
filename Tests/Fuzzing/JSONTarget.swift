@testable import JPCore
@testable import jpfetch

extension FuzzTarget {
  /// Parses JSON texts. An accepted text survives a round trip; the error of any other has a message.
  static let json = FuzzTarget(
    name: "json",
    seeds: {
      SampleText.records.map { Array($0.utf8) }
        + [
          #"[0,-1.5e+3,"\u00e9\ud83d\ude00\ud800 é😀","\"\\\/\b\f\n\r\t",true,false,null,{},[]]"#,
          #"{"error":{"message":"a\u001bb"}}"#, #"{"errors":{"errors":{"detail":[""]}}}"#,
          "<!DOCTYPE html><title>a</title>",
          #"{"a":1,"\u0061":{"":[{"b":null}]},"é":[[[]]]}"#, "\u{FEFF} \t\r\n1",
        ].map { Array($0.utf8) }
    },
    run: { input in
      for status in [200, 500] {
        let response = TransportResponse(
          status: status, body: input, url: "https://h/x", origin: .network)
        do throws(FetchError.Cause) {
          _ = try JSONDocument(checking: response)
        } catch {
          tell(error)
        }
      }
      let document: JSONDocument
      let outcome = index(of: input, readBefore: [])
      demand(
        index(of: input, readBefore: [input.count / 3, input.count * 2 / 3]) == outcome
          && index(of: input, readBefore: [Int(input.last ?? 0) % (input.count + 1)]) == outcome,
        "incremental indexing gives the same index and error")
      do throws(JSONError) {
        document = try JSONDocument(input)
      } catch {
        return demand(
          error.position.offset <= input.count, "an error's position is inside the text")
      }
      read(document.root)
      let compact = written(document, JSONWriter(.compact))
      demand(rewritten(compact) == compact, "writing is stable")
      demand(
        rewritten(written(document, JSONWriter(.pretty))) == compact,
        "both layouts have the same values")
      _ = written(document, JSONWriter(.pretty, isColored: true))
    })

  private static func index(
    of text: [UInt8], readBefore parts: [Int]
  ) -> Result<[[UInt32]], JSONError> {
    var indexer = JSONIndexer(maxDepth: JSONDocument.maxDepth)
    for part in parts { _ = indexer.read(Array(text[..<part])) }
    do throws(JSONError) {
      let nodes = try indexer.nodes(of: text)
      return .success(
        (0..<nodes.count).map { [nodes[$0].name, nodes[$0].start, nodes[$0].end, nodes[$0].next] })
    } catch {
      return .failure(error)
    }
  }

  private static func tell(_ cause: FetchError.Cause) {
    let error = FetchError(resource: "users", url: "https://h/x", cause: cause)
    demand(!Message(error).text.isEmpty, "an error has a message")
  }

  private static func rewritten(_ text: [UInt8]) -> [UInt8]? {
    (try? JSONDocument(text)).map { written($0, JSONWriter(.compact)) }
  }

  private static func written(_ document: JSONDocument, _ writer: JSONWriter) -> [UInt8] {
    OutputBuffer.bytes { writer.write(document, to: &$0) }
  }

  private static func read(_ value: JSONValue) {
    _ = (value.position, value.integer, value.boolean, value.document.key(at: value.index))
    demand((value.string == nil) == (value.kind != .string), "every string has a value")
    for (name, member) in value.members {
      // A name with an unpaired surrogate can't be found.
      let isText = !name.unicodeScalars.contains("\u{FFFD}")
      demand(value[name] != nil || !isText, "a member is found by its name")
      read(member)
    }
    for element in value.elements { read(element) }
  }
}
