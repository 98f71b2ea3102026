/// Why a change of the content was not made. Nothing has changed then.
public enum ChangeFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no component at `index`.
  case noComponent(index: Int, count: Int)
  /// There is no item at `index`, or no place for one.
  case noItem(index: Int, count: Int)
  /// The component is not, or not any more, one of a screen.
  case notOnScreen
  /// The JSON is no screen, for these reasons.
  case invalidScreen([Diagnostic])

  public var description: String {
    switch self {
    case .noComponent(let index, let count): "there is no component \(index) of \(count)"
    case .noItem(let index, let count): "there is no item \(index) of \(count)"
    case .notOnScreen: "the component is on no screen"
    case .invalidScreen(let diagnostics): Self.text(diagnostics)
    }
  }

  /// The first error as `line:column: text`.
  private static func text(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.first { $0.severity == .error }
      .map { "\($0.line):\($0.column): \($0.message)" } ?? "there is no screen"
  }
}
