// Answers to the questions of AT-SPI, each about one object: the program or a node of its screen.

import Spots

/// Answers to questions about a screen, and the facts about its window that they depend on.
@MainActor
struct AccessibleAnswers {
  let screen: AccessibleScreen
  let surroundings: Surroundings

  /// The window around the screen.
  struct Surroundings {
    /// The name of the program, and the title of its window.
    var program: String
    var title: String
    /// The window's name on the bus.
    var busName = ""
    /// The desktop, which contains all programs.
    var parent: BusValue
    /// Whether the window has the keyboard.
    var isActive: Bool
    /// The top left corner of the window on the display, in pixels.
    var origin: Point
    /// Pixels per point of the screen.
    var scale: Double
    /// The time at which requested actions are performed.
    var now: Double
    /// What the program says, in the user's language.
    var words = Words.english
  }

  private static let accessible = "org.a11y.atspi."

  /// The answer to `call`.
  func reply(to call: BusCall) -> BusReply {
    switch call.interface {
    case "org.freedesktop.DBus.Peer" where call.member == "Ping": return .values([])
    case "org.freedesktop.DBus.Introspectable" where call.member == "Introspect":
      return .values([.string("<node/>")])
    default: break
    }
    if call.path == AccessiblePath.cache { return replyOfCache(to: call) }
    if call.path == AccessiblePath.root {
      return ApplicationAnswers(window: window, surroundings: surroundings).reply(to: call)
        ?? .unknownMethod(call)
    }
    guard let id = AccessiblePath.node(at: call.path), let node = node(id) else {
      return .unknownObject(call.path)
    }
    return reply(to: call, about: node)
  }

  /// The node of the window, which has the window's title.
  var window: AccessibleNode { titled(screen.window) }

  private func node(_ id: AccessibleNode.ID) -> AccessibleNode? { screen.node(id).map(titled) }

  private func titled(_ node: AccessibleNode) -> AccessibleNode {
    guard node.role == .window else { return node }
    var window = node
    window.name = surroundings.title
    return window
  }

  /// A reference to a node, or to none.
  func reference(to id: AccessibleNode.ID?) -> BusValue {
    guard let id else { return .structure([.string(""), .path(AccessiblePath.null)]) }
    return .structure([.string(surroundings.busName), .path(AccessiblePath.path(of: id))])
  }

  private var application: BusValue {
    .structure([.string(surroundings.busName), .path(AccessiblePath.root)])
  }

  private func parent(of id: AccessibleNode.ID) -> BusValue {
    id == .window ? application : reference(to: screen.parent(of: id))
  }

  private func reply(to call: BusCall, about node: AccessibleNode) -> BusReply {
    let answers = call.interface.isEmpty ? node.interfaces : [call.interface]
    for interface in answers where interface != "org.freedesktop.DBus.Properties" {
      guard node.interfaces.contains(interface) else { continue }
      let reply: BusReply? =
        switch interface.dropFirst(Self.accessible.count) {
        case "Accessible": accessibleReply(to: call, about: node)
        case "Component": componentReply(to: call, about: node)
        case "Action": actionReply(to: call, about: node)
        case "Selection": selectionReply(to: call, about: node)
        case "Text": textAnswers(about: node)?.reply(to: call)
        case "EditableText": textAnswers(about: node)?.editReply(to: call)
        case "Table": tableAnswers.reply(to: call, about: node)
        case "TableCell": tableAnswers.cellReply(to: call, about: node)
        default: nil
        }
      if let reply { return reply }
    }
    return propertyReply(to: call, about: node) ?? .unknownMethod(call)
  }

  private func textAnswers(about node: AccessibleNode) -> AccessibleTextAnswers? {
    node.readText.map { text in
      AccessibleTextAnswers(
        node: node, text: text, screen: screen, now: surroundings.now,
        place: { frame(of: $0, in: $1, around: node) }, point: onScreen)
    }
  }

  private var tableAnswers: AccessibleTableAnswers {
    AccessibleTableAnswers(screen: screen, reference: reference)
  }

  // MARK: Properties

