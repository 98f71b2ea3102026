import Spots
import SpotsTestSupport

/// Draw lists of every command, from a seed: what the painter's laws are tried on.
struct RandomLists {
  private var generator: SplitMix64
  let viewport: Rect

  init(seed: UInt64, viewport: Rect) {
    generator = SplitMix64(seed: seed)
    self.viewport = viewport
  }

  mutating func list(count: Int) -> DrawList {
    var list = DrawList(viewport: viewport)
    for _ in 0..<count { add(to: &list) }
    return list
  }

  /// A list with some entries of `old` left out, some new ones among them.
  mutating func changed(_ old: DrawList) -> DrawList {
    var list = DrawList(viewport: viewport)
    for entry in old.entries {
      if chance(8) { add(to: &list) }
      guard !chance(10) else { continue }
      list.clipped(to: entry.clip) { $0.faded(by: entry.opacity) { $0.append(entry.command) } }
    }
    return list
  }

  private mutating func add(to list: inout DrawList) {
    let command = command()
    let clip = chance(3) ? rect() : viewport
    let opacity = chance(4) ? Double.random(in: 0...1, using: &generator) : 1
    list.clipped(to: clip) { $0.faded(by: opacity) { $0.append(command) } }
  }

  private mutating func command() -> DrawCommand {
    let radius = chance(2) ? 0 : number(0...30)
    switch Int.random(in: 0..<7, using: &generator) {
    case 0: return .fill(rect(), color(), cornerRadius: radius)
    case 1: return .stroke(rect(), color(), width: number(0.2...5), cornerRadius: radius)
    case 2:
      return .shadow(
        rect(), color(), blur: number(0...20), offset: number(-5...9), cornerRadius: radius)
    case 3:
      let font = [Font.body, .title, .caption, .code].randomElement(using: &generator) ?? .body
      let text = ["Contacts", "Ägypten fjord", "שלום", "\u{1F600} g|j"]
      return .text(
        text.randomElement(using: &generator) ?? "", font, color(), origin: rect().origin,
        width: 90)
    case 4:
      return .image(
        source: "none.png", rect(), .fill,
        corners: Corners(
          radius: radius, edges: [.all, .top, .bottom].randomElement(using: &generator) ?? .all),
        placeholder: color(), icon: color())
    case 5: return .fade(rect(), color(), towards: chance(2) ? .left : .right)
    default:
      let points = (0..<Int.random(in: 1...5, using: &generator)).map { _ in rect().origin }
      return .polyline(points, color(), width: number(0.1...7))
    }
  }

  private mutating func rect() -> Rect {
    Rect(
      x: number(-30...viewport.width), y: number(-30...viewport.height), width: number(0...120),
      height: number(0...120))
  }

  private mutating func color() -> Color {
    var color = Color(UInt32.random(in: 0...0xFFFFFF, using: &generator))
    color.alpha = chance(2) ? 255 : UInt8.random(in: 0...255, using: &generator)
    return color
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    .random(in: range, using: &generator)
  }

  private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &generator) == 0 }
}
