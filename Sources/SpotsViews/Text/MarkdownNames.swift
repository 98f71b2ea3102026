/// The words by which screen readers call the links and the pictures of a text in Markdown.
package struct MarkdownNames {
  /// The text of each link, in the order of the text; links without any come last.
  package private(set) var links: [String] = []
  /// The description of each picture; empty for one without.
  package private(set) var pictures: [String] = []

  /// Reads a text. O(*n*) in its length.
  package init(_ source: String) {
    let document = MarkdownDocument(source)
    for block in document.blocks { add(block) }
    links += Array(repeating: "", count: document.emptyLinks)
  }

  private mutating func add(_ block: MarkdownDocument.Block) {
    switch block {
    case .paragraph(let text), .heading(let text, _): add(text)
    case .quote(let blocks): for block in blocks { add(block) }
    case .list(let list): for block in list.items.flatMap(\.blocks) { add(block) }
    case .table(let table): for cell in table.rows.joined() { add(cell.text) }
    case .pictures(let pictures): self.pictures += pictures.map(\.label)
    case .code, .rule: break
    }
  }

  private mutating func add(_ text: StyledText) {
    var link: String?
    for run in text.runs {
      let words = text.text.bytes(in: run.range)
      if let own = run.style.link {
        if own == link { links[links.count - 1] += words } else { links.append(words) }
      }
      link = run.style.link
    }
  }
}
