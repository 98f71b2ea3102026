import SpotsModelTestSupport
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// How the elements of a row of a nib share too little width.
@MainActor
@Suite struct NibRowTests {
  private static let long = "A title of an ordinary length that does not fit beside a control"

  private func rig(
    _ row: String, _ item: Item, width: Double = 390, textScale: Double = 1
  ) throws -> ScreenRig {
    let document = #"{"kind":"row","row":{"spacing":12,"children":[\#(row)]}}"#
    let reading = Nib.read(Array(document.utf8))
    #expect(reading.diagnostics == [], "\(document)")
    let configuration = Configuration()
    configuration.register(nib: try #require(reading.nib))
    var item = item
    item.kind = "row"
    let rig = ScreenRig(
      [ComponentModel(kind: .list, items: [item])], size: Size(width: width, height: 900),
      environment: .fixed(textScale: textScale), configuration: configuration)
    rig.settle()
    return rig
  }

  private func views(_ rig: ScreenRig) -> [View] {
    func all(_ view: View) -> [View] { [view] + view.subviews.flatMap(all) }
    return rig.components[0].view(at: 0).map(all) ?? []
  }

  private func labels(_ rig: ScreenRig) -> [Label] {
    views(rig).compactMap { $0 as? Label }.filter { label in
      !sequence(first: label as View, next: \.superview).contains { $0 is Control }
    }
  }

  /// A column of numbers keeps room for them.
  @Test func theSizeOfALabelGrowsWithItsText() throws {
    for scale in [1.0, 1.5, 2] {
      let rig = try rig(
        #"{"image":"{image}","size":[40,40]},{"label":"{title}","grow":1},"#
          + #"{"label":"{text}","size":[44,0]}"#,
        Item(title: Self.long, text: "03:45", image: "a.png"), textScale: scale)
      #expect(labels(rig).last?.frame.width == 44 * scale)
      #expect(views(rig).contains { $0.frame.size == Size(width: 40, height: 40) })
    }
  }

  /// The rows of the documentation, with a title that is too long.
  @Test func whatIsUsedKeepsItsWidth() throws {
    let timer = try rig(
      #"{"label":"{title}: {value} min","grow":1},{"input":"stepper"},"#
        + #"{"icon":"cross","padding":8,"action":"remove:{identifier}"}"#,
      Item(title: Self.long, input: ItemInput(name: "n", value: 4)))
    let stepper = try #require(views(timer).compactMap { $0 as? StepperControl }.first)
    #expect(stepper.frame.width == 72)
    let track = try rig(
      #"{"image":"{image}","size":[40,40]},{"label":"{title}","grow":1},{"label":"{text}"}"#,
      Item(title: Self.long, text: "03:45", image: "a.png"))
    let texts = track.settle().texts
    #expect(texts.contains("03:45") && texts.contains { $0.hasSuffix("…") })
    for kind in ["toggle", "checkbox", "date", "time"] {
      let rig = try rig(
        #"{"label":"{title}","grow":1},{"input":"\#(kind)"}"#,
        Item(title: Self.long, input: ItemInput(name: "n")))
      let control = try #require(views(rig).lazy.compactMap { $0 as? Control }.first)
      let own = control.sizeThatFits(Size(width: .infinity, height: .infinity)).width
      #expect(control.frame.width == own, "\(kind)")
    }
  }

  /// A time is read whole before a long title loses its last words.
  @Test func aShortTextStaysWhole() throws {
    for width in [195.0, 220, 260] {
      let rig = try rig(
        #"{"input":"toggle"},{"label":"{title}"},{"label":"{text}"}"#,
        Item(title: Self.long, text: "03:45", input: ItemInput(name: "n")), width: width)
      #expect(rig.settle().texts.contains("03:45"), "\(width)")
    }
  }

  @Test func aTextThatIsToldToGivesWay() throws {
    let rig = try rig(
      #"{"label":"{title}","shrink":0},{"label":"{text}","shrink":1}"#,
      Item(title: "A short title, kept", text: Self.long))
    #expect(rig.settle().texts.contains("A short title, kept"))
    let squeezed = try self.rig(
      #"{"label":"{title}"},{"input":"slider","shrink":3}"#,
      Item(title: "Twenty letters long.", input: ItemInput(name: "n")), width: 220)
    let slider = try #require(views(squeezed).lazy.compactMap { $0 as? SliderControl }.first)
    #expect(slider.frame.width < 80, "what the nib says wins")
  }

  /// Text between pictures of fixed size is never a column of letters.
  @Test func noTextIsSetLetterByLetter() throws {
    for width in stride(from: 200.0, through: 420, by: 20) {
      let rig = try rig(
        #"{"image":"{image}","size":[150,60]},{"label":"{title}","lines":0,"grow":1},"#
          + #"{"image":"{image}","size":[150,60]}"#,
        Item(title: "Middle text must stay", image: "a.png"), width: width)
      let lines = rig.settle().texts
      #expect(lines.count <= 8, "\(width): \(lines)")
    }
  }

  /// Whatever a row consists of: no control is narrower than it can be used while a text has more
  /// than an ellipsis to give, and nothing is drawn outside of the row.
  @Test func controlsAreUsableAsLongAsTextsGiveWay() throws {
    for seed in 0..<120 as Range<UInt64> {
      var random = RandomComponents(seed: seed ^ 0x5E17)
      let parts = (0..<2 + random.below(3)).map { _ in
        let part = random.pick([
          #""label":"{title}""#, #""label":"{text}""#, #""label":"{title}","lines":0"#,
          #""input":"stepper""#, #""input":"toggle""#, #""input":"date""#, #""input":"text-field""#,
          #""button":"Start now""#, #""icon":"cross","padding":4"#,
          #""image":"{image}","size":[40,40]"#,
        ])
        return "{" + part + (random.oneIn(3) ? #","grow":1"# : "") + "}"
      }
      let item = Item(
        title: Self.long, text: "03:45", image: "a.png", input: ItemInput(name: "n"))
      for width in [140.0, 220, 320, 390, 600] {
        let rig = try rig(parts.joined(separator: ","), item, width: width)
        let name = "seed \(seed), \(width): \(parts)"
        let hasMore = labels(rig).contains { $0.frame.width > $0.leastWidths.least + 1 }
        for view in views(rig) {
          guard let control = view as? Control else { continue }
          if hasMore, control.frame.width < control.leastWidth - 1 {
            Issue.record("\(name): \(type(of: control)) is \(control.frame.width) wide")
          }
        }
        for entry in rig.settle().entries {
          guard case .text(let text, _, _, let origin, let length, _) = entry.command else {
            continue
          }
          let end = min(origin.x + length, entry.clip.maxX)
          if end > width + 1 { Issue.record("\(name): '\(text)' ends at \(end)") }
        }
      }
    }
  }
}

extension DrawList {
  fileprivate var texts: [String] {
    entries.compactMap { if case .text(let text, _, _, _, _, _) = $0.command { text } else { nil } }
  }
}
