import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsModel
@testable import SpotsViews

@MainActor
@Suite struct NibReadingTests {
  private func read(_ text: String) -> ParsedNib { Nib.read(Array(text.utf8)) }

  private static let profile = """
    { "kind": "profile", "row": { "spacing": 12, "align": "center", "children": [
      { "image": "{image}", "size": [48, 48], "corner-radius": 24 },
      { "column": { "grow": 1, "children": [
        { "label": "{title}", "font": "headline" },
        { "label": "{subtitle} · {meta.nationality}", "color": "secondary", "lines": 1,
          "if": "{subtitle}" } ] } } ] } }
    """

  private func controller(_ text: String, _ items: [Item]) throws -> SpotsController {
    let configuration = Configuration()
    let reading = read(text)
    #expect(reading.diagnostics == [])
    configuration.register(nib: try #require(reading.nib))
    return SpotsController(
      screen: Screen(components: [ComponentModel(kind: .list, items: ItemList(items))]),
      size: Size(width: 400, height: 300), configuration: configuration,
      environment: .fixed(images: ["photo.png": Size(width: 200, height: 200)]))
  }

  private func texts(_ list: DrawList) -> [String] {
    list.entries.compactMap { entry in
      guard case .text(let text, _, _, _, _, _) = entry.command else { return nil }
      return text
    }
  }

  @Test func aNibShowsItems() throws {
    let meta = Meta(strings: ["nationality": "Greek"])
    let controller = try controller(
      Self.profile,
      [
        Item(title: "Ada", subtitle: "Doctor", image: "photo.png", kind: "profile", meta: meta),
        Item(title: "Bea", kind: "profile"),
      ])
    let list = controller.renderFrame(at: 0).list
    #expect(texts(list) == ["Ada", "Doctor · Greek", "Bea"])
    let images = list.entries.compactMap { entry -> Rect? in
      guard case .image("photo.png", let rect, .fill, let corners, _, _) = entry.command,
        corners.radius == 24
      else { return nil }
      return rect
    }
    // 16 at the left, 8 above.
    #expect(images == [Rect(x: 16, y: 8, width: 48, height: 48)])
    let geometry = controller.components[0].geometry
    #expect(geometry.frame(ofItem: 0).height == 64)
    // Without a picture as high as the title.
    #expect(geometry.frame(ofItem: 1).height == 22 + 16)
    #expect(
      controller.components[0].viewName(of: Item(kind: "profile"), role: .item)
        == "profile.view.json")
  }

  @Test func anotherNibForTheKindShowsEverythingAnew() throws {
    let controller = try controller(Self.profile, [Item(title: "Ada", kind: "profile")])
    _ = controller.renderFrame(at: 0)
    let other = try #require(read(#"{"kind":"profile","label":"Dr {title}"}"#).nib)
    controller.configuration.register(nib: other)
    controller.registrationsDidChange()
    #expect(texts(controller.renderFrame(at: 0).list) == ["Dr Ada"])
    controller.configuration.remove(nibFor: "profile")
    controller.registrationsDidChange()
    _ = controller.renderFrame(at: 0)
    #expect(controller.components[0].visibleViews[0] is DefaultItemView)
  }

