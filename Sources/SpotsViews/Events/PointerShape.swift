/// The pointer's shape over a window.
public enum PointerShape: CaseIterable, Sendable {
  /// The usual pointer of the desktop.
  case arrow
  /// For anything a click follows or triggers, such as links and buttons.
  case hand
  /// For text that can be edited.
  case beam
  /// For an edge that is dragged sideways.
  case sideways
}
