/// The lines of a log that do not go on in further rows: as far as they are scrolled sideways, and
/// as long as the longest that was seen.
///
/// Owned by the component's content; lives as long as it does.
@MainActor
final class LogLines {
  /// In points.
  var offset = 0.0
  private var longest = 0.0
  private var room = 0.0
  private var environment: Environment

  init(_ pool: ReusePool) { environment = pool.environment }

  /// Follows the room that a line has, in points.
  func arrange(in room: Double, _ environment: Environment) {
    if environment.version != self.environment.version { longest = 0 }
    (self.room, self.environment) = (room, environment)
  }

  func see(_ item: Item) {
    longest = max(longest, LogLineItemView.width(of: item.title, in: environment))
  }

  /// How far the lines can be scrolled, in points.
  var range: Double { max(longest - room, 0) }
}
