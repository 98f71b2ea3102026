import Spots
import Testing

@testable import SpotsSDL

@Suite struct OrientationTests {
  // What a stored picture of the rows "ab" and "cd" looks like upright.
  @Test(arguments: [
    (1, "abcd"), (2, "badc"), (3, "dcba"), (4, "cdab"), (5, "acbd"), (6, "cadb"), (7, "dbca"),
    (8, "bdac"),
  ])
  func pixelsAreTurned(_ number: Int, _ expected: String) throws {
    let buffer = try PixelBuffer(width: 2, height: 2)
    for (index, letter) in "abcd".unicodeScalars.enumerated() {
      buffer[index % 2, index / 2] = letter.value
    }
    let turned = try Orientation(number).turned(Surface(buffer))
    let letters = (0..<4).compactMap { UnicodeScalar(turned[$0 % 2, $0 / 2]) }
    #expect(letters == Array(expected.unicodeScalars))
  }

  @Test(arguments: 1...8)
  func partsAreTurnedAlike(_ number: Int) throws {
    let buffer = try PixelBuffer(width: 6, height: 4)
    for y in 0..<4 { for x in 0..<6 { buffer[x, y] = UInt32(y * 6 + x) | 0xFF00_0000 } }
    let stored = Surface(buffer)
    let orientation = Orientation(number)
    let upright = try orientation.turned(stored)
    let part = Rect(x: 1, y: 1, width: 2, height: 3)
    let place = orientation.stored(part, width: 6, height: 4)
    let cut = try stored.scaled(
      from: place, width: Int(place.width), height: Int(place.height))
    let shown = try orientation.turned(cut)
    for y in 0..<3 {
      for x in 0..<2 { #expect(shown[x, y] == upright[x + 1, y + 1]) }
    }
  }
}
