/// A part of the screen, for programs that read the screen aloud or operate it for somebody.
///
/// A tree of nodes is a snapshot: it is made when it is asked for and does not follow the screen.
public struct AccessibleNode: Hashable, Sendable, Identifiable {
  /// Identifies a node on its screen. It outlasts the snapshot: the same component, and the same
  /// item in it, wherever it has moved, have the same identity in every snapshot of a controller.
  public let id: ID
  /// The kind of the part.
  public var role: AccessibleRole
  /// Empty for a part without a name.
  public var name = ""
  /// The details, read after the name.
  public var details = ""
  /// Words for the part that are read before its role, such as "carousel".
  public var roleDescription = ""
  /// The text that an empty field shows; empty for none.
  public var placeholder = ""
  /// How deep a heading is nested, from 1; nil for other parts.
  public var level: Int?
  /// Whether items that come or change are read, wherever the user is.
  package var isLive = false
  /// Whether some of a list's items are selected, or several can be.
  package var hasSelection = false
  /// The quantity the part stands for; nil if it is not one.
  public var value: AccessibleValue?
  /// The editable text; nil for a part without one.
  public var text: AccessibleText?
  /// The states the part is in.
  public var states: AccessibleStates = []
  /// In points, from the top left corner of the window; a part of it, or all, may lie outside.
  public var frame = Rect.zero
  /// The actions that the part can be asked for.
  public var actions: [AccessibleAction] = []
  /// The place among the items of a list; nil outside of lists.
  public var position: Position?
  /// How many children there are. Of a long list only those near the window are in `children`.
  public var childCount = 0
  /// The children in the order they are read; those of a list have a `position`.
  public var children: [AccessibleNode] = []

  /// The place of an item in its list.
  public struct Position: Hashable, Sendable {
    /// From 0.
    public var index: Int
    /// How many items the list has.
    public var count: Int
  }

  init(_ id: ID, _ role: AccessibleRole) {
    (self.id, self.role) = (id, role)
  }

  /// A window about which nothing is known yet.
  package static var unknownWindow: AccessibleNode { AccessibleNode(.window, .window) }

  /// This node and all below it, parents first.
  public var all: [AccessibleNode] {
    var nodes: [AccessibleNode] = []
    add(to: &nodes)
    return nodes
  }

  /// Takes the focus from all nodes but the one with an identity, which gets it.
  mutating func keepFocus(on focused: ID) {
    if id == focused { states.insert(.focused) } else { states.remove(.focused) }
    for index in children.indices { children[index].keepFocus(on: focused) }
  }

  private func add(to nodes: inout [AccessibleNode]) {
    nodes.append(self)
    for child in children { child.add(to: &nodes) }
  }
}

extension AccessibleNode.Position {
  /// The place of the item at `index` among those that are shown.
  init(of index: Int, _ shown: ShownItems) {
    self.init(index: shown.position(from: index), count: shown.count)
  }
}

extension AccessibleNode {
  /// Identifies a node on its screen; see `AccessibleNode.id`.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    /// The part of the screen that a node describes. Every component of the program has its own
    /// number.
    enum Base: Hashable, Sendable {
      case window, screen, scrollBar
      /// The popup in front of the screen.
      case popup
      case list(Int)
      case header(Int)
      case footer(Int)
      case pages(Int)
      /// The second number is that of the item in `ItemIdentities`.
      case item(Int, number: Int)
      /// A part of an overlay.
      case overlay(Int, part: Int)
      /// A message with a number of its own.
      case announcement(Int)
    }

    let base: Base
    /// The path to a part inside, as indexes of children.
    private(set) var inside: [Int] = []

    /// The window, which contains everything else.
    public static let window = ID(.window)
    /// The screen in the window.
    public static let screen = ID(.screen)

    init(_ base: Base) { self.base = base }

    /// The identity of a part inside.
    func child(_ index: Int) -> ID {
      var id = self
      id.inside.append(index)
      return id
    }

    /// The identity of the part that this one is inside of; nil if there is none.
    var around: ID? { inside.isEmpty ? nil : ID(base) }

    /// The list of an item; nil for anything else.
    package var list: ID? {
      guard case .item(let number, _) = base, inside.isEmpty else { return nil }
      return ID(.list(number))
    }

    /// Whether the node stands for a part of an open menu or calendar.
    package var isPopup: Bool { base == .popup }

    /// Whether the node stands for a part of a bar, a note or a question in front of the screen.
    package var isOverlay: Bool {
      if case .overlay(let number, _) = base { number >= 0 } else { false }
    }

    /// Whether the node stands for the items of a component.
    package var isList: Bool { if case .list = base { true } else { false } }

    /// A name of letters, digits and underscores, from which `init(_:)` makes the identity again.
    public var description: String {
      let name: String =
        switch base {
        case .window: "window"
        case .screen: "screen"
        case .scrollBar: "scrollbar"
        case .popup: "popup"
        case .list(let number): "list_\(number)"
        case .header(let number): "header_\(number)"
        case .footer(let number): "footer_\(number)"
        case .pages(let number): "pages_\(number)"
        case .item(let component, let number): "item_\(component)_\(number)"
        case .overlay(let number, let part): "overlay_\(number)_\(part)"
        case .announcement(let number): "announcement_\(number)"
        }
      return ([name] + inside.map(String.init)).joined(separator: "_")
    }

    /// The identity with this description; nil for any other text.
    public init?(_ description: some StringProtocol) {
      let words = description.split(separator: "_", omittingEmptySubsequences: false)
      let numbers = words.dropFirst().map { $0.utf8.count < 19 ? Int($0) ?? -1 : -1 }
      guard let name = words.first, numbers.allSatisfy({ $0 >= 0 }), numbers.count <= 16 else {
        return nil
      }
      guard let (base, length) = Self.base(named: String(name), Array(numbers)) else { return nil }
      self.base = base
      inside = Array(numbers.dropFirst(length))
    }

    /// The part with this name, and how many of the numbers after it identify the part.
    private static func base(named name: String, _ numbers: [Int]) -> (Base, Int)? {
      switch (name, numbers.count) {
      case ("window", 0): (.window, 0)
      case ("screen", 0): (.screen, 0)
      case ("scrollbar", 0): (.scrollBar, 0)
      case ("popup", 0...): (.popup, 0)
      case ("list", 1): (.list(numbers[0]), 1)
      case ("header", 1...): (.header(numbers[0]), 1)
      case ("footer", 1...): (.footer(numbers[0]), 1)
      case ("pages", 1): (.pages(numbers[0]), 1)
      case ("item", 2...): (.item(numbers[0], number: numbers[1]), 2)
      case ("overlay", 2...): (.overlay(numbers[0], part: numbers[1]), 2)
      case ("announcement", 1): (.announcement(numbers[0]), 1)
      default: nil
      }
    }
  }
}
