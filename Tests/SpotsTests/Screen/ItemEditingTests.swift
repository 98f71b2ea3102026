import SpotsTestSupport
import Testing

@testable import Spots

/// In an editable component, items that users delete or move are gone or moved, and that is
/// reported everywhere.
@MainActor
@Suite struct ItemEditingTests {
  private func model(
    _ kind: ComponentModel.Kind, _ count: Int = 9, isEditable: Bool = true,
    selection: Interaction.Selection = .single
  ) -> ComponentModel {
    let span: Double = kind == .list ? 1 : kind == .grid ? 3 : 0
    return ComponentModel(
      identifier: "edited", kind: kind, layout: Layout(span: span, itemSpacing: 4, lineSpacing: 4),
      interaction: Interaction(
        selection: selection, isReorderable: true, isDeletable: true, isEditable: isEditable),
      items: numbered(count, height: 60, width: kind == .carousel ? 120 : 0))
  }

  private func identifiers(_ rig: ScreenRig) -> [Int] {
    rig.controller.screen.components[0].items.map {
      if case .integer(let number)? = $0.identifier { number } else { -1 }
    }
  }

  /// Holds an item until it is taken, where a drag would scroll.
  private func take(_ rig: ScreenRig, _ point: Point) {
    rig.press(point)
    rig.wait(0.6)
    rig.frame()
  }

