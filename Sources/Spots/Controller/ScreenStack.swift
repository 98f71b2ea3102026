/// Screens that are seen at once: one that has the window, others beside it, and sheets in front.
@MainActor
package enum ScreenStack {
  /// Records screens at `now`, each in front of the picture of those before it.
  ///
  /// - Returns: The draw list, and when the next frame is due; nil if nothing moves.
  package static func render(
    _ screens: [SpotsController], at now: Double
  ) -> (list: DrawList, next: Double?) {
    var (list, next): (DrawList?, Double?) = (nil, nil)
    for screen in screens {
      if let list { screen.sheet.show(behind: list) }
      let frame = screen.renderFrame(at: now)
      (list, next) = (frame.list, earlier(frame.next, next))
    }
    return (list ?? DrawList(viewport: .zero), next)
  }
}
