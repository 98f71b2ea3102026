/// The values that expressions of documents read: the answers of a screen, the one that is asked
/// about, and, in nibs, the item that is shown. No tree is made of them.
package struct ItemScope: ExpressionScope {
  private enum Root: Int, CaseIterable {
    case values, value, item
    // The fields of the item.
    case title, subtitle, text, markdown, image, kind, action, identifier, meta
  }

  private static let fields = Dictionary(
    uniqueKeysWithValues: ([.value] + Root.allCases[3...]).map { ("\($0)", $0) })

  package let item: Item?
  package let language: Language
  private let own: JSONValue?
  private let answer: (String) -> JSONValue?

  /// - Parameter answer: Looks up an answer by its name; nil for none.
  package init(
    item: Item? = nil, value: JSONValue? = nil, language: Language = .standard,
    answer: @escaping (String) -> JSONValue?
  ) {
    (self.item, self.language, own, self.answer) = (item, language, value, answer)
  }

  package func lookUp(_ root: Int, _ steps: [ExpressionStep]) -> ExpressionLookup {
    guard var root = Root(rawValue: root) else { return .missing(after: 0, in: .map) }
    var count = 0
    switch (root, steps.first) {
    case (.values, .key(let name)?):
      return answer(name)?.lookUp(steps, from: 1) ?? .missing(after: 0, in: .map)
    case (.item, .key(let name)?):
      guard let field = Self.fields[name] else { return .missing(after: 0, in: .map) }
      (root, count) = (field, 1)
    default: break
    }
    return value(of: root).lookUp(steps, from: count)
  }

  /// The key of items that a hole reads, as in `title` and `meta.price`; nil for none.
  package static func key(of read: ExpressionRead) -> String? {
    guard let root = Root(rawValue: read.root), root != .values else { return nil }
    var steps = read.steps.compactMap { if case .key(let name) = $0 { name } else { nil } }
    if root != .item { steps.insert("\(root)", at: 0) }
    return steps.isEmpty
      ? nil : steps.prefix(steps[0] == "\(Root.meta)" ? 2 : 1).joined(separator: ".")
  }

  private func value(of root: Root) -> JSONValue {
    switch root {
    // Answers are only read one by one.
    case .values: .object([:])
    case .value: own ?? item?.documentValue ?? .null
    case .item: .object(Self.fields.mapValues(value))
    case .title: .string(item?.title ?? "")
    case .subtitle: .string(item?.subtitle ?? "")
    case .text: .string(item?.text ?? "")
    case .markdown: .string(item?.markdown ?? "")
    case .image: .string(item?.image ?? "")
    case .kind: .string(item?.kind ?? "")
    case .action: .string(item?.action ?? "")
    case .identifier: item?.identifier?.json ?? .null
    case .meta: .object(item?.meta.values ?? [:])
    }
  }

  // MARK: Names

  /// The names of conditions: `values`.
  static let conditions = environment(upTo: .values)
  /// Those of checks: also `value`, the answer that is checked.
  static let checks = environment(upTo: .value)
  /// Those of nibs: also the item and its fields. What is shown may be written as a language does
  /// it; what is decided must not depend on that.
  package static let nibs = environment(upTo: .meta, .formatting)

  private static func environment(
    upTo last: Root, _ functions: ExpressionFunctions = .standard
  ) -> ExpressionEnvironment {
    var environment = ExpressionEnvironment(
      roots: Root.allCases.prefix(last.rawValue + 1).map { "\($0)" }, functions: functions)
    environment.named = [Root.values.rawValue]
    environment.paths = [Root.meta.rawValue]
    return environment
  }

  /// The names of the answers that expressions read.
  package static func answers(in expressions: [Expression]) -> Set<String> {
    Set(
      expressions.flatMap(\.reads).compactMap { read in
        if read.root == Root.values.rawValue, case .key(let name)? = read.steps.first {
          name
        } else {
          nil
        }
      })
  }
}
