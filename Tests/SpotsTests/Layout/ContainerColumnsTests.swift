import SpotsTestSupport
import Testing

@testable import Spots

/// Components side by side: where their columns stand, and which part of each a viewport shows.
@Suite struct ContainerColumnsTests {
  private static func frames(
    _ models: [ComponentModel], _ columns: [Columns.Column], width: Double,
    in lane: ContainerLane = ContainerLane(), textScale: Double = 1
  ) -> ContainerColumns {
    ContainerColumns(models, columns, width: width, in: lane, textScale: textScale)
  }

  private static func grids(_ columns: [Int?]) -> [ComponentModel] {
    columns.map { ComponentModel(kind: .grid, column: $0) }
  }

  private static func stack(
    _ heights: [Double], _ columns: [Int?], sticky: Bool = false, width: Double = 1000
  ) -> ContainerLayout {
    let side = Columns.Column(width: 200, isSticky: sticky)
    return ContainerLayout(
      heights: heights,
      frames(grids(columns), [side, Columns.Column()], width: width))
  }

  // MARK: Across

  @Test func columnsShareWhatThoseWithAWidthLeave() {
    let frames = Self.frames(
      Self.grids([0, 1, 2, nil]),
      [Columns.Column(width: 200), Columns.Column(), Columns.Column()], width: 1000)
    #expect((0..<4).map { frames[$0].x } == [0, 200, 600, 0])
    #expect((0..<4).map { frames[$0].width } == [200, 400, 400, 1000])
  }

  @Test func whatALimitLeavesGoesToTheOthersAndThenBesideThem() {
    let limited = Columns.Column(maxWidth: 300)
    let first = Self.frames(Self.grids([0, 1]), [limited, Columns.Column()], width: 1000)
    #expect([first[0].width, first[1].width] == [300, 700])
    let both = Self.frames(Self.grids([0, 1]), [limited, limited], width: 1000)
    #expect([both[0].x, both[1].x, both[1].width] == [0, 300, 300])
  }

  @Test func columnsBeginAndEndAtTheEdgesOfTheLane() {
    let lane = ContainerLane(limit: 1600, margin: 40, gap: 32, bleed: 8)
    let frames = Self.frames(
      Self.grids([0, 1, nil]), [Columns.Column(width: 260), Columns.Column()], width: 2000, in: lane
    )
    let edges = (0..<3).map { index in
      let frame = frames[index]
      return [frame.x + frame.margins.left, frame.x + frame.width - frame.margins.right]
    }
    #expect(edges == [[200, 460], [492, 1800], [200, 1800]])
    // No part of the next item of a carousel is seen between the columns.
    #expect(frames[0].x + frames[0].width == 468 && frames[1].x == 484)
  }

  @Test func columnsThatAreStackedAreKnown() {
    let columns = [Columns.Column(width: 420), Columns.Column()]
    #expect(Self.frames(Self.grids([0, 1]), columns, width: 820).areStacked)
    #expect(!Self.frames(Self.grids([0, 1]), columns, width: 840).areStacked)
    // Nobody asks for columns, or there are none.
    #expect(!Self.frames(Self.grids([nil, nil]), columns, width: 820).areStacked)
    #expect(!Self.frames(Self.grids([0, 1]), [], width: 820).areStacked)
  }

  @Test func columnsWithoutRoomAreStacked() {
    let columns = [Columns.Column(width: 300), Columns.Column()]
    #expect(Self.frames(Self.grids([0, 1]), columns, width: 600).blocks.count == 1)
    #expect(Self.frames(Self.grids([0, 1]), columns, width: 599).blocks.isEmpty)
    let narrow = [Columns.Column(width: 100), Columns.Column()]
    #expect(Self.frames(Self.grids([0, 1]), narrow, width: 300).blocks.count == 1)
    #expect(Self.frames(Self.grids([0, 1]), narrow, width: 299).blocks.isEmpty)
    #expect(Self.frames(Self.grids([0, 1]), columns, width: 800, textScale: 2).blocks.isEmpty)
    #expect(Self.frames(Self.grids([0, 1]), [Columns.Column()], width: 800).blocks.isEmpty)
  }

  @Test func aColumnFurtherOnIsTheLastOne() {
    let columns = [Columns.Column(width: 300), Columns.Column()]
    #expect(Self.frames(Self.grids([0, 7, -3]), columns, width: 800)[1].x == 300)
    #expect(Self.frames(Self.grids([0, 7, -3]), columns, width: 800)[2].x == 0)
  }

  // MARK: Down

  /// Two blocks, a component between them and one at the end.
  @Test func blocksAreAsHighAsTheirLongestColumn() {
    let stack = Self.stack([100, 50, 30, 10, 5, 7], [0, 1, 1, nil, 1, nil])
    #expect(stack.contentHeight == 100 + 10 + 5 + 7)
    let origins = (0..<6).map { stack.origin(of: $0, offset: 0, height: 100) }
    #expect(origins.map(\.y) == [0, 0, 50, 100, 110, 115])
    #expect(origins.map(\.x) == [0, 200, 200, 0, 200, 0])
  }

  @Test func heightsChangeInPlace() {
    var stack = Self.stack([100, 50, 30, 10], [0, 1, 1, nil])
    stack.setHeight(90, of: 1)
    #expect(stack.contentHeight == 130 && stack.height(of: 1) == 90)
    #expect(stack.origin(of: 2, offset: 0, height: 0).y == 90)
    #expect(stack.origin(of: 3, offset: 0, height: 0).y == 120)
  }

