/// Once the pointer has rested over a text that is cut off, shows all of it.
///
/// Keeps time only while the pointer is over such a text, so that a window without one, or with a
/// pointer elsewhere, is not woken. Owned by the screen's state; lives as long as it does.
@MainActor
final class PointerRest {
  private enum Phase: Equatable {
    case idle
    /// The pointer is over the text and has not moved since a time in seconds.
    case waiting(Tooltip.Content, since: Double)
    case showing
  }

  /// How long the pointer rests before the text is shown, in seconds.
  static let delay = 0.6

  private let scrollView: SpotsScrollView
  private let tooltip: Tooltip
  private var phase = Phase.idle
  /// The last position of the pointer; nil outside the window or while it drags.
  private var position: Point?
  weak var responder: (any InputResponder)?

  init(_ scrollView: SpotsScrollView, _ tooltip: Tooltip) {
    (self.scrollView, self.tooltip) = (scrollView, tooltip)
  }

  /// Follows the pointer to `point`; nil when it is nowhere it could rest.
  func moved(to point: Point?, at now: Double) {
    position = point
    let found = cutText
    switch phase {
    case .showing where found == tooltip.content: break
    // The frame that is due already finds out how much longer to wait.
    case .waiting(let text, _) where text == found: phase = .waiting(text, since: now)
    default:
      dismiss()
      guard let found else { return }
      phase = .waiting(found, since: now)
      responder?.setNeedsFrame()
    }
  }

  /// Hides the text, until the pointer moves again.
  func dismiss() {
    phase = .idle
    tooltip.content = nil
  }

  /// Shows the text when it is time, and hides it when it is no longer under the pointer.
  ///
  /// - Returns: When the next frame is due; nil when nothing is waited for.
  func update(at now: Double) -> Double? {
    switch phase {
    case .idle: return nil
    case .showing:
      if cutText != tooltip.content { dismiss() }
      return nil
    case .waiting(let text, let start):
      guard text == cutText else {
        dismiss()
        return nil
      }
      guard now >= start + Self.delay else { return start + Self.delay }
      phase = .showing
      tooltip.content = text
      return nil
    }
  }

  /// The text under the pointer, if its end is cut off.
  private var cutText: Tooltip.Content? {
    guard let position, let (view, point) = HitTest(scrollView, at: position).view,
      let (label, inside) = view.label(at: point), let text = label.cutText
    else { return nil }
    let origin = scrollView.frame.origin + position - inside
    return Tooltip.Content(text: text, label: Rect(origin: origin, size: label.frame.size))
  }
}

extension View {
  /// The front label at `point` in this view or its descendants, and the point in the label.
  fileprivate func label(at point: Point) -> (Label, Point)? {
    guard !isHidden, bounds.contains(point) else { return nil }
    if let label = self as? Label { return (label, point) }
    let inside = point + contentOffset
    return subviews.reversed().lazy.compactMap { $0.label(at: inside - $0.frame.origin) }.first
  }
}
