import Spots
import SpotsSDL

/// Creates the pages of a session, and reports the images on them that cannot be shown.
@MainActor
final class PageCreation {
  private let context: ViewerContext
  /// Called with each page before anything happens on it.
  var onCreate: (Page) -> Void = { _ in }
  /// The page of the first screen, before it is opened.
  private(set) var prepared: Page?
  /// The document of a page that is being created; nil otherwise.
  private var opening: ScreenFile?

  /// - Parameter front: Returns the page in front; nil before the first one is opened.
  init(_ context: ViewerContext, front: @escaping () -> Page?) {
    self.context = context
    context.onImageFailure = { [weak self] source, reason in
      guard let self, let file = opening ?? front()?.file(naming: source) else { return }
      let fault = file.warning(ofImage: source, reason: reason)
      self.context.report(.diagnostics([fault], path: file.path))
      if opening == nil { front()?.imageFailed(source, fault, path: file.path) }
    }
  }

  /// Creates the page of the first screen, and does most of the work of its first frame. The next
  /// call of `page` returns it.
  func prepare(_ file: ScreenFile, size: Size) {
    opening = file
    defer { opening = nil }
    let page = Page(name: Path.name(of: file.path), file: file, size: size, context: context)
    onCreate(page)
    if context.options.offset == 0 { page.prepareFrame() }
    prepared = page
  }

  /// The prepared page, if there is one, or a new one; see `Page.init`.
  func page(
    name: String, _ file: ScreenFile, isEmpty: Bool, trusting: Set<String>, size: Size
  ) -> Page {
    if let page = prepared.take() { return page }
    opening = file
    defer { opening = nil }
    let page = Page(
      name: name, file: file, isEmpty: isEmpty, trusting: trusting, size: size, context: context)
    onCreate(page)
    return page
  }
}