  @Test func aStickyColumnStaysInSight() {
    // Above the block 50 points, in it a column of 100 beside one of 1000.
    let stack = Self.stack([50, 100, 1000, 500], [nil, 0, 1, nil], sticky: true)
    func top(_ offset: Double, _ height: Double = 300) -> Double {
      stack.origin(of: 1, offset: offset, height: height).y - offset
    }
    #expect([top(0), top(40), top(50), top(400), top(950)] == [50, 10, 0, 0, 0])
    // With the block's end it leaves.
    #expect([top(960), top(1040)] == [-10, -90])
    // One that is longer than the viewport stays with its end.
    #expect([top(0, 60), top(90, 60), top(500, 60), top(990, 60)] == [50, -40, -40, -40])
  }

  @Test func whereOneIsIsSaidByTheWidestColumnThatScrolls() {
    let stack = Self.stack([100, 50, 300], [0, 1, 1])
    #expect(stack.component(at: 20) == 1 && stack.component(at: 60) == 2)
    let short = Self.stack([100, 50, 20], [0, 1, nil], sticky: true)
    #expect(short.component(at: 20) == 1 && short.component(at: 60) == 0)
    #expect(short.component(at: 110) == 2 && short.component(at: 120) == nil)
    // The longest column does not stick, even if it is declared sticky.
    let side = Columns.Column(width: 200, isSticky: true)
    let both = ContainerLayout(
      heights: [300, 50],
      Self.frames(Self.grids([0, 1]), [side, Columns.Column(isSticky: true)], width: 1000))
    #expect(both.component(at: 20) == 0)
  }

  // MARK: Neighbors

  @Test func neighborsStayInTheirColumn() {
    let stack = Self.stack([10, 10, 10, 10, 10, 10], [nil, 0, 1, 0, 1, nil])
    func neighbors(_ isBelow: Bool) -> [Int?] {
      (0..<6).map { stack.neighbor(inColumnOf: $0, isBelow: isBelow) }
    }
    #expect(neighbors(true) == [nil, 3, 4, nil, nil, nil])
    #expect(neighbors(false) == [nil, nil, nil, 1, 2, nil])
  }

  @Test func columnsAreEnteredFromTheNearestOn() {
    let stack = Self.stack([10, 10, 10, 10, 10, 10], [nil, 0, 1, 0, 1, nil])
    #expect(stack.entries(from: 0, isBelow: true, near: 0) == [1, 2])
    #expect(stack.entries(from: 0, isBelow: true, near: 500) == [2, 1])
    #expect(stack.entries(from: 5, isBelow: false, near: 500) == [4, 3])
    #expect(stack.entries(from: 2, isBelow: true, near: 0) == [5])
    #expect(stack.entries(from: 4, isBelow: false, near: 0) == [0])
    #expect(stack.entries(from: 5, isBelow: true, near: 0).isEmpty)
  }

  // MARK: Laws

  /// In every column, the visible parts follow each other without gap and fill the viewport as far
  /// as the column reaches; what is at a point is what is placed there.
  @Test func placementsTileTheColumns() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomComponents(seed: seed)
      let count = 1 + random.below(14)
      let columns = (0..<count).map { _ in random.oneIn(4) ? nil : random.below(3) }
      let heights = columns.map { _ in random.oneIn(4) ? 0 : random.length(upTo: 900) }
      let frames = Self.frames(Self.grids(columns), random.columns().expanded, width: 900)
      let stack = ContainerLayout(heights: heights, frames)
      let viewport = Size(width: 900, height: 1 + random.length(upTo: 700))
      for _ in 0..<10 {
        let offset = random.length(upTo: Int(stack.contentHeight) + 200) - 100
        if let fault = fault(stack, frames, offset, viewport) {
          Issue.record("seed \(seed), offset \(offset): \(fault)")
          return
        }
      }
    }
  }

  private func fault(
    _ stack: ContainerLayout, _ frames: ContainerColumns, _ offset: Double, _ viewport: Size
  ) -> String? {
    let visible = stack.visible(offset: offset, viewport: viewport)
    if visible != visible.sorted() { return "\(visible) are not in order" }
    var ends: [Double: Double] = [:]
    for index in 0..<stack.count {
      let placement = stack.placement(of: index, offset: offset, viewport: viewport)
      let (frame, origin) = (
        placement.frame, stack.origin(of: index, offset: offset, height: viewport.height)
      )
      if frame.height < 0 || placement.inner < 0 { return "\(index) is negative" }
      if frame.x != frames[index].x || frame.width != frames[index].width {
        return "\(index) stands elsewhere"
      }
      if visible.contains(index) != (frame.height > 0) {
        return "\(index) is \(frame.height) high, and the visible ones are \(visible)"
      }
      guard frame.height > 0 else { continue }
      if abs(origin.y + placement.inner - frame.y) > 1e-9 { return "\(index) shows another part" }
      if let end = ends[frame.x], abs(end - frame.y) > 1e-9, frames.blocks.isEmpty {
        return "\(index) starts at \(frame.y), not \(end)"
      }
      ends[frame.x] = frame.maxY
      for y in [frame.y + 0.001, frame.midY] where y < frame.maxY {
        let point = Point(x: frame.midX, y: y)
        let hit = stack.component(at: point, offset: offset, height: viewport.height)
        if hit != index { return "\(String(describing: hit)) and not \(index) at \(point)" }
      }
    }
    for a in visible {
      for b in visible where a < b {
        let overlap = stack.placement(of: a, offset: offset, viewport: viewport).frame
          .intersection(stack.placement(of: b, offset: offset, viewport: viewport).frame)
        if overlap.width > 1e-9, overlap.height > 1e-9 { return "\(a) and \(b) overlap" }
      }
    }
    return nil
  }
}
