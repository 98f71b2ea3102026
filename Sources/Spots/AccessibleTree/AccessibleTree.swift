/// Makes the nodes of what is near the window: the components within half a window height of it,
/// and their items there, in reading order. Keeps the descriptions that views gave of items, since
/// few of them change from one tree to the next.
@MainActor
final class AccessibleTree {
  private let controller: SpotsController
  private var scrollView: SpotsScrollView { controller.scrollView }
  /// The components in the last tree, by their numbers.
  private(set) var components: [Int: ComponentPath] = [:]
  /// How many nodes may still be made.
  private var rest = 0
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
  /// Longer names and details are cut off, in Unicode scalars.
  private static let longestText = 1000

  init(_ controller: SpotsController) {
    self.controller = controller
  }

  // MARK: The window

  /// The tree as it is now.
  ///
  /// - Complexity: O(items near the window).
  func window() -> AccessibleNode {
    let bounds = controller.state.root.bounds
    for margin in [controller.size.height / 2, 0] {
      (self.margin, rest, components) = (margin, Self.limit - 2, [:])
      (formerReadings, readings) = (readings, [:])
      var window = AccessibleNode(.window, .window)
      window.name = text(controller.title ?? "")
      (window.frame, window.states) = (bounds, [.enabled, .showing])
      let inFront = popup() + overlays()
      var screen = screen()
      if inFront.contains(where: { $0.all.contains { $0.states.contains(.focused) } }) {
        screen.states.remove(.focused)
      }
      window.children = [screen] + inFront
      window.childCount = window.children.count
      // If too much is near the window, only what is in it is described.
      if rest > 0 || margin == 0 { return window }
    }
    return AccessibleNode(.window, .window)
  }

  private func screen() -> AccessibleNode {
    var screen = AccessibleNode(.screen, .scrollArea)
    screen.name = text(controller.title ?? "")
    screen.frame = scrollView.frame
    screen.states = [.enabled, .showing, .focusable]
    if controller.focused == nil { screen.states.insert(.focused) }
    screen.children = nodes(in: scrollView, around: nil)
    if let bar = scrollBar() { screen.children.append(bar) }
    screen.childCount = screen.children.count
    return screen
  }

