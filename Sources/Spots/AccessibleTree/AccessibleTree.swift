/// Makes the nodes of what is near the window: the components within half a window height of it,
/// and their items there, in reading order. Keeps the descriptions that views gave of items, since
/// few of them change from one tree to the next.
@MainActor
final class AccessibleTree {
  private let controller: SpotsController
  private var scrollView: SpotsScrollView { controller.scrollView }
  /// The components in the last tree, by their numbers.
  private(set) var components: [Int: ComponentPath] = [:]
  private let texts = AccessibleTexts()
  /// How far outside of the window parts are included, in points.
  private var margin = 0.0
  private var readings: [AccessibleNode.ID: Reading] = [:]
  /// False while a single node is made, which may be one of a million that are asked for in turn.
  private var keepsReadings = true
  private var formerReadings: [AccessibleNode.ID: Reading] = [:]

  /// The description that a view gave of an item, and everything it depended on.
  private struct Reading {
    var item: Item
    var value: JSONValue?
    var fault: String?
    var style: CellStyle
    var version: Int
    var content: Accessibility
  }

  /// The largest number of nodes in a tree.
  static let limit = 500

  init(_ controller: SpotsController) {
    self.controller = controller
  }

  // MARK: The window

  /// The tree as it is now: all parts, or those nearest to the window, as many as there may be.
  ///
  /// - Complexity: O(nodes in the tree).
  func window() -> AccessibleNode {
    (formerReadings, readings) = (readings, [:])
    let furthest = scrollView.contentHeight + controller.size.height
    var count = 0
    let isShort = scrollView.components.allSatisfy {
      count += $0.geometry.shown.count + 1
      return count < Self.limit
    }
    if isShort, let whole = window(within: furthest) { return whole }
    var (near, far) = (0.0, controller.size.height / 2)
    var best = window(within: near, isLeast: true) ?? AccessibleNode(.window, .window)
    func widen(to margin: Double) -> Bool {
      let known = components
      guard let wider = window(within: margin) else {
        components = known
        return false
      }
      (best, near) = (wider, margin)
      return true
    }
    while near < furthest, widen(to: far) { far *= 2 }
    for _ in 0..<3 where near > 0 && near < furthest {
      let middle = (near + far) / 2
      if !widen(to: middle) { far = middle }
    }
    if near < furthest { best.children[0].details = "What is further away is left out." }
    return best
  }

  /// The tree of what is at most `margin` points from the window.
  ///
  /// - Parameter isLeast: Whether it is cut off at the limit; otherwise nil is returned when there
  ///   is too much.
  private func window(within margin: Double, isLeast: Bool = false) -> AccessibleNode? {
    (self.margin, texts.rest, components) = (margin, Self.limit - 2, [:])
    var window = AccessibleNode(.window, .window)
    window.name = texts.text(controller.title ?? "")
    (window.frame, window.states) = (controller.state.root.bounds, [.enabled, .showing])
    let inFront = AccessibleFront(controller: controller, texts: texts).nodes
    window.children = [screen()] + inFront
    window.childCount = window.children.count
    guard texts.rest >= 0 || isLeast else { return nil }
    // Of all that claim the focus, the one in front has it.
    let focused = window.all.last { $0.states.contains(.focused) }
    window.keepFocus(on: focused?.id ?? .screen)
    return window
  }

  private func screen() -> AccessibleNode {
    var screen = AccessibleNode(.screen, .scrollArea)
    screen.name = texts.text(controller.title ?? "")
    screen.frame = scrollView.frame
    screen.states = [.enabled, .showing, .focusable]
    screen.children = nodes(in: scrollView, around: nil)
    if let bar = scrollBar() { screen.children.append(bar) }
    screen.childCount = screen.children.count
    return screen
  }

  private func scrollBar() -> AccessibleNode? {
    let furthest = scrollView.contentHeight - controller.size.height
    guard furthest > 0.5, texts.take() else { return nil }
    var bar = AccessibleNode(AccessibleNode.ID(.scrollBar), .scrollBar)
    bar.name = "Scroll position"
    bar.value = AccessibleValue(
      controller.contentOffset, maximum: furthest, step: controller.size.height, isSettable: true)
    let view = scrollView.frame
    bar.frame = controller.state.root.mirrored(
      Rect(
        x: view.maxX - Scrollbar.hoverThickness, y: view.y, width: Scrollbar.hoverThickness,
        height: view.height))
    bar.states = [.enabled, .showing]
    return bar
  }

