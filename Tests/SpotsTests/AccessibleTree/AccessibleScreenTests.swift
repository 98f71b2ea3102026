import SpotsTestSupport
import Testing

@testable import Spots

/// The screen as a tree of nodes, and the actions they support.
@MainActor
@Suite struct AccessibleScreenTests {
  private func nodes(_ screen: AccessibleScreen) -> [AccessibleNode] {
    screen.window.all
  }

  private func node(_ name: String, in screen: AccessibleScreen) throws -> AccessibleNode {
    try #require(nodes(screen).first { $0.name == name }, "no '\(name)'")
  }

  /// A header with a button, a list with a footer, a carousel with pages, and a composite item.
  private func components() -> [ComponentModel] {
    var rows = list(3)
    rows.header = Item(
      title: "People", action: "all", meta: Meta(strings: ["actionTitle": "See all"]))
    rows.footer = Item(title: "3 people")
    rows.items = ["Ada", "Bea", Item(title: "Cy", meta: ["disabled": true])]
    var pages = carousel(8, from: 10, paginate: .page, indicator: .below)
    pages.meta = Meta(strings: ["label": "Covers"])
    let composite = Item(title: "Inside", kind: "composite", children: [list(2, from: 100)])
    return [rows, pages, ComponentModel(kind: .list, items: [composite])]
  }

