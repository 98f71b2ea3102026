/// Which corners of a rectangle are round, and how much.
public struct Corners: Hashable, Sendable {
  /// Which of the four corners are round.
  public enum Edges: String, Hashable, Sendable {
    /// All four.
    case all
    /// The two upper ones.
    case top
    /// The two lower ones.
    case bottom
  }

  /// In points.
  public var radius: Double
  /// The round corners; the others are square.
  public var edges: Edges

  /// Creates corners that are square unless `radius` is above 0.
  public init(radius: Double = 0, edges: Edges = .all) {
    self.radius = radius
    self.edges = edges
  }
}
