import SpotsTestSupport
import Testing

@testable import SpotsViews

@Suite struct MarkdownDocumentTests {
  /// A document in a notation of one line: what a block is, and its content in brackets. A run that
  /// has a style is `bis-code{text}` or `[text](link)`.
  private func outline(_ source: String) -> String {
    MarkdownDocument(source).blocks.map(outline).joined(separator: " ")
  }

  private func outline(_ block: MarkdownDocument.Block) -> String {
    switch block {
    case .paragraph(let text): "p(\(outline(text)))"
    case .heading(let text, let level): "h\(level)(\(outline(text)))"
    case .code(let code): "code(\(code.replacing("\n", with: "/")))"
    case .quote(let blocks): "quote(\(blocks.map(outline).joined(separator: " ")))"
    case .list(let list):
      (list.start.map { "\($0)" } ?? "bullets") + (list.isTight ? "" : " loose")
        + "(\(list.items.map(outline).joined(separator: "; ")))"
    case .table(let table):
      "table("
        + table.rows.map { row in
          row.map { "\(outline($0.text)):\($0.alignment)" }.joined(separator: " ")
        }.joined(separator: "; ") + ")"
    case .pictures(let pictures):
      "pictures("
        + pictures.map { "\($0.label)<\($0.source)>\($0.link ?? "")" }.joined(separator: " ") + ")"
    case .rule: "rule"
    }
  }

  private func outline(_ item: MarkdownDocument.ListItem) -> String {
    let mark = item.isDone.map { $0 ? "[x] " : "[ ] " } ?? ""
    return mark + item.blocks.map(outline).joined(separator: " ")
  }

  private func outline(_ text: StyledText) -> String {
    text.runs.map { run in
      let (part, style) = (text.text.bytes(in: run.range), run.style)
      let marks =
        (style.isBold ? "b" : "") + (style.isItalic ? "i" : "") + (style.isStruck ? "s" : "")
        + (style.isCode ? "c" : "")
      let inner = marks.isEmpty ? part : "\(marks){\(part)}"
      return style.link.map { "[\(inner)](\($0))" } ?? inner
    }.joined().replacing("\n", with: "/")
  }

  /// A row for every construct of the specification, in texts of our own.
  @Test(arguments: [
    ("plain text\nof two lines", "p(plain text of two lines)"),
    ("one  \ntwo\\\nthree", "p(one/two/three)"),
    ("a\n\nb", "p(a) p(b)"),
    ("# One\n## Two ##\nThree\n=====\nFour\n---", "h1(One) h2(Two) h1(Three) h2(Four)"),
    ("###### Six\n####### seven", "h6(Six) p(####### seven)"),
    ("***\n- - -", "rule rule"),
    ("*i* _i_ **b** __b__ ***bi*** ~~s~~", "p(i{i} i{i} b{b} b{b} bi{bi} s{s})"),
    ("a*b*c **x *y* z**", "p(ai{b}c b{x }bi{y}b{ z})"),
    ("snake_case_name 2*3*4", "p(snake_case_name 2i{3}4)"),
    ("`code` ``a`b``", "p(c{code} c{a`b})"),
    ("    indented\n\tcode\n\ntext", "code(indented/code) p(text)"),
    ("```swift\nlet a = *b*\n\n\tc\n```", "code(let a = *b*//    c)"),
    ("~~~\n```\n~~~", "code(```)"),
    ("> quoted\nstill\n>\n> > twice", "quote(p(quoted still) quote(p(twice)))"),
    ("- a\n- b\n  - c\n+ d", "bullets(p(a); p(b) bullets(p(c))) bullets(p(d))"),
    ("7. a\n8. b", "7(p(a); p(b))"),
    ("1) a\n\n2) b\n\n   c", "1 loose(p(a); p(b) p(c))"),
    ("- [ ] open\n- [x] *done*\n- none", "bullets([ ] p(open); [x] p(i{done}); p(none))"),
    ("[a **b**](x:y \"title\") <zz:1>", "p([a ](x:y)[b{b}](x:y) [zz:1](zz:1))"),
    ("[one][ref] [ref]\n\n[ref]: a.json", "p([one](a.json) [ref](a.json))"),
    ("<me@example.org>", "p([me@example.org](mailto:me@example.org))"),
    ("[a](x?b&amp;c) [none]()", "p([a](x?b&c) none)"),
    ("before ![alt *text*](a.png) after", "p(before) pictures(alt text<a.png>) p(after)"),
    (
      "![a](1.png)\n[![b](2.png)](go:2)\n\nc",
      "pictures(a<1.png> b<2.png>go:2) p(c)"
    ),
    ("- ![a](1.png)\n- b", "bullets(pictures(a<1.png>); p(b))"),
    ("# head ![sign](s.png)", "h1(head sign)"),
    (
      "| a | b | c |\n|:--|:-:|--:|\n| *1* | `2` | ![3](x) |\n| 4 |",
      "table(a:start b:center c:end; i{1}:start c{2}:center 3:end; 4:start :center :end)"
    ),
    ("|a|b|\n|-|-|\n|1|2|", "table(a:start b:start; 1:start 2:start)"),
    ("> a | b\n> :-: | --:\n> 1 | 2", "quote(table(a:center b:end; 1:center 2:end))"),
    ("```\n|-|-|\n```\n\n    |-|-|", "code(|-|-|) code(|-|-|)"),
    ("<b>x</b> <!-- y -->", "p(<b>x</b> <!-- y -->)"),
    ("<div>\nx\n</div>", "p(<div> x </div>)"),
    ("&amp;&lt;&copy;&#65;&#x42;&unknown; \\*", "p(&<©AB&unknown; *)"),
    ("&#0;&#27;&#9;&#xD800;", "p(\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD})"),
    ("a\u{1B}[31mb", "p(ab)"),
    ("", ""), ("\n \n", ""), ("[a]: b", ""), ("é **漢字** שלום", "p(é b{漢字} שלום)"),
  ])
  func everyConstructIsABlockOrAStyle(source: String, blocks: String) {
    #expect(outline(source) == blocks)
  }

