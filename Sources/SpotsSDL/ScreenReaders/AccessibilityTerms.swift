// A screen in the terms of AT-SPI, the protocol of the accessibility bus.

import Spots

/// The paths of objects on the bus.
enum AccessiblePath {
  /// The program, which contains its window.
  static let root = "/org/a11y/atspi/accessible/root"
  /// No object.
  static let null = "/org/a11y/atspi/null"
  /// The object that lists all others.
  static let cache = "/org/a11y/atspi/cache"
  private static let prefix = "/org/a11y/atspi/accessible/"

  /// The path of a node.
  static func path(of id: AccessibleNode.ID) -> String { prefix + id.description }

  /// The node at a path; nil when it is not the path of a node.
  static func node(at path: String) -> AccessibleNode.ID? {
    path.hasPrefix(prefix) ? AccessibleNode.ID(path.dropFirst(prefix.count)) : nil
  }
}

extension AccessibleRole {
  /// The number of the role in AT-SPI (`AtspiRole`), and its name, which in English is that of
  /// AT-SPI. Screen readers read new notifications, but not new alerts, which are dialogs there.
  var term: (number: UInt32, word: Word) {
    switch self {
    case .window: (23, .frame)
    case .scrollArea: (49, .scrollPane)
    case .list: (31, .list)
    case .listItem: (32, .listItem)
    case .tree: (65, .tree)
    case .treeItem: (91, .treeItem)
    case .log: (111, .log)
    case .table: (55, .table)
    case .tableRow: (90, .tableRow)
    case .tableCell: (56, .tableCell)
    case .columnHeader: (57, .columnHeader)
    case .group, .navigation: self == .group ? (39, .panel) : (110, .landmark)
    case .heading: (83, .heading)
    case .text: (29, .label)
    case .paragraph: (73, .paragraph)
    case .image: (27, .image)
    case .button: (43, .pushButton)
    case .link: (88, .link)
    case .toggle: (62, .toggleButton)
    case .checkBox: (7, .checkBox)
    case .radioButton: (44, .radioButton)
    case .comboBox: (11, .comboBox)
    case .dateEditor: (12, .dateEditor)
    case .calendar: (5, .calendar)
    case .menu: (33, .menu)
    case .menuItem: (35, .menuItem)
    case .slider, .pageIndicator: (51, .slider)
    case .spinButton: (52, .spinButton)
    case .textField: (79, .entry)
    case .secret: (40, .passwordText)
    case .progressBar: (42, .progressBar)
    case .chart: (80, .chart)
    case .tab: (37, .pageTab)
    case .scrollBar, .toolBar: self == .toolBar ? (63, .toolBar) : (48, .scrollBar)
    case .alert, .notification: (101, .notification)
    case .dialog: (16, .dialog)
    }
  }

  /// The role of the program itself.
  static let application: (number: UInt32, word: Word) = (75, .application)
}

/// A state of AT-SPI (`AtspiStateType`); the raw value is its number.
enum AccessibleStateTerm: Int, CaseIterable {
  case active = 1
  case busy = 3
  case checked = 4
  case editable = 7
  case enabled = 8
  case expandable = 9
  case expanded = 10
  case focusable = 11
  case focused = 12
  case horizontal = 14
  case modal = 16
  case multiLine = 17
  case multiselectable = 18
  case selectable = 22
  case selected = 23
  case sensitive = 24
  case showing = 25
  case singleLine = 26
  case vertical = 29
  case visible = 30
  case managesDescendants = 31
  case required = 33
  case invalidEntry = 36
  case selectableText = 38
  case checkable = 41
  case hasPopup = 42
  case readOnly = 43

  /// The name in events.
  var name: String {
    switch self {
    case .managesDescendants: "manages-descendants"
    case .multiLine: "multi-line"
    case .singleLine: "single-line"
    case .invalidEntry: "invalid-entry"
    case .selectableText: "selectable-text"
    case .hasPopup: "has-popup"
    case .readOnly: "read-only"
    default: "\(self)"
    }
  }

