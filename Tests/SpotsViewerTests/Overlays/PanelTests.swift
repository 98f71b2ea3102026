import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer

/// Lists in front of the screen show all they hold, whatever the size of the window and of text.
@Suite @MainActor struct PanelTests {
  /// A layer as large as a window, with the list of keys open in it.
  private func layer(_ size: Size, textScale: Double = 1, theme: Theme = .light) -> PopupLayer {
    let layer = PopupLayer()
    layer.environment = .fixed(textScale: textScale)
    layer.environment?.theme = theme
    layer.frame = Rect(origin: .zero, size: size)
    layer.open(
      KeyboardHelp(rows: WindowKey.all.map { ($0.names, $0.meaning) }, words: .english).panel,
      beside: .middle)
    _ = record(layer)
    return layer
  }

  private func record(_ layer: PopupLayer) -> DrawList {
    var list = DrawList(viewport: layer.bounds)
    layer.record(into: &list)
    return list
  }

  /// The texts that are completely visible at some point on the way to the end.
  private func texts(_ layer: PopupLayer, scrollingWith input: InputEvent) -> Set<String> {
    var seen: Set<String> = []
    for step in 0..<400 {
      for entry in record(layer).entries {
        guard case .text(let text, let font, _, let origin, let width, _) = entry.command else {
          continue
        }
        let line = Rect(
          x: origin.x, y: origin.y - font.size * 0.8, width: width, height: font.size)
        if entry.clip.encloses(line) { seen.insert(text) }
      }
      #expect(layer.handle(input, at: Double(step)) && layer.isOpen)
      _ = layer.advance(to: Double(step) + 0.9)
    }
    return seen
  }

  /// The list and what it covers may both be black.
  @Test(arguments: [Theme.highContrast, .highContrastDark])
  func itsEdgeIsSeenInHighContrast(theme: Theme) {
    let list = record(layer(Size(width: 800, height: 600), theme: theme))
    let edges = list.entries.compactMap { entry -> (Rect, Color)? in
      guard case .stroke(let rect, let color, 1, 10) = entry.command else { return nil }
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
      .keyPressed(.down, []),
      .wheel(
        Point(x: width / 2, y: height / 2), delta: Point(y: -0.5), precise: true, []),
    ]
    for input in inputs {
      let layer = layer(Size(width: width, height: height), textScale: textScale)
      let seen = texts(layer, scrollingWith: input)
      for cap in ["Tab", "⇧ F5", "Alt →", "F12", "Ctrl Q", "Ctrl W"] {
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
    let size = Size(width: 320, height: 240)
    func isOpen(after events: InputEvent...) -> Bool {
      let layer = layer(size)
      for event in events { #expect(layer.handle(event, at: 0)) }
      return layer.isOpen
    }
    for key in [Key.up, .down, .pageUp, .pageDown, .home, .end] {
      #expect(isOpen(after: .keyPressed(key, [])))
    }
    for key in [Key.escape, .enter, .character("x"), .function(1)] {
      #expect(!isOpen(after: .keyPressed(key, [])))
    }
    let place = Point(x: 100, y: 100)
    let press = InputEvent.pointerPressed(place, .left, clicks: 1)
    #expect(isOpen(after: press))
    #expect(!isOpen(after: press, .pointerReleased(place, .left)))
    #expect(!isOpen(after: .pointerPressed(Point(x: 2, y: 2), .left, clicks: 1)))
    // A finger that drags scrolls.
    let other = Point(x: 100, y: 40)
    #expect(isOpen(after: press, .pointerMoved(other), .pointerReleased(other, .left)))
  }

  /// The second half of a double click was meant for what opened the panel.
  @Test func aSeriesOfClicksThatBeganBeforeLeavesItOpen() {
    let layer = layer(Size(width: 320, height: 240))
    let place = Point(x: 100, y: 100)
    for clicks in 2...3 {
      #expect(layer.handle(.pointerPressed(place, .left, clicks: clicks), at: 0))
      #expect(layer.handle(.pointerReleased(place, .left), at: 0) && layer.isOpen)
    }
    _ = layer.handle(.pointerPressed(place, .left, clicks: 1), at: 0)
    _ = layer.handle(.pointerReleased(place, .left), at: 0)
    #expect(!layer.isOpen)
  }
}
