import Spots

/// The changes from one tree of nodes to the next, as the signals of AT-SPI.
///
/// Structure comes first, then texts and states, then messages, and the focus last, so that a
/// screen reader announces the focus once, when it knows all about it.
struct AccessibleEvents {
  private var structure: [BusSignal] = []
  private var absences: [BusSignal] = []
  private var properties: [BusSignal] = []
  private var messages: [BusSignal] = []
  private var focus: [BusSignal] = []
  /// The nodes that have come to their parents, rather than into view.
  private var added: Set<AccessibleNode.ID> = []
  /// The window's name on the bus.
  private let busName: String
  /// A node as clients remember it.
  private let cached: (AccessibleNode) -> BusValue

  private static let event = "org.a11y.atspi.Event."

  init(busName: String, cached: @escaping (AccessibleNode) -> BusValue) {
    (self.busName, self.cached) = (busName, cached)
  }

  /// All signals, in the order in which they are sent.
  var signals: [BusSignal] { structure + absences + properties + messages + focus }

  /// Adds what has changed from `old` to `new`.
  ///
  /// - Parameters:
  ///   - isActive: Whether the window had the keyboard focus before, and whether it has it now.
  ///   - isOtherScreen: Whether the window shows another screen than before, whose focus is
  ///     announced even if it is on the same node.
  mutating func add(
    from old: AccessibleNode, to new: AccessibleNode, isActive: (old: Bool, new: Bool),
    isOtherScreen: Bool
  ) {
    let known = Dictionary(uniqueKeysWithValues: old.all.map { ($0.id, $0) })
    let nodes = new.all
    let present = Set(nodes.map(\.id))
    for node in old.all where !present.contains(node.id) { addAbsence(of: node.id) }
    for node in nodes {
      guard let before = known[node.id] else {
        announce(node)
        addArrival(of: node, isInKnownList: node.id.list.flatMap { known[$0] } != nil)
        continue
      }
      addChildren(from: before, to: node)
      addProperties(from: before, to: node)
      if before.interfaces != node.interfaces { addInterfaces(of: node) }
      addStates(
        node, from: AccessibleStateTerm.states(of: before, isActive: isActive.old),
        to: AccessibleStateTerm.states(of: node, isActive: isActive.new))
    }
    let (before, after) = (focused(in: old, isActive.old), focused(in: new, isActive.new))
    guard isOtherScreen || before?.id != after?.id else { return }
    if let before, before.id != after?.id { focus.append(state(.focused, false, before.id)) }
    if let after { focus.append(state(.focused, true, after.id)) }
  }

  private func focused(in window: AccessibleNode, _ isActive: Bool) -> AccessibleNode? {
    isActive ? window.all.last { $0.states.contains(.focused) } : nil
  }

  /// Adds that an item came into view that its list had before: clients that asked about it when it
  /// was far from the window still consider it hidden.
  private mutating func addArrival(of node: AccessibleNode, isInKnownList: Bool) {
    guard node.states.contains(.showing), isInKnownList, !added.contains(node.id) else { return }
    properties.append(state(.showing, true, node.id))
  }

  /// Makes clients forget a node, which may be something else when they see it again. Until they
  /// do, they look for it among the children of the node around it.
  private mutating func addAbsence(of id: AccessibleNode.ID) {
    absences.append(
      BusSignal(
        path: AccessiblePath.cache, interface: "org.a11y.atspi.Cache", member: "RemoveAccessible",
        values: [.structure([.string(busName), .path(AccessiblePath.path(of: id))])]))
  }

  /// Has clients remember other interfaces of a node, which are read once.
  private mutating func addInterfaces(of node: AccessibleNode) {
    structure.append(
      BusSignal(
        path: AccessiblePath.cache, interface: "org.a11y.atspi.Cache", member: "AddAccessible",
        values: [cached(node)]))
  }

  /// Adds that the window has gained or lost the keyboard focus.
  mutating func addActivation(of window: AccessibleNode, _ isActive: Bool, title: String) {
    structure.append(
      signal("Window", isActive ? "Activate" : "Deactivate", window.id, value: .string(title)))
  }

  // MARK: Changes of a node

  /// Makes screen readers read a message that has appeared or changed.
  private mutating func announce(_ node: AccessibleNode) {
    guard node.role == .notification || node.role == .alert else { return }
    messages.append(state(.showing, true, node.id))
  }

  private mutating func addChildren(from old: AccessibleNode, to new: AccessibleNode) {
    let (before, after) = (old.children.map(\.id), new.children.map(\.id))
    guard before != after else { return }
    // Scrolling changes which items of a long list are described, but not the list.
    let isWhole = old.childCount == before.count && new.childCount == after.count
    let (come, gone) = (Set(after).subtracting(before), Set(before).subtracting(after))
    var rest = isWhole ? (come.count, gone.count) : (new.childCount - old.childCount, 0)
    if rest.0 < 0 { rest = (0, -rest.0) }
    // Screen readers take milliseconds for each signal. Clients remember no children of long lists,
    // and an addition without a place has them forget those of a list that was short before.
    if old.isLongList || new.isLongList, rest.0 + rest.1 > 1 {
      added.formUnion(come)
      if let id = after.first(where: come.contains) {
        structure.append(child("add", -1, id, of: new.id))
      } else if let id = before.first(where: gone.contains) {
        structure.append(child("remove", -1, id, of: new.id))
      }
      return
    }
    for change in after.difference(from: before) {
      switch change {
      case .remove(let index, let id, _):
        if gone.contains(id) {
          rest.1 -= 1
          if rest.1 < 0 { continue }
        }
        structure.append(
          child("remove", old.children[index].position?.index ?? index, id, of: old.id))
      case .insert(let index, let id, _):
        if come.contains(id) {
          rest.0 -= 1
          if rest.0 < 0 { continue }
        }
        added.insert(id)
        structure.append(child("add", new.children[index].position?.index ?? index, id, of: new.id))
      }
    }
  }

