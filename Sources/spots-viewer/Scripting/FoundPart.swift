import Spots
import SpotsViewer

/// What a search has found in a screen.
enum FoundPart: Equatable, Sendable {
  /// An item, a header, a footer, or a button of the toolbar.
  case item(ItemPath)
  /// A button of an item of the kind `actions`, by its index.
  case button(Int, of: ItemPath)
  /// A part that has a name for screen readers only, and the item it is in; nil for what is in
  /// front of the screen.
  case part(AccessibleNode, in: ItemPath?)

  /// The item that it is, or is inside of.
  var path: ItemPath? {
    switch self {
    case .item(let path), .button(_, of: let path): path
    case .part(_, in: let path): path
    }
  }

  /// Its JSON pointer; that of the item for a part of it, nil for what is in front of the screen.
  var pointer: String? {
    if case .button(let index, of: let path) = self {
      return Self.pointer(toButton: index, of: path)
    }
    return path?.pointer
  }

  static func pointer(toButton index: Int, of path: ItemPath) -> String {
    "\(path.pointer)/actions/\(index)"
  }

  /// The only one of those that match.
  ///
  /// - Throws: When there is none, or more than one.
  static func only(of found: [FoundPart]) throws(FieldFault) -> FoundPart {
    guard let first = found.first else { throw FieldFault("there is no such item") }
    guard found.count == 1 else {
      let places = found.prefix(2).map { $0.pointer ?? "one in front of the screen" }
      throw FieldFault("there are several, such as \(places[0]) and \(places[1])")
    }
    return first
  }
}

@MainActor
extension FoundPart {
  /// Its text, as users see it or hear it.
  func title(in controller: SpotsController) -> String? {
    switch self {
    case .item(let path): controller.item(at: path)?.title
    case .button(let index, of: let path):
      controller.item(at: path)?.actions.dropFirst(index).first?.name
    case .part(let node, in: _): node.name
    }
  }

  /// What it is if it is inside an item or in front of the screen; nil for a whole item.
  func role(in controller: SpotsController) -> AccessibleRole? {
    switch self {
    case .item: nil
    case .button: .button
    case .part(let node, in: _): node.role
    }
  }

  /// Where it is now, in points of the controller; nil while it is not laid out.
  func frame(in controller: SpotsController) -> Rect? {
    switch self {
    case .item(let path): controller.frame(of: path)
    case .button(let index, of: let path):
      AccessibleScreen(controller).node(at: path)?.children.filter { $0.role == .button }
        .dropFirst(index).first?.frame
    case .part(let node, in: _): AccessibleScreen(controller).node(node.id)?.frame
    }
  }
}
