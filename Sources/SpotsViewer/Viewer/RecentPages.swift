import Spots
import SpotsSDL

/// Adds the screens that the user picks to the list of recent ones, with pictures of them as they
/// were last seen.
@MainActor
final class RecentPages {
  private let context: ViewerContext
  private let store: RecentStore

  /// The size of a picture, in pixels: twice that of a card.
  private static let picture = (width: 480, height: 300)
  /// How long the end of the program waits until everything is written, in seconds.
  private static let patience = 0.1

  /// Nil when nothing is to be kept.
  init?(_ session: Session) {
    context = session.context
    guard context.options.keepsRecentScreens, let store = context.recent else { return nil }
    self.store = store
    session.listen { [weak self] event in
      switch event {
      case .opened(let page): self?.opened(page)
      case .leaving(let page): self?.leave(page)
      default: break
      }
      return false
    }
  }

  /// Adds the document of `page`, which the user has picked.
  func opened(_ page: Page) {
    if let entry = entry(of: page) { store.keep(entry) }
  }

  /// Keeps a picture of `page`, which is in front.
  func leave(_ page: Page) {
    guard page.isChosen, page.controller.input.popup == nil, let entry = entry(of: page) else {
      return
    }
    store.keep(entry, picture: picture(of: page))
  }

  /// Keeps a picture of `page`, and waits until it is on the disk.
  func end(with page: Page) {
    leave(page)
    store.finish(patience: Self.patience)
  }

  /// The entry of a page; nil for streams, the start screen, and what has not arrived.
  private func entry(of page: Page) -> RecentFiles.Entry? {
    guard page.hasContent, let path = Self.place(of: page.source) else { return nil }
    return RecentFiles.Entry(path: path, title: page.title, time: page.openTime)
  }

  /// The address, or the absolute path, by which a later start finds the same document; nil for
  /// other sources.
  private static func place(of source: DocumentSource) -> String? {
    switch source {
    case .stream, .program: return nil
    case .web(let path, _): return path
    case .file(let path):
      let folder = SymbolicLinks.resolve(Path.folder(of: path))
      return folder.map { ($0 == "/" ? "" : $0) + "/" + Path.name(of: path) }
    }
  }

  /// The upper part of the last frame, without the bars, as a PNG file; nil when there is none.
  ///
  /// It is painted anew: under X11 the window's own pixels may be out of date after scrolling.
  private func picture(of page: Page) -> [UInt8]? {
    let (size, bars) = (page.controller.size, page.overlays.insets)
    let top = page.controller.toolbar.height + bars.top
    let shape = Double(Self.picture.height) / Double(Self.picture.width)
    let part = Rect(
      x: 0, y: top, width: size.width,
      height: min(size.height - top - bars.bottom, size.width * shape))
    guard part.width >= 1, part.height >= 1 else { return nil }
    do throws(SDLError) {
      let canvas = try OffscreenCanvas(
        size: Size(width: part.width, height: part.maxY), scale: context.environment.scale)
      let environment = page.controller.environment
      canvas.paint(
        page.controller.renderFrame(at: context.now).list,
        background: environment.theme[.background], with: context.painter)
      let height = Int((Double(Self.picture.width) * part.height / part.width).rounded())
      let small = try canvas.scaled(part, width: Self.picture.width, height: max(height, 1))
      return try small.png(isFast: true)
    } catch {
      // The screen is listed without one.
      return nil
    }
  }
}
