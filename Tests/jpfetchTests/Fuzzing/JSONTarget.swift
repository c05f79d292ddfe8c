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
        let response = HTTPResponse(
          status: status, body: input, url: "https://h/x")
        do throws(UnusableResponse) {
          _ = try JSONDocument(checking: response)
        } catch {
          let error = FetchError(resource: "users", url: "https://h/x", cause: error.cause)
          demand(!Message(error).text.isEmpty, "an error has a message")
        }
      }
      let document: JSONDocument
      do throws(JSONError) {
        document = try JSONDocument(input)
      } catch {
        return demand(
          error.position.offset <= input.count, "an error's position is inside the text")
      }
      read(document.root)
      let compact = written(document, JSONWriter(.compact))
      let texts = [compact, written(document, JSONWriter(.pretty))]
      demand(
        texts.allSatisfy { text in
          (try? JSONDocument(text)).map { written($0, JSONWriter(.compact)) } == compact
        }, "both layouts have the same values")
      _ = written(document, JSONWriter(.pretty, isColored: true))
    })

  private static func written(_ document: JSONDocument, _ writer: JSONWriter) -> [UInt8] {
    OutputBuffer.collect { writer.writeTree(.value(document.root), to: &$0) }
  }

  private static func read(_ value: JSONValue) {
    _ = (value.position, value.integer, value.boolean, value.document.recordKey(at: value.index))
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
