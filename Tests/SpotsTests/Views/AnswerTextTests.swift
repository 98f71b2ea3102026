import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViews

/// Everything that users have to read to answer is there to be read.
@MainActor
@Suite struct AnswerTextTests {
  private static let consent = """
    I agree to the terms of use and the privacy notice and I am at least eighteen years old and \
    live in the country stated above
    """
  private static let options = [
    "I would rather have the old hours back because I come after work and never before six",
    "I like them",
  ]

  private static let items: [Item] = {
    var items = InputKind.allCases.map { kind in
      Item(title: consent, subtitle: consent, kind: kind.rawValue, action: "a")
    }
    for style in ChoiceStyle.allCases {
      let input = ItemInput(
        name: style.rawValue, value: .string(options[0]),
        options: options.map { ChoiceOption(.string($0)) }, choiceStyle: style)
      items.append(Item(title: consent, kind: "choice", input: input))
    }
    items.append(Item(title: consent, subtitle: consent, text: consent, kind: "label"))
    return items
  }()

  private func texts(_ list: DrawList) -> [String] {
    list.entries.compactMap { entry in
      guard case .text(let text, _, _, _, _, _) = entry.command else { return nil }
      return text
    }
  }

  /// Letters without the spaces at which lines break.
  private func letters(_ texts: [String]) -> String {
    texts.joined().filter { !$0.isWhitespace }
  }

  @Test func nothingThatIsAskedIsCut() {
    for item in Self.items {
      for width in [320.0, 360, 390] {
        for scale in [1.0, 1.5, 2, 3] {
          let environment = Environment.fixed(textScale: scale)
          let model = ComponentModel(
            header: Item(title: Self.consent, subtitle: Self.consent), kind: .list, items: [item])
          let rig = ScreenRig(
            [model], size: Size(width: width, height: 9000), environment: environment)
          let list = rig.settle()
          // The placeholder of a choice has an ellipsis of its own.
          let all = letters(texts(list).filter { $0 != "Choose…" })
          let name = "\(item.kind) \(item.input.name) \(width) \(scale)"
          #expect(!all.contains("…"), "\(name)")
          let asked =
            [item.title, item.subtitle, item.text].filter { !$0.isEmpty && item.kind != "button" }
            + (item.kind == "button" ? [item.title] : [])
            + (item.input.options.isEmpty ? [] : [Self.options[0]])
          for text in asked where !all.contains(letters([text])) {
            Issue.record("\(name): \(text.prefix(20)) is not in \(all)")
          }
          for case (.text(_, _, _, let origin, let length, _), let clip) in list.entries.map({
            ($0.command, $0.clip)
          }) {
            let end = min(origin.x + length, clip.maxX)
            if max(origin.x, clip.x) < 0 || end > width + 0.5 { Issue.record("\(name): outside") }
          }
        }
      }
    }
  }

  @Test func entriesOfMenusTakeTheLinesThatTheyNeed() {
    let menu = Menu([
      Menu.Row(title: "Short"), Menu.Row(title: Self.consent), Menu.Row(title: "Last"),
    ]) { _ in }
    menu.environment = .fixed()
    menu.frame = Rect(
      origin: .zero, size: menu.sizeThatFits(Size(width: 300, height: 600)))
    menu.layoutIfNeeded()
    var list = DrawList(viewport: menu.bounds)
    menu.record(into: &list)
    #expect(letters(texts(list)) == letters(["Short", Self.consent, "Last"]))
    let frames = menu.accessibleParts.map(\.frame)
    #expect(frames.count == 3 && frames[1].height > frames[0].height * 2)
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.maxY == $1.y })
    menu.rowViews[2].state = .hover
    #expect(menu.current == 2)
  }
}