  private mutating func addProperties(from old: AccessibleNode, to new: AccessibleNode) {
    if old.name != new.name {
      properties.append(property("accessible-name", .string(new.name), new.id))
      announce(new)
    }
    if old.details != new.details {
      properties.append(property("accessible-description", .string(new.details), new.id))
    }
    if old.value != new.value, let value = new.value {
      properties.append(property("accessible-value", .double(value.current), new.id))
    }
    addText(from: old, to: new)
    if old.term != new.term {
      properties.append(property("accessible-role", .uint(new.term.number), new.id))
    }
  }

  /// Adds what was deleted from a text, what was inserted, and where the caret went.
  private mutating func addText(from old: AccessibleNode, to new: AccessibleNode) {
    guard let before = old.text, let after = new.text, before != after else { return }
    if !before.reads(as: after) {
      let change = TextChange(from: before.content, to: after.content)
      for (act, part) in [("delete", change.deleted), ("insert", change.inserted)] {
        guard !part.isEmpty else { continue }
        let text = BusValue.string(String(part))
        properties.append(
          signal(
            "Object", "TextChanged", new.id, Int32(clamping: change.offset),
            Int32(clamping: part.count), minor: act, value: text))
      }
    }
    // Screen readers read all of a field that has just gained the focus.
    guard old.states.contains(.focused), new.states.contains(.focused) else { return }
    if !before.selection.isEmpty || !after.selection.isEmpty, before.selection != after.selection {
      properties.append(signal("Object", "TextSelectionChanged", new.id))
    }
    guard before.caret != after.caret else { return }
    let text = after.content
    let caret = text.utf8.index(text.startIndex, offsetBy: min(after.caret, text.utf8.count))
    let offset = text.unicodeScalars.distance(from: text.startIndex, to: caret)
    focus.append(signal("Object", "TextCaretMoved", new.id, Int32(clamping: offset)))
  }

  private mutating func addStates(
    _ node: AccessibleNode, from old: Set<AccessibleStateTerm>, to new: Set<AccessibleStateTerm>
  ) {
    guard old != new else { return }
    for term in AccessibleStateTerm.allCases where term != .focused {
      if old.contains(term) != new.contains(term) {
        properties.append(state(term, new.contains(term), node.id))
      }
    }
    if old.contains(.selected) != new.contains(.selected), case .some = node.position,
      new.contains(.selected)
    {
      selectionDidChange(of: node.id)
    }
  }

  private mutating func selectionDidChange(of id: AccessibleNode.ID) {
    guard let list = id.list else { return }
    properties.append(signal("Object", "SelectionChanged", list))
  }

  // MARK: Signals

  private func state(
    _ term: AccessibleStateTerm, _ isOn: Bool, _ id: AccessibleNode.ID
  ) -> BusSignal {
    signal("Object", "StateChanged", id, isOn ? 1 : 0, minor: term.name)
  }

  private func property(
    _ name: String, _ value: BusValue, _ id: AccessibleNode.ID
  ) -> BusSignal {
    signal("Object", "PropertyChange", id, minor: name, value: value)
  }

  private func child(
    _ act: String, _ index: Int, _ id: AccessibleNode.ID, of parent: AccessibleNode.ID
  ) -> BusSignal {
    signal(
      "Object", "ChildrenChanged", parent, Int32(clamping: index), minor: act,
      value: .structure([.string(busName), .path(AccessiblePath.path(of: id))]))
  }

  private func signal(
    _ kind: String, _ member: String, _ id: AccessibleNode.ID, _ detail: Int32 = 0,
    _ second: Int32 = 0, minor: String = "", value: BusValue = .int(0)
  ) -> BusSignal {
    BusSignal(
      path: AccessiblePath.path(of: id), interface: Self.event + kind, member: member,
      values: [.string(minor), .int(detail), .int(second), .variant(value), .array("{sv}", [])])
  }
}

/// The part in which two texts differ.
struct TextChange {
  /// The number of Unicode scalars before it.
  let offset: Int
  let deleted: Substring.UnicodeScalarView
  let inserted: Substring.UnicodeScalarView

  init(from old: String, to new: String) {
    let (old, new) = (old.unicodeScalars, new.unicodeScalars)
    let start = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(start), new.dropFirst(start))
    let end = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    offset = start
    (deleted, inserted) = (oldRest.dropLast(end), newRest.dropLast(end))
  }
}
