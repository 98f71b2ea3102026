/// Arranges rows and columns by the sizing rules of `Row`.
///
/// It goes through children in loops: a closure would check its actor for each of them, and rows
/// are laid out at every step of resizing.
struct FlexLayout: ElementLayout {
  let axis: Axis
  let flex: Flex
  /// One for each child, in order.
  let traits: [FlexTraits]

  private nonisolated var spacing: Double { sane(flex.spacing) }
  private nonisolated var lineSpacing: Double { sane(flex.lineSpacing) }

  func measure(_ children: [ElementNode], in range: SizeRange, _ environment: Environment) -> Size {
    let lines = arrange(children, in: range)
    return Size(main: lines.length, cross: lines.depth, axis: axis)
  }

  func place(_ children: [ElementNode], in size: Size, _ environment: Environment) -> [Rect] {
    let lines = arrange(children, in: .exactly(size))
    var frames: [Rect] = []
    var y = 0.0
    for (line, depth) in zip(lines.ranges, lines.depths) {
      let depth = flex.wraps ? depth : lines.depth
      frames += place(
        children, line, lines, in: Rect(main: 0, cross: y, size: size, axis: axis), depth)
      y += depth + lineSpacing
    }
    return frames
  }

  func limits(_ axis: Axis, _ children: [ElementNode]) -> AxisLimits {
    var minimums: [Double] = []
    for child in children { minimums.append(child.limits(axis).minimum) }
    guard axis == self.axis, !flex.wraps else { return AxisLimits(minimum: minimums.max() ?? 0) }
    let gaps = spacing * Double(max(children.count - 1, 0))
    return AxisLimits(minimum: minimums.reduce(gaps, +))
  }

  func needs(_ children: [ElementNode]) -> WidthNeeds {
    let isRow = axis == .horizontal && !flex.wraps
    let gaps = isRow ? spacing * Double(max(children.count - 1, 0)) : 0
    return children.reduce(into: WidthNeeds(readable: gaps, least: gaps)) { needs, child in
      let own = child.needs
      needs.readable = isRow ? needs.readable + own.readable : max(needs.readable, own.readable)
      needs.least = isRow ? needs.least + own.least : max(needs.least, own.least)
    }
  }

  // MARK: Lengths and depths

  /// The children by lines, with the lengths and depths of children and lines.
  private struct Lines {
    var ranges: [Range<Int>] = []
    /// One for each line.
    var depths: [Double] = []
    /// One for each child.
    var childLengths: [Double] = []
    var childDepths: [Double] = []
    /// The length and depth of all lines together.
    var length = 0.0
    var depth = 0.0
  }

  private func arrange(_ children: [ElementNode], in range: SizeRange) -> Lines {
    let cross = range.span(axis.other)
    let lines = arrange(children, main: range.span(axis), cross: cross)
    guard !flex.wraps, !cross.isExact, children.count > 1 else { return lines }
    for index in children.indices where stretches(index, children) {
      // The depth of stretched children is known only now, and may change the length they want.
      return arrange(children, main: range.span(axis), cross: .exactly(lines.depth))
    }
    return lines
  }

  private func arrange(_ children: [ElementNode], main: LengthRange, cross: LengthRange) -> Lines {
    var lines = Lines()
    var (bases, depths) = ([Double](), [Double?]())
    for index in children.indices {
      let wish = wish(of: index, children, cross)
      bases.append(wish.length)
      depths.append(wish.depth)
    }
    lines.ranges = breakLines(bases, at: main.maximum)
    for line in lines.ranges { lines.length = max(lines.length, length(of: bases[line])) }
    lines.length = main.clamp(lines.length)
    for line in lines.ranges {
      lines.childLengths += FlexLengths(bases: bases, traits: traits, line: line) {
        floors(of: $0, children)
      }.resolved(in: max(lines.length - spacing * Double(line.count - 1), 0))
    }
    for index in children.indices {
      // Most children get the length they want, and their depth at it is already measured.
      if let depth = depths[index], lines.childLengths[index] == bases[index] {
        lines.childDepths.append(depth)
        continue
      }
      let length = LengthRange.exactly(lines.childLengths[index])
      let depth = depthRange(of: index, children, cross)
      let size = children[index].measure(in: SizeRange(main: length, cross: depth, axis: axis))
      lines.childDepths.append(size[axis.other])
    }
    for line in lines.ranges { lines.depths.append(lines.childDepths[line].max() ?? 0) }
    let gaps = lineSpacing * Double(max(lines.ranges.count - 1, 0))
    lines.depth = cross.clamp(sane(lines.depths.reduce(gaps, +)))
    return lines
  }

  /// The lengths to which a child is shortened, one after the other.
  private func floors(of index: Int, _ children: [ElementNode]) -> [Double] {
    let minimum = children[index].limits(axis).minimum
    guard axis == .horizontal, !traits[index].givesAll else {
      return Array(repeating: minimum, count: Self.stages)
    }
    let (needs, scale) = (children[index].needs, children[index].environment.textScale)
    // A time or a number stays whole while a longer text still has letters to give.
    let brief = max(needs.least, min(needs.readable, Self.briefWidth * max(scale, 1)))
    return [needs.readable, brief, needs.least, minimum].map { max($0, minimum) }
  }
  private static let briefWidth = 56.0
  /// How often children are shortened.
  fileprivate nonisolated static let stages = 4

  /// The base length of a child, and its depth at that length; nil where a basis gives the length.
  private func wish(
    of index: Int, _ children: [ElementNode], _ cross: LengthRange
  ) -> (length: Double, depth: Double?) {
    if let basis = traits[index].basis { return (sane(basis), nil) }
    let depth = depthRange(of: index, children, cross)
    let range = SizeRange(main: LengthRange(), cross: depth, axis: axis)
    let size = children[index].measure(in: range)
    return (size[axis], size[axis.other])
  }

