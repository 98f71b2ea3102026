/// Makes the nodes of a screen, in reading order: all of them, or those nearest to the window.
@MainActor
final class AccessibleTree {
  private let controller: SpotsController
  private var scrollView: SpotsScrollView { controller.scrollView }
  private var words: Words { controller.environment.words }
  /// The components in the last tree, by their numbers.
  private(set) var components: [Int: ComponentPath] = [:]
  private let texts = AccessibleTexts()
  private let readings = AccessibleReadings()
  private var use: AccessibleUse { AccessibleUse(controller: controller, texts: texts) }
  /// How far outside of the window parts are included, in points.
  private var margin = 0.0
  /// Whether a tree with too many parts is cut off rather than given up.
  private var isCutOff = false
  /// The nodes made so far for the present tree, and how many each consists of.
  private var made: [AccessibleNode.ID: (node: AccessibleNode, count: Int)] = [:]
  /// Whether components ask for answers, by their numbers.
  private var forms: [Int: Bool] = [:]

  /// The largest number of nodes in a tree, and of hidden parts that it leaves out.
  static let limit = 500

  init(_ controller: SpotsController) {
    self.controller = controller
  }

  // MARK: The window

  /// The tree as it is now: all parts, or those nearest to the window, as many as there may be.
  ///
  /// - Complexity: O(nodes in the tree).
  func window() -> AccessibleNode {
    readings.begin()
    forms = [:]
    defer { made = [:] }
    texts.rest = Self.limit - 2
    let inFront = AccessibleFront(controller: controller, texts: texts).nodes
    let room = texts.rest
    func window(within margin: Double, isCutOff: Bool = false) -> AccessibleNode? {
      (self.margin, self.isCutOff, texts.rest, components) = (margin, isCutOff, room, [:])
      let screen = screen()
      guard texts.rest >= 0 || isCutOff else { return nil }
      return self.window(showing: [screen] + inFront)
    }
    let furthest = scrollView.contentHeight + controller.size.height
    var (near, far) = (0.0, controller.size.height / 2)
    var best = window(within: near, isCutOff: true) ?? .unknownWindow
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
    let left = scrollView.components.count { $0.takesRoom && components[$0.number] == nil }
    if left > 0 {
      best.children[0].details = words(.listsLeft, ["count": left])
    }
    return best
  }

  /// The part in front of the screen with an identity.
  func part(_ id: AccessibleNode.ID) -> AccessiblePart? {
    AccessibleFront(controller: controller, texts: texts).part(id)
  }

  private func window(showing children: [AccessibleNode]) -> AccessibleNode {
    var window = AccessibleNode(.window, .window)
    window.name = texts.text(controller.title ?? "")
    (window.frame, window.states) = (controller.state.root.bounds, [.enabled, .showing])
    (window.children, window.childCount) = (children, children.count)
    // If several nodes claim the focus, the one in front has it.
    let focused = window.all.last { $0.states.contains(.focused) }
    window.keepFocus(on: focused?.id ?? .screen)
    return window
  }

  private func screen() -> AccessibleNode {
    let isSheet = controller.state.root.isSheet
    var screen = AccessibleNode(.screen, isSheet ? .dialog : .scrollArea)
    screen.name = texts.text(controller.title ?? "")
    screen.frame = controller.state.root.mirrored(scrollView.frame)
    screen.states = [.enabled, .showing, .focusable]
    if isSheet { screen.states.insert(.modal) }
    screen.children = nodes(in: scrollView, around: nil)
    if let bar = scrollBar() { screen.children.append(bar) }
    screen.childCount = screen.children.count
    return screen
  }

