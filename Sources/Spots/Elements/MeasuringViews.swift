/// One view for each type of element, which measures all elements of the type and is never shown.
///
/// Owned by the environment, and kept for as long as it exists.
@MainActor
final class MeasuringViews {
  /// The numbers of views created, and of updates of them, so far.
  private(set) var created = 0
  private(set) var updated = 0
  private var views: [ObjectIdentifier: View] = [:]

  /// The size `element` wants within `room`.
  func size(of element: any ViewElement, in room: Size, _ environment: Environment) -> Size {
    measure(element, room, environment)
  }

  private func measure<Measured: ViewElement>(
    _ element: Measured, _ room: Size, _ environment: Environment
  ) -> Size {
    let view = view(for: element)
    // The environment owns this view, so a lasting reference back would be a cycle.
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
