import Spots

/// Keeps a canvas up to date with the lists that are shown on it one after the other: moves what
/// has moved, and paints what else differs.
///
/// Afterwards the canvas always looks as if the last list had been painted on it from scratch.
@MainActor
struct Repainter {
  private var shown: [PaintedEntry] = []
  private var next: [PaintedEntry] = []
  private var background: Color?
  private var grid: PixelGrid?
  private var damage = Damage()
  private var finder = MovementFinder()

  /// Forgets what is on the canvas: the next update paints everything.
  mutating func invalidate() {
    background = nil
  }

  /// Shows `list` over `background` on `canvas`, the one of the last update unless `invalidate` was
  /// called.
  ///
  /// - Parameter changed: Pictures that look different from how they were painted last.
  /// - Returns: The parts of the canvas that may look different now.
  mutating func update(
    _ list: DrawList, background: Color, changed: Set<String> = [], with painter: Painter,
    on canvas: Canvas
  ) -> [PixelRect] {
    let isNew = self.background != background || grid != painter.grid
    self.background = background
    grid = painter.grid
    next.removeAll(keepingCapacity: true)
    for entry in list.entries { next.append(PaintedEntry(entry, grid: painter.grid)) }
    damage.removeAll()
    var moved: Movement?
    if isNew {
      damage.append(canvas.bounds)
    } else {
      moved = move(on: canvas)
      if !changed.isEmpty { append(changed, list, canvas.bounds) }
    }
    painter.paint(list, next, background: background, areas: damage.areas, on: canvas)
    swap(&shown, &next)
    guard let moved = moved?.destination else { return damage.areas }
    return [moved] + damage.areas.filter { $0.intersection(moved) != $0 }
  }

  /// Moves what has moved, and finds what differs then.
  private mutating func move(on canvas: Canvas) -> Movement? {
    let bounds = canvas.bounds
    guard shown != next else { return nil }
    guard let movement = finder.movement(from: shown, to: next, on: bounds) else {
      damage.compare(shown, next, in: bounds)
      return nil
    }
    canvas.move(movement)
    let area = movement.area
    damage.compare(shown, next, in: area, movement: movement)
    for rest in bounds.without(area) { damage.compare(shown, next, in: rest) }
    return movement
  }

  private mutating func append(_ changed: Set<String>, _ list: DrawList, _ bounds: PixelRect) {
    for (index, entry) in list.entries.enumerated() {
      guard case .image(let source, _, _, _, _, _) = entry.command, changed.contains(source) else {
        continue
      }
      damage.append(next[index].reach.intersection(bounds))
    }
  }
}
