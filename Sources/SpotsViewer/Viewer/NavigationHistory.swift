import Spots

/// The screens the user has been to: the open pages, one above the other, those between the first
/// and the second one that have made room, and those to go forward to.
@MainActor
final class NavigationHistory {
  /// The open pages; the last one is in front.
  private(set) var pages: [Page] = []
  /// The screens above the first page whose pages have made room; the last one is uppermost.
  private var covered: [Visit] = []
  /// The most open pages.
  private static let mostPages = 20
  /// The screens the user went back from; the last one is next to go forward to.
  private var forward: [Visit] = []

  /// The page in front. There must be one.
  var current: Page { pages[pages.count - 1] }

  /// The screen to go forward to; nil when there is none.
  var next: Visit? { forward.last }

  /// The title of the screen in front, which another one is about to cover; empty where that one
  /// takes the place of a screen that has made room.
  var coveredTitle: String { covered.isEmpty || pages.count > 1 ? pages.last?.title ?? "" : "" }

  /// Adds a page in front of the others. The first one stays, which may be a stream.
  func push(_ page: Page) {
    pages.last?.controller.values.keep()
    pages.append(page)
    if pages.count > Self.mostPages { covered.append(Visit(pages.remove(at: 1))) }
  }

  /// Closes the page in front, and keeps it as the one to go forward to.
  ///
  /// - Returns: Whether it was closed; the first page never is.
  func goBack() -> Bool {
    guard pages.count > 1 else { return false }
    let left = pages.removeLast()
    left.controller.values.keep()
    forward.append(Visit(left))
    return true
  }

  /// Removes the screen that belongs in front but has made room; nil when the right page is in
  /// front.
  func takeCovered() -> Visit? { pages.count == 1 ? covered.popLast() : nil }

  /// Closes all pages, and forgets the screens to go forward to.
  func closeAll() {
    pages.last?.controller.values.keep()
    (pages, covered, forward) = ([], [], [])
  }

  /// Records that the screen to go forward to has been opened again.
  func wentForward() { forward.removeLast() }

  /// Forgets the screens to go forward to, since the user went elsewhere.
  func forgetNext() { forward = [] }
}

/// A screen without a page, its scroll offset, and what the user has answered on it.
///
/// No content is kept: the screen is loaded again when the user returns to it.
struct Visit {
  /// As the user or the action named it.
  var name: String
  var source: DocumentSource
  /// Hosts in private networks that it may come from.
  var trusting: Set<String> = []
  /// The vertical scroll offset, in points.
  var offset = 0.0
  /// The answers of the user.
  var values = KeptValues()
  /// Whether the user picked the screen, rather than an action of another one.
  var isChosen = false
}

extension Visit {
  /// Keeps what is needed of `page` to open its screen again.
  @MainActor
  fileprivate init(_ page: Page) {
    self.init(
      name: page.name, source: page.source, trusting: page.trustedHosts,
      offset: page.controller.contentOffset, values: page.controller.values.given,
      isChosen: page.isChosen)
  }
}