  @Test func aNibFollowsTheAnswersThatItReads() throws {
    let controller = try controller(
      #"""
      {"kind":"total","column":{"children":[
        {"label":"{values.nights * meta.price} € for {values.nights}"},
        {"label":"long","if":"values.nights > 9"},{"label":"{values.none}none"}]}}
      """#,
      [
        Item(title: "Nights", kind: "stepper", input: ItemInput(name: "nights", value: 2)),
        Item(kind: "total", meta: ["price": 30]), Item(kind: "total", meta: ["price": "?"]),
      ])
    func shown() -> [String] { Array(texts(controller.renderFrame(at: 0).list).suffix(5)) }
    #expect(shown().suffix(4) == ["60 € for 2", "none", " € for 2", "none"])
    controller.values["nights"] = 10
    #expect(shown() == ["long", "none", " € for 10", "long", "none"])
    controller.values["nights"] = 3
    #expect(shown().suffix(4) == ["90 € for 3", "none", " € for 3", "none"])
  }

  // MARK: Faults

  @Test(arguments: [
    ("{", "1:2 error syntax"), ("[]", "1:1 error type-mismatch"),
    (#"{"label":"a"}"#, "1:1 error type-mismatch"),
    (#"{"kind":"a","labl":"x"}"#, "1:13 warning unknown-key"),
    (#"{"kind":"a","label":"{titel}"}"#, "1:23 warning unknown-key"),
    (#"{"kind":"a","label":"\u00e4\\{titel}"}"#, "1:31 warning unknown-key"),
    (#"{"kind":"a","label":"a {title + } \n b"}"#, "1:33 error type-mismatch"),
    (#"{"kind":"a","icon":"plus","if":"meta.count >> 3"}"#, "1:45 error type-mismatch"),
    (#"{"kind":"a","icon":"plus","if":"{kind} > 3"}"#, "1:32 error type-mismatch"),
    (#"{"kind":"a","label":"{title"}"#, "1:22 error type-mismatch"),
    (#"{"kind":"a","label":"x","font":"huge"}"#, "1:32 error type-mismatch"),
    (#"{"kind":"a","label":"x","color":"secundary"}"#, "1:33 error type-mismatch"),
    (#"{"kind":"a","label":"x","image":"y"}"#, "1:33 error type-mismatch"),
    (#"{"kind":"a","row":{"align":"middle"}}"#, "1:28 error type-mismatch"),
    (#"{"kind":"a","row":{"children":[7]}}"#, "1:32 error type-mismatch"),
    (#"{"kind":"a","row":{"spacing":-1}}"#, "1:30 warning out-of-range"),
    (#"{"kind":"a","image":"x","size":[1]}"#, "1:32 error type-mismatch"),
    (#"{"kind":"a","kind":"b"}"#, "1:13 warning duplicate-key"),
  ])
  func faultsHaveTheirPlace(text: String, expected: String) {
    let found = read(text).diagnostics.map {
      "\($0.line):\($0.column) \($0.severity.rawValue) \($0.code.rawValue)"
    }
    #expect(found == [expected], "\(text): \(read(text).diagnostics)")
  }

  @Test func adviceIsGiven() {
    #expect(
      read(#"{"kind":"a","label":"{titel}"}"#).diagnostics.first?.message
        == "in 'label': no name 'titel'; did you mean 'title'?")
    #expect(
      read(#"{"kind":"a","label":"x","color":"secundary"}"#).diagnostics.first?.message.hasSuffix(
        "did you mean 'secondary'?") == true)
    #expect(
      read(#"{"kind":"a","row":{},"spacing":2,"width":4}"#).diagnostics.map(\.message) == [
        "unknown key 'spacing'; it belongs in 'row' or 'column'",
        "unknown key 'width'; it belongs in 'size' or 'min-size' or 'max-size'",
      ])
  }

  @Test func oneWrongValueCostsOnlyItself() throws {
    let nib = read(#"{"kind":"a","label":"{title}","lines":true,"color":"accent"}"#).nib
    let label = nib?.body[.compact].root
    guard case .label? = label?.content else {
      Issue.record("no label")
      return
    }
    #expect(label?.lines == nil)
    #expect(label?.color == .paint(.role(.accent)))
  }

  /// Broken and cut documents neither stop the program nor give anything but diagnostics.
  @Test func damagedNibsAreSurvived() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var bytes = Array(Self.profile.utf8)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeSubrange(index..<min(index + 9, bytes.count))
        default: bytes.insert(UInt8(ascii: "{"), at: index)
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      let reading = Nib.read(bytes)
      #expect(reading.nib != nil || reading.hasErrors, "seed \(seed)")
      if let nib = reading.nib {
        let item = Item(title: "a", subtitle: "b", image: "photo.png")
        if let element = nib.body[.compact].root.element(NibFilling(item, width: 300)) {
          let size = ElementView.size(of: ElementNode(element, .fixed()), width: 300)
          #expect(size.width.isFinite && size.height.isFinite, "seed \(seed)")
        }
      }
    }
  }

  // MARK: Keys

  @Test func everyKeyIsDescribedAndKnown() {
    #expect(
      NibKeys.all.map(\.name) == [
        "nib", "element", "stack", "overlay", "width-range", "inset", "size",
      ])
    let places: [(KeyTable, String, String)] = [
      (NibKeys.nib.table, #"{"kind":"k","#, "}"),
      (NibKeys.element.table, #"{"kind":"k","row":{"children":[{"#, "}]}}"),
      (NibKeys.stack.table, #"{"kind":"k","row":{"#, "}}"),
      (NibKeys.overlay.table, #"{"kind":"k","overlay":{"#, "}}"),
    ]
    for (table, head, tail) in places {
      #expect(table.keys.count <= 60)
      #expect(KeyMatcher.clash(among: table.keys.map(\.name)) == nil)
      for key in table.keys {
        #expect(key.text.hasSuffix("."), "\(table.name).\(key.name)")
        let reading = read(head + "\"\(key.name)\":null" + tail)
        #expect(!reading.diagnostics.contains { $0.code == .unknownKey }, "\(key.name)")
      }
    }
  }
}
