/// Which corners of a rectangle are round, and how much.
public struct Corners: Hashable, Sendable {
  public enum Edges: String, Hashable, Sendable {
    case all
    /// The two upper ones.
    case top
    /// The two lower ones.
    case bottom
  }

  /// In points.
  public var radius: Double
  public var edges: Edges

  public init(radius: Double = 0, edges: Edges = .all) {
    self.radius = radius
    self.edges = edges
  }
}