  private func propertyReply(to call: BusCall, about node: AccessibleNode) -> BusReply? {
    guard call.member == "Set" else {
      return .reading(call) { properties(of: $0, node) }
    }
    guard call.string(1) == "CurrentValue", let value = call.number(2) else {
      return .error("org.freedesktop.DBus.Error.PropertyReadOnly", "it cannot be set")
    }
    let isSet = perform(.set(value), on: node)
    return isSet ? .values([]) : .error("org.freedesktop.DBus.Error.InvalidArgs", "out of range")
  }

  private func properties(of interface: String, _ node: AccessibleNode) -> [String: BusValue] {
    guard node.interfaces.contains(interface) else { return [:] }
    switch interface.dropFirst(Self.accessible.count) {
    case "Accessible":
      return [
        "Name": .string(node.name), "Description": .string(node.details),
        "Parent": parent(of: node.id), "ChildCount": .int(Int32(clamping: node.childCount)),
        "Locale": .string(screen.language), "AccessibleId": .string(node.id.description),
        "HelpText": .string(""),
      ]
    case "Action": return ["NActions": .int(Int32(node.actions.count))]
    case "Selection":
      let count = screen.selectedChildren(of: node.id).indexCount
      return ["NSelectedChildren": .int(Int32(clamping: count))]
    case "Value":
      guard let value = node.value else { return [:] }
      return [
        "CurrentValue": .double(value.current), "MinimumValue": .double(value.minimum),
        "MaximumValue": .double(value.maximum), "MinimumIncrement": .double(value.step),
        "Text": .string(value.text),
      ]
    case "Text": return textAnswers(about: node)?.properties ?? [:]
    case "Table": return tableAnswers.properties(of: node)
    case "TableCell": return tableAnswers.cellProperties(of: node)
    default: return [:]
    }
  }

  // MARK: Accessible

  private func accessibleReply(to call: BusCall, about node: AccessibleNode) -> BusReply? {
    switch call.member {
    case "GetChildAtIndex":
      return .values([reference(to: screen.child(call.integer(0) ?? -1, of: node.id))])
    case "GetChildren": return .values([.array("(so)", children(of: node).map(reference))])
    case "GetIndexInParent":
      let index = node.id == .window ? 0 : screen.index(of: node.id) ?? -1
      return .values([.int(Int32(clamping: index))])
    case "GetRelationSet": return .values([.array("(ua(so))", relations(of: node))])
    case "GetRole": return .values([.uint(node.term.number)])
    case "GetRoleName": return .values([.string(node.term.word.rawValue)])
    case "GetLocalizedRoleName":
      let own = node.roleDescription
      return .values([.string(own.isEmpty ? surroundings.words[node.term.word] : own)])
    case "GetState": return .values([states(of: node)])
    case "GetAttributes": return .values([.dictionary(node.attributes)])
    case "GetApplication": return .values([application])
    case "GetInterfaces": return .values([.array("s", node.interfaces.map { .string($0) })])
    default: return nil
    }
  }

  private func relations(of node: AccessibleNode) -> [BusValue] {
    screen.relations(of: node).map { relation, other in
      .structure([.uint(relation.rawValue), .array("(so)", [reference(to: other)])])
    }
  }

  /// All children, or only those near the window when there are too many.
  private func children(of node: AccessibleNode) -> [AccessibleNode.ID] {
    guard node.childCount <= AccessibleScreen.mostNodes else { return node.children.map(\.id) }
    return (0..<node.childCount).compactMap { screen.child($0, of: node.id) }
  }

  private func states(of node: AccessibleNode) -> BusValue {
    AccessibleStateTerm.value(
      AccessibleStateTerm.states(of: node, isActive: surroundings.isActive))
  }

  private func replyOfCache(to call: BusCall) -> BusReply {
    guard call.member == "GetItems" else { return .unknownMethod(call) }
    return .values([.array("((so)(so)(so)iiassusau)", window.all.map(cached))])
  }

