import Spots

/// Keeps a canvas up to date with the lists that are shown on it one after the other: moves what
/// has moved, and paints what else differs.
///
/// Afterwards what is shown looks as if the last list had been painted from scratch.
@MainActor
struct Repainter {
  /// What brings the screen up to date with a canvas, in this order.
  struct Repaint {
    /// What has to be moved on the screen; nothing where the canvas has all of it.
    var movements: [Movement] = []
    /// The parts of the canvas that may look different from the screen then.
    var areas: [PixelRect]
  }

  private var shown: [PaintedEntry] = []
  private var next: [PaintedEntry] = []
  private var background: Color?
  private var grid: PixelGrid?
  private var damage = Damage()
  private var finder = MovementFinder()

  init() {}

  /// - Parameter leastSaving: As of `MovementFinder`, in pixels.
  init(leastSaving: Int) {
    finder.leastSaving = leastSaving
  }

  /// Forgets what is on the canvas: the next update paints everything.
  mutating func invalidate() {
    background = nil
  }

  /// Shows `list` over `background` on `canvas`, the one of the last update unless `invalidate` was
  /// called.
  ///
  /// - Parameters:
  ///   - changed: Pictures that look different from how they were painted last.
  ///   - movesScreen: Whether what has moved can be moved on the screen. Then it is not moved on the
  ///     canvas, which is right in the returned areas alone.
  mutating func update(
    _ list: DrawList, background: Color, changed: Set<String> = [], with painter: Painter,
    on canvas: Canvas, movesScreen: Bool = false
  ) -> Repaint {
    let isNew = self.background != background || grid != painter.grid
    self.background = background
    grid = painter.grid
    next.removeAll(keepingCapacity: true)
    for entry in list.entries { next.append(PaintedEntry(entry, grid: painter.grid)) }
    damage.removeAll()
    if isNew {
      damage.append(canvas.bounds)
    } else {
      move(in: canvas.bounds)
      if !movesScreen {
        for movement in finder.movements { canvas.move(movement) }
      }
      if !changed.isEmpty { append(changed, list, canvas.bounds) }
    }
    painter.paint(list, next, background: background, areas: damage.areas, on: canvas)
    swap(&shown, &next)
    let movements = isNew ? [] : finder.movements
    if movesScreen { return Repaint(movements: movements, areas: damage.areas) }
    for movement in movements { damage.present(movement.destination) }
    return Repaint(areas: damage.areas)
  }

  /// Finds what has moved, and what differs once it is where it belongs.
  private mutating func move(in bounds: PixelRect) {
    finder.find(from: shown, to: next, on: bounds)
    guard !finder.movements.isEmpty else { return damage.compare(shown, next, in: bounds) }
    for movement in finder.movements {
      damage.compare(shown, next, in: movement.area, movement: movement)
    }
    for change in finder.changes { damage.append(change) }
    for side in PixelRect.Side.allCases {
      damage.compare(shown, next, in: bounds.part(side, of: finder.area))
    }
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
