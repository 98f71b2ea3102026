import Foundation
import Testing

extension WindowTests {
  /// Pictures that move, and pictures that must not hold anything up.
  @Suite(.serialized) struct PictureTests {
    /// Two pictures of one pixel, red and green, for 0.15 s each, for ever.
    private static let blinking: [UInt8] = {
      let frames = [0x44, 0x4C].flatMap { (code: UInt8) -> [UInt8] in
        [0x21, 0xF9, 4, 0, 15, 0, 0, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, code, 1, 0]
      }
      return Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 255, 0]
        + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0] + frames + [0x3B]
    }()

    private static let endless = """
      <svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><path stroke="black"
      d="M0 0 L 99999999 99999999" stroke-dasharray="0.0001"/></svg>
      """

    /// A row with a picture 200 high, over many rows.
    private func screen(_ image: String) -> String {
      let rows = (0..<60).map { #"{"title":"Row \#($0)"}"# }.joined(separator: ",")
      return #"""
        {"components":[{"items":[
        {"kind":"image","image":"\#(image)","size":{"height":200}},\#(rows)]}]}
        """#
    }

    private func color(in rig: WindowRig, _ place: ViewerWindow.Place) throws -> UInt32 {
      let text = try rig.display.xdotool(["getwindowgeometry", "--shell", rig.window.identifier])
      let lines = text.split(separator: "\n")
      let x = lines.first { $0.hasPrefix("X=") }.flatMap { Int($0.dropFirst(2)) } ?? 0
      let y = lines.first { $0.hasPrefix("Y=") }.flatMap { Int($0.dropFirst(2)) } ?? 0
      return try rig.display.screenshot()[x + place.x, y + place.y]
    }

    @Test func aGIFPlaysWhileItIsSeenAndCostsNothingBelow() throws {
      let rig = try WindowRig(screen("none.png"))
      try Data(Self.blinking).write(to: URL(fileURLWithPath: rig.directory("a.gif")))
      try rig.save(screen("a.gif"))
      for wanted: UInt32 in [0xFF0000, 0x00FF00, 0xFF0000] {
        let isSeen = try eventually { try color(in: rig, (200, 100)) == wanted }
        #expect(isSeen, "\(String(wanted, radix: 16))")
      }
      try rig.window.key("End")
      // The scrollbar has to fade first.
      let isStill = try eventually(timeout: 20) {
        let before = try rig.process.cpuTime
        usleep(1_500_000)
        return try rig.process.cpuTime - before < .milliseconds(15)
      }
      #expect(isStill)
    }

    /// The decoder of such a drawing never ends: its picture fails, and everything else goes on.
    @Test func anEndlessDrawingHoldsNothingUp() throws {
      let rig = try WindowRig(screen("dash.svg"), files: ["dash.svg": Self.endless])
      try rig.settle { try rig.window.wheel(.down, notches: 11, at: (x: 100, y: 300)) }
      #expect(try rig.click((x: 100, y: 5)).string("title") == "Row 10")
      let isReported = eventually {
        rig.process.stderr.entries.contains { $0.contains("image 'dash.svg': drawing it takes") }
      }
      #expect(isReported)
      try rig.directory.shell("! pgrep -P \(rig.process.processIdentifier)")
    }
  }
}
