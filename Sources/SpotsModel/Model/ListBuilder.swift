/// Collects what the statements of a closure say, in their order: the items of a component, the
/// components of a screen, the elements of a row. A statement may be a value, a sequence of them,
/// an `if`, a `switch`, a `for` or an availability check.
///
/// ```swift
/// let tasks = ["Water the plants", "Call Ada"]
/// let list = ComponentModel(title: "Today") {
///   for task in tasks { Item(title: task) }
///   if tasks.isEmpty { "Nothing to do" }
/// }
/// ```
@resultBuilder
public enum ListBuilder<Value> {
  /// A value.
  public static func buildExpression(_ value: Value) -> [Value] { [value] }
  /// All values of a sequence.
  public static func buildExpression(_ values: some Sequence<Value>) -> [Value] { Array(values) }
  /// The values of statements one after the other.
  public static func buildBlock(_ parts: [Value]...) -> [Value] { parts.flatMap(\.self) }
  /// The values of an `if` without `else`; none where it does not hold.
  public static func buildOptional(_ part: [Value]?) -> [Value] { part ?? [] }
  /// The values of a first branch.
  public static func buildEither(first part: [Value]) -> [Value] { part }
  /// The values of another branch.
  public static func buildEither(second part: [Value]) -> [Value] { part }
  /// The values of all rounds of a loop.
  public static func buildArray(_ parts: [[Value]]) -> [Value] { parts.flatMap(\.self) }
  /// The values that need a newer system.
  public static func buildLimitedAvailability(_ part: [Value]) -> [Value] { part }
}

extension ComponentModel {
  /// Creates a component of what a closure says, below a title unless that is empty.
  public init(
    title: String = "", identifier: String? = nil, kind: Kind = .list, layout: Layout = Layout(),
    @ListBuilder<Item> items: () -> [Item]
  ) {
    let header = title.isEmpty ? nil : Item(title: title)
    self.init(identifier: identifier, header: header, kind: kind, layout: layout, items: items())
  }
}

extension Screen {
  /// Creates a screen of the components that a closure says, from top to bottom.
  public init(
    _ title: String? = nil, spacing: Spacing = .none, columns: Columns = Columns(),
    keepsValues: Bool = false, @ListBuilder<ComponentModel> components: () -> [ComponentModel]
  ) {
    self.init(
      components: components(), title: title, spacing: spacing, columns: columns,
      keepsValues: keepsValues)
  }
}

extension ComponentModel.Kind: ExpressibleByStringLiteral {
  /// Creates a kind from its name.
  public init(stringLiteral name: String) { self.init(rawValue: name) }
}
