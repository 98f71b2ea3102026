import Spots
import SpotsSDL

/// Gives the window of a question, or of a short list that a script has written, the size of its
/// content.
@MainActor
final class ContentFit {
  private let session: Session
  private let window: Window
  /// The size that the window of a question has been given; nil for other windows.
  private var size: Size?

  private static let width = 480.0
  /// The least height, and the one in which a calendar is seen whole.
  private static let (leastHeight, leastHeightForDays) = (120.0, 420.0)

  init(_ session: Session, _ window: Window) { (self.session, self.window) = (session, window) }

  private var isQuestion: Bool { session.context.options.fitsContent }

  /// The height of a window beside which some of the display is seen.
  private var mostHeight: Double { window.displaySize.height * 0.8 }

  /// Gives the window its size before the first frame.
  func begin() {
    let page = session.page
    guard isQuestion || page.status.hasEnded, !page.isLoading, !page.isWaitingForLines else {
      return
    }
    let (height, components) = (height(at: Self.width), page.controller.components)
    let isShort =
      height <= mostHeight && components.allSatisfy { $0.model.arrangement == .list }
    guard isQuestion || isShort && height > 0 else { return }
    let least = isQuestion && asksForDay ? Self.leastHeightForDays : Self.leastHeight
    let size = Size(width: Self.width, height: min(max(height, least), mostHeight))
    page.controller.resize(to: size)
    window.resize(to: size)
    if isQuestion { self.size = size }
  }

  /// Makes the window of a question as high as its next step needs, unless the user has given it
  /// another size.
  func grow() {
    let (page, present) = (session.page, window.size)
    guard let size, !page.isLoading, abs(present.width - size.width) < 1,
      abs(present.height - size.height) < 1
    else { return }
    let bars = session.size.height - page.controller.size.height
    let height = min(height(at: page.controller.size.width) + bars, mostHeight)
    guard height > present.height + 1 else { return }
    let new = Size(width: present.width, height: height)
    self.size = new
    window.resize(to: new)
  }

  /// The height of the page in front at a width.
  private func height(at width: Double) -> Double {
    let controller = session.page.controller
    let usual = controller.size
    controller.resize(to: Size(width: width, height: mostHeight))
    defer { controller.resize(to: usual) }
    return controller.components.reduce(0) { $0 + $1.height }
  }

  /// Whether a field of the page in front opens a calendar.
  private var asksForDay: Bool {
    session.page.controller.components.contains { component in
      component.model.items.prefix(1000).contains { $0.kind == "date" || $0.kind == "date-time" }
    }
  }
}