  private func drag(_ rig: ScreenRig, _ item: Int, to end: Point) {
    let start = rig.center(0, item)
    take(rig, start)
    for step in 1...6 {
      let part = Double(step) / 6
      rig.move(
        Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part))
      rig.frame()
    }
  }

  /// Six dots, unless the row has another sign at its end, or asks for none.
  @Test func rowsThatCanBeMovedShowIt() {
    func lines(_ accessory: ItemAccessory?, isMovable: Bool = true) -> Int {
      var item = Item(title: "Row")
      item.accessory = accessory
      let model = ComponentModel(
        kind: .list, interaction: Interaction(isReorderable: isMovable), items: [item])
      return ScreenRig([model]).settle().entries.count {
        if case .polyline = $0.command { true } else { false }
      }
    }
    #expect(lines(nil) == 6 && lines(nil, isMovable: false) == 0)
    #expect(lines(.chevron) == 1 && lines(ItemAccessory.none) == 0)
  }

  @Test func anItemThatIsHeldDoesNotLightUp() {
    let rig = ScreenRig([model(.list)])
    rig.settle()
    take(rig, rig.center(0, 2))
    rig.move(rig.center(0, 3))
    rig.frame()
    let held = rig.components[0].place.lifted?.item
    #expect(held == 3)
    #expect(rig.components[0].view(at: 2)?.state.contains(.hover) == false)
    let style = rig.components[0].view(at: 3)?.cellStyle
    #expect(style?.isLifted == true && style?.isFirst == true && style?.isLast == true)
    #expect(rig.components[0].view(at: 2)?.cellStyle.isLifted == false)
  }

  @Test func editedItemsAreThoseOfAnArrayBesideThem() throws {
    for seed in 0..<9 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let kind: ComponentModel.Kind = [.list, .grid, .carousel][Int(seed % 3)]
      let rig = ScreenRig([model(kind), list(3, from: 500)])
      let log = DelegateLog(rig)
      rig.settle()
      var wanted = Array(0..<9)
      for step in 0..<7 {
        // Where no arrow of the carousel is in the way.
        try rig.controller.scroll(carousel: 0, to: 0)
        rig.settle()
        _ = log.take()
        let places = 0..<3
        let told = try edit(
          rig, &wanted, Int.random(in: 0..<4, using: &random),
          from: Int.random(in: places, using: &random), to: Int.random(in: places, using: &random))
        rig.settle()
        #expect(identifiers(rig) == wanted, "seed \(seed), step \(step)")
        let calls = log.calls
        #expect(calls.filter(\.isEdit) == told, "seed \(seed), step \(step)")
        // A change is told once, however many places the item has passed.
        #expect(calls.count { $0 == .changed } == told.count, "seed \(seed), step \(step)")
      }
      rig.controller.state.keyboard.clear()
      rig.controller.deselect()
      rig.controller.handle(.pointerLeft, at: rig.now)
      if let fault = try rig.differenceFromRestart() { Issue.record("seed \(seed): \(fault)") }
    }
  }

  /// Deletes or moves an item of the screen, and of the array beside it.
  ///
  /// - Returns: What has to be told.
  private func edit(
    _ rig: ScreenRig, _ wanted: inout [Int], _ way: Int, from source: Int, to target: Int
  ) throws -> [DelegateLog.Call] {
    let path = ItemPath(component: 0, item: source)
    switch way {
    case 0 where wanted.count > 4:
      try rig.controller.focus(path)
      rig.key(.delete)
      wanted.remove(at: source)
      return [.deleted(RangeSet(source..<source + 1))]
    case 1:
      try rig.controller.focus(path)
      rig.key(.down, .alt)
      wanted.swapAt(source, source + 1)
      #expect(rig.controller.focused?.item == source + 1)
      return [.moved(path, to: source + 1)]
    default:
      let end = rig.center(0, target)
      drag(rig, source, to: end)
      rig.release(end)
      wanted.insert(wanted.remove(at: source), at: target)
      return source == target ? [] : [.moved(path, to: target)]
    }
  }

  @Test func whatIsNotEditableIsAskedAndGoesBack() throws {
    let rig = ScreenRig([model(.list, isEditable: false)])
    let log = DelegateLog(rig)
    rig.settle()
    let end = rig.center(0, 4)
    drag(rig, 1, to: end)
    // The others make room while the pointer holds it.
    #expect(identifiers(rig) == [0, 2, 3, 4, 1, 5, 6, 7, 8])
    rig.release(end)
    rig.settle()
    try rig.controller.focus(ItemPath(component: 0, item: 2))
    rig.key(.delete)
    rig.key(.up, .alt)
    rig.settle()
    #expect(identifiers(rig) == Array(0..<9))
    #expect(!log.calls.contains(.changed))
    let path = ItemPath(component: 0, item: 2)
    #expect(
      log.calls.filter(\.isEdit) == [
        .moved(ItemPath(component: 0, item: 1), to: 4), .deleted(RangeSet(2..<3)),
        .moved(path, to: 1),
      ])
    // None of this happens if the component does not allow it.
    let plain = ScreenRig([list(9)])
    plain.settle()
    try plain.controller.focus(path)
    #expect(!plain.key(.delete) && !plain.key(.up, .alt))
    drag(plain, 2, to: Point(x: 200, y: 300))
    #expect(!plain.controller.state.pointer.holdsItem)
  }

  @Test func anItemThatIsHeldIsInFrontOfTheOthersAndGoesBackWithEscape() throws {
    let rig = ScreenRig([model(.list)])
    rig.settle()
    let start = rig.center(0, 1)
    drag(rig, 1, to: Point(x: start.x + 30, y: start.y + 100))
    let view = try #require(rig.components[0].view(at: identifiers(rig).firstIndex(of: 1) ?? 0))
    let height = rig.windowFrame(0, 0)?.height ?? 0
    #expect(abs(view.frame.y + height / 2 - start.y - 100) < 1 && view.frame.x == 0)
    #expect(rig.components[0].views.root.itemsView.subviews.last === view)
    #expect(rig.key(.escape))
    rig.settle()
    #expect(identifiers(rig) == Array(0..<9))
    #expect(view.frame == rig.components[0].geometry.frame(ofItem: 1))
    rig.release(rig.center(0, 3))
    #expect(rig.selections.isEmpty)
  }

  @Test func aDocumentThatArrivesMeanwhileIsShown() throws {
    let rig = ScreenRig([model(.list)])
    rig.settle()
    let end = rig.center(0, 4)
    drag(rig, 1, to: end)
    var new = model(.list)
    new.items.swapAt(0, 8)
    rig.controller.reload(Screen(components: [new]))
    #expect(identifiers(rig) == [8, 1, 2, 3, 4, 5, 6, 7, 0])
    // The pointer still holds it.
    rig.frame()
    #expect(identifiers(rig) == [8, 2, 3, 4, 1, 5, 6, 7, 0])
    new.items.remove(at: 1)
    rig.controller.reload(Screen(components: [new]))
    rig.settle()
    rig.release(end)
    #expect(identifiers(rig) == [8, 2, 3, 4, 5, 6, 7, 0])
  }

  @Test func theScreenScrollsWithAnItemAtItsEdge() {
    let rig = ScreenRig([model(.list, 60)])
    rig.settle()
    drag(rig, 2, to: Point(x: 200, y: 595))
    for _ in 0..<400 { rig.frame() }
    #expect(rig.offset == rig.controller.contentSize.height - 600)
    rig.release(Point(x: 200, y: 595))
    rig.settle()
    #expect(identifiers(rig).last == 2)
    #expect(rig.offset == rig.controller.contentSize.height - 600)
  }

  @Test func allThatAreSelectedAreDeletedAndTheNextOneHasTheFocus() throws {
    let rig = ScreenRig([model(.list, selection: .several)])
    let log = DelegateLog(rig)
    rig.settle()
    rig.controller.selection[ComponentPath(0)] = RangeSet([1..<3, 5..<6])
    try rig.controller.focus(ItemPath(component: 0, item: 2))
    rig.key(.delete)
    rig.settle()
    #expect(identifiers(rig) == [0, 3, 4, 6, 7, 8])
    #expect(log.calls.contains(.deleted(RangeSet([1..<3, 5..<6]))))
    #expect(rig.controller.focused?.item == 1)
    #expect(rig.controller.selection[ComponentPath(0)].isEmpty)
  }

  @Test func itemsInsideOfItemsAreEditedAsWell() throws {
    var inner = model(.list, 5)
    inner.identifier = "inner"
    let outer = ComponentModel(
      kind: .list, items: [Item(identifier: "box", kind: "composite", children: [inner])])
    let rig = ScreenRig([outer])
    rig.settle()
    let path = ItemPath(component: 0, item: 0).appending(ItemPath(component: 0, item: 1))
    try rig.controller.focus(path)
    rig.key(.down, .alt)
    rig.settle()
    rig.key(.delete)
    rig.settle()
    let inside = rig.controller.item(at: ItemPath(component: 0, item: 0))?.children[0].items
    #expect(inside?.map(\.identifier) == [0, 2, 3, 4])
  }

  @Test func amongAMillionItemsOnlyTheSeenOnesAreRead() throws {
    var long = model(.list, 0)
    long.items = ItemList(
      repeatElement(Item(title: "x", size: Size(height: 60)), count: 100_000)
    ).onDemand()
    let rig = ScreenRig([long])
    rig.settle()
    let before = rig.components[0].model.items.readItems
    drag(rig, 1, to: rig.center(0, 6))
    rig.release(rig.center(0, 6))
    rig.settle()
    try rig.controller.focus(ItemPath(component: 0, item: 3))
    rig.key(.up, .alt)
    rig.key(.delete)
    rig.settle()
    #expect(rig.controller.screen.components[0].items.count == 99_999)
    #expect(rig.components[0].model.items.readItems - before < 400)
  }
}

extension DelegateLog.Call {
  fileprivate var isEdit: Bool {
    switch self {
    case .moved, .deleted: true
    default: false
    }
  }
}
