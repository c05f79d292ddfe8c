/// A fenced block of code in Markdown.
package struct CodeBlock: Sendable {
  /// The words after the opening fence.
  package let language: String
  package private(set) var text = ""

  /// The blocks of a page, in order.
  package static func all(in page: String) -> [CodeBlock] {
    var blocks: [CodeBlock] = []
    var isOpen = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if !isOpen { blocks.append(CodeBlock(language: String(line.dropFirst(3)))) }
        isOpen.toggle()
      } else if isOpen {
        blocks[blocks.count - 1].text += line + "\n"
      }
    }
    return blocks
  }
}
