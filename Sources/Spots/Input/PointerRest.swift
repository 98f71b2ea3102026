/// Once the pointer has rested over a text that is cut off, or the keyboard on a part with such
/// texts, shows all of it.
///
/// Keeps time only while there is such a text, so that a window without one is not woken. Owned by
/// the screen's state; lives as long as it does.
@MainActor
final class PointerRest {
  private enum Phase: Equatable {
    case idle
    /// The text has been there, and the pointer or the keyboard on it, since a time in seconds; nil
    /// while the part that has the keyboard comes into view.
    case waiting(Tooltip.Content?, since: Double)
    case showing
  }

  /// How long the pointer rests before the text is shown, in seconds.
  static let delay = 0.6

  private let scrollView: SpotsScrollView
  private let tooltip: Tooltip
  private var phase = Phase.idle
  /// Finds the text where the pointer or the keyboard is; nil while the pointer is outside the
  /// window or drags.
  private var find: (() -> Tooltip.Content?)?

  init(_ scrollView: SpotsScrollView, _ tooltip: Tooltip) {
    (self.scrollView, self.tooltip) = (scrollView, tooltip)
  }

  /// Follows the pointer to `point`; nil when it is nowhere it could rest.
  func moved(to point: Point?, at now: Double) {
    find = point.map { point in { [weak self] in self?.cutText(at: point) } }
    let found = find?()
    switch phase {
    case .showing where found == tooltip.content: break
    // The frame that is due already finds out how much longer to wait.
    case .waiting(let text, _) where text == found: phase = .waiting(text, since: now)
    default:
      dismiss()
      guard let found else { return }
      phase = .waiting(found, since: now)
      scrollView.setNeedsDisplay()
    }
  }

  /// Follows the keyboard to a part, which may still have to be scrolled into view.
  func focused(_ path: ItemPath) {
    dismiss()
    find = { [weak self] in self?.cutText(in: path) }
    phase = .waiting(nil, since: 0)
  }

  /// Hides the text, until the pointer or the keyboard moves again.
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
      if find?() != tooltip.content { dismiss() }
      return nil
    case .waiting(let text, let start):
      guard let found = find?() else {
        if text != nil || !scrollView.verticalScroll.isMoving { dismiss() }
        return nil
      }
      if found != text {
        phase = .waiting(found, since: now)
        return now + Self.delay
      }
      guard now >= start + Self.delay else { return start + Self.delay }
      phase = .showing
      tooltip.content = text
      return nil
    }
  }

  /// The texts that are cut off in a part.
  private func cutText(in path: ItemPath) -> Tooltip.Content? {
    let view = scrollView.paths.component(of: path)?.view(of: path.last.part)
    let labels = view.map(Self.cutLabels) ?? []
    guard let last = labels.last else { return nil }
    let origin = scrollView.frame.origin - last.convert(.zero, from: scrollView)
    return Tooltip.Content(
      text: labels.map(\.text).joined(separator: "\n"),
      label: Rect(origin: origin, size: last.frame.size))
  }

  /// The text at a place, if its end is cut off.
  private func cutText(at position: Point) -> Tooltip.Content? {
    guard let (view, point) = HitTest(scrollView, at: position).view,
      let (found, inside) = view.front(at: point, where: { $0 is Label }),
      let label = found as? Label, let text = label.cutText
    else { return nil }
    let origin = scrollView.frame.origin + position - inside
    return Tooltip.Content(text: text, label: Rect(origin: origin, size: label.frame.size))
  }

  /// The labels in `view`, other than those of components inside, whose ends are cut off.
  private static func cutLabels(in view: View) -> [Label] {
    guard !view.isHidden, !(view is SpotsScrollView) else { return [] }
    if let label = view as? Label { return label.cutText == nil ? [] : [label] }
    return view.subviews.flatMap(cutLabels)
  }
}
