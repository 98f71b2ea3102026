/// A text in Markdown (CommonMark, with tables, task lists and struck-out text), as blocks.
///
/// HTML is shown as it is written. What exceeds the limits is left out.
struct MarkdownDocument: Hashable, Sendable {
  indirect enum Block: Hashable, Sendable {
    case paragraph(StyledText)
    /// `level` is 1 to 6.
    case heading(StyledText, level: Int)
    /// Source text, line by line.
    case code(String)
    case quote([Block])
    case list(List)
    case table(Table)
    case pictures([Picture])
    case rule
  }

  struct List: Hashable, Sendable {
    /// The number of the first item; nil for bullets.
    var start: Int?
    /// Whether nothing separates the items.
    var isTight: Bool
    var items: [ListItem] = []
  }

  struct ListItem: Hashable, Sendable {
    /// Whether the task is done; nil for an item that is none.
    var isDone: Bool?
    var blocks: [Block] = []
  }

  struct Table: Hashable, Sendable {
    enum Alignment: Hashable, Sendable {
      case start, center, end
    }

    struct Cell: Hashable, Sendable {
      var text: StyledText
      var alignment: Alignment
    }

    /// The first one is the header; all have the same number of cells.
    var rows: [[Cell]] = []
  }

  struct Picture: Hashable, Sendable {
    /// URL or path.
    var source: String
    /// A description for users who do not see it.
    var label: String
    /// The action that a click sends; nil for a picture that is no link.
    var link: String?
  }

  let blocks: [Block]
  /// The number of links without anything to click.
  let emptyLinks: Int

  /// The most bytes of UTF-8 that are read; an ellipsis replaces the rest.
  static let longest = 65_536
  /// The most blocks, list items, cells and links.
  static let mostParts = 4096
  /// How deep quotes and lists are nested; what is deeper has the place of what is around it.
  static let deepest = 12

  /// Reads a text. O(*n*) in its length.
  init(_ source: String) {
    let isLong = source.utf8.count > Self.longest
    let shown = isLong ? source.bytes(in: 0..<Self.longest) : source
    var (blocks, emptyLinks) = MarkdownReader.read(shown.withoutTerminalSequences)
    if isLong { blocks.append(.paragraph(StyledText("…"))) }
    (self.blocks, self.emptyLinks) = (blocks, emptyLinks)
  }
}