  @Test func whatIsTooMuchIsLeftOut() {
    let long = MarkdownDocument(String(repeating: "word ", count: 20_000))
    #expect(long.blocks.count == 2 && long.blocks[1] == .paragraph(StyledText("…")))
    let many = MarkdownDocument(String(repeating: "- a\n", count: 9000))
    #expect(many.blocks.last == .paragraph(StyledText("…")))
    let deep = MarkdownDocument(String(repeating: ">", count: 300) + " deep")
    #expect(depth(deep.blocks) < 2 * MarkdownDocument.deepest + 4)
    #expect(outline(String(repeating: "- ", count: 300) + "deep").contains("p(deep)"))
    #expect(outline(String(repeating: "> ", count: 300) + "deep").contains("p(deep)"))
    let address = String(repeating: "a", count: 3000)
    #expect(outline("[a](\(address))") == "p(a)")
  }

  /// The longest texts of one sign, or of a few, are read at once.
  @Test(arguments: [
    ">", "- ", "1. ", "*", "_", "**a ", "~~", "`", "``a`", "[", "![", "](", "[a](", "[a](b)", "<",
    "<a:",
    "&", "&amp;", "|", "a|", "|a|\n|-|\n", "|-|\n", "#", "# a\n", "```\n", "> - ", "\n", " ", "\t",
    "\\",
    "[a]: b\n", "[a]\n\n[a]: b\n", "a\u{301}", "- [x] a\n", "a  \n", "---\n", "<b>", "\u{0}",
  ])
  func theLongestTextsAreReadAtOnce(part: String) {
    let count = MarkdownDocument.longest / part.utf8.count
    let source = String(repeating: part, count: count)
    let limit = 2.0
    let seconds = ProcessorTime.least(below: limit) {
      ProcessorTime.of { MarkdownDocument(source) }
    }
    #expect(seconds < limit, "\(part.debugDescription)")
  }

  /// Changed texts are shown, whatever they are.
  @MainActor
  @Test func changedTextsAreShown() {
    let environment = Environment.fixed()
    let source = Array(
      """
      # A *para* with **bold `code`** and [link](a:b "t"), ![picture](p.png)

      > quote
      - [x] task
        1. deep

      | a | b |
      |---|:-:|
      | c | ~~d~~ &amp; |

      ```
      code
      ```
      """.utf8)
    let signs = Array("*_`~[]()!|>-+#.\\&;:<\n \t\u{0}é".utf8)
    for seed in 0..<400 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var bytes = source
      for _ in 0...random.below(12) {
        let place = random.below(bytes.count)
        switch random.below(3) {
        case 0: bytes[place] = random.pick(signs)
        case 1: bytes.insert(random.pick(signs), at: place)
        default: bytes.removeSubrange(place..<min(place + 1 + random.below(5), bytes.count))
        }
      }
      let element = MarkdownElement(String(decoding: bytes, as: UTF8.self))
      let node = ElementNode(element, environment)
      for width in [0.0, 80, 500] {
        let room = SizeRange(maximum: Size(width: width, height: .infinity))
        let size = node.measure(in: room)
        #expect(size.width <= width && size.height.isFinite, "seed \(seed)")
        _ = node.layOut(in: Rect(origin: .zero, size: size))
      }
    }
  }

  private func depth(_ blocks: [MarkdownDocument.Block]) -> Int {
    blocks.reduce(0) { most, block in
      switch block {
      case .quote(let inner): max(most, 1 + depth(inner))
      case .list(let list): max(most, list.items.reduce(0) { max($0, 1 + depth($1.blocks)) })
      default: max(most, 1)
      }
    }
  }

  /// Whatever is put between the marks is shown, in order.
  @Test func noWordIsLost() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      var (source, words) = ("", [String]())
      for number in 0..<20 {
        let word = "w\(number)x"
        words.append(word)
        source += random.pick([
          "\(word) ", "**\(word)** ", "\n\n- \(word)", "\n\n> \(word) ", "\n\n# \(word)\n\n",
          "`\(word)` ", "[\(word)](a:b) ", "\n\n1. \(word)\n\n   ", "\n\n| \(word) |\n|---|\n\n",
          "\n\n```\n\(word)\n```\n\n", "![\(word)](p.png) ", "~~*\(word)*~~ ",
        ])
      }
      let shown = outline(source)
      var rest = shown[...]
      for word in words {
        let start = rest.range(of: word)
        #expect(start != nil, "seed \(seed): \(word) in \(source.debugDescription): \(shown)")
        rest = rest[(start?.upperBound ?? rest.startIndex)...]
      }
    }
  }
}

extension Substring {
  fileprivate func range(of word: String) -> Range<Index>? { firstRange(of: word) }
}
