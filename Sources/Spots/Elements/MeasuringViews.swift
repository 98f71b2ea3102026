/// One view for each type of element, which measures all elements of that type and is never shown.
///
/// Owned by the environment; live as long as the program shows anything.
@MainActor
final class MeasuringViews {
  /// Views made, and updates of them, so far.
  private(set) var created = 0
  private(set) var updated = 0
  private var views: [ObjectIdentifier: View] = [:]

  /// The size `element` wants in at most `room`.
  func size(of element: any ViewElement, in room: Size, _ environment: Environment) -> Size {
    measure(element, room, environment)
  }

  private func measure<Measured: ViewElement>(
    _ element: Measured, _ room: Size, _ environment: Environment
  ) -> Size {
    let view = view(for: element)
    // The environment owns this view, so that the view must not own the environment.
    view.environment = environment
    defer { view.environment = nil }
    updated += 1
    element.updateView(view, with: ViewElementContext(isMeasuring: true, environment: environment))
    return element.size(room, thatFits: view)
  }

  private func view<Measured: ViewElement>(for element: Measured) -> Measured.ViewType {
    let key = ObjectIdentifier(Measured.self)
    if let view = views[key] as? Measured.ViewType { return view }
    let view = element.makeView()
    created += 1
    views[key] = view
    return view
  }
}
