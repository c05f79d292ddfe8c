@testable import JPCore
@testable import jpfetch

extension FuzzTarget {
  /// JSON texts: what is accepted can be read, and is accepted again as it is written; what isn't,
  /// or tells of an error, can be told.
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
        "parts have the index, and the error, of the whole")
      do throws(JSONError) {
        document = try JSONDocument(input)
      } catch {
        return demand(error.position.offset <= input.count, "an error stands in its text")
      }
      read(document.root)
      let compact = written(document, JSONWriter(.compact))
      demand(rewritten(compact) == compact, "what is written is written the same again")
      demand(rewritten(written(document, JSONWriter(.pretty))) == compact, "layouts say the same")
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
    demand(!ErrorReport(error).message.isEmpty, "an error has words")
  }

  private static func rewritten(_ text: [UInt8]) -> [UInt8]? {
    (try? JSONDocument(text)).map { written($0, JSONWriter(.compact)) }
  }

  private static func written(_ document: JSONDocument, _ writer: JSONWriter) -> [UInt8] {
    OutputBuffer.bytes { writer.write(document, to: &$0) }
  }

  private static func read(_ value: JSONValue) {
    _ = (value.position, value.integer, value.boolean, value.document.key(at: value.index))
    demand((value.string == nil) == (value.kind != .string), "strings have a content")
    for (name, member) in value.members {
      // Half a surrogate pair has no name that it could be found by.
      let isText = !name.unicodeScalars.contains("\u{FFFD}")
      demand(value[name] != nil || !isText, "a member is found by its name")
      read(member)
    }
    for element in value.elements { read(element) }
  }
}