  /// The states of a node in a window.
  ///
  /// - Parameter isActive: Whether the window has the keyboard.
  static func states(of node: AccessibleNode, isActive: Bool) -> Set<AccessibleStateTerm> {
    var states: Set<AccessibleStateTerm> = [.visible]
    let pairs: [(AccessibleStates, [AccessibleStateTerm])] = [
      (.enabled, [.enabled, .sensitive]), (.showing, [.showing]), (.focusable, [.focusable]),
      (.selectable, [.selectable]), (.selected, [.selected]), (.busy, [.busy]),
      (.modal, [.modal]), (.checked, [.checked]), (.invalid, [.invalidEntry]),
      (.multiselectable, [.multiselectable]), (.required, [.required]),
      (.hasPopup, [.hasPopup]), (.expanded, [.expanded]),
      (.expandable, [.expandable]),
    ]
    for (state, terms) in pairs where node.states.contains(state) { states.formUnion(terms) }
    if node.states.contains(.focused), isActive { states.insert(.focused) }
    let isUsable = node.states.contains(.enabled)
    if let text = node.text {
      let isEditable: AccessibleStateTerm = isUsable ? .editable : .readOnly
      states.formUnion([isEditable, .selectableText, text.hasLines ? .multiLine : .singleLine])
    } else if let value = node.value, !value.isSettable || !isUsable {
      states.insert(.readOnly)
    }
    switch node.role {
    case .window where isActive: states.insert(.active)
    case .scrollBar: states.insert(.vertical)
    case .pageIndicator, .progressBar, .slider: states.insert(.horizontal)
    case .toggle, .checkBox, .radioButton: states.insert(.checkable)
    case .comboBox, .dateEditor: states.insert(.expandable)
    case .list, .log, .table, .tree: if node.childCount > 100 { states.insert(.managesDescendants) }
    default: break
    }
    return states
  }

  /// The states as the bus encodes them: 64 bits in two numbers, the lower half first.
  static func value(_ states: Set<AccessibleStateTerm>) -> BusValue {
    let bits = states.reduce(UInt64(0)) { $0 | 1 << UInt64($1.rawValue) }
    return .array(
      "u", [.uint(UInt32(truncatingIfNeeded: bits)), .uint(UInt32(truncatingIfNeeded: bits >> 32))])
  }
}

extension AccessibleNode {
  /// Whether the node is a list too long for clients to go through: it may have a million items.
  var isLongList: Bool { (role == .list || role == .log || role == .tree) && childCount > 100 }

  /// The number of the role in AT-SPI, and its name. To say how many items a list has, Orca
  /// asks for each of them, and hangs when there are many; of a tree it says only the name.
  var term: (number: UInt32, word: Word) {
    role == .list && isLongList ? (65, .tree) : role.term
  }

  /// The text that clients go through: that of a field, or the name of what is only read.
  var readText: AccessibleText? {
    let isRead = !name.isEmpty && [.text, .heading, .paragraph].contains(role)
    return text ?? (isRead ? AccessibleText(name) : nil)
  }

  /// The names of the interfaces through which the node can be used. In a list with the selection
  /// interface, Orca says of each other item that it is not selected, which is of no use when no
  /// item is.
  var interfaces: [String] {
    var names = ["Accessible", "Component"]
    if !actions.isEmpty { names.append("Action") }
    if hasSelection { names.append("Selection") }
    if role == .table { names.append("Table") }
    if role == .tableCell { names.append("TableCell") }
    if value != nil { names.append("Value") }
    if readText != nil { names.append("Text") }
    if text != nil { names.append("EditableText") }
    return names.map { "org.a11y.atspi." + $0 }
  }

  /// Attributes for properties that no interface has.
  var attributes: [String: String] {
    var attributes = ["toolkit": "Spots"]
    if let position {
      attributes["posinset"] = String(position.index + 1)
      attributes["setsize"] = String(position.count)
    }
    if isLive { attributes["live"] = "polite" }
    if let level { attributes["level"] = String(level) }
    if !placeholder.isEmpty { attributes["placeholder-text"] = placeholder }
    if !roleDescription.isEmpty { attributes["roledescription"] = roleDescription }
    return attributes
  }
}
