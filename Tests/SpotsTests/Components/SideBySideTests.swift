import SpotsTestSupport
import Testing

@testable import Spots

/// A sidebar and its content, as the user meets them.
@Suite @MainActor struct SideBySideTests {
  private let columns = Columns(expanded: [.init(width: 300, isSticky: true), .init()])

  private func list(_ count: Int, column: Int?, _ name: String) -> ComponentModel {
    ComponentModel(
      identifier: name, kind: .list,
      items: (0..<count).map { Item(title: "\(name) \($0)", size: Size(height: 50)) },
      column: column)
  }

  private func rig(_ components: [ComponentModel]? = nil, width: Double = 1200) -> ScreenRig {
    let rig = ScreenRig(
      components ?? [
        list(4, column: 0, "side"), list(60, column: 1, "main"), list(30, column: nil, "end"),
      ],
      size: Size(width: width, height: 600), columns: columns)
    rig.settle()
    return rig
  }

  @Test func theSidebarStaysAndIsClickedWhereItIsSeen() throws {
    let rig = rig()
    rig.controller.scroll(to: 1000)
    rig.settle()
    let frame = try #require(rig.windowFrame(0, 2))
    #expect(frame == Rect(x: 0, y: 100, width: 300, height: 50))
    rig.click(Point(x: frame.midX, y: frame.midY))
    rig.click(Point(x: 800, y: 25))
    #expect(
      rig.selections == [ItemPath(component: 0, item: 2), ItemPath(component: 1, item: 20)])
    rig.controller.scroll(to: 2900)
    rig.settle()
    #expect(rig.windowFrame(0, 0)?.y == -100)
  }

  @Test func narrowWindowsStackThem() {
    let rig = rig(width: 1000)
    #expect(
      rig.components.map { rig.controller.scrollView.origin(of: $0.index).y } == [0, 200, 3200])
    #expect(rig.components.allSatisfy { $0.geometry.width == 1000 })
    rig.controller.resize(to: Size(width: 1200, height: 600))
    rig.settle()
    #expect(rig.components.map(\.geometry.width) == [300, 900, 1200])
  }

  /// Through any change of the width, also from columns to a stack, the row at the top stays there.
  @Test func whatIsAtTheTopStays() throws {
    var random = SplitMix64(seed: 1604)
    let rig = rig()
    rig.controller.scroll(to: 1517)
    rig.settle()
    for step in 0..<200 {
      let width = Double(Int.random(in: 300...2400, using: &random))
      rig.controller.resize(to: Size(width: width, height: 600))
      rig.frame()
      #expect(rig.windowFrame(1, 30)?.y == -17, "seed 1604, step \(step), width \(width)")
    }
  }

  @Test func arrowsGoAcrossAndDownTheColumns() throws {
    let rig = rig()
    func press(_ key: Key) -> ItemPath? {
      rig.key(key)
      rig.settle()
      return rig.controller.focused
    }
    try rig.controller.focus(ItemPath(component: 0, item: 1))
    #expect(press(.right) == ItemPath(component: 1, item: 1))
    #expect(press(.down) == ItemPath(component: 1, item: 2))
    #expect(press(.left) == ItemPath(component: 0, item: 2))
    #expect(press(.down) == ItemPath(component: 0, item: 3))
    #expect(press(.down) == ItemPath(component: 2, item: 0))
    #expect(press(.up) == ItemPath(component: 1, item: 59))
  }

  @Test func theNextColumnIsEnteredAtItsNearestItem() throws {
    let grid = ComponentModel(
      kind: .grid, layout: Layout(span: 3),
      items: (0..<6).map { Item(title: "\($0)", size: Size(height: 50)) }, column: 0)
    let rig = rig([grid, list(60, column: 1, "main")])
    try rig.controller.focus(ItemPath(component: 1, item: 1))
    rig.key(.left)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 5))
    try rig.controller.focus(ItemPath(component: 1, item: 9))
    rig.key(.left)
    #expect(rig.controller.focused == ItemPath(component: 0, item: 5))
  }

  @Test func columnsWithNothingToFocusArePassedOver() throws {
    let empty = ComponentModel(
      header: Item(title: "Nothing", kind: "header", size: Size(height: 40)), kind: .list,
      layout: Layout(showEmptyComponent: true), column: 0)
    let rig = rig([list(1, column: nil, "top"), empty, list(3, column: 1, "main")])
    try rig.controller.focus(ItemPath(component: 0, item: 0))
    rig.key(.down)
    #expect(rig.controller.focused == ItemPath(component: 2, item: 0))
  }

  /// Focusing a visible item does not scroll; focusing any other scrolls only until it is visible.
  @Test func whatHasTheKeyboardInAStickyColumnComesToRest() throws {
    for count in [4, 30] {
      let rig = rig([list(count, column: 0, "side"), list(100, column: 1, "main")])
      for offset in stride(from: 0.0, through: 4400, by: 400) {
        for item in [0, 1, count / 2, count - 1] {
          rig.controller.scroll(to: offset)
          rig.settle()
          let before = rig.windowFrame(0, item) ?? .zero
          let wasSeen = before.y > -0.5 && before.maxY < 600.5
          try rig.controller.focus(ItemPath(component: 0, item: item))
          rig.settle()
          let frame = try #require(rig.windowFrame(0, item))
          #expect(frame.y > -0.5 && frame.maxY < 600.5, "\(count), \(offset), \(item): \(frame)")
          if wasSeen { #expect(rig.offset == offset, "\(count), \(item)") }
        }
      }
    }
  }

  @Test func itemsOfAStickyColumnAreScrolledToAtOnce() throws {
    let rig = rig([list(30, column: 0, "side"), list(100, column: 1, "main")])
    rig.controller.scroll(to: 1234)
    rig.settle()
    try rig.controller.scroll(to: ItemPath(component: 0, item: 12), position: .top)
    rig.settle()
    #expect(rig.offset == 600 && rig.windowFrame(0, 12)?.y == 0)
  }

  @Test func compositeItemsHaveColumnsOfTheirOwn() throws {
    let inside = Item(
      kind: "composite", children: [list(2, column: 0, "a"), list(5, column: 1, "b")],
      columns: Columns(medium: [.init(), .init()]))
    let rig = rig([ComponentModel(kind: .grid, layout: Layout(span: 2), items: [inside, inside])])
    let nested = try #require(NestedComponents(inside: .item(1), of: rig.components[0]))
    #expect(nested.components.map(\.geometry.width) == [300, 300])
    #expect(rig.components[0].geometry.frame(ofItem: 1).height == 250)
    let path = ItemPath(component: 0, item: 1).appending(ItemPath(component: 1, item: 3))
    #expect(rig.windowFrame(path) == Rect(x: 900, y: 150, width: 300, height: 50))
    rig.click(Point(x: 1000, y: 175))
    #expect(rig.selections == [path])
  }

  /// Components change their columns, and a document gets or loses them, in one motion.
  @Test func anotherColumnIsAnotherPlaceForTheSameComponent() {
    let rig = rig()
    let main = rig.components[1]
    rig.controller.reload(
      Screen(
        components: [list(4, column: 1, "side"), list(60, column: 0, "main")], columns: columns))
    rig.settle()
    #expect(rig.components[1] === main)
    #expect(rig.components.map(\.geometry.width) == [900, 300])
    rig.controller.reload(
      Screen(components: [list(4, column: 1, "side"), list(60, column: 0, "main")]))
    rig.settle()
    #expect(rig.components.map(\.geometry.width) == [1200, 1200])
  }

  @Test func onlyWhatIsSeenHasViews() {
    var components: [ComponentModel] = []
    for index in 0..<3000 { components.append(list(3, column: index % 2, "c\(index)")) }
    let rig = rig(components)
    #expect(rig.controller.scrollView.mountedComponents.count <= 12)
    rig.controller.scroll(to: 100_000)
    rig.settle()
    #expect(rig.controller.scrollView.mountedComponents.count <= 12)
  }
}
