import SpotsViews

/// Updates a canvas from one list to the next: moves what has moved, and paints what else differs.
///
/// The result is the same as painting the last list from scratch.
@MainActor
struct Repainter {
  /// The steps that update the screen from a canvas, in this order.
  struct Repaint {
    /// A movement to make on the screen; nil when the canvas already has it, or nothing moved.
    var movement: Movement?
    /// The parts of the canvas that may differ from the screen after the movement.
    var areas: [PixelRect]
  }

  private var shown: [PaintedEntry] = []
  private var next: [PaintedEntry] = []
  private var background: Color?
  private var grid: PixelGrid?
  private var damage = Damage()
  private var finder = MovementFinder()
  /// The screen that is on its way in; nil once it is there.
  private var arriving: ArrivingScreen?

  /// Forgets what is on the canvas: the next update paints everything.
  mutating func invalidate() {
    background = nil
  }

  /// Shows `list` over `background` on `canvas`, which must be that of the last update unless
  /// `invalidate` was called since.
  ///
  /// - Parameters:
  ///   - changed: The sources of images that look different from when they were last painted.
  ///   - movesScreen: Whether the screen can move pixels itself. They are then not moved on the
  ///     canvas, which is correct only in the returned areas.
  ///
  /// A list that arrives fades as one: nothing shines through what covers it.
  mutating func update(
    _ list: DrawList, background: Color, changed: Set<String> = [], with painter: Painter,
    on canvas: Canvas, movesScreen: Bool = false
  ) -> Repaint {
    if let arrival = list.arrival, let pixels = pixels(like: canvas) {
      if self.background == nil { arriving?.canvasDidChange() }
      let painted = repaint(list, background, changed, painter, pixels.canvas, movesScreen: false)
      arriving?.didPaint(painted.areas, over: background.pixel | 0xFF00_0000)
      arriving?.show(on: canvas, x: painter.grid.edge(arrival.x), opacity: arrival.opacity)
      return Repaint(areas: [canvas.bounds])
    }
    guard let arrived = arriving else {
      return repaint(list, background, changed, painter, canvas, movesScreen: movesScreen)
    }
    arriving = nil
    if arrived.pixels.canvas.bounds == canvas.bounds {
      canvas.copy(canvas.bounds, from: arrived.pixels.canvas)
    } else {
      invalidate()
    }
    _ = repaint(list, background, changed, painter, canvas, movesScreen: false)
    return Repaint(areas: [canvas.bounds])
  }

  /// The pixels of the arriving screen; nil if memory is short, and then it appears at once.
  private mutating func pixels(like canvas: Canvas) -> PixelBuffer? {
    if let arriving, arriving.pixels.canvas.bounds == canvas.bounds { return arriving.pixels }
    invalidate()
    do {
      arriving = try ArrivingScreen(like: canvas)
    } catch {
      arriving = nil
    }
    return arriving?.pixels
  }

  private mutating func repaint(
    _ list: DrawList, _ background: Color, _ changed: Set<String>, _ painter: Painter,
    _ canvas: Canvas, movesScreen: Bool
  ) -> Repaint {
    let isNew = self.background != background || grid != painter.grid
    self.background = background
    grid = painter.grid
    next.removeAll(keepingCapacity: true)
    for entry in list.entries { next.append(PaintedEntry(entry, grid: painter.grid)) }
    damage.removeAll()
    var movement: Movement?
    if isNew {
      damage.append(canvas.bounds)
    } else {
      movement = finder.movement(from: shown, to: next, on: canvas.bounds)
      compare(movement, in: canvas.bounds)
      if let movement, !movesScreen {
        canvas.move(to: movement.destination, x: movement.x, y: movement.y)
      }
      if !changed.isEmpty { append(changed, list, canvas.bounds) }
    }
    painter.paint(list, next, background: background, areas: damage.areas, on: canvas)
    swap(&shown, &next)
    if movesScreen { return Repaint(movement: movement, areas: damage.areas) }
    if let movement { damage.present(movement.destination) }
    return Repaint(areas: damage.areas)
  }

  /// Finds what differs after a movement.
  private mutating func compare(_ movement: Movement?, in bounds: PixelRect) {
    guard let movement else { return damage.compare(shown, next, in: bounds) }
    damage.compare(shown, next, in: movement.area, movement: movement)
    for side in PixelRect.Side.allCases {
      damage.compare(shown, next, in: bounds.part(side, of: movement.area))
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
