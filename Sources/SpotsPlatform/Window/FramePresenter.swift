import CSDL2
import SpotsViews

/// Brings draw lists to the screen: paints where one differs from the list before, as soon as the
/// window system lets it.
///
/// Owned by the window; lives as long as it does.
@MainActor
final class FramePresenter {
  let target: any FrameTarget
  /// The number of frames that were painted and shown, without those in which nothing differed.
  private(set) var frameCount = 0
  private let handle: OpaquePointer
  private var shown: DrawList?
  private var repainter = Repainter()
  /// Sources of images to repaint although the list is the same.
  private var changedImages: Set<String> = []
  private var isStale = true
  private var isVisible = false
  /// Whether the last list could not be shown.
  private var isOmitted = false

  init(_ handle: OpaquePointer, _ target: any FrameTarget) {
    (self.handle, self.target) = (handle, target)
  }

  /// Whether presenting the same list again in a window of `size` would change the screen.
  func needsPresent(in size: Size) -> Bool {
    (isStale || target.isUncovered || !changedImages.isEmpty) && canShow(in: size)
  }

  /// Makes the next `present` paint everything.
  func invalidate() { isStale = true }

  /// Whether nobody can see the window, as far as the window system reports.
  var isOutOfSight: Bool {
    let hidden = SDL_WINDOW_MINIMIZED.rawValue | SDL_WINDOW_HIDDEN.rawValue
    return SDL_GetWindowFlags(handle) & hidden != 0 || isOmitted
  }

  /// The window may have another size.
  func resized() {
    target.resized()
    isStale = true
  }

  /// The image of `source` looks different.
  func imageChanged(_ source: String) {
    let isShown = shown?.entries.contains {
      if case .image(source, _, _, _, _, _) = $0.command { true } else { false }
    }
    if isShown ?? false { changedImages.insert(source) }
  }

  /// Shows `list` over `background` in a window of `size`; see `Window.present`.
  func present(
    _ list: DrawList, background: Color, with painter: Painter?, in size: Size
  ) throws(SDLError) {
    shown = list
    isOmitted = !canShow(in: size)
    guard let painter, !isOmitted, let pixels = try target.begin(isStale: isStale) else {
      isStale = true
      return
    }
    target.setBackground(background)
    if isStale || !pixels.isCurrent { repainter.invalidate() }
    isStale = false
    var repaint = update(pixels, painter, list, background)
    if !isVisible {
      isVisible = true
      SDL_ShowWindow(handle)
      // Showing the window takes time; images that arrived meanwhile belong in its first frame.
      if painter.images?.mailbox.drain() ?? false, !changedImages.isEmpty {
        repaint.areas += update(pixels, painter, list, background).areas
      }
    }
    let isEmpty = repaint.areas.isEmpty && repaint.movement == nil
    guard !isEmpty || target.isUncovered else { return }
    frameCount += 1
    if !target.show(repaint) { isStale = true }
  }

  private func update(
    _ pixels: FramePixels, _ painter: Painter, _ list: DrawList, _ background: Color
  ) -> Repainter.Repaint {
    let changed = changedImages
    changedImages.removeAll(keepingCapacity: true)
    return repainter.update(
      list, background: background, changed: changed, with: painter, on: pixels.canvas,
      movesScreen: pixels.movesScreen)
  }

  private func canShow(in size: Size) -> Bool {
    let flags = SDL_GetWindowFlags(handle)
    return flags & SDL_WINDOW_MINIMIZED.rawValue == 0 && size.width > 0 && size.height > 0
      && target.turn != .awaited
  }
}