  // MARK: Components

  /// - Parameter around: The path of the composite part that holds the components; nil on the
  ///   screen.
  private func nodes(in container: SpotsScrollView, around: ItemPath?) -> [AccessibleNode] {
    var near = container.layout.visible(
      offset: container.verticalScroll.offset - margin,
      viewport: Size(width: container.frame.width, height: container.frame.height + margin * 2))
    if let focused = focusedStep(inside: around)?.component { near.append(focused) }
    return Set(near).sorted().flatMap { index -> [AccessibleNode] in
      let component = container.components[index]
      guard component.takesRoom else { return [] }
      let path = ComponentPath(index, in: around)
      components[component.number] = path
      var nodes: [AccessibleNode] = []
      if let header = edge(.header, of: component, path) { nodes.append(header) }
      if let list = list(component, path, in: container) { nodes.append(list) }
      if let pages = pages(component, path) { nodes.append(pages) }
      if let footer = edge(.footer, of: component, path) { nodes.append(footer) }
      return nodes
    }
  }

  /// The step that leads to the focus among the components inside `around`. The part there is
  /// described however far it is from the window.
  private func focusedStep(inside around: ItemPath?) -> ItemPath.Step? {
    guard let focused = controller.focused else { return nil }
    let steps = around?.steps ?? []
    return focused.steps.starts(with: steps) ? focused.steps.dropFirst(steps.count).first : nil
  }

  private func list(
    _ component: Component, _ path: ComponentPath, in container: SpotsScrollView
  ) -> AccessibleNode? {
    let (model, geometry) = (component.model, component.geometry)
    guard !model.items.isEmpty, texts.take() else { return nil }
    var list = AccessibleNode(AccessibleNode.ID(.list(component.number)), .list)
    let own = model.meta.string("label")
    // A screen that is one list, such as a question, is named as the list is.
    let isAll = path.parent == nil && scrollView.components.count == 1
    let title = model.header?.title ?? (isAll ? controller.title ?? "" : "")
    list.name = texts.text(own.isEmpty ? title : own)
    list.hasSelection =
      model.interaction.selection == .several || !controller.selection[path].ranges.isEmpty
    if component.scroll.canScroll {
      list.roleDescription = "carousel"
      list.actions = [.previousItem, .nextItem, .previousPage, .nextPage]
    }
    let (header, footer) = (geometry.headerFrame(inner: 0), geometry.footerFrame)
    let top = header?.maxY ?? 0
    let area = Rect(
      x: 0, y: top, width: geometry.width,
      height: max((footer?.y ?? geometry.contentSize.height) - top, 0))
    list.frame = windowFrame(area, of: path)
    list.states = [.enabled]
    if model.interaction.selection == .several {
      list.states.insert(.multiselectable)
      list.actions += [.select, .deselect]
    }
    if list.frame.intersects(scrollView.frame) { list.states.insert(.showing) }
    list.childCount = geometry.shown.count
    list.children = itemsNear(component, path, in: container).compactMap {
      node(of: .item($0), in: component, path)
    }
    return list
  }

  /// The indexes of a component's items near the window, in the order in which they are shown.
  private func itemsNear(
    _ component: Component, _ path: ComponentPath, in container: SpotsScrollView
  ) -> [Int] {
    let start = container.origin(of: path.index).y
    let (geometry, x) = (component.geometry, component.horizontalScroll.offset)
    let beside = component.model.arrangement == .carousel ? margin : 0
    let near = Rect(
      x: x - beside, y: container.verticalScroll.offset - start - margin,
      width: geometry.width + beside * 2, height: container.frame.height + margin * 2)
    var items = geometry.slots(in: near).map(\.item)
    if let focused = focusedStep(inside: path.parent), focused.component == path.index,
      let item = focused.item
    {
      items.append(item)
    }
    let shown = geometry.shown
    return Set(items).sorted { shown.position(from: $0) < shown.position(from: $1) }
  }

