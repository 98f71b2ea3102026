/// Where the parts of a screen start in its document.
public struct SourceMap: Equatable, Sendable {
  /// A place in a document; both count from 1, columns in characters.
  public struct Position: Hashable, Sendable {
    public var line: Int
    public var column: Int

    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  public init() {}
}
