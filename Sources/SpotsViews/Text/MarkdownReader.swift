private import CMD4C

/// Builds blocks from what MD4C finds in a text: it calls back where a block, a list or a style
/// begins and ends, and for the text between.
final class MarkdownReader {
  private typealias Block = MarkdownDocument.Block

  /// A quote, a list, an item of one, a table or the document, while its content is read.
  private struct Container {
    var type: MD_BLOCKTYPE
    /// Whether it is left out, since it is too deep: its blocks are those of what is around it.
    var isLeftOut = false
    var blocks: [Block] = []
    var list = MarkdownDocument.List(isTight: true)
    var item = MarkdownDocument.ListItem()
    var table = MarkdownDocument.Table()
  }

  private var containers = [Container(type: MD_BLOCK_DOC)]
  /// The block whose text is read; nil inside an item of a list without blank lines, too.
  private var leaf: MD_BLOCKTYPE?
  /// The level of the heading being read.
  private var level = 1
  /// The alignment of the cell being read.
  private var alignment = MarkdownDocument.Table.Alignment.start
  private var text = StyledText()
  private var styles = [StyledText.Style()]
  /// Pictures, without any text between them.
  private var pictures: [MarkdownDocument.Picture] = []
  /// The description of the picture that is read.
  private var label: String?
  /// How many styles there were where that picture began.
  private var labelDepth = 0
  private var parts = 0
  /// What there was before the link that is read.
  private var beforeLink = (bytes: 0, pictures: 0)
  private var emptyLinks = 0

  private init() {}

  /// The blocks of a text, and the number of its links without anything to click.
  static func read(_ source: String) -> (blocks: [MarkdownDocument.Block], emptyLinks: Int) {
    guard !source.isEmpty else { return ([], 0) }
    let reader = MarkdownReader()
    reader.read(source)
    return (reader.containers[0].blocks, reader.emptyLinks)
  }

