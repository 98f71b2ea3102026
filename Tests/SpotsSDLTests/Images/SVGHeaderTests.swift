import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct SVGHeaderTests {
  @Test(arguments: [
    (#"<svg width="40" height="30">"#, 40, 30),
    (#"<svg viewBox="0 0 24 12">"#, 24, 12),
    (#"<svg width="100%" height='100%' viewBox="0,0,24,12">"#, 24, 12),
    (#"<svg width="48" viewBox="0 0 24 12">"#, 48, 12),
    (#"<svg width="1in" height="25.4mm">"#, 96, 96),
    (#"<svg width=" 72pt" height="6pc" >"#, 96, 96),
    ("\u{FEFF}\n<!DOCTYPE svg><svg\n\twidth = \"7px\" height = \"8px\" />", 7, 8),
    (#"<svg width="10.2" height="9.9">"#, 11, 10),
  ])
  func sizeIsRead(_ text: String, width: Int, height: Int) throws {
    let header = try #require(try SVGHeader(Array(text.utf8)))
    #expect(header.width == width)
    #expect(header.height == height)
  }

  @Test(arguments: ["<svg>", #"<svg width="0" height="0">"#, #"<svg width="-4" height="4">"#])
  func drawingsWithoutSizeAreBroken(_ text: String) {
    #expect(throws: ImageError.broken("it has no size")) { try SVGHeader(Array(text.utf8)) }
  }

  @Test(arguments: ["svg", "<svgfoo width='3'>", "<a>", ""])
  func otherTextIsNoDrawing(_ text: String) throws {
    #expect(try SVGHeader(Array(text.utf8)) == nil)
  }

  @Test(arguments: ["nan", "inf", "1e999", "99999999999999999999999999"])
  func oddNumbersAreSurvived(_ number: String) {
    let text = "<svg width='\(number)' height='\(number)'>"
    _ = #expect(throws: ImageError.self) { try ImageHeader(Array(text.utf8)) }
  }
}