  @Test func theTreeSaysWhatIsSeen() {
    let rig = ScreenRig(components(), size: Size(width: 400, height: 900))
    rig.settle()
    let window = AccessibleScreen(rig.controller).window
    var lines: [String] = []
    func describe(_ node: AccessibleNode, _ depth: Int) {
      var line = String(repeating: " ", count: depth) + node.role.rawValue + " " + node.name
      if let position = node.position { line += " \(position.index + 1)/\(position.count)" }
      if !node.states.contains(.enabled) { line += " -" }
      lines.append(line)
      for child in node.children { describe(child, depth + 1) }
    }
    describe(window, 0)
    #expect(
      lines == [
        "window ", " scroll-area ", "  heading People", "   button See all", "  list People",
        "   list-item Ada 1/3", "   list-item Bea 2/3", "   list-item Cy 3/3 -",
        "  text 3 people", "  list Covers", "   list-item Item 10 1/8", "   list-item Item 11 2/8",
        "   list-item Item 12 3/8", "   list-item Item 13 4/8", "   list-item Item 14 5/8",
        "   list-item Item 15 6/8", "   list-item Item 16 7/8", "   list-item Item 17 8/8",
        "  page-indicator Page 1 of 4",
        "  list ", "   group Inside 1/1", "    list ", "     list-item Item 100 1/2",
        "     list-item Item 101 2/2",
      ])
  }

  /// On every screen, also right to left: frames are those of the controller, every node is found
  /// by its identity and place, there is one focus, and no more nodes than there may be.
  @Test func everyTreeIsSound() {
    for seed in 0..<16 as Range<UInt64> {
      var random = RandomComponents(seed: seed, makesComposites: true)
      var environment = Environment.fixed(images: ["a.png": Size(width: 300, height: 200)])
      environment.isRightToLeft = seed % 2 == 0
      let rig = ScreenRig(
        screen: random.screen(), size: Size(width: 500, height: 400), environment: environment)
      rig.settle()
      rig.controller.scroll(to: Double(random.below(2000)))
      for _ in 0..<random.below(5) { rig.key(random.pick([.tab, .down, .right])) }
      rig.settle()
      let screen = AccessibleScreen(rig.controller)
      var faults: [String] = []
      for node in nodes(screen) {
        if screen.node(node.id) != node { faults.append("\(node.id) is not found") }
        for (index, child) in node.children.enumerated() {
          let place = child.position?.index ?? index
          if screen.parent(of: child.id) != node.id || screen.child(place, of: node.id) != child.id
            || screen.index(of: child.id) != place
          {
            faults.append("\(child.id) is misplaced")
          }
        }
      }
      #expect(faults == [], "seed \(seed)")
      #expect(nodes(screen).count { $0.states.contains(.focused) } == 1, "seed \(seed)")
      #expect(nodes(screen).count <= 500, "seed \(seed)")
    }
  }

  @Test func framesAreThoseInTheWindow() throws {
    for isMirrored in [false, true] {
      var environment = Environment.fixed()
      environment.isRightToLeft = isMirrored
      let rig = ScreenRig(
        screen: Screen(components: components()), size: Size(width: 400, height: 300),
        environment: environment)
      rig.settle()
      rig.controller.scroll(to: 40)
      rig.settle()
      let screen = AccessibleScreen(rig.controller)
      let bea = try node("Bea", in: screen)
      #expect(bea.frame == rig.controller.frame(of: ItemPath(component: 0, item: 1)))
      let list = try node("Covers", in: screen)
      let first = try node("Item 10", in: screen)
      #expect(list.frame.width == 400 && list.frame.y <= first.frame.y)
      let button = try node("See all", in: screen)
      // Its frame is where a click presses it.
      #expect(!button.states.contains(.showing) || button.frame.width < 200)
      rig.controller.scroll(to: 0)
      rig.settle()
      screen.invalidate()
      let frame = try node("See all", in: screen).frame
      rig.click(Point(x: frame.midX, y: frame.midY))
      #expect(rig.selections == [ItemPath(component: 0, part: .header)], "\(isMirrored)")
    }
  }

  @Test func aMillionItemsHaveFewNodes() throws {
    let rig = ScreenRig([list(1_000_000)])
    rig.settle()
    let screen = AccessibleScreen(rig.controller)
    let list = try #require(nodes(screen).first { $0.role == .list })
    #expect(list.childCount == 1_000_000)
    #expect(list.children.count <= 500)
    // A distant item is described on request, and the description is not kept.
    let far = try #require(screen.child(654_321, of: list.id))
    let described = try #require(screen.node(far))
    #expect(described.name == "Item 654321")
    #expect(described.position == .init(index: 654_321, count: 1_000_000))
    #expect(screen.parent(of: far) == list.id && screen.index(of: far) == 654_321)
    #expect(screen.child(1_000_000, of: list.id) == nil)
    let number = rig.components[0].number
    #expect(screen.node(AccessibleNode.ID(.item(number, number: 1_000_000))) == nil)
    #expect(nodes(screen).count <= 500)
    #expect(screen.perform(.reveal, on: far, at: rig.now))
    rig.settle()
    #expect(try node("Item 654321", in: screen).states.contains(.showing))
  }

  private final class CountedView: View, ItemConfigurable {
    static var readings = 0

    func configure(with item: Item) {}
    func accessibility(for item: Item) -> Accessibility {
      Self.readings += 1
      return Accessibility(item)
    }
  }

  /// A view describes an item near the window once, and a distant one on every request.
  @Test func descriptionsOfFarItemsAreNotKept() throws {
    let configuration = Configuration()
    configuration.register(view: CountedView.self, identifier: "counted")
    let items = ItemList((0..<5000).map { Item(title: "\($0)", kind: "counted") })
    let rig = ScreenRig(
      [ComponentModel(kind: .list, items: items)], configuration: configuration)
    rig.settle()
    CountedView.readings = 0
    let screen = AccessibleScreen(rig.controller)
    let list = try #require(nodes(screen).first { $0.role == .list })
    let readings = CountedView.readings
    #expect((list.children.count...AccessibleScreen.mostNodes).contains(readings))
    screen.invalidate()
    _ = screen.window
    #expect(CountedView.readings == readings)
    for count in 1...3 {
      let far = try #require(screen.child(4000, of: list.id))
      #expect(screen.node(far)?.name == "4000")
      #expect(CountedView.readings == readings + count)
    }
  }

  /// Where more than 500 parts are near, those in the window come first.
  @Test func smallItemsDoNotExceedTheLimit() {
    let grid = ComponentModel(
      kind: .grid, layout: Layout(span: 40), items: numbered(20_000, height: 8))
    let rig = ScreenRig([grid])
    rig.settle()
    rig.controller.scroll(to: 1600)
    rig.settle()
    let screen = AccessibleScreen(rig.controller)
    #expect(nodes(screen).count <= 500)
    #expect(nodes(screen).filter { $0.role == .listItem }.allSatisfy { $0.frame.maxY >= 0 })
  }

  @Test func nodesCanBeUsed() throws {
    let rig = ScreenRig(components(), size: Size(width: 400, height: 900))
    rig.settle()
    let screen = AccessibleScreen(rig.controller)
    func perform(_ action: AccessibleAction, _ name: String) throws -> Bool {
      defer { rig.settle() }
      return screen.perform(action, on: try node(name, in: screen).id, at: rig.now)
    }
    let bea = ItemPath(component: 0, item: 1)
    #expect(try perform(.activate, "Bea"))
    #expect(try perform(.activate, "See all"))
    let inside = ItemPath(component: 2, item: 0).appending(ItemPath(component: 0, item: 1))
    #expect(try perform(.activate, "Item 101"))
    #expect(rig.selections == [bea, ItemPath(component: 0, part: .header), inside])
    #expect(try !perform(.activate, "Cy"))
    #expect(try !perform(.activate, "3 people"))

    #expect(try perform(.select, "Bea"))
    #expect(rig.controller.selected == bea)
    #expect(try perform(.deselect, "Bea"))
    #expect(rig.controller.selected == nil)
    #expect(rig.selections.count == 3)

    for (name, path) in [("Ada", ItemPath(component: 0, item: 0)), ("Item 101", inside)] {
      #expect(try perform(.focus, name))
      #expect(rig.controller.focused == path)
      #expect(try node(name, in: screen).states.contains(.focused))
    }
    #expect(try perform(.focus, "See all"))
    #expect(try node("See all", in: screen).states.contains(.focused))
    #expect(try !perform(.focus, "3 people"))
    #expect(screen.perform(.focus, on: .screen, at: rig.now))
    #expect(rig.controller.focused == nil)
    #expect(!screen.perform(.activate, on: .window, at: rig.now))
  }

  @Test func carouselsAndTheScreenMove() throws {
    for paginate in [Interaction.Paginate.disabled, .item, .page] {
      let rig = ScreenRig([
        carousel(8, paginate: paginate, indicator: .below), list(40, from: 100),
      ])
      rig.settle()
      let screen = AccessibleScreen(rig.controller)
      let list = try #require(nodes(screen).first { $0.role == .list }).id
      let pages = try #require(nodes(screen).first { $0.role == .pageIndicator })
      #expect(pages.value?.current == 1)
      var offsets = [0.0]
      for action in [AccessibleAction.nextItem, .nextPage, .previousPage, .previousItem] {
        #expect(screen.perform(action, on: list, at: rig.now))
        rig.settle()
        offsets.append(rig.horizontalOffset(0))
      }
      #expect(offsets[1] > 0 && offsets[2] > offsets[1], "\(paginate) \(offsets)")
      #expect(offsets[3] < offsets[2] && offsets[4] <= offsets[3], "\(paginate) \(offsets)")
      let last = try #require(pages.value?.maximum)
      #expect(screen.perform(.set(last), on: pages.id, at: rig.now))
      rig.settle()
      #expect(try #require(screen.node(pages.id)).value?.current == last)
      #expect(!screen.perform(.set(last + 1), on: pages.id, at: rig.now))
      #expect(!screen.perform(.set(.nan), on: pages.id, at: rig.now))
      // A delegate hears of it as of any other motion.
      #expect(rig.carousels.count >= 4)

      let bar = try #require(nodes(screen).first { $0.role == .scrollBar })
      #expect(screen.perform(.set(300), on: bar.id, at: rig.now))
      rig.settle()
      #expect(rig.offset == 300)
      #expect(try #require(screen.node(bar.id)).value?.current == 300)
    }
  }

  @Test func whatIsGoneIsFoundNoMore() throws {
    let rig = ScreenRig([list(3), list(3, from: 10)])
    rig.settle()
    let screen = AccessibleScreen(rig.controller)
    let gone = try node("Item 11", in: screen).id
    rig.controller.change { $0.reload(Screen(components: [list(2)])) }
    rig.settle()
    screen.invalidate()
    #expect(screen.node(gone) == nil)
    #expect(!screen.perform(.activate, on: gone, at: rig.now))
    #expect(nodes(screen).filter { $0.role == .listItem }.map(\.name) == ["Item 0", "Item 1"])
    #expect(rig.selections == [])
  }

  /// All of a short screen is in the tree, and of a long one what is nearest, up to the limit.
  @Test func theTreeIsFilledByDistance() throws {
    var form = (0..<40).map { Item(title: "Field \($0)", kind: "text-field") }
    form.append(Item(title: "Send", kind: "button", action: "submit"))
    let short = ScreenRig(
      [ComponentModel(kind: .list, items: ItemList(form)), list(20, from: 100)],
      size: Size(width: 400, height: 300))
    short.settle()
    let all = AccessibleScreen(short.controller)
    #expect(nodes(all).count { $0.position != nil } == 61)
    #expect(try node("Send", in: all).actions.contains(.activate))
    let long = ScreenRig([list(20_000), list(20_000)], size: Size(width: 400, height: 300))
    long.settle()
    for offset in [0, 100_000.0, 1e9] {
      long.controller.scroll(to: offset)
      long.settle()
      let screen = AccessibleScreen(long.controller)
      #expect((400...500).contains(nodes(screen).count), "\(nodes(screen).count)")
      let details = screen.window.children.first?.details
      #expect(details == "1 more list can be read after scrolling to it.")
      #expect(nodes(screen).contains { $0.role == .listItem && $0.states.contains(.showing) })
    }
  }

  /// Parts far from the window have places of their own, and can be used.
  @Test func partsOutOfSightCanBeUsed() throws {
    for isMirrored in [false, true] {
      var environment = Environment.fixed()
      environment.isRightToLeft = isMirrored
      let options = ["Nuts", "Milk", "Eggs"].map { ChoiceOption(.string($0)) }
      let choice = Item(
        title: "Allergies", kind: "choice",
        input: ItemInput(name: "a", options: options, isMultiple: true))
      var rows = list(40)
      rows.items = ItemList(Array(rows.items) + [choice])
      let rig = ScreenRig(
        screen: Screen(components: [rows]), size: Size(width: 400, height: 300),
        environment: environment)
      rig.settle()
      let screen = AccessibleScreen(rig.controller)
      let far = try options.map { try node($0.title, in: screen) }
      #expect(Set(far.map(\.frame)).count == 3)
      #expect(far.allSatisfy { $0.states.contains(.focusable) && $0.actions == [.activate] })
      rig.controller.scroll(to: 1e9)
      rig.settle()
      screen.invalidate()
      let near = try options.map { try node($0.title, in: screen) }
      let distance = far[0].frame.y - near[0].frame.y
      #expect(near.map { $0.frame.offsetBy(x: 0, y: distance) } == far.map(\.frame))
      rig.controller.scroll(to: 0)
      rig.settle()
      screen.invalidate()
      #expect(screen.perform(.activate, on: far[1].id, at: rig.now))
      #expect(rig.controller.values["a"] == ["Milk"])
    }
  }

  /// The one in front has the focus, whatever had it before.
  @Test func oneNodeHasTheFocus() throws {
    let item = Item(
      title: "Ada", actions: [ItemAction("Open", action: "o")])
    let rig = ScreenRig([ComponentModel(kind: .list, items: [item])])
    rig.settle()
    try rig.controller.focus(ItemPath(component: 0, item: 0))
    rig.settle()
    for key in [Key.menu, .down] {
      rig.key(key)
      rig.settle()
    }
    let screen = AccessibleScreen(rig.controller)
    #expect(nodes(screen).filter { $0.states.contains(.focused) }.map(\.role) == [.menuItem])
    #expect(try node("Ada", in: screen).states.isSuperset(of: [.hasPopup, .expanded]))
  }

  /// A client that remembers a node finds the same item behind it, or none.
  @Test func itemsKeepTheirIdentities() throws {
    var random = RandomComponents(seed: 40)
    let rig = ScreenRig([list(0)])
    var names = (0..<12).map { "\($0)" }
    var ids: [String: AccessibleNode.ID] = [:]
    for round in 0..<200 {
      if random.below(2) == 0, names.count > 3 {
        names.remove(at: random.below(names.count))
      } else {
        names.insert("new \(round)", at: random.below(names.count + 1))
      }
      let items = names.map { Item(identifier: .string($0), title: $0) }
      rig.controller.change {
        $0.reload(Screen(components: [ComponentModel(kind: .list, items: ItemList(items))]))
      }
      rig.settle()
      let screen = AccessibleScreen(rig.controller)
      let found = nodes(screen).filter { $0.role == .listItem }
      #expect(found.map(\.name) == names)
      #expect(Set(found.map(\.id)).count == found.count)
      for node in found {
        #expect(ids[node.name] == nil || ids[node.name] == node.id, "\(round): \(node.name)")
        #expect(AccessibleNode.ID(node.id.description) == node.id)
      }
      for (name, id) in ids {
        #expect(screen.node(id)?.name ?? name == name, "\(round): \(name)")
      }
      ids = Dictionary(uniqueKeysWithValues: found.map { ($0.name, $0.id) })
    }
  }

  /// Parts of nibs have their own places, in the window and far from it.
  @Test(arguments: [false, true]) func partsOfNibsHaveTheirPlaces(isMirrored: Bool) throws {
    let text = """
      { "kind": "disk", "row": { "children": [
        { "label": "{title}", "grow": 1 }, { "progress": "0.5", "size": [100, 6] },
        { "icon": "cross", "padding": 8, "action": "x", "accessibility-label": "Remove" } ] } }
      """
    let configuration = Configuration()
    configuration.register(nib: try #require(Nib.read(Array(text.utf8)).nib))
    let items = (0..<40).map { Item(title: "\($0)", kind: "disk") }
    var environment = Environment.fixed()
    environment.isRightToLeft = isMirrored
    let rig = ScreenRig(
      screen: Screen(components: [ComponentModel(kind: .list, items: ItemList(items))]),
      size: Size(width: 400, height: 300), environment: environment, configuration: configuration)
    rig.settle()
    let screen = AccessibleScreen(rig.controller)
    let rows = nodes(screen).filter { $0.role == .listItem }
    #expect(rows.count == 40)
    for row in rows {
      #expect(row.children.map(\.role) == [.progressBar, .button])
      let places = row.children.map { $0.frame.offsetBy(x: 0, y: -row.frame.y) }
      #expect(places == rows[0].children.map { $0.frame.offsetBy(x: 0, y: -rows[0].frame.y) })
      #expect(places[0].width == 100 && places[1].width < 40)
      #expect((places[0].x > places[1].x) == isMirrored)
      #expect(row.children[1].actions == [.activate])
    }
  }

  /// What asks for answers is no list of items, and its parts are not there to be selected.
  @Test func formsAreNoLists() throws {
    let items = [
      Item(title: "Name", kind: "text-field"), Item(title: "Note"),
      Item(title: "Help", action: "help"),
    ]
    let rig = ScreenRig([ComponentModel(kind: .list, items: ItemList(items)), list(2)])
    rig.settle()
    let found = nodes(AccessibleScreen(rig.controller)).filter { $0.id.list != nil || $0.id.isList }
    #expect(
      found.map(\.role) == [.group, .textField, .text, .button, .list, .listItem, .listItem])
    #expect(!found[1].states.contains(.selectable) && found[1].actions == [.activate])
  }

  /// Parts say what belongs to them.
  @Test func partsAreRelated() throws {
    var rows = list(2)
    (rows.header, rows.footer) = (Item(title: "People"), Item(title: "2 people"))
    var field = Item(title: "Mail", kind: "text-field")
    field.input = ItemInput(name: "mail", checks: InputChecks(isRequired: true))
    let rig = ScreenRig([rows, ComponentModel(kind: .list, items: [field])])
    rig.settle()
    try rig.controller.focus(ItemPath(component: 1, item: 0))
    rig.settle()
    rig.key(.tab, .shift)
    rig.settle()
    let screen = AccessibleScreen(rig.controller)
    func relations(_ name: String) throws -> [String] {
      screen.relations(of: try node(name, in: screen)).map {
        "\($0.relation) \(screen.node($0.other)?.name ?? "")"
      }
    }
    let list = try #require(nodes(screen).first { $0.role == .list })
    #expect(screen.relations(of: list).map(\.relation) == [.labelledBy, .describedBy])
    #expect(try relations("2 people") == ["descriptionFor People"])
    let mail = try node("Mail", in: screen)
    #expect(mail.states.isSuperset(of: [.required, .invalid]))
    let sentence = try #require(mail.children.last)
    #expect(try relations("Mail") == ["errorMessage \(sentence.name)"])
    #expect(screen.relations(of: sentence).map(\.relation) == [.errorFor])
    #expect(sentence.frame.height < mail.frame.height && sentence.frame.y > mail.frame.y)
  }

  /// Hidden parts do not make a tree take time for all of them.
  @Test func hiddenPartsAreBounded() {
    final class Unread: View, ItemConfigurable {
      static var readings = 0
      func configure(with item: Item) {}
      func accessibility(for item: Item) -> Accessibility {
        Self.readings += 1
        return Accessibility(isHidden: true)
      }
    }
    let configuration = Configuration()
    configuration.register(view: Unread.self, identifier: "unread")
    let items = ItemList((0..<20_000).map { Item(title: "\($0)", kind: "unread") })
    let rig = ScreenRig([ComponentModel(kind: .list, items: items)], configuration: configuration)
    rig.settle()
    #expect(nodes(AccessibleScreen(rig.controller)).count < 10)
    #expect(Unread.readings <= 2 * AccessibleScreen.mostNodes)
  }

  private final class Bar: View {
    var presses = 0
    override var accessibleParts: [AccessiblePart] {
      [
        AccessiblePart(Accessibility(label: "Title"), frame: Rect(width: 9, height: 9)),
        AccessiblePart(
          Accessibility(role: .button, label: "Back"), frame: Rect(width: 32, height: 32),
          states: .focused
        ) { self.presses += 1 },
      ]
    }
  }

  @Test func overlaysAreInTheTree() throws {
    let rig = ScreenRig([list(3)])
    let bar = Bar()
    rig.controller.addOverlay(bar)
    rig.settle()
    let screen = AccessibleScreen(rig.controller)
    let back = try node("Back", in: screen)
    #expect(back.frame == Rect(width: 32, height: 32) && back.role == .button)
    #expect(nodes(screen).filter { $0.states.contains(.focused) } == [back])
    #expect(screen.perform(.activate, on: back.id, at: rig.now))
    #expect(!screen.perform(.activate, on: try node("Title", in: screen).id, at: rig.now))
    #expect(bar.presses == 1)
  }

  /// Tab goes through the screen in the order in which it is read, and everything it stops at is
  /// seen.
  @Test func tabFollowsTheOrderOfReading() {
    for seed in 104..<118 as Range<UInt64> {
      var random = RandomComponents(seed: seed, makesComposites: true)
      var environment = Environment.fixed(images: ["a.png": Size(width: 300, height: 200)])
      environment.isRightToLeft = seed % 2 == 0
      let rig = ScreenRig(
        screen: random.screen(maxItems: 12), size: Size(width: 500, height: 400),
        environment: environment)
      rig.controller.wrapsFocus = false
      rig.settle()
      let screen = AccessibleScreen(rig.controller)
      var last: (pointer: String, order: [Int]) = ("", [])
      while rig.key(.tab) {
        rig.settle()
        screen.invalidate()
        guard let path = rig.controller.focused else { break }
        let order = path.steps.flatMap { step in
          switch step.part {
          case .header: [step.component, 0]
          case .item(let index): [step.component, 1, index]
          case .footer: [step.component, 2]
          }
        }
        #expect(
          last.order.lexicographicallyPrecedes(order),
          "seed \(seed): \(path.pointer) after \(last.pointer)")
        last = (path.pointer, order)
        let focused = nodes(screen).filter { $0.states.contains(.focused) }
        #expect(focused.count == 1, "seed \(seed): \(path.pointer)")
        let isSeen = focused.first.map { $0.frame.isEmpty || $0.states.contains(.showing) }
        #expect(isSeen == true, "seed \(seed): \(path.pointer)")
      }
    }
  }
}
