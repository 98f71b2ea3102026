import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer

/// Lists in front of the screen show all they hold, whatever the size of the window and of text.
@Suite @MainActor struct PanelTests {
  private func panel(
    _ content: any PanelContent, size: Size, textScale: Double
  ) -> Panel {
    let panel = Panel()
    panel.environment = .fixed(textScale: textScale)
    panel.content = content
    panel.frame = Rect(origin: .zero, size: size)
    return panel
  }

  /// The texts that are completely visible at some point on the way to the end.
  private func texts(_ panel: Panel, scrollingWith input: InputEvent) -> Set<String> {
    var seen: Set<String> = []
    for _ in 0..<400 {
      var list = DrawList(viewport: panel.bounds)
      panel.record(into: &list)
      for entry in list.entries {
        guard case .text(let text, let font, _, let origin, let width, _) = entry.command else {
          continue
        }
        let line = Rect(
          x: origin.x, y: origin.y - font.size * 0.8, width: width, height: font.size)
        if entry.clip.encloses(line) { seen.insert(text) }
      }
      #expect(panel.handle(input))
    }
    return seen
  }

  /// The list and what it covers may both be black.
  @Test(arguments: [Theme.highContrast, .highContrastDark])
  func itsEdgeIsSeenInHighContrast(theme: Theme) {
    let panel = panel(KeyboardHelp(), size: Size(width: 800, height: 600), textScale: 1)
    panel.environment?.theme = theme
    var list = DrawList(viewport: panel.bounds)
    panel.record(into: &list)
    let edges = list.entries.compactMap { entry -> (Rect, Color)? in
      guard case .stroke(let rect, let color, _, 12) = entry.command else { return nil }
      return (rect, color)
    }
    #expect(edges.count == 1)
    for (rect, color) in edges {
      let inside = list.color(at: Point(x: rect.midX, y: rect.y + 3), over: theme[.background])
      let outside = list.color(at: Point(x: rect.midX, y: rect.y - 3), over: theme[.background])
      #expect(color.contrast(with: inside) >= 3)
      // A light page is darker behind the list.
      #expect(max(color.contrast(with: outside), inside.contrast(with: outside)) >= 2)
    }
  }

  private static let meanings = [
    "Move the selection", "Next button or component", "Open what is selected", "Inspector", "Close",
  ]

  @Test(arguments: [
    (320.0, 240.0, 1.0), (320, 240, 2), (240, 180, 3), (800, 600, 2), (800, 600, 1),
  ])
  func theKeysAreAllSeen(width: Double, height: Double, textScale: Double) {
    let inputs: [InputEvent] = [
      .keyPressed(.down, []), .wheel(.zero, delta: Point(y: -0.5), precise: true, []),
    ]
    for input in inputs {
      let panel = panel(
        KeyboardHelp(), size: Size(width: width, height: height), textScale: textScale)
      let seen = texts(panel, scrollingWith: input)
      for cap in ["Tab", "Shift F5", "Alt →", "F12", "Ctrl Q", "Ctrl W"] {
        #expect(seen.contains(cap), "\(cap) at \(width)×\(height), \(textScale)")
      }
      let words = Set(seen.flatMap { $0.split(separator: " ") }.map(String.init))
      // A word that does not fit on a line continues on the next one.
      for word in Self.meanings.flatMap({ $0.split(separator: " ") }) where textScale < 3 {
        #expect(words.contains(String(word)), "\(word) at \(width)×\(height), \(textScale)")
      }
      #expect(!seen.contains { $0.contains("…") })
    }
  }

  @Test func keysThatDoNotScrollAndClicksCloseIt() {
    let panel = panel(KeyboardHelp(), size: Size(width: 320, height: 240), textScale: 1)
    panel.layoutIfNeeded()
    for key in [Key.up, .down, .pageUp, .pageDown, .home, .end] {
      #expect(panel.handle(.keyPressed(key, [])))
    }
    for key in [Key.escape, .enter, .character("x")] {
      #expect(!panel.handle(.keyPressed(key, [])))
    }
    let place = Point(x: 100, y: 100)
    #expect(panel.handle(.pointerPressed(place, .left, clicks: 1)))
    #expect(!panel.handle(.pointerReleased(place, .left)))
    // A finger that drags scrolls.
    #expect(panel.handle(.pointerPressed(place, .left, clicks: 1)))
    #expect(panel.handle(.pointerMoved(Point(x: 100, y: 40))))
    #expect(panel.handle(.pointerReleased(Point(x: 100, y: 40), .left)))
  }

  /// The second half of a double click was meant for what opened the panel.
  @Test func aSeriesOfClicksThatBeganBeforeLeavesItOpen() {
    let panel = panel(KeyboardHelp(), size: Size(width: 320, height: 240), textScale: 1)
    panel.layoutIfNeeded()
    let place = Point(x: 100, y: 100)
    for clicks in 2...3 {
      #expect(panel.handle(.pointerPressed(place, .left, clicks: clicks)))
      #expect(panel.handle(.pointerReleased(place, .left)))
    }
    #expect(panel.handle(.pointerPressed(place, .left, clicks: 1)))
    #expect(!panel.handle(.pointerReleased(place, .left)))
  }
}
