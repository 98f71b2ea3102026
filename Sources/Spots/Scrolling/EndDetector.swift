/// Detects that the end of the content is near, once for each content height.
public struct EndDetector: Equatable, Sendable {
  /// The estimated height of six rows, in points.
  private static let sixRows = 6 * RowsLayout.firstEstimate
  private var reportedHeight: Double?
  private var isHandling = false

  /// Creates a detector that has reported nothing yet.
  public init() {}

  /// Whether to report the end now: it is less than two viewports away, or six rows when the
  /// content is shorter than two viewports; it was not reported at this content height; and the
  /// last report was completed. Lengths are in points.
  public mutating func reachesEnd(
    offset: Double, viewportHeight: Double, contentHeight: Double
  ) -> Bool {
    guard contentHeight > 0, !isHandling, reportedHeight != contentHeight else { return false }
    let isShort = contentHeight < 2 * viewportHeight
    let distance = isShort ? Self.sixRows : 2 * viewportHeight
    guard contentHeight - (offset + viewportHeight) < distance else { return false }
    reportedHeight = contentHeight
    isHandling = true
    return true
  }

  /// Follows a correction of the content height, which is no reason to report the end again.
  public mutating func correct(_ old: Double, to new: Double) {
    if reportedHeight == old { reportedHeight = new }
  }

  /// Completes the last report, after which the next one may follow.
  public mutating func complete() { isHandling = false }
}