  /// The range of depths of a child in a line of depth `cross`.
  private func depthRange(
    of index: Int, _ children: [ElementNode], _ cross: LengthRange
  ) -> LengthRange {
    if cross.isExact, !flex.wraps, stretches(index, children) { return cross }
    return LengthRange(maximum: cross.maximum)
  }

  private func stretches(_ index: Int, _ children: [ElementNode]) -> Bool {
    (traits[index].alignment ?? flex.alignment) == .stretch
      && !children[index].limits(axis.other).isRigid
  }

  private nonisolated func length(of bases: ArraySlice<Double>) -> Double {
    sane(bases.reduce(spacing * Double(max(bases.count - 1, 0)), +))
  }

  private func breakLines(_ bases: [Double], at maximum: Double) -> [Range<Int>] {
    guard flex.wraps else { return bases.isEmpty ? [] : [0..<bases.count] }
    var lines: [Range<Int>] = []
    var start = 0
    for end in bases.indices.dropFirst() where length(of: bases[start...end]) > maximum {
      lines.append(start..<end)
      start = end
    }
    return bases.isEmpty ? [] : lines + [start..<bases.count]
  }

  // MARK: Placement

  /// The frames of the children of one line; `row` is the whole element, moved to the line.
  private func place(
    _ children: [ElementNode], _ line: Range<Int>, _ lines: Lines, in row: Rect, _ depth: Double
  ) -> [Rect] {
    let origin = Size(width: row.x, height: row.y)
    let end = Size(width: row.width, height: row.height)
    let free = max(lines.length - length(of: lines.childLengths[line]), 0)
    var (x, gap) = justified(free: free, count: line.count)
    var frames: [Rect] = []
    frames.reserveCapacity(line.count)
    for index in line {
      let isStretched = stretches(index, children)
      let childDepth = isStretched ? depth : min(lines.childDepths[index], depth)
      let offset: Double =
        switch traits[index].alignment ?? flex.alignment {
        case .start, .stretch: 0
        case .center: (depth - childDepth) / 2
        case .end: depth - childDepth
        }
      let y = origin[axis.other] + offset
      // Children that do not fit are cut off at the edges of the row.
      let main = min(x, end[axis])
      let cross = min(y, end[axis.other])
      let size = Size(
        main: min(lines.childLengths[index], end[axis] - main),
        cross: min(childDepth, end[axis.other] - cross), axis: axis)
      x += lines.childLengths[index] + gap
      frames.append(Rect(main: main, cross: cross, size: size, axis: axis))
    }
    return frames
  }

  /// The start of the first child, and the distance from the end of each child to the next.
  private func justified(free: Double, count: Int) -> (start: Double, gap: Double) {
    let count = Double(max(count, 1))
    switch flex.justification {
    case .start: return (0, spacing)
    case .center: return (free / 2, spacing)
    case .end: return (free, spacing)
    case .spaceBetween: return (0, spacing + (count > 1 ? free / (count - 1) : 0))
    case .spaceAround: return (free / count / 2, spacing + free / count)
    case .spaceEvenly: return (free / (count + 1), spacing + free / (count + 1))
    }
  }
}

/// Rules 3 to 5: distributes free length among the children of a line, or takes missing length.
private struct FlexLengths {
  let bases: [Double]
  let traits: [FlexTraits]
  let line: Range<Int>
  /// The lengths to which a child is shortened, one after the other. Called only if length is
  /// missing.
  let floors: (Int) -> [Double]

  func resolved(in room: Double) -> [Double] {
    let free = room - bases[line].reduce(0, +)
    return free > 0 ? grown(by: free) : shrunk(by: -free)
  }

  private func grown(by free: Double) -> [Double] {
    let total = line.reduce(0) { $0 + sane(traits[$1].grow) }
    guard total > 0 else { return Array(bases[line]) }
    return line.map { bases[$0] + free * (sane(traits[$0].grow) / total) }
  }

  private func shrunk(by missing: Double) -> [Double] {
    var lengths = Array(bases[line])
    guard missing > 1e-9 else { return lengths }
    let floors = line.map(floors)
    let growing = line.map { sane(traits[$0].grow) > 0 || traits[$0].givesAll }
    var missing = missing
    shrink(&lengths, to: floors.map { $0[0] }, growing, &missing)
    for stage in 0..<FlexLayout.stages {
      let all = growing.map { _ in true }
      shrink(&lengths, to: floors.map { $0[stage] }, all, &missing)
    }
    return lengths
  }

  /// Takes missing length from some children, but leaves each the length that it has in `floors`.
  private func shrink(
    _ lengths: inout [Double], to floors: [Double], _ areShrunk: [Bool], _ missing: inout Double
  ) {
    let weights = line.map { sane(traits[$0].shrink) * bases[$0] }
    var active = lengths.indices.filter { areShrunk[$0] && weights[$0] > 0 }
    // Each round but the last fixes at least one child at its floor.
    while missing > 1e-9, !active.isEmpty {
      let total = active.reduce(0) { $0 + weights[$1] }
      let wanted = active.map { lengths[$0] - missing * (weights[$0] / total) }
      let stuck = zip(active, wanted).filter { min(floors[$0], lengths[$0]) > $1 }.map(\.0)
      guard !stuck.isEmpty else {
        for (index, length) in zip(active, wanted) { lengths[index] = max(length, 0) }
        missing = 0
        return
      }
      for index in stuck {
        let floor = min(floors[index], lengths[index])
        missing -= lengths[index] - floor
        lengths[index] = floor
      }
      active.removeAll { stuck.contains($0) }
    }
  }
}
