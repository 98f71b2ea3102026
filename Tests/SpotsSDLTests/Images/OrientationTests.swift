import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct OrientationTests {
  // What a stored image of the rows "ab" and "cd" looks like upright.
  @Test(arguments: [
    (1, "abcd"), (2, "badc"), (3, "dcba"), (4, "cdab"), (5, "acbd"), (6, "cadb"), (7, "dbca"),
    (8, "bdac"),
  ])
  func partsAreFound(_ number: Int, _ upright: String) {
    let orientation = Orientation(number)
    for (index, letter) in upright.enumerated() {
      let part = Rect(x: Double(index % 2), y: Double(index / 2), width: 1, height: 1)
      let stored = orientation.stored(part, width: 2, height: 2)
      #expect(Array("abcd")[Int(stored.y) * 2 + Int(stored.x)] == letter)
    }
  }

  @Test(arguments: 1...8)
  func sidesAreSwappedWithTheImage(_ number: Int) {
    let orientation = Orientation(number)
    let part = Rect(x: 1, y: 1, width: 2, height: 3)
    let stored = orientation.stored(part, width: 6, height: 4)
    #expect(orientation.swapsSides == (number >= 5))
    #expect(stored.width == (orientation.swapsSides ? 3 : 2))
    #expect(stored.height == (orientation.swapsSides ? 2 : 3))
  }
}
