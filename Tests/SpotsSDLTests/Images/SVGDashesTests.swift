import Testing

@testable import SpotsSDL

@Suite struct SVGDashesTests {
  private func drawing(_ path: String, _ dashes: String) -> [UInt8] {
    Array("<svg width='9' height='9'><path d='\(path)' \(dashes)/></svg>".utf8)
  }

  @Test(arguments: [
    "stroke-dasharray='4 2'", "stroke-dasharray=\"1,1\"", "style='stroke-dasharray: 3; fill: red'",
  ])
  func reasonableDashesStay(_ dashes: String) {
    let bytes = drawing("M0 0 L100 50.5 M3e1 4", dashes)
    #expect(withoutEndlessDashes(bytes) == bytes)
  }

  @Test(arguments: [
    ("M0 0 L99999999 99999999", "stroke-dasharray='0.0001'"),
    ("M0 0 L1e30 0", "stroke-dasharray='4'"),
    ("M0 0 L9 9", "stroke-dasharray='0.000000001'"), ("M0 0 L9 9", "stroke-dasharray='1%'"),
    ("M0 0 L9 9", "stroke-dasharray=''"), ("M0 0 L9 9", "style='stroke-dasharray:1e-30'"),
    ("M0 0 L9 9", "stroke-dasharray='4 2' id='dasharray'"),
  ])
  func endlessDashesGo(_ path: String, _ dashes: String) {
    let bytes = withoutEndlessDashes(drawing(path, dashes))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("dasharray"))
  }

  @Test func drawingsWithoutDashesAreLeftAlone() {
    let bytes = drawing("M0 0 L1e30 1e30", "")
    #expect(withoutEndlessDashes(bytes) == bytes)
  }
}
