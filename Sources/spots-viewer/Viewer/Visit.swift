/// A screen the user went back from, and its scroll offset.
///
/// No content is kept: the screen is loaded again when the user goes forward.
struct Visit {
  /// As the user or the action named it.
  var name: String
  /// A path or a web address.
  var path: String
  /// Hosts in private networks that it may come from.
  var trusting: Set<String> = []
  /// The vertical scroll offset, in points.
  var offset = 0.0
}