  private func pages(_ component: Component, _ path: ComponentPath) -> AccessibleNode? {
    guard let frame = component.geometry.pageIndicatorFrame else { return nil }
    let pages = component.scroll.pages
    guard pages.count > 1, texts.take() else { return nil }
    var node = AccessibleNode(AccessibleNode.ID(.pages(component.number)), .pageIndicator)
    node.name = "Page \(pages.current + 1) of \(pages.count)"
    node.value = AccessibleValue(
      Double(pages.current + 1), minimum: 1, maximum: Double(pages.count), step: 1,
      isSettable: true)
    node.actions = [.previousPage, .nextPage]
    node.frame = windowFrame(frame, of: path)
    node.states = [.enabled]
    if node.frame.intersects(scrollView.frame) { node.states.insert(.showing) }
    return node
  }

  private func edge(
    _ part: ItemPath.Part, of component: Component, _ path: ComponentPath
  ) -> AccessibleNode? {
    let place = path.part(part)
    guard let frame = controller.frame(of: place) else { return nil }
    let isNear =
      frame.maxY > scrollView.frame.y - margin && frame.y < scrollView.frame.maxY + margin
    guard isNear || controller.focused == place else { return nil }
    return node(of: part, in: component, path)
  }

  /// The frame in the window of an area of a component's content that does not move when the
  /// component scrolls horizontally.
  private func windowFrame(_ area: Rect, of path: ComponentPath) -> Rect {
    guard let container = scrollView.container(of: path.part(.header)) else { return .zero }
    let origin = container.origin + container.view.origin(of: path.index)
    let y = scrollView.frame.y - scrollView.verticalScroll.offset
    let frame = area.offsetBy(x: origin.x, y: origin.y + y)
    return controller.state.root.mirrored(frame)
  }

  // MARK: Parts

  /// The node of a part of a component, wherever it is; nil for a part that is not there, or whose
  /// description is hidden.
  func node(of id: AccessibleNode.ID) -> AccessibleNode? {
    guard let (path, part) = place(of: id), let component = component(path) else { return nil }
    texts.rest = Self.limit
    keepsReadings = false
    defer { keepsReadings = true }
    return node(of: part, in: component, path)
  }

  /// The component that is at `path`, if it was there when the last tree was made.
  func component(_ path: ComponentPath) -> Component? {
    guard let component = scrollView.component(of: path.part(.header)),
      components[component.number] == path
    else { return nil }
    return component
  }

  /// The component of a node that stands for a part of it, and the part.
  private func place(of id: AccessibleNode.ID) -> (ComponentPath, ItemPath.Part)? {
    switch id.base {
    case .item(let number, _):
      components[number].flatMap { path in index(of: id).map { (path, .item($0)) } }
    case .header(let number): components[number].map { ($0, .header) }
    case .footer(let number): components[number].map { ($0, .footer) }
    default: nil
    }
  }

  private func node(
    of part: ItemPath.Part, in component: Component, _ path: ComponentPath
  ) -> AccessibleNode? {
    let place = path.part(part)
    guard let item = component.model.part(part), let frame = controller.frame(of: place) else {
      return nil
    }
    var node = emptyNode(part, component, path)
    let content = reading(of: item, part, in: component, node.id)
    guard !content.isHidden, texts.take() else { return nil }
    if let role = content.role { node.role = role }
    node.frame = frame
    if case .item(let index) = part { node.position = .init(of: index, component.geometry.shown) }
    let isUsable =
      controller.environment.isEnabled(item) && component.host?.isDisabled != true
      && scrollView.usable(place) == place
    let policy = component.model.interaction.selection
    node.states = states(
      place, frame: frame, isUsable: isUsable, isAction: item.action != nil, policy)
    let isActivated = item.action != nil || place.last.item != nil && policy != .none
    let isGroup = content.role == .group && InputKind(of: item) == .choice
    if isUsable { addActions(of: item, at: place, to: &node, isActivated && !isGroup) }
    texts.describe(&node, content)
    moveFocusToButton(of: &node, component.view(of: part))
    let hasParts = node.children.contains { $0.all.contains { $0.role.isOperated } }
    let shown = component.view(of: part)
    describeControls(
      of: &node, hasParts ? shown ?? view(of: part, item, in: component, frame.size) : shown,
      at: place)
    let inside = component.mounted(part, inner: 0)?.item.container?.scrollView
    if let inside {
      node.children += nodes(in: inside, around: place)
      node.childCount = node.children.count
    }
    return node
  }

