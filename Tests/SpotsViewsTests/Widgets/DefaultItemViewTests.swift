import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct DefaultItemViewTests {
  private let row = ViewStates(
    type: DefaultItemView.self, cellStyle: CellStyle(isFirst: true, isLast: false))
  private let full = Item(
    title: "Anna Berg", subtitle: "Stockholm", image: "photo.png", action: "profile:1",
    meta: Meta(strings: ["detail": "3 km"]))

  @Test func heights() {
    #expect(row.size(of: Item()).height == 44)
    #expect(row.size(of: full).height == 56)
    // Twice (21 + 18) = 78, and 16 around it.
    var large = row
    large.textScale = 2
    #expect(large.size(of: full).height == 94)
  }

  /// The row of 320 has 268 between its margins of 16 and before its chevron; a character of 15
  /// points is 7.5 wide, one of 14 is 7.
  @Test func theTitleGoesBeforeALongDetail() {
    func widths(_ title: String, _ detail: String) -> [Double] {
      let item = Item(title: title, action: "a", meta: Meta(strings: ["detail": detail]))
      return row.draw(item).entries.compactMap { entry in
        guard case .text(_, _, _, _, let width, _) = entry.command else { return nil }
        return width
      }
    }
    let long = String(repeating: "x", count: 100)
    #expect(widths("Wi-Fi", "Attic 5G") == [37.5, 56])
    // A short title leaves 268 - 37.5 - 12 …
    #expect(widths("Wi-Fi", long)[0] == 37.5)
    #expect(widths("Wi-Fi", long)[1] > 200)
    // … and two long ones share the room 6 to 4; the title has two lines.
    let shared = widths(long, long)
    #expect(shared.count == 3)
    #expect(shared[0] <= 268 * 0.6 && shared[0] > 268 * 0.6 - 12 - 15)
    // The detail also gets what a letter that did not fit leaves free.
    #expect(shared[2] <= 268 * 0.4 + 15 && shared[2] > 268 * 0.4 - 14)
  }

  /// A word is not broken while the detail can make room for it.
  @Test func aDetailGoesBelowALongWord() {
    var large = row
    large.textScale = 2
    func texts(_ detail: String) -> [(text: String, origin: Point)] {
      let meta = Meta(strings: ["detail": detail])
      let item = Item(title: "Notifications", action: "a", meta: meta)
      return large.draw(item).entries.compactMap { entry in
        guard case .text(let text, _, _, let origin, _, _) = entry.command else { return nil }
        return (text, origin)
      }
    }
    // 195 of 268 points, so that 61 are left.
    #expect(texts("On").map(\.text) == ["Notifications", "On"])
    #expect(texts("On")[1].origin.x > 200)
    let below = texts("Summary at 18")
    #expect(below.map(\.text) == ["Notifications", "Summary at 18"])
    #expect(below[0].origin.x == below[1].origin.x && below[0].origin.y < below[1].origin.y)
  }

  /// Larger text shows the words that it shows at normal size, and larger pictures where there is
  /// room for them.
  @Test(arguments: [(390.0, 40.0), (720, 60)])
  func largeTextIsNotCutOff(width: Double, side: Double) {
    var large = row
    (large.textScale, large.width, large.cellStyle.componentWidth) = (2, width, width)
    let item = Item(
      title: "Heron returns to the inner river after 61 years",
      subtitle: "Environment, twelve minutes ago", image: "river.svg", action: "a",
      meta: Meta(strings: ["detail": "3 min"]))
    let entries = large.draw(item).entries
    let texts = entries.compactMap { entry -> (String, Double)? in
      guard case .text(let text, _, _, let origin, _, _) = entry.command else { return nil }
      return (text, origin.x)
    }
    #expect(texts.map(\.0).allSatisfy { !$0.contains("…") }, "\(texts)")
    // A detail beside it would need more lines of a narrow title.
    let isBelow = texts.allSatisfy { $0.1 == texts[0].1 }
    #expect(texts.count > 3 && isBelow == (width < 720), "\(texts)")
    let pictures = entries.compactMap { entry -> Rect? in
      if case .image(_, let rect, _, _, _, _) = entry.command { rect } else { nil }
    }
    #expect(pictures.map(\.size) == [Size(width: side, height: side)])
    #expect(pictures.first?.x == 16 && texts.first?.1 == 16 + side + 12)
  }

  /// Titles with a common beginning can be told apart.
  @Test func aTitleThatDoesNotFitShowsItsEnd() {
    func texts(_ item: Item, width: Double = 320) -> [String] {
      var row = row
      row.width = width
      return row.draw(item).entries.compactMap { entry in
        guard case .text(let text, _, _, _, _, _) = entry.command else { return nil }
        return text
      }
    }
    let folder = "/home/user/projects/customer-portal/deployment/environments/configuration/"
    for name in ["alpha.yaml", "beta.yaml", "gamma.yaml"] {
      let shown = texts(Item(title: folder + name))
      #expect(shown.count == 1 && shown[0].hasPrefix("/home") && shown[0].hasSuffix(name))
      #expect(shown[0].contains("…"))
    }
    #expect(texts(Item(title: "/etc/hosts")) == ["/etc/hosts"])
    let subject = Item(title: "Minutes of the meeting of the board about the spring: draft")
    #expect(texts(subject).count == 2)
    #expect(texts(subject).last?.hasSuffix("draft") == true)
    #expect(row.size(of: subject).height > row.size(of: Item(title: "Minutes")).height)
    #expect(texts(subject, width: 700).count == 1)
    let cut = texts(Item(title: String(repeating: "word ", count: 60), subtitle: "Below"))
    #expect(cut.count == 3 && cut[1].hasSuffix("…") && cut[2] == "Below")
  }

  /// The only line of a row stands in its middle, whichever it is.
  @Test func aLineAloneStandsInTheMiddle() {
    for item in [Item(title: "Title"), Item(subtitle: "Subtitle")] {
      let middle = row.size(of: item).height / 2
      let baselines = row.draw(item).entries.compactMap { entry -> Double? in
        guard case .text(_, _, _, let origin, _, _) = entry.command else { return nil }
        return origin.y
      }
      // Letters stand on a baseline that is a little below their middle.
      #expect(baselines.count == 1)
      #expect(baselines.allSatisfy { (2...8).contains($0 - middle) }, "\(baselines), \(middle)")
    }
  }

  @Test func nothingIsDrawnOutsideOfItsWidth() {
    for width in [0.0, 1, 20, 50, 100] {
      var narrow = row
      narrow.width = width
      for entry in narrow.draw(full).entries {
        if case .text(_, _, _, let origin, let length, _) = entry.command {
          // A text without room still has one character and its ellipsis.
          #expect(length <= max(width, 15), "\(width)")
          #expect(origin.x.isFinite)
        }
      }
    }
  }
}