  private func scrollBar() -> AccessibleNode? {
    let furthest = scrollView.contentHeight - controller.size.height
    guard furthest > 0.5, texts.take() else { return nil }
    var bar = AccessibleNode(AccessibleNode.ID(.scrollBar), .scrollBar)
    bar.name = words[.scrollPosition]
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
    guard !model.items.isEmpty, !geometry.isClosed, texts.take() else { return nil }
    let near = itemsNear(component, path, in: container)
    if !isCutOff, near.count > texts.rest {
      texts.rest = -1
      return nil
    }
    var list = AccessibleNode(AccessibleNode.ID(.list(component.number)), role(of: component))
    let own = model.meta.string("label")
    // A screen that is one list, such as a question, is named as the list is.
    let isAll = path.parent == nil && scrollView.components.count == 1
    let title = model.header?.title ?? (isAll ? controller.title ?? "" : "")
    list.name = texts.text(own.isEmpty ? title : own)
    list.isLive = model.live != .off
    list.hasSelection =
      model.interaction.selection == .several || !controller.selection[path].ranges.isEmpty
    if component.scroll.stops.canScroll {
      list.roleDescription = words[.carousel]
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
    list.children = near.compactMap { node(of: .item($0), in: component, path) }
    return list
  }

  /// The role of the items of a component together.
  private func role(of component: Component) -> AccessibleRole {
    switch component.content.viewRole(.item) {
    case .tableRow: return .table
    case .logLine: return .log
    case _ where !component.content.disclosure.outline.isEmpty: return .tree
    default: break
    }
    return isForm(component) ? .group : .list
  }

  /// Whether a component asks for answers, so that it is no list of items.
  private func isForm(_ component: Component) -> Bool {
    if let known = forms[component.number] { return known }
    let isForm = component.model.items.prefix(100).contains { InputKind(of: $0) != nil }
    forms[component.number] = isForm
    return isForm
  }

  /// The indexes of a component's items near the window, in the order in which they are shown.
  private func itemsNear(
    _ component: Component, _ path: ComponentPath, in container: SpotsScrollView
  ) -> [Int] {
    let start = container.origin(of: path.index).y
    let (geometry, x) = (component.geometry, component.scroll.itemsOffset)
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
    node.name = words(.pageOf, ["page": pages.current + 1, "count": pages.count])
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
    guard let container = scrollView.paths.container(of: path.part(.header)) else { return .zero }
    let origin = container.origin + container.view.origin(of: path.index)
    let window = scrollView.frame.origin
    let y = window.y - scrollView.verticalScroll.offset
    let frame = area.offsetBy(x: window.x + origin.x, y: origin.y + y)
    return controller.state.root.mirrored(frame)
  }

  // MARK: Parts

  /// The node of a part of a component, wherever it is; nil for a part that is not there, or whose
  /// description is hidden.
  func node(of id: AccessibleNode.ID) -> AccessibleNode? {
    guard let (path, part) = place(of: id), let component = component(path) else { return nil }
    texts.rest = Self.limit
    readings.keepsNew = false
    defer { (readings.keepsNew, made) = (true, [:]) }
    return node(of: part, in: component, path)
  }

  /// The component that is at `path`, if it was there when the last tree was made.
  func component(_ path: ComponentPath) -> Component? {
    guard let component = scrollView.paths.component(of: path.part(.header)),
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
    if let known = made[node.id] { return texts.take(known.count) ? known.node : nil }
    guard texts.take() else { return nil }
    let content = readings.reading(of: item, part, in: component, node.id, frame.size)
    guard !content.isHidden else { return nil }
    // A plain item among answers is no item of a list.
    let isLoose = node.role == .listItem && isForm(component)
    node.role = content.role ?? (isLoose ? item.action == nil ? .text : .button : node.role)
    node.frame = frame
    if case .item(let index) = part { node.position = .init(of: index, component.geometry.shown) }
    let isUsable =
      controller.environment.isEnabled(item) && !component.isDisabled
      && scrollView.paths.usable(place) == place
    let policy = controller.state.selection.policy(at: place, of: item)
    node.states = use.states(of: item, place, frame, isUsable: isUsable, policy)
    if isUsable { use.addActions(of: item, at: place, to: &node, policy) }
    let rest = texts.rest
    texts.describe(
      &node, content, in: frame, seen: scrollView.frame,
      isMirrored: controller.environment.isRightToLeft)
    use.moveFocusToButton(of: &node)
    AccessibleControls(controller: controller)
      .describe(&node, component.view(of: part), at: place)
    if let inside = component.mounted(part, inner: 0)?.item.container?.scrollView {
      node.children += nodes(in: inside, around: place)
      node.childCount = node.children.count
    } else {
      made[node.id] = (node, rest - texts.rest + 1)
    }
    return node
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
    case .item(let index):
      let level = component.content.disclosure.level(of: index)
      let id = id(ofItem: index, in: component, path)
      var node = AccessibleNode(id, level == nil ? .listItem : .treeItem)
      node.level = level.map { $0 + 1 }
      return node
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
}
