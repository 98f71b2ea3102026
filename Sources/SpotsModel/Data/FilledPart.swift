/// How a part of a screen depends on data, for authors who ask why it shows a value.
package struct FilledPart {
  /// An expression in a string of the part.
  package struct Hole {
    /// The keys that lead to the string, with `/` between them.
    package let key: String
    package let expression: String
    package let value: Result<JSONValue, ExpressionFault>
  }

  /// The JSON pointer, in the data, of the row that the part is made of, or is inside of; nil for
  /// others.
  package let row: String?
  /// The JSON pointer of the part in the document, below the screen's component: that of the
  /// template for a row.
  package let place: String
  /// The expressions, in the order in which the reference lists the keys.
  package private(set) var holes: [Hole] = []
  /// The JSON pointer of the place in the data that the item's value is; nil for none.
  package private(set) var bound: String?
  /// The value there; nil where there is none yet.
  package private(set) var boundValue: JSONValue?
  private let scope: DataScope

  /// Nil for a part that has nothing to do with data.
  init?(_ path: ItemPath, in binding: ScreenBinding) {
    let locator = RowLocator(path, in: binding)
    guard case .object(let members)? = locator.part else { return nil }
    (row, place, scope) = (locator.pointer, locator.place, locator.scope)
    addHoles(of: members)
    if case .string(let pointer)? = members["bind"] {
      bound = scope.absolute(pointer)
      boundValue = scope.value(at: pointer)?.json
    }
  }

  private mutating func addHoles(
    of members: [String: JSONValue], at path: String = "", isFree: Bool = false
  ) {
    let order = ScreenKeys.item.names
    let keys = members.keys.sorted {
      (order.firstIndex(of: $0) ?? .max, $0) < (order.firstIndex(of: $1) ?? .max, $1)
    }
    // Nested items are parts of their own.
    for key in keys where isFree || key != "children" {
      guard let value = members[key] else { continue }
      addHoles(
        of: value, key: key, at: path.isEmpty ? key : "\(path)/\(key)",
        isFree: isFree || JSONText.freeKeys.contains(key))
    }
  }

  private mutating func addHoles(of value: JSONValue, key: String, at path: String, isFree: Bool) {
    switch value {
    case .object(let members): addHoles(of: members, at: path, isFree: isFree)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        addHoles(of: element, key: key, at: "\(path)/\(index)", isFree: isFree)
      }
    case .string(let text) where isFree || !JSONTemplate.plainKeys.contains(key):
      let environment = row == nil ? DataScope.environment : DataScope.rowEnvironment
      for hole in ExpressionTemplate.parse(text, in: environment).template.expressions {
        let value = Result { () throws(ExpressionFault) in try hole.value(in: scope) }
        holes.append(Hole(key: path, expression: hole.source, value: value))
      }
    default: return
    }
  }
}

extension ScreenBinding {
  /// How the part at `path` depends on data; nil if it does not.
  package func filledPart(at path: ItemPath) -> FilledPart? { FilledPart(path, in: self) }
}
