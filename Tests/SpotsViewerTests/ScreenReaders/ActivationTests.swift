import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer
@testable import spots_viewer

/// The effect of activating an item through a client, on every screen of the project.
@Suite @MainActor struct ActivationTests {
  @MainActor
  private final class Lines: EventOutput {
    var text = ""

    func write(_ lines: [UInt8]) { text += String(decoding: lines, as: UTF8.self) }
    func writeLast(_ line: [UInt8]) { write(line) }
  }

  /// A screen in a session that prints events.
  @MainActor
  private final class Player {
    let session: Session
    let screen: AccessibleScreen
    private let lines = Lines()
    private var now = 1.0

    init(_ path: String) throws {
      let context = try ViewerContext(test: path)
      let log = spots_viewer.EventLog(output: lines)
      context.onEvent = { log.write($0) }
      session = Session(context: context, size: Size(width: 700, height: 5000))
      session.isScripted = true
      session.start(try context.loader.openFile(.file(path)))
      screen = AccessibleScreen(session.page.controller)
      session.didShow()
      settle()
    }

    /// The lines for `action`, after which the screen is in front again.
    func lines(for action: () -> Void) -> String {
      lines.text = ""
      action()
      settle()
      // Fault messages below answers make a screen longer.
      let printed = lines.text.split(separator: "\n").filter { !$0.contains("reachedEnd") }
        .joined(separator: "\n")
      if session.pages.count > 1 {
        session.goBack()
        settle()
      }
      return printed
    }

    /// Closes menus, and resets the values.
    func reset() {
      let controller = session.page.controller
      controller.handle(.keyPressed(.escape, []), at: now)
      controller.values.reset()
      if let first = controller.screen.tabs.first { controller.tabs.chosen = first.title }
      settle()
    }

    func settle() {
      for _ in 0..<100 {
        now += 1
        guard session.renderFrame(at: now).next != nil else { break }
      }
      screen.invalidate()
    }

    /// The node of `id`, scrolled completely into the window.
    func shownNode(_ id: AccessibleNode.ID) throws -> AccessibleNode {
      let node = try #require(screen.node(id))
      let window = Rect(origin: .zero, size: session.size)
      if node.frame.intersection(window) == node.frame { return node }
      perform(.reveal, on: id)
      settle()
      return try #require(screen.node(id))
    }

    func click(_ point: Point) {
      session.handle(.pointerMoved(point), at: now)
      session.handle(.pointerPressed(point, .left, clicks: 1), at: now)
      session.handle(.pointerReleased(point, .left), at: now)
    }

    func perform(_ action: AccessibleAction, on id: AccessibleNode.ID) {
      #expect(screen.perform(action, on: id, at: now), "\(action) \(id)")
    }

    /// All parts that may be activated, those at the far ends of carousels included.
    var parts: [AccessibleNode.ID] {
      screen.window.all.flatMap { node -> [AccessibleNode.ID] in
        if ![.list, .table, .log, .tree].contains(node.role) {
          return node.position == nil && node.actions.contains(.activate) ? [node.id] : []
        }
        return (0..<node.childCount).compactMap { screen.child($0, of: node.id) }
      }
    }
  }

  @Test func activationPrintsWhatAClickPrints() throws {
    var count = 0
    for path in try SampleScreens.paths {
      let player = try Player(path)
      for id in player.parts {
        let node = try player.shownNode(id)
        // Clicks set a value according to their position.
        guard node.actions.contains(.activate), node.value == nil else { continue }
        let middle = Point(x: node.frame.midX, y: node.frame.midY)
        let clicked = player.lines { player.click(middle) }
        player.reset()
        // Of three clicks on a title the last one puts the rows back in order.
        let isTitle = node.role == .columnHeader
        // Of two clicks on a header or row that hides others the last one puts them back.
        let isDisclosure = clicked.contains(#""event":"expanded""#)
        if isDisclosure { _ = player.lines { player.click(middle) } }
        if isTitle { for _ in 0..<2 { _ = player.lines { player.click(middle) } } }
        let activated = player.lines { player.perform(.activate, on: id) }
        if isDisclosure { _ = player.lines { player.perform(.activate, on: id) } }
        player.reset()
        #expect(activated == clicked, "\(path) \(id) \(node.name)")
        // Items that take answers may only get the keyboard.
        let isAnswered =
          node.role.isOperated || isDisclosure
          || isTitle && clicked.contains("sorted")
        #expect(isAnswered || clicked.contains("itemSelected"), "\(path) \(id) \(node.name)")
        count += 1
      }
    }
    #expect(count > 100)
  }
}
