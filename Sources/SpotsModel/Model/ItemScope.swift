/// The values that expressions of documents read: the answers of a screen, the one that is asked
/// about, and, in nibs, the item that is shown. No tree is made of them.
package struct ItemScope: ExpressionScope {
  private enum Root: String, CaseIterable {
    case values, value, item
    // The fields of the item.
    case title, subtitle, text, image, kind, action, identifier, meta
  }

  private static let roots = Root.allCases
  private static let fields = [Root.value] + roots[3...]

  private let item: Item?
  private let own: JSONValue?
  private let answer: (String) -> JSONValue?

  /// - Parameter answer: Looks up an answer by its name; nil for none.
  package init(
    item: Item? = nil, value: JSONValue? = nil, answer: @escaping (String) -> JSONValue?
  ) {
    (self.item, own, self.answer) = (item, value, answer)
  }

  package func lookUp(_ root: Int, _ steps: [ExpressionStep]) -> ExpressionLookup {
    switch (Self.roots[root], steps.first) {
    case (.values, .key(let name)?):
      return answer(name)?.lookUp(steps, from: 1) ?? .missing(after: 0, in: .map)
    case (.item, .key(let name)?):
      guard let field = Root(rawValue: name), Self.fields.contains(field) else {
        return .missing(after: 0, in: .map)
      }
      return value(of: field).lookUp(steps, from: 1)
    case (let root, _): return value(of: root).lookUp(steps)
    }
  }

  private func value(of root: Root) -> JSONValue {
    switch root {
    // Answers are only read one by one.
    case .values: .object([:])
    case .value: own ?? item?.documentValue ?? .null
    case .item:
      .object(Dictionary(uniqueKeysWithValues: Self.fields.map { ($0.rawValue, value(of: $0)) }))
    case .title: .string(item?.title ?? "")
    case .subtitle: .string(item?.subtitle ?? "")
    case .text: .string(item?.text ?? "")
    case .image: .string(item?.image ?? "")
    case .kind: .string(item?.kind ?? "")
    case .action: .string(item?.action ?? "")
    case .identifier: item?.identifier?.json ?? .null
    case .meta: .object(item?.meta.values ?? [:])
    }
  }

  // MARK: Names

  /// The names of conditions: `values`.
  static let conditions = environment(of: 1)
  /// Those of checks: also `value`, the answer that is checked.
  static let checks = environment(of: 2)
  /// Those of nibs: also the item and its fields.
  package static let nibs = environment(of: roots.count)

  private static func environment(of count: Int) -> ExpressionEnvironment {
    var environment = ExpressionEnvironment(roots: roots.prefix(count).map(\.rawValue))
    environment.named = [0]
    environment.paths = [roots.count - 1]
    return environment
  }

  /// The slot of `value`.
  static let valueSlot = 1

  /// The names of the answers that expressions read.
  package static func answers(in expressions: [Expression]) -> Set<String> {
    Set(
      expressions.flatMap(\.reads).compactMap { read in
        if read.root == 0, case .key(let name)? = read.steps.first { name } else { nil }
      })
  }
}
