/// The position of a component or of an item, header or footer in a screen, as indexes from the
/// outside in: of a component, of a part in it, of a component inside that part, and so on. An
/// empty path is that of the screen.
package struct PartPath: Hashable, Comparable, Sendable {
  var steps: [Int]

  /// The steps to a component's header and footer, in place of an item's index.
  static let header = -1
  static let footer = -2

  package init(_ steps: [Int]) { self.steps = steps }

  init(_ path: ItemPath) { steps = path.steps.flatMap { [$0.component, $0.part.step] } }

  package init(_ path: ComponentPath) {
    steps = (path.parent.map { PartPath($0).steps } ?? []) + [path.index]
  }

  var isComponent: Bool { steps.count % 2 == 1 }

  /// Whether it is a header or a footer, which has no place among items.
  var isEdge: Bool { !isComponent && last < 0 }

  /// The innermost index.
  package var last: Int { steps.last ?? 0 }

  /// The path of the part around it.
  package var parent: PartPath { PartPath(steps.dropLast()) }

  package func appending(_ step: Int) -> PartPath { PartPath(steps + [step]) }

  func contains(_ other: PartPath) -> Bool { other.steps.starts(with: steps) }

  /// The path after removal of the part at `removed`, which does not contain it.
  func after(removing removed: PartPath) -> PartPath {
    let depth = removed.steps.count - 1
    guard removed.last >= 0, steps.count > depth, steps[depth] > removed.last,
      steps[..<depth] == removed.steps[..<depth]
    else { return self }
    var path = self
    path.steps[depth] -= 1
    return path
  }

  /// The key of the list in the part: that of its items or of its components.
  var listKey: String { steps.isEmpty ? "components" : isComponent ? "items" : "children" }

  /// The number of brackets that are around the part in a document.
  var depth: Int { 2 * steps.count - steps.count { $0 < 0 } }

  /// The order of the document, except that headers and footers come first.
  package static func < (a: PartPath, b: PartPath) -> Bool {
    a.steps.lexicographicallyPrecedes(b.steps)
  }

  /// The JSON pointer of the part in the screen's document.
  var pointer: String {
    var (text, path) = ("", PartPath([]))
    for step in steps {
      let isEdge = step < 0
      text += isEdge ? "/" + path.appending(step).edgeKey : "/\(path.listKey)/\(step)"
      path = path.appending(step)
    }
    return text
  }

  /// The key of a header or footer in its component.
  var edgeKey: String { last == Self.header ? "header" : "footer" }
}

extension ComponentPath {
  /// Creates the path of a component; `path` must lead to one.
  init(_ path: PartPath) {
    let parent = path.parent.steps
    let steps = stride(from: 0, to: parent.count, by: 2).map { index in
      ItemPath.Step(component: parent[index], part: ItemPath.Part(step: parent[index + 1]))
    }
    let around = steps.first.map { first in
      var around = ItemPath(component: first.component, part: first.part)
      around.nested = Array(steps.dropFirst())
      return around
    }
    self.init(path.last, in: around)
  }
}

extension ItemPath.Part {
  /// The part that a step of a path leads to.
  init(step: Int) {
    self = step == PartPath.header ? .header : step == PartPath.footer ? .footer : .item(step)
  }

  fileprivate var step: Int {
    switch self {
    case .item(let index): index
    case .header: PartPath.header
    case .footer: PartPath.footer
    }
  }
}
