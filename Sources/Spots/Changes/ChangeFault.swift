/// Why a change of the content was not made. Nothing has changed then.
public enum ChangeFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no component at `index`.
  case noComponent(index: Int, count: Int)
  /// There is no item at `index`, or no place for one.
  case noItem(index: Int, count: Int)
  /// The component is not, or not any more, one of a screen.
  case notOnScreen
  /// The JSON is no screen; its first error, as `line:column: text`.
  case invalidScreen(String)

  public var description: String {
    switch self {
    case .noComponent(let index, let count): "there is no component \(index) of \(count)"
    case .noItem(let index, let count): "there is no item \(index) of \(count)"
    case .notOnScreen: "the component is on no screen"
    case .invalidScreen(let error): error
    }
  }
}
