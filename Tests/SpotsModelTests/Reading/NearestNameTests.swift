import Testing

@testable import SpotsModel

@Suite struct NearestNameTests {
  private let names = ["items", "item-spacing", "line-spacing", "title", "subtitle", "kind", "top"]

  @Test(arguments: [
    ("itmes", "items"), ("item", "items"), ("itemss", "items"), ("tilte", "title"),
    ("Title", "title"), ("sub-title", "subtitle"), ("itemspacing", "item-spacing"),
    ("linespacing", "line-spacing"), ("kin", "kind"), ("tpo", "top"),
  ])
  func slipsAreSeenThrough(name: String, expected: String) {
    #expect(nearestName(to: name, among: names) == expected)
  }

  @Test(arguments: ["", "x", "zzz", "colour", "héllo"])
  func nothingIsSuggestedForOtherNames(name: String) {
    #expect(nearestName(to: name, among: names) == nil)
  }

  @Test func nothingIsSuggestedForAHugeName() {
    let name = String(repeating: "title", count: 100_000)
    let nearest = nearestName(to: name, among: names)
    #expect(nearest == nil)
  }

  @Test func aNameIsNearestToItself() {
    for name in names { #expect(nearestName(to: name, among: names.reversed()) == name) }
  }
}
