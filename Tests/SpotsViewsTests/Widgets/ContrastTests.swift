import SpotsTestSupport
import Testing

@testable import SpotsViews

/// Everything meaningful that is not text has a contrast of 3 to 1 with its background, in all
/// built-in themes.
@MainActor
@Suite struct ContrastTests {
  private nonisolated static let themes = [
    Theme.light, .dark, .highContrast, .highContrastDark,
  ]
  private static let grounds = [
    ColorRole.background, .surface, .surfaceHover, .surfacePressed, .selection,
  ]

  private func draw(_ view: View, _ theme: Theme, size: Size? = nil) -> DrawList {
    view.environment = Environment.fixed(theme: theme)
    if let size { view.frame = Rect(origin: .zero, size: size) }
    var list = DrawList(viewport: view.frame.expanded(by: 40))
    view.record(into: &list)
    return list
  }

  @Test(arguments: themes) func theScrollbar(theme: Theme) {
    let bar = Scrollbar()
    bar.contentMoved(at: 0)
    _ = bar.update(offset: 0, length: 2000, viewport: Size(width: 400, height: 600), at: 0)
    let list = draw(bar, theme)
    let middle = Point(x: bar.thumb.midX, y: bar.thumb.midY)
    for ground in Self.grounds.map({ theme[$0] }) {
      #expect(list.color(at: middle, over: ground).contrast(with: ground) >= 3)
    }
  }

  @Test(arguments: themes) func theDotsOfPages(theme: Theme) {
    for isOverlay in [false, true] {
      let dots = PageIndicator()
      (dots.pageCount, dots.currentPage, dots.isOverlay) = (4, 1, isOverlay)
      let list = draw(dots, theme, size: Size(width: 400, height: 22))
      func color(_ x: Double) -> Color {
        list.color(at: Point(x: x, y: 11), over: theme[.background])
      }
      // Four dots of 7 with 7 between start at 176.
      let (other, current, ground) = (color(179), color(193), color(186))
      #expect(other.contrast(with: ground) >= 3)
      #expect(current.contrast(with: ground) >= 3)
      #expect(current.contrast(with: other) >= 3)
    }
  }

  /// Whatever picture is below the dots.
  @Test(arguments: themes) func theDotsOverAPicture(theme: Theme) {
    let dots = PageIndicator()
    (dots.pageCount, dots.currentPage, dots.isOverlay) = (4, 1, true)
    let list = draw(dots, theme, size: Size(width: 400, height: 22))
    let shades = [UInt8(0), 32, 64, 96, 128, 160, 192, 224, 255]
    for red in shades {
      for green in shades {
        for blue in shades {
          let picture = Color(red: red, green: green, blue: blue)
          func color(_ x: Double) -> Color { list.color(at: Point(x: x, y: 11), over: picture) }
          let (other, current, ground) = (color(179), color(193), color(186))
          #expect(other.contrast(with: ground) >= 3, "\(picture)")
          #expect(current.contrast(with: ground) >= 3, "\(picture)")
        }
      }
    }
  }

  @Test(arguments: themes) func theBarOfASelectedRow(theme: Theme) {
    let row = DefaultItemView()
    row.state = .selected
    let list = draw(row, theme, size: Size(width: 320, height: 44))
    let bar = list.color(at: Point(x: 1, y: 22), over: theme[.background])
    #expect(bar.contrast(with: theme[.surface]) >= 3)
    #expect(bar.contrast(with: theme[.selection]) >= 3)
  }

  @Test(arguments: themes) func theFrameOfASelectedCell(theme: Theme) {
    let card = CardItemView()
    (card.cellStyle, card.state) = (CellStyle(isRow: false), .selected)
    let list = draw(card, theme, size: Size(width: 160, height: 160))
    let frame = list.color(at: Point(x: 1, y: 80), over: theme[.background])
    #expect(frame.contrast(with: theme[.background]) >= 3)
    #expect(frame.contrast(with: theme[.selection]) >= 3)
  }

  @Test(arguments: themes) func theChevronOfARowInEveryState(theme: Theme) {
    let row = DefaultItemView()
    row.environment = Environment.fixed(theme: theme)
    row.configure(with: Item(title: "Wi-Fi", action: "screen:open.json"))
    for state in [ViewState(), .hover, [.hover, .highlighted], .selected, [.hover, .selected]] {
      row.state = state
      let list = draw(row, theme, size: Size(width: 320, height: 44))
      let ground = list.color(at: Point(x: 160, y: 2), over: theme[.background])
      let strokes = list.entries.compactMap { entry -> Color? in
        guard case .polyline(_, let color, _) = entry.command else { return nil }
        return color.over(ground)
      }
      #expect(strokes.count == 1)
      for chevron in strokes { #expect(chevron.contrast(with: ground) >= 3, "\(state)") }
    }
  }

  /// The text of a row can be read in every state.
  @Test(arguments: themes) func theTextOfARowInEveryState(theme: Theme) {
    let row = DefaultItemView()
    for state in [ViewState(), .hover, [.hover, .highlighted], .selected, [.hover, .selected]] {
      row.state = state
      let list = draw(row, theme, size: Size(width: 320, height: 44))
      let ground = list.color(at: Point(x: 160, y: 2), over: theme[.background])
      for text in [ColorRole.primary, .secondary] {
        let least = theme.isHighContrast ? 7 : 4.5
        #expect(theme[text].contrast(with: ground) >= least, "\(text), \(state)")
      }
    }
  }

  /// The text of a header's button can be read, in high contrast while it is pressed too, and then
  /// the button has an outline.
  @Test(arguments: themes) func theButtonOfAHeader(theme: Theme) throws {
    let header = HeaderView()
    header.environment = Environment.fixed(theme: theme)
    header.configure(with: Item(title: "New", action: "all", meta: ["actionTitle": "See all"]))
    for state in [ViewState(), .hover, [.hover, .highlighted]] {
      header.state = state
      let list = draw(header, theme, size: Size(width: 400, height: 60))
      let area = try #require(header.activationArea)
      let middle = Point(x: area.midX, y: area.midY)
      let ground = list.color(at: middle, over: theme[.background])
      let least = theme.isHighContrast ? 7 : state.contains(.highlighted) ? 4 : 4.5
      #expect(theme[.accent].contrast(with: ground) >= least, "\(state)")
      let strokes = list.entries.compactMap { entry -> Color? in
        guard case .stroke(_, let color, _, _) = entry.command else { return nil }
        return color
      }
      #expect(strokes == (theme.isHighContrast ? [theme[.accent]] : []))
    }
  }

  /// In high contrast a card is told from what is around it by an outline, without a shadow.
  @Test(arguments: themes) func theEdgeOfACard(theme: Theme) {
    let card = CardItemView()
    card.cellStyle = CellStyle(isRow: false)
    let list = draw(card, theme, size: Size(width: 160, height: 160))
    let edge = list.color(at: Point(x: 0.2, y: 80), over: theme[.background])
    if theme.isHighContrast { #expect(edge.contrast(with: theme[.background]) >= 3) }
    let shadows = list.entries.count {
      if case .shadow = $0.command { true } else { false }
    }
    #expect((shadows == 0) == (theme.isDark || theme.isHighContrast))
  }
}