  private func scrollBar() -> AccessibleNode? {
    let furthest = scrollView.contentHeight - controller.size.height
    guard furthest > 0.5, take() else { return nil }
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

  /// The open popup, if there is one. The focus is on its current row, or on the popup itself.
  private func popup() -> [AccessibleNode] {
    guard let popup = controller.state.popups.popup, take() else { return [] }
    var node = AccessibleNode(AccessibleNode.ID(.popup), popup.role)
    node.name = text(popup.name)
    let origin = scrollView.frame.origin + popup.frame.origin
    let root = controller.state.root
    node.frame = root.mirrored(Rect(origin: origin, size: popup.frame.size))
    node.states = [.enabled, .showing, .focusable]
    for (number, part) in popup.numberedParts where take() {
      var child = AccessibleNode(node.id.child(number), part.content.role ?? .text)
      child.frame = root.mirrored(part.frame.offsetBy(x: origin.x, y: origin.y))
      child.states = part.states.union(.showing)
      if part.activate != nil, part.states.contains(.enabled) { child.actions = [.activate] }
      describe(&child, part.content)
      node.children.append(child)
    }
    node.childCount = node.children.count
    let isMarked = node.children.contains { $0.states.contains(.focused) }
    if !isMarked { node.states.insert(.focused) }
    return [node]
  }

  private func overlays() -> [AccessibleNode] {
    controller.state.root.describedOverlays.enumerated().flatMap { number, overlay in
      overlay.accessibleParts.enumerated().compactMap { index, part in
        let id = AccessibleNode.ID(.overlay(number, part: index))
        let origin = overlay.frame.origin
        guard !part.content.isHidden, take() else { return nil }
        var node = AccessibleNode(id, part.content.role ?? .text)
        node.frame = part.frame.offsetBy(x: origin.x, y: origin.y)
        node.states = part.states.union([.enabled, .showing])
        if part.activate != nil { node.actions = [.activate] }
        describe(&node, part.content)
        return node
      }
    }
  }

  private func take() -> Bool {
    rest -= 1
    return rest >= 0
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
    guard !model.items.isEmpty, take() else { return nil }
    var list = AccessibleNode(AccessibleNode.ID(.list(component.number)), .list)
    let own = model.meta.string("label")
    list.name = text(own.isEmpty ? model.header?.title ?? "" : own)
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
    let beside = component.model.arrangement == .carousel && margin > 0 ? geometry.width / 2 : 0
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
    guard pages.count > 1, take() else { return nil }
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
    rest = Self.limit
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
    case .item(let number, let index): components[number].map { ($0, .item(index)) }
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
    var node = emptyNode(part, component.number)
    let content = reading(of: item, part, in: component, node.id)
    guard !content.isHidden, take() else { return nil }
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
    if isUsable, isActivated, !isGroup { node.actions = [.activate] }
    if isUsable, node.states.contains(.selectable) {
      node.actions.append(node.states.contains(.selected) ? .deselect : .select)
    }
    if isUsable {
      node.actions += item.actions.enumerated().map { .item($0, title: text($1.name)) }
    }
    describe(&node, content)
    moveFocusToButton(of: &node, component.view(of: part))
    describeControls(of: &node, component.view(of: part), at: place)
    let inside = component.mounted(part, inner: 0)?.item.container?.scrollView
    if let inside {
      node.children += nodes(in: inside, around: place)
      node.childCount = node.children.count
    }
    return node
  }

  private func emptyNode(_ part: ItemPath.Part, _ number: Int) -> AccessibleNode {
    switch part {
    case .header: AccessibleNode(AccessibleNode.ID(.header(number)), .heading)
    case .footer: AccessibleNode(AccessibleNode.ID(.footer(number)), .text)
    case .item(let index):
      AccessibleNode(AccessibleNode.ID(.item(number, index: index)), .listItem)
    }
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

  /// Gives a node its texts, and nodes for the parts inside.
  private func describe(_ node: inout AccessibleNode, _ content: Accessibility) {
    (node.name, node.details) = (text(content.label), text(content.details))
    (node.value, node.text) = (content.value, content.text)
    if content.isChecked == true { node.states.insert(.checked) }
    if content.isWrong { node.states.insert(.invalid) }
    for (index, part) in content.children.enumerated() where !part.isHidden {
      guard take() else { break }
      var child = AccessibleNode(node.id.child(index), part.role ?? .text)
      child.frame = node.frame
      child.states = node.states.intersection([.enabled, .showing])
      describe(&child, part)
      if child.name.isEmpty { child.name = node.name }
      node.children.append(child)
    }
    node.childCount = node.children.count
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
    func describe(_ node: inout AccessibleNode, isWhole: Bool) -> Bool {
      var hasFocus = false
      if let control = controls[node.id] {
        hasFocus = control === marked
        if !isWhole { self.describe(&node, control, hasFocus: hasFocus) }
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
    let origin = control.convert(.zero, from: scrollView)
    let frame = Rect(
      x: scrollView.frame.x - origin.x, y: scrollView.frame.y - origin.y,
      width: control.frame.width, height: control.frame.height)
    node.frame = controller.state.root.mirrored(frame)
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
    let style: CellStyle =
      if case .item(let index) = part { content.cellStyle(ofItem: index) } else {
        content.edgeStyle
      }
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

  /// The texts of the labels in a view.
  private static func texts(in view: View) -> [String] {
    guard !view.isHidden, !(view is SpotsScrollView) else { return [] }
    if let label = view as? Label { return [label.text] }
    return view.subviews.flatMap { texts(in: $0) }
  }

  /// `text` as it is read: on one line, and of limited length.
  private func text(_ text: String) -> String {
    let short =
      text.utf8.count > Self.longestText
      ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.longestText))) : text
    guard short.unicodeScalars.contains(where: { $0.value < 32 }) else { return short }
    return String(String.UnicodeScalarView(short.unicodeScalars.map { $0.value < 32 ? " " : $0 }))
  }
}