  /// A node as clients remember it.
  func cached(_ node: AccessibleNode) -> BusValue {
    // Makes clients ask for the items of a list rather than remember those near the window.
    let count = node.id.isList ? -1 : node.childCount
    return .structure([
      reference(to: node.id), application, parent(of: node.id),
      .int(Int32(clamping: node.id == .window ? 0 : screen.index(of: node.id) ?? -1)),
      .int(Int32(clamping: count)),
      .array("s", node.interfaces.map { .string($0) }), .string(titled(node).name),
      .uint(node.term.number), .string(node.details), states(of: node),
    ])
  }

  // MARK: Component

  private func componentReply(to call: BusCall, about node: AccessibleNode) -> BusReply? {
    let space = call.integer(call.member == "GetExtents" ? 0 : 2) ?? 0
    let frame = frame(of: node.frame, in: space, around: node)
    switch call.member {
    case "GetExtents":
      return .values([
        .structure([frame.x, frame.y, frame.width, frame.height].map(BusValue.length))
      ])
    case "GetPosition":
      let frame = self.frame(of: node.frame, in: call.integer(0) ?? 0, around: node)
      return .values([.length(frame.x), .length(frame.y)])
    case "GetSize": return .values([.length(frame.width), .length(frame.height)])
    case "Contains":
      return .values([.bool(point(call).map(frame.contains) ?? false)])
    case "GetAccessibleAtPoint":
      let place = point(call).map { onScreen($0, call.integer(2) ?? 0) }
      return .values([reference(to: place.flatMap { innermost(of: node, at: $0) })])
    case "GetLayer": return .values([.uint(node.role == .window ? 7 : 3)])
    case "GetMDIZOrder": return .values([.int(0)])
    case "GetAlpha": return .values([.double(1)])
    case "GrabFocus": return .values([.bool(perform(.focus, on: node))])
    case "ScrollTo", "ScrollToPoint": return .values([.bool(perform(.reveal, on: node))])
    case "SetExtents", "SetPosition", "SetSize": return .values([.bool(false)])
    default: return nil
    }
  }

  private func point(_ call: BusCall) -> Point? {
    guard let x = call.integer(0), let y = call.integer(1) else { return nil }
    return Point(x: Double(x), y: Double(y))
  }

  /// A rectangle of the window in pixels.
  ///
  /// - Parameters:
  ///   - space: 0 for the display's coordinates, 1 for the window's, 2 for those of the node around
  ///     `node`.
  ///   - node: The node that the rectangle is a part of.
  private func frame(of frame: Rect, in space: Int, around node: AccessibleNode) -> Rect {
    let scale = surroundings.scale
    var origin = space == 0 ? surroundings.origin : .zero
    if space == 2, let around = screen.parent(of: node.id).flatMap(screen.node) {
      origin = Point(x: -around.frame.x * scale, y: -around.frame.y * scale)
    }
    return Rect(
      x: frame.x * scale + origin.x, y: frame.y * scale + origin.y, width: frame.width * scale,
      height: frame.height * scale)
  }

  /// A place in pixels as points of the screen; `space` as in `frame(of:in:around:)`.
  private func onScreen(_ place: Point, _ space: Int) -> Point {
    let place = space == 0 ? place - surroundings.origin : place
    return Point(x: place.x / surroundings.scale, y: place.y / surroundings.scale)
  }

  private func innermost(of node: AccessibleNode, at point: Point) -> AccessibleNode.ID? {
    for child in node.children.reversed() {
      if let inner = innermost(of: child, at: point) { return inner }
    }
    return node.frame.contains(point) ? node.id : nil
  }

  // MARK: Action, Selection

  private func actionReply(to call: BusCall, about node: AccessibleNode) -> BusReply? {
    let index = call.integer(0) ?? -1
    let action = node.actions.indices.contains(index) ? node.actions[index] : nil
    switch call.member {
    case "GetName", "GetLocalizedName": return .values([.string(action?.name ?? "")])
    case "GetDescription", "GetKeyBinding": return .values([.string("")])
    case "GetActions":
      let actions = node.actions.map { action in
        BusValue.structure([.string(action.name), .string(""), .string("")])
      }
      return .values([.array("(sss)", actions)])
    case "DoAction": return .values([.bool(action.map { perform($0, on: node) } ?? false)])
    default: return nil
    }
  }

