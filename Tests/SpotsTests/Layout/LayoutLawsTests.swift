import SpotsTestSupport
import Testing

@testable import Spots

/// What holds for every arrangement, whatever the model.
@Suite struct LayoutLawsTests {
  private static let seeds = 0..<500 as Range<UInt64>

  /// A component with the sizes its items would be measured with.
  private struct Case {
    var geometry: ComponentGeometry
    var sizes: [Size]
    let model: ComponentModel
    let width: Double

    init(seed: UInt64) {
      var random = RandomComponents(seed: seed)
      model = random.component(maxItems: 60)
      width = random.width()
      let limit = model.layout.clamped.maxWidth ?? (random.oneIn(2) ? 300 : nil)
      geometry = ComponentGeometry(
        model: model, width: width,
        lane: Lane(x: 0, width: width).limited(to: limit, model.layout.align),
        headerHeight: model.header == nil ? 0 : 30.5,
        footerHeight: model.footer == nil ? 0 : 20.25)
      let sizing = geometry.sizing
      sizes = model.items.map { item in
        sizing.size(own: item.size) { _ in
          Size(width: random.length(upTo: 300), height: random.length(upTo: 90))
        }
      }
    }

    func prepared() -> ComponentGeometry {
      var copy = geometry
      copy.prepareAll { sizes[$0] }
      return copy
    }
  }

  private func expectLaw(_ law: (UInt64, Case) -> String?) {
    for seed in Self.seeds {
      guard let fault = law(seed, Case(seed: seed)) else { continue }
      Issue.record("seed \(seed): \(fault)")
      return
    }
  }

