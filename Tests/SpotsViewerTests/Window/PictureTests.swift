import Foundation
import SpotsTestSupport
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

    /// A row with a picture 200 high, over many rows.
    private func screen(_ image: String) -> String {
      let rows = (0..<60).map { #"{"title":"Row \#($0)"}"# }.joined(separator: ",")
      return #"""
        {"components":[{"items":[
        {"kind":"image","image":"\#(image)","size":{"height":200}},\#(rows)]}]}
        """#
    }

    @Test func aGIFPlaysWhileItIsSeenAndCostsNothingBelow() throws {
      let rig = try WindowRig(screen("none.png"))
      try Data(Self.blinking).write(to: URL(fileURLWithPath: rig.directory("a.gif")))
      try rig.save(screen("a.gif"))
      for wanted: UInt32 in [0xFF0000, 0x00FF00, 0xFF0000] {
        let isSeen = try eventually { try rig.window.color(at: (200, 100)) == wanted }
        #expect(isSeen, "\(String(wanted, radix: 16))")
      }
      try rig.window.key("End")
      // The scrollbar has to fade first.
      let isStill = try eventually(timeout: 20) {
        let before = try rig.process.cpuTime
        usleep(1_500_000)
        return try rig.process.cpuTime - before < Allowance.of(.milliseconds(15))
      }
      #expect(isStill)
    }

    /// Folders that appear while the window is open are searched like those that were there.
    @Test func aFolderOfPicturesMayComeLater() throws {
      let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" \
        fill="#00ff00"/></svg>
        """
      let rig = try WindowRig(screen("deep/green.svg"), files: ["green.svg": drawing])
      let isTold = eventually {
        rig.process.stderr.entries.contains { $0.contains("image 'deep/green.svg': no such file") }
      }
      try #require(isTold)
      try rig.directory.shell("mkdir -p Assets/deep; cp green.svg Assets/deep")
      #expect(try eventually { try rig.window.color(at: (200, 100)) == 0x00FF00 })
      // Gone and there again as a whole, as after a checkout.
      try rig.directory.shell("mv Assets Gone")
      #expect(try eventually { try rig.window.color(at: (200, 100)) != 0x00FF00 })
      try rig.directory.shell("mv Gone Assets")
      #expect(try eventually { try rig.window.color(at: (200, 100)) == 0x00FF00 })
      #expect(rig.count("reloaded") == 0)
    }

    /// The decoder of such a drawing never ends: its picture fails, and everything else goes on.
    @Test func anEndlessDrawingHoldsNothingUp() throws {
      let endless = String(decoding: HostileImages.endless, as: UTF8.self)
      let rig = try WindowRig(screen("dash.svg"), files: ["dash.svg": endless])
      try rig.settle { try rig.window.wheel(.down, notches: 11, at: (x: 100, y: 300)) }
      #expect(try rig.click((x: 100, y: 5)).string("title") == "Row 10")
      let isReported = eventually(timeout: 90) {
        rig.process.stderr.entries.contains { $0.contains("image 'dash.svg': decoding it takes") }
      }
      #expect(isReported)
      try rig.directory.shell("! pgrep -P \(rig.process.processIdentifier)")
    }

    /// Broken pictures, drawings that never end, and one of the largest that are shown at all,
    /// 256 MB as pixels, all in view at once. Decoding has a deadline, so that where everything
    /// takes several times as long, the large one is smaller.
    @Test func hostilePicturesCostLittleMemory() throws {
      let side = Int(8192 / Double(Allowance.factor).squareRoot())
      let rig = try WindowRig(TestScreen.list(3))
      for picture in HostileImages.all {
        try Data(picture.bytes).write(to: URL(fileURLWithPath: rig.directory(picture.name)))
      }
      let large = try CommandRun([
        "render", rig.directory("screen.json"), "--size", "\(side)x\(side)", "--theme", "dark",
        "-o", rig.directory("huge.png"),
      ])
      #expect(large.status == 0, "\(large.errors)")
      try rig.directory.shell("cp dash.svg dot.svg")
      let names = ["huge.png", "dot.svg"] + HostileImages.all.map(\.name)
      let items = names.map {
        #"{"kind":"image","image":"\#($0)","size":{"width":90,"height":80}}"#
      }
      let start = rig.process.stderr.entries.count
      try rig.save(#"{"components":[{"kind":"grid","items":[\#(items.joined(separator: ","))]}]}"#)
      var drawing = 0
      let isDone = try eventually(timeout: 120) {
        drawing = max(drawing, try rig.process.childrenPeakMemory)
        let said = rig.process.stderr.entries[start...]
        return try HostileImages.all.allSatisfy { picture in
          said.contains { $0.contains("image '\(picture.name)': \(picture.reason)") }
        } && rig.window.color(at: (45, 60)) & 0xFF < 0x40
      }
      #expect(isDone, "\(rig.process.stderr.entries[start...])")
      let memory = try rig.process.peakMemory + drawing
      #expect(memory < Allowance.of(bytes: 600 << 20), "\(memory >> 20) MiB")
    }
  }
}