  private func addActions(
    of item: Item, at path: ItemPath, to node: inout AccessibleNode, _ isActivated: Bool
  ) {
    if isActivated { node.actions = [.activate] }
    if node.states.contains(.selectable) {
      node.actions.append(node.states.contains(.selected) ? .deselect : .select)
    }
    node.actions += item.actions.enumerated().map { .item($0, title: texts.text($1.name)) }
    let roles: Set<AccessibleRole> = [.comboBox, .dateEditor]
    guard !item.actions.isEmpty || roles.contains(node.role) else { return }
    node.states.insert(.hasPopup)
    let isOpen = controller.focused == path && controller.state.popups.popup != nil
    if isOpen { node.states.insert(.expanded) }
  }

  private func emptyNode(
    _ part: ItemPath.Part, _ component: Component, _ path: ComponentPath
  ) -> AccessibleNode {
    switch part {
    case .header:
      var node = AccessibleNode(AccessibleNode.ID(.header(component.number)), .heading)
      node.level = (path.parent?.steps.count ?? 0) + 1
      return node
    case .footer: return AccessibleNode(AccessibleNode.ID(.footer(component.number)), .text)
    case .item(let index): return AccessibleNode(id(ofItem: index, in: component, path), .listItem)
    }
  }

  /// The identity of an item, which it keeps when it moves.
  func id(ofItem index: Int, in component: Component, _ path: ComponentPath) -> AccessibleNode.ID {
    let number = controller.state.identities.number(of: path.item(index), in: component.number)
    return AccessibleNode.ID(.item(component.number, number: number))
  }

  /// The index of an item in its component; nil when it is gone, and for what is no item.
  func index(of id: AccessibleNode.ID) -> Int? {
    guard case .item(let component, let number) = id.base else { return nil }
    return controller.state.identities.index(of: number, in: component)
  }

  private func states(
    _ path: ItemPath, frame: Rect, isUsable: Bool, isAction: Bool,
    _ policy: Interaction.Selection
  ) -> AccessibleStates {
    var states: AccessibleStates = []
    let isItem = path.last.item != nil
    if isUsable { states.insert(.enabled) }
    if isItem || isUsable && isAction { states.insert(.focusable) }
    if isItem, policy == .single || policy == .several { states.insert(.selectable) }
    if frame.intersects(scrollView.frame) { states.insert(.showing) }
    if controller.focused == path { states.insert(.focused) }
    if controller.state.selection.contains(path) { states.insert(.selected) }
    if controller.state.progress.contains(path) { states.insert(.busy) }
    return states
  }

  /// Moves focus and actions of a heading with a button to the button, which alone activates it.
  private func moveFocusToButton(of node: inout AccessibleNode, _ view: View?) {
    guard case .heading = node.role,
      let index = node.children.firstIndex(where: { $0.role == .button })
    else { return }
    let moved = node.states.intersection([.focusable, .focused])
    node.states.subtract(moved)
    node.children[index].states.formUnion(moved)
    (node.children[index].actions, node.actions) = (node.actions, [])
    guard let area = view?.activationArea else { return }
    let isMirrored = controller.environment.isRightToLeft
    let x = isMirrored ? node.frame.maxX - area.maxX : node.frame.x + area.x
    node.children[index].frame = Rect(
      x: x, y: node.frame.y + area.y, width: area.width, height: area.height)
  }

  // MARK: Controls

  /// A view laid out like that of a part far from the window, which has none.
  private func view(
    of part: ItemPath.Part, _ item: Item, in component: Component, _ size: Size
  ) -> View? {
    guard item.children.isEmpty else { return nil }
    let view = component.content.pool.prototype(for: item, role: part.role)
    view.cellStyle = style(of: part, in: component)
    component.content.pool.configure(view, with: item, width: size.width)
    view.frame = Rect(origin: .zero, size: size)
    view.layoutIfNeeded()
    return view
  }

