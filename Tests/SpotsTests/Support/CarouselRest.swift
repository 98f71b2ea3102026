import SpotsTestSupport

@testable import Spots

extension Component {
  /// The fault in where a carousel rests; nil when there is none.
  var snapFault: String? {
    let axis = horizontalScroll
    guard model.arrangement == .carousel,
      model.interaction.paginate != .disabled
    else { return nil }
    if axis.isMoving { return "moves" }
    // The window has room for the insets only.
    if geometry.sizing.fixedWidth == 0 { return nil }
    let isEndless = geometry.period != nil
    // In its initial place, or past an end.
    if contentOffsetX < 0.51 { return nil }
    if !isEndless, axis.offset > geometry.horizontalRange - 0.51 { return nil }
    if model.interaction.paginate == .page {
      let left = geometry.itemsInset.left
      let isBeginning = model.items.indices.contains {
        abs(geometry.frame(ofItem: $0).x - left - contentOffsetX) < 0.51
      }
      return isBeginning ? nil : "\(contentOffsetX) is beside all items"
    }
    let middle = axis.offset + geometry.width / 2
    let distances = model.items.indices.map { item in
      let slot = geometry.slot(ofItem: item, near: axis.offset)
      return abs(geometry.frame(of: slot).midX - middle)
    }
    let nearest = distances.min() ?? 0
    return nearest < 0.51 ? nil : "\(nearest) beside the middle"
  }
}

/// A point of a carousel at the top of the screen.
let overCarousel = Point(x: 200, y: 50)

/// A carousel of 3000 items, 60 to 300 points wide: more than are measured before they are seen.
func unevenCarousel(_ paginate: Interaction.Paginate, seed: UInt64) -> ComponentModel {
  var random = SplitMix64(seed: seed)
  var model = carousel(0, paginate: paginate)
  model.items = ItemList(
    (0..<3000).map { index in
      Item(
        identifier: .integer(index), title: "\(index)",
        size: Size(width: Double(Int.random(in: 60...300, using: &random)), height: 100))
    })
  return model
}

extension ScreenRig {
  /// The offsets of the carousel at the top after each of `count` presses of `key`.
  func offsets(pressing key: Key, _ count: Int) -> [Double] {
    (0..<count).map { _ in
      self.key(key)
      settle()
      return horizontalOffset(0)
    }
  }

  /// A screen whose carousel of 150 wide items was dragged so that item 3 rests in its middle, at
  /// 355.
  static func atItem3(_ model: ComponentModel? = nil) -> (ScreenRig, DelegateLog) {
    var rows = list(40, from: 100)
    rows.layout.maxWidth = 0
    let rig = ScreenRig([model ?? carousel(20, paginate: .item), rows])
    let log = DelegateLog(rig)
    rig.dragCarousel(by: -300)
    precondition(rig.horizontalOffset(0) == 355)
    _ = log.take()
    return (rig, log)
  }

  /// What is wrong with where the carousels on the screen rest.
  var snapFaults: [String] { controller.scrollView.allMounted.compactMap(\.snapFault) }

  func resize(_ width: Double, _ height: Double = 600) {
    controller.resize(to: Size(width: width, height: height))
  }

  /// Moves the carousel at the top with the pointer and waits until it rests.
  func dragCarousel(by distance: Double) {
    let start = Point(x: 200 - distance / 2, y: 50)
    let end = Point(x: 200 + distance / 2, y: 50)
    settle()
    drag(start, to: end)
    wait(1)
    release(end)
    settle()
  }
}

extension DelegateLog {
  /// What was reported about carousels since the last call.
  func takeCarouselMoves() -> [Call] {
    take().filter {
      switch $0 {
      case .carouselScrolled, .carouselEnded: true
      default: false
      }
    }
  }
}

extension Environment {
  @MainActor
  static func fixed(isMirrored: Bool) -> Environment {
    var environment = Environment.fixed(images: ["a.png": Size(width: 300, height: 200)])
    environment.isRightToLeft = isMirrored
    return environment
  }
}