  private func read(_ source: String) {
    var parser = MD_PARSER()
    parser.flags = UInt32(
      MD_FLAG_TABLES | MD_FLAG_TASKLISTS | MD_FLAG_STRIKETHROUGH | MD_FLAG_NOHTMLBLOCKS
        | MD_FLAG_NOHTMLSPANS)
    parser.enter_block = { MarkdownReader.of($2).enter($0, $1) }
    parser.leave_block = { MarkdownReader.of($2).leave($0) }
    parser.enter_span = { MarkdownReader.of($2).enter($0, $1) }
    parser.leave_span = { MarkdownReader.of($2).leave($0) }
    parser.text = { MarkdownReader.of($3).read($0, $1, Int($2)) }
    var source = source.withLongTableRules
    let result = source.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        let reader = Unmanaged.passUnretained(self).toOpaque()
        return md_parse($0.baseAddress, UInt32($0.count), &parser, reader)
      }
    }
    guard result != 0 else { return }
    // There were too many parts: what is open ends here.
    if let leaf { _ = leave(leaf) }
    while containers.count > 1 { _ = leave(containers[containers.count - 1].type) }
    containers[0].blocks.append(.paragraph(StyledText("…")))
  }

  private static func of(_ pointer: UnsafeMutableRawPointer?) -> MarkdownReader {
    guard let pointer else { preconditionFailure("MD4C passes on what it was given") }
    return Unmanaged<MarkdownReader>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Counts a part; 0, or the negative number that ends the reading if there are too many.
  private func count() -> Int32 {
    parts += 1
    return parts <= MarkdownDocument.mostParts ? 0 : -1
  }

  // MARK: Blocks

  private func enter(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    endParagraph()
    guard count() == 0 else { return -1 }
    switch type {
    case MD_BLOCK_QUOTE, MD_BLOCK_UL, MD_BLOCK_OL, MD_BLOCK_LI, MD_BLOCK_TABLE:
      open(type, detail)
    case MD_BLOCK_TR: containers[containers.count - 1].table.rows.append([])
    case MD_BLOCK_HR: add(.rule)
    case MD_BLOCK_TH, MD_BLOCK_TD:
      let align = detail?.load(as: MD_BLOCK_TD_DETAIL.self).align
      alignment = align == MD_ALIGN_RIGHT ? .end : align == MD_ALIGN_CENTER ? .center : .start
      leaf = type
    case MD_BLOCK_H:
      (leaf, level) = (type, Int(detail?.load(as: MD_BLOCK_H_DETAIL.self).level ?? 1))
    case MD_BLOCK_P, MD_BLOCK_CODE: leaf = type
    default: break
    }
    return 0
  }

  private func open(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    var container = Container(type: type)
    let isDeep = containers.count > MarkdownDocument.deepest * 2
    container.isLeftOut =
      type == MD_BLOCK_LI
      ? containers[containers.count - 1].isLeftOut : isDeep && type != MD_BLOCK_TABLE
    switch type {
    case MD_BLOCK_UL:
      container.list.isTight = detail?.load(as: MD_BLOCK_UL_DETAIL.self).is_tight != 0
    case MD_BLOCK_OL:
      if let detail = detail?.load(as: MD_BLOCK_OL_DETAIL.self) {
        (container.list.start, container.list.isTight) = (Int(detail.start), detail.is_tight != 0)
      }
    case MD_BLOCK_LI:
      if let detail = detail?.load(as: MD_BLOCK_LI_DETAIL.self), detail.is_task != 0 {
        container.item.isDone = detail.task_mark != CChar(UInt8(ascii: " "))
      }
    default: break
    }
    containers.append(container)
  }

  private func leave(_ type: MD_BLOCKTYPE) -> Int32 {
    switch type {
    case MD_BLOCK_QUOTE, MD_BLOCK_UL, MD_BLOCK_OL, MD_BLOCK_LI, MD_BLOCK_TABLE:
      endParagraph()
      if containers.count > 1 { close(containers.removeLast()) }
    case MD_BLOCK_H: add(.heading(endText(), level: level))
    case MD_BLOCK_CODE:
      let code = endText(isTrimmed: false).text.replacing("\t", with: "    ")
      add(.code(code.hasSuffix("\n") ? String(code.dropLast()) : code))
    case MD_BLOCK_TH, MD_BLOCK_TD:
      let cell = MarkdownDocument.Table.Cell(text: endText(), alignment: alignment)
      let last = containers.count - 1
      if let row = containers[last].table.rows.indices.last {
        containers[last].table.rows[row].append(cell)
      }
    case MD_BLOCK_P: endParagraph()
    default: break
    }
    leaf = nil
    return 0
  }

  private func close(_ container: Container) {
    let last = containers.count - 1
    if container.isLeftOut {
      containers[last].blocks += container.blocks
      return
    }
    switch container.type {
    case MD_BLOCK_QUOTE: add(.quote(container.blocks))
    case MD_BLOCK_TABLE: add(.table(container.table))
    case MD_BLOCK_LI:
      var item = container.item
      item.blocks = container.blocks
      containers[last].list.items.append(item)
    default: add(.list(container.list))
    }
  }

  private func add(_ block: Block) { containers[containers.count - 1].blocks.append(block) }

  // MARK: Text

  /// Takes the text that was read.
  private func endText(isTrimmed: Bool = true) -> StyledText {
    defer { text = StyledText() }
    return isTrimmed ? text.trimmed : text
  }

  /// Ends a paragraph, or the part of one before or after pictures.
  private func endParagraph() {
    let text = endText()
    if !text.isEmpty { add(.paragraph(text)) }
    if !pictures.isEmpty { add(.pictures(pictures)) }
    (pictures, label) = ([], nil)
  }

  private func append(_ string: String) {
    if label != nil {
      label? += string
      return
    }
    if !pictures.isEmpty {
      guard string.contains(where: { !$0.isWhitespace }) else { return }
      endParagraph()
    }
    text.append(string, styles[styles.count - 1])
  }

  private func read(
    _ type: MD_TEXTTYPE, _ bytes: UnsafePointer<CChar>?, _ count: Int
  ) -> Int32 {
    switch type {
    case MD_TEXT_NULLCHAR: append("\u{FFFD}")
    case MD_TEXT_BR: append("\n")
    case MD_TEXT_SOFTBR: append(" ")
    case MD_TEXT_ENTITY: append(Self.string(bytes, count).decodedEntity)
    default: append(Self.string(bytes, count))
    }
    return 0
  }

  private static func string(_ bytes: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  // MARK: Styles, links and pictures

  private func enter(_ type: MD_SPANTYPE, _ detail: UnsafeMutableRawPointer?) -> Int32 {
    var style = styles[styles.count - 1]
    switch type {
    case MD_SPAN_EM: style.isItalic = true
    case MD_SPAN_STRONG: style.isBold = true
    case MD_SPAN_DEL: style.isStruck = true
    case MD_SPAN_CODE: style.isCode = true
    case MD_SPAN_A:
      style.link = Self.address(detail?.load(as: MD_SPAN_A_DETAIL.self).href)
      beforeLink = (text.text.utf8.count, pictures.count)
    case MD_SPAN_IMG where label == nil:
      // In a heading or a cell, the description stands for the picture.
      guard leaf == MD_BLOCK_P || leaf == nil else { break }
      let source = Self.address(detail?.load(as: MD_SPAN_IMG_DETAIL.self).src)
      let text = endText()
      if !text.isEmpty { add(.paragraph(text)) }
      pictures.append(
        MarkdownDocument.Picture(source: source ?? "", label: "", link: style.link))
      (label, labelDepth) = ("", styles.count)
    default: break
    }
    styles.append(style)
    return type == MD_SPAN_A || type == MD_SPAN_IMG ? count() : 0
  }

  private func leave(_ type: MD_SPANTYPE) -> Int32 {
    if type == MD_SPAN_A, label == nil, beforeLink == (text.text.utf8.count, pictures.count) {
      emptyLinks += 1
    }
    // MD4C may end a style twice where delimiters cross.
    if styles.count > 1 { styles.removeLast() }
    if let label, styles.count <= labelDepth, !pictures.isEmpty {
      pictures[pictures.count - 1].label = label
      self.label = nil
    }
    return 0
  }

  /// The address of a link or picture; nil for none, and for one that is too long.
  private static func address(_ attribute: MD_ATTRIBUTE?) -> String? {
    guard let attribute, 1...longestAddress ~= Int(attribute.size) else { return nil }
    var (address, index, start) = ("", 0, 0)
    while start < attribute.size {
      let end = Int(attribute.substr_offsets[index + 1])
      let part = string(attribute.text + start, end - start)
      address += attribute.substr_types[index] == MD_TEXT_ENTITY ? part.decodedEntity : part
      (index, start) = (index + 1, end)
    }
    return address
  }

  /// In bytes.
  private static let longestAddress = 2048
}

extension String {
  /// The text with three dashes for each column below the titles of tables: Markdown takes one, and
  /// MD4C no fewer than that.
  fileprivate var withLongTableRules: String {
    guard utf8.contains(UInt8(ascii: "|")) else { return self }
    var fence: Character?
    let lines = split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    return lines.map { line -> Substring in
      let content = line.drop { $0 == " " || $0 == ">" }
      let mark = content.first
      if content.hasPrefix("```") || content.hasPrefix("~~~"), fence ?? mark == mark {
        fence = fence == nil ? mark : nil
      }
      guard fence == nil, !line.hasPrefix("    "), content.contains("|"), content.contains("-"),
        content.allSatisfy("|:- \t".contains)
      else { return line }
      let cells = content.split(separator: "|", omittingEmptySubsequences: false)
      let rules = cells.map { cell -> Substring in
        guard let dash = cell.firstIndex(of: "-") else { return cell }
        return cell[..<dash] + "--" + cell[dash...]
      }
      return line[..<content.startIndex] + rules.joined(separator: "|")
    }.joined(separator: "\n")
  }

  /// The character that an entity of HTML stands for; entities that are not known, as they are.
  fileprivate var decodedEntity: String {
    let name = dropFirst().dropLast()
    guard name.first == "#" else { return Self.entities[String(name)] ?? self }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    let number = UInt32(isHex ? digits.dropFirst() : digits, radix: isHex ? 16 : 10)
    guard let scalar = number.flatMap(UnicodeScalar.init),
      scalar.properties.generalCategory != .control
    else { return "\u{FFFD}" }
    return String(scalar)
  }

  private static let entities = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "copy": "©",
    "reg": "®", "trade": "™", "hellip": "…", "mdash": "—", "ndash": "–", "lsquo": "‘",
    "rsquo": "’", "ldquo": "“", "rdquo": "”", "laquo": "«", "raquo": "»", "bull": "•",
    "middot": "·", "times": "×", "divide": "÷", "plusmn": "±", "deg": "°", "sect": "§",
    "para": "¶", "euro": "€", "pound": "£", "yen": "¥", "larr": "←", "uarr": "↑", "rarr": "→",
    "darr": "↓", "shy": "\u{AD}",
  ]
}
