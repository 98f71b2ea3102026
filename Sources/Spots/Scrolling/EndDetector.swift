/// Tells when the end of the content comes near, once for each content height.
public struct EndDetector: Equatable, Sendable {
  /// What six rows are taken to be high together, in points.
  private static let sixRows = 6 * RowsLayout.firstEstimate
  private var reportedHeight: Double?
  private var isHandling = false

  public init() {}

  /// Whether the end is to be reported now: it is less than two viewports away, or six rows when
  /// the content is shorter than two viewports; it was not reported at this content height; and the
  /// last report has been handled.
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

  /// The same content turned out to be higher or lower than it was taken to be.
  public mutating func correct(_ old: Double, to new: Double) {
    if reportedHeight == old { reportedHeight = new }
  }

  /// The report has been handled.
  public mutating func complete() { isHandling = false }
}