  private func selectionReply(to call: BusCall, about node: AccessibleNode) -> BusReply? {
    let selected = screen.selectedChildren(of: node.id)
    let index = call.integer(0) ?? -1
    func child(_ index: Int?) -> AccessibleNode.ID? {
      index.flatMap { screen.child($0, of: node.id) }
    }
    switch call.member {
    case "GetSelectedChild":
      return .values([reference(to: child(selected.index(at: index)))])
    case "IsChildSelected": return .values([.bool(selected.contains(index))])
    case "SelectChild": return .values([.bool(perform(.select, on: child(index)))])
    case "DeselectSelectedChild":
      return .values([.bool(perform(.deselect, on: child(selected.index(at: index))))])
    case "DeselectChild":
      return .values([.bool(selected.contains(index) && perform(.deselect, on: child(index)))])
    case "ClearSelection":
      let isOne = selected.indexCount == 1
      return .values([
        .bool(
          selected.isEmpty
            || perform(.deselect, on: isOne ? child(selected.index(at: 0)) : node.id))
      ])
    case "SelectAll": return .values([.bool(perform(.select, on: node))])
    default: return nil
    }
  }

  private func perform(_ action: AccessibleAction, on node: AccessibleNode) -> Bool {
    perform(action, on: node.id)
  }

  private func perform(_ action: AccessibleAction, on id: AccessibleNode.ID?) -> Bool {
    id.map { screen.perform(action, on: $0, at: surroundings.now) } ?? false
  }
}

/// Answers about the program, which has a window and nothing else.
@MainActor
private struct ApplicationAnswers {
  let window: AccessibleNode
  let surroundings: AccessibleAnswers.Surroundings

  private static let accessible = "org.a11y.atspi.Accessible"
  private static let application = "org.a11y.atspi.Application"

  /// Returns nil for an unknown method.
  func reply(to call: BusCall) -> BusReply? {
    let own = BusValue.structure([.string(surroundings.busName), .path(AccessiblePath.root)])
    let child = BusValue.structure([
      .string(surroundings.busName), .path(AccessiblePath.path(of: window.id)),
    ])
    let none = BusValue.structure([.string(""), .path(AccessiblePath.null)])
    switch call.member {
    case "GetChildAtIndex": return .values([call.integer(0) == 0 ? child : none])
    case "GetChildren": return .values([.array("(so)", [child])])
    case "GetIndexInParent": return .values([.int(-1)])
    case "GetRelationSet": return .values([.array("(ua(so))", [])])
    case "GetRole": return .values([.uint(AccessibleRole.application.number)])
    case "GetRoleName": return .values([.string(AccessibleRole.application.word.rawValue)])
    case "GetLocalizedRoleName":
      return .values([.string(surroundings.words[AccessibleRole.application.word])])
    case "GetState":
      return .values([AccessibleStateTerm.value([.enabled, .sensitive, .showing, .visible])])
    case "GetAttributes": return .values([.dictionary(["toolkit": "Spots"])])
    case "GetApplication": return .values([own])
    case "GetInterfaces":
      return .values([.array("s", [.string(Self.accessible), .string(Self.application)])])
    case "GetLocale": return .values([.string(Language.user.words)])
    // The registry numbers programs, and gives the numbers to clients that ask for them.
    case "Set": return .values([])
    default: return .reading(call, properties: properties)
    }
  }

  private func properties(_ interface: String) -> [String: BusValue] {
    switch interface {
    case Self.accessible:
      [
        "Name": .string(surroundings.program), "Description": .string(""),
        "Parent": surroundings.parent, "ChildCount": .int(1),
        "Locale": .string(Language.user.words),
        "AccessibleId": .string(""), "HelpText": .string(""),
      ]
    case Self.application:
      [
        "ToolkitName": .string("Spots"), "Version": .string(""), "AtspiVersion": .string("2.1"),
        "Id": .int(0),
      ]
    default: [:]
    }
  }
}