  private func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e-6 }

  private func near(_ a: Rect, _ b: Rect) -> Bool {
    near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height)
  }

  @Test func framesNeverOverlap() {
    expectLaw { _, test in
      let geometry = test.prepared()
      let frames = test.sizes.indices.map { geometry.frame(ofItem: $0).expanded(by: -1e-6) }
      for (index, frame) in frames.enumerated() where !frame.isEmpty {
        for other in frames[(index + 1)...] where !other.isEmpty && frame.intersects(other) {
          return "\(index) \(frame) meets \(other)"
        }
      }
      return nil
    }
  }

  @Test func itemsAreInsideTheContent() {
    expectLaw { _, test in
      let geometry = test.prepared()
      let inset = test.model.layout.inset
      let top = geometry.headerHeight + inset.top
      let left = geometry.lane.x + inset.left
      // What is wider than its row is cut to the component, so it may stick out by the left inset.
      let right = max(geometry.contentSize.width, left + geometry.sizing.maximumWidth)
      let bottom = test.model.layout.dynamicHeight ? geometry.contentSize.height : .infinity
      for index in test.sizes.indices {
        let frame = geometry.frame(ofItem: index)
        if frame.x < left - 1e-6 || frame.y < top - 1e-6 { return "\(index) at \(frame)" }
        if frame.maxX > right + 1e-6 { return "\(index) \(frame) wider than \(right)" }
        if frame.maxY > bottom - inset.bottom - geometry.footerHeight + 1e-6 {
          return "\(index) \(frame) below \(bottom)"
        }
        if frame.width <= geometry.sizing.rowWidth, test.model.kind != .carousel,
          frame.maxX > max(geometry.lane.maxX - inset.right, left) + 1e-3
        {
          return "\(index) \(frame) in the right inset"
        }
      }
      return nil
    }
  }

  @Test func searchingFindsWhatScanningFinds() {
    expectLaw { seed, test in
      var random = RandomComponents(seed: seed ^ 0xFF)
      let geometry = test.prepared()
      for _ in 0..<8 {
        let rect = randomRect(in: geometry, &random)
        let found = geometry.items(in: rect)
        for index in test.sizes.indices {
          let frame = geometry.frame(ofItem: index)
          guard frame.intersects(rect), !frame.isEmpty, !rect.isEmpty else { continue }
          if !found.contains(index) { return "\(index) \(frame) not found in \(rect): \(found)" }
        }
        let positions = found.startIndex..<found.endIndex
        if let fault = strayItems(positions, rect, test.model, geometry) { return fault }
      }
      return nil
    }
  }

  /// The row or column that is found first must reach the place, with the spacing behind it, and
  /// the last one must begin before its end, or searching would be no better than taking all.
  private func strayItems(
    _ found: Range<Int>, _ rect: Rect, _ model: ComponentModel, _ geometry: ComponentGeometry
  ) -> String? {
    let frames = found.map { geometry.frame(ofItem: $0) }
    guard let first = frames.first, let last = frames.last else { return nil }
    let isCarousel = model.arrangement == .carousel
    let spacing = isCarousel ? model.layout.itemSpacing : model.layout.lineSpacing
    func start(_ rect: Rect) -> Double { isCarousel ? rect.x : rect.y }
    func end(_ rect: Rect) -> Double { isCarousel ? rect.maxX : rect.maxY }
    let reach = frames.filter { start($0) == start(first) }.map(end).max() ?? end(first)
    let isFar = reach + spacing < start(rect) - 1e-6 || start(last) > end(rect) + 1e-6
    return isFar ? "found \(found), far from \(rect)" : nil
  }

  private func randomRect(
    in geometry: ComponentGeometry, _ random: inout RandomComponents
  ) -> Rect {
    let size = geometry.contentSize
    return Rect(
      x: random.length(upTo: Int(size.width) + 100) - 50,
      y: random.length(upTo: Int(size.height) + 100) - 50, width: random.length(upTo: 500),
      height: random.length(upTo: 500))
  }

  @Test func preparingByPartsEqualsPreparingAll() {
    expectLaw { seed, test in
      var random = RandomComponents(seed: seed ^ 0xABC)
      var parts = test.geometry
      var measured = Array(repeating: 0, count: test.sizes.count)
      for _ in 0..<random.below(6) {
        let rect = randomRect(in: parts, &random)
        parts.prepare(rect) { index in
          measured[index] += 1
          return test.sizes[index]
        }
        // A prepared item no longer changes its size.
        for index in parts.items(in: rect) {
          if let size = parts.knownSize(ofItem: index), test.model.kind == .list,
            !near(size.height, test.sizes[index].height)
          {
            return "\(index) is \(size), not \(test.sizes[index])"
          }
        }
      }
      parts.prepareAll { index in
        measured[index] += 1
        return test.sizes[index]
      }
      let isCollapsed = test.sizes.isEmpty
      if !isCollapsed, measured.contains(where: { $0 != 1 }) { return "measured \(measured)" }
      let whole = test.prepared()
      if !parts.isComplete { return "not complete" }
      if !near(
        Rect(origin: .zero, size: parts.contentSize), Rect(origin: .zero, size: whole.contentSize))
      {
        return "\(parts.contentSize), not \(whole.contentSize)"
      }
      for index in test.sizes.indices
      where !near(parts.frame(ofItem: index), whole.frame(ofItem: index)) {
        return "\(index) \(parts.frame(ofItem: index)), not \(whole.frame(ofItem: index))"
      }
      return nil
    }
  }

  @Test func whatWasPreparedIsKnown() {
    expectLaw { seed, test in
      var random = RandomComponents(seed: seed ^ 0x123)
      var geometry = test.geometry
      var isMeasured = Array(repeating: false, count: test.sizes.count)
      let rect = randomRect(in: geometry, &random)
      // Sizes change where things are: prepared again, nothing in the rectangle is an estimate.
      for _ in 0..<test.sizes.count + 1 {
        geometry.prepare(rect) { index in
          isMeasured[index] = true
          return test.sizes[index]
        }
      }
      for index in geometry.items(in: rect)
      where !isMeasured[index] && geometry.frame(ofItem: index).intersects(rect) {
        return "\(index) \(geometry.frame(ofItem: index)) in \(rect) was never measured"
      }
      return nil
    }
  }

  @Test func hostileNumbersGiveFiniteFrames() {
    let numbers = ["\"NaN\"", "1e308", "-1e308", "-1", "0", "1e-320", "9223372036854775808", "0.5"]
    for kind in ["list", "grid", "carousel"] {
      for a in numbers {
        for b in numbers { expectFinite(hostile(kind, a, b), "\(kind) \(a) \(b)") }
      }
    }
  }

  private func hostile(_ kind: String, _ a: String, _ b: String) -> String {
    """
    [{"kind": "\(kind)", "layout": {"span": \(a), "item-spacing": \(b), "line-spacing": \(a),
      "items-per-row": \(b), "dynamic-span": true, "page-indicator": "below",
      "inset": {"top": \(a), "left": \(b), "bottom": \(b), "right": \(a)}},
      "items": [{"size": {"width": \(a), "height": \(b)}}, {}, {"size": {"height": \(a)}}]}]
    """
  }

  private func expectFinite(_ json: String, _ name: String) {
    guard let model = ScreenReader().read(Array(json.utf8)).screen?.components.first else {
      Issue.record("not read: \(name)")
      return
    }
    for width in [0, 1, 390, 1e7] {
      var geometry = ComponentGeometry(
        model: model, width: width, headerHeight: 10, footerHeight: 10)
      let sizing = geometry.sizing
      for computed in [
        Size.zero, Size(width: .nan, height: .infinity), Size(width: -5, height: -5),
      ] {
        geometry.prepareAll { sizing.size(own: model.items[$0].size) { _ in computed } }
        let rects =
          model.items.indices.map { geometry.frame(ofItem: $0) }
          + [
            geometry.headerFrame(inner: 5), geometry.footerFrame, geometry.pageIndicatorFrame,
            Rect(origin: .zero, size: geometry.contentSize),
          ].compactMap { $0 }
        let isFinite = rects.allSatisfy { rect in
          [rect.x, rect.y, rect.width, rect.height].allSatisfy { abs($0) < 1e12 }
            && rect.width >= 0 && rect.height >= 0
        }
        if !isFinite { Issue.record("\(name) at \(width): \(rects)") }
      }
    }
  }
}
