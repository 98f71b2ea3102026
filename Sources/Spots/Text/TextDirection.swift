/// The direction in which a paragraph is read.
public enum TextDirection: String, Hashable, Sendable, CaseIterable {
  /// As in Latin script; as in Arabic or Hebrew script.
  case leftToRight, rightToLeft
}
