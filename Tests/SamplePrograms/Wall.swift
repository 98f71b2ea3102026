import Spots
import SpotsSDL

/// Columns of notes as high as their texts, each note at the end of the shortest column.
struct WallLayout: RegisteredLayout {
  private let count, columns: Int
  private let width, gap: Double
  private var frames: [Rect] = []
  private var heights: [Double]

  init(model: ComponentModel, sizing: ItemSizing) {
    count = model.items.count
    columns = max(Int(sizing.span), 1)
    width = sizing.fixedWidth ?? sizing.rowWidth
    gap = model.layout.itemSpacing
    heights = Array(repeating: 0, count: columns)
  }

  var contentSize: Size {
    Size(width: Double(columns) * (width + gap) - gap, height: (heights.max() ?? 0))
  }
  var isComplete: Bool { frames.count == count }

  mutating func prepare(_ rect: Rect, measure: (Int) -> Size) {
    while !isComplete {
      let column = heights.indices.min { heights[$0] < heights[$1] } ?? 0
      let size = Size(width: width, height: measure(frames.count).height)
      frames.append(
        Rect(origin: Point(x: Double(column) * (width + gap), y: heights[column]), size: size))
      heights[column] += size.height + gap
    }
  }

  func frame(ofItem index: Int) -> Rect { isComplete ? frames[index] : .zero }
  func knownSize(ofItem index: Int) -> Size? { isComplete ? frames[index].size : nil }
  func items(in rect: Rect) -> Range<Int> { 0..<count }
}

@MainActor func wall() throws -> Application {
  Configuration.register(layout: WallLayout.self, kind: "wall")
  let notes = [
    "Water the plants", "Ask Priya whether Thursday is still fine, and bring the photos along",
    "Milk", "The boat shed needs a new lock before winter", "Call Edith", "Sort the books by color",
  ]
  return try Application(size: Size(width: 640, height: 420)) {
    Screen("Wall", spacing: .comfortable) {
      ComponentModel(kind: "wall", layout: Layout(span: 3)) {
        for note in notes { Item(text: note, kind: "card") }
      }
    }
  }
}