  /// The controls in a view by the nodes that stand for them, the item's own node included; empty
  /// if controls and nodes cannot be matched.
  func controls(of node: AccessibleNode, in view: View?) -> [AccessibleNode.ID: Control] {
    guard let view = view as? any ItemConfigurable else { return [:] }
    if node.role.isOperated { return view.mainControl.map { [node.id: $0] } ?? [:] }
    let parts = node.all.filter { $0.role.isOperated && $0.id.around == node.id }
    // A choice is operated by its options.
    let controls = view.controls.filter { !($0 is ChoiceGroupControl) }
    guard parts.count == controls.count else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(parts.map(\.id), controls))
  }

  /// Gives nodes that stand for controls the frames, states and actions of the controls.
  private func describeControls(
    of node: inout AccessibleNode, _ view: View?, at path: ItemPath
  ) {
    let controls = controls(of: node, in: view)
    guard !controls.isEmpty else { return }
    let keyboard = controller.keyboard
    let focused = keyboard.focused == path ? keyboard.control : nil
    let marked = (focused as? ChoiceGroupControl)?.currentOption ?? focused
    let isDetached = view?.superview == nil
    let origin = isDetached ? controller.state.root.mirrored(node.frame) : scrollView.frame
    let root: View = isDetached ? view ?? scrollView : scrollView
    func describe(_ node: inout AccessibleNode, isWhole: Bool) -> Bool {
      var hasFocus = false
      if let control = controls[node.id] {
        hasFocus = control === marked
        if !isWhole {
          let place = control.convert(.zero, from: root)
          let frame = Rect(origin: origin.origin - place, size: control.frame.size)
          node.frame = controller.state.root.mirrored(frame)
          self.describe(&node, control, hasFocus: hasFocus)
        }
        if node.text != nil, let field = control as? TextFieldControl, field.hasKeyboard {
          node.text = field.accessibleText
        }
      }
      for index in node.children.indices {
        if describe(&node.children[index], isWhole: false) { hasFocus = true }
      }
      return hasFocus
    }
    let hasFocus = describe(&node, isWhole: true)
    // The focus is on the control rather than on what is around it.
    if hasFocus, controls[node.id] == nil { node.states.remove(.focused) }
  }

  private func describe(_ node: inout AccessibleNode, _ control: Control, hasFocus: Bool) {
    guard control.isEnabled, node.states.contains(.enabled) else {
      node.states.remove(.enabled)
      return
    }
    node.states.insert(.focusable)
    if hasFocus { node.states.insert(.focused) }
    node.actions = [.activate]
  }

  // MARK: Texts

  private func reading(
    of item: Item, _ part: ItemPath.Part, in component: Component, _ id: AccessibleNode.ID
  ) -> Accessibility {
    let (content, version) = (component.content, controller.environment.version)
    let style = style(of: part, in: component)
    let known = readings[id] ?? formerReadings[id]
    let value = controller.environment.value(of: item)
    let fault = controller.environment.fault(of: item)
    if let known, known.item == item, known.value == value, known.fault == fault,
      known.style == style, known.version == version
    {
      if keepsReadings { readings[id] = known }
      return known.content
    }
    let shown = component.view(of: part) as? any ItemConfigurable
    let view = shown ?? content.pool.prototype(for: item, role: part.role)
    if shown == nil { view.cellStyle = style }
    var reading = view.accessibility(for: item)
    // A view may show what is not in its item's texts.
    if reading.label.isEmpty, !reading.isHidden {
      reading.label = Accessibility.joined(shown.map { Self.texts(in: $0) } ?? [])
    }
    // A view may say more once it is shown.
    if keepsReadings, shown != nil || !reading.label.isEmpty {
      readings[id] = Reading(
        item: item, value: value, fault: fault, style: style, version: version, content: reading)
    }
    return reading
  }

  private func style(of part: ItemPath.Part, in component: Component) -> CellStyle {
    guard case .item(let index) = part else { return component.content.edgeStyle }
    return component.content.cellStyle(ofItem: index)
  }

  /// The texts of the labels in a view.
  private static func texts(in view: View) -> [String] {
    guard !view.isHidden, !(view is SpotsScrollView) else { return [] }
    if let label = view as? Label { return [label.text] }
    return view.subviews.flatMap { texts(in: $0) }
  }
}
