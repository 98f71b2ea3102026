/// How a paragraph is read.
public enum TextDirection: String, Hashable, Sendable, CaseIterable {
  case leftToRight, rightToLeft
}
