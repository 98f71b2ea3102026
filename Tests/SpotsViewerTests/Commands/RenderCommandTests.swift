import Foundation
import SpotsTestSupport
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

@Suite struct RenderCommandTests {
  private static let screen = """
    {"components":[{"kind":"grid","layout":{"span":2},"items":[
      {"title":"Sun","kind":"card","image":"sun.svg","size":{"height":90}},
      {"title":"Words","subtitle":"and more of them","size":{"height":90}}]}]}
    """
  private static let sun = """
    <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">
    <rect width="40" height="40" fill="#ff8800"/></svg>
    """

  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(Self.screen, to: "screen.json")
    try directory.write(Self.sun, to: "sun.svg")
  }

  private func render(_ options: String...) throws -> CommandRun { try render(options) }

  private func render(_ options: [String]) throws -> CommandRun {
    try CommandRun(
      ["render", "screen.json", "--size", "200x120", "--theme", "light"] + options,
      in: directory.path)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
  }

  private func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: directory(name)))
  }

  /// Width and height as the PNG header has them.
  private func size(ofPNG data: Data) throws -> [Int] {
    let bytes = [UInt8](data.prefix(24))
    try #require(bytes.count == 24 && bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    return [16, 20].map { start in bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
  }

  /// Expects a row for each look in the sheet for `options`, as the command draws it on its own.
  @MainActor private func expectSheet(_ options: [String], looks: [[String]]) throws {
    let scale = ["--scale", "0.25"]
    let run = try CommandRun(
      ["render", "screen.json", "--size", "1x120", "--sheet", "-o", "sheet.png"] + scale + options,
      in: directory.path)
    #expect(run.status == 0, "\(run.errors)")
    let sheet = try OffscreenCanvas(png: [UInt8](try data("sheet.png")))
    #expect(sheet.width == 10 + [90, 150, 200, 320, 480, 960].reduce(0) { $0 + $1 + 10 })
    #expect(sheet.height == 10 + 4 * (30 + 10))
    for (row, look) in looks.enumerated() {
      for (x, width) in [(10, 360), (110, 600)] {
        let run = try CommandRun(
          ["render", "screen.json", "--size", "\(width)x120", "-o", "one.png"] + scale + look,
          in: directory.path)
        #expect(run.status == 0)
        let one = try OffscreenCanvas(png: [UInt8](try data("one.png")))
        let differences = (0..<one.width * one.height).filter { index in
          let (y, column) = index.quotientAndRemainder(dividingBy: one.width)
          return one.pixel(x: column, y: y) != sheet.pixel(x: x + column, y: 10 + row * 40 + y)
        }
        #expect(differences.isEmpty, "\(look) at \(width): \(differences.count) pixels")
      }
    }
  }

  @Test @MainActor func aSheetHasEveryWidthInEveryLook() throws {
    try expectSheet(
      [], looks: [[], ["--theme", "dark"], ["--rtl"], ["--text-scale", "2"]])
  }

  @Test @MainActor func aSheetBeginsWithWhatTheOtherOptionsSay() throws {
    try expectSheet(
      ["--theme", "dark", "--rtl", "--text-scale", "0.5"],
      looks: [
        ["--theme", "dark", "--rtl", "--text-scale", "0.5"],
        ["--theme", "light", "--rtl", "--text-scale", "0.5"],
        ["--theme", "dark", "--text-scale", "0.5"], ["--theme", "dark", "--rtl"],
      ])
    let colors = ["--theme", directory("colors.json")]
    try directory.write(##"{"background":"#ffeedd"}"##, to: "colors.json")
    try expectSheet(colors, looks: [colors, ["--theme", "dark"], colors + ["--rtl"]])
    let contrast = ["--theme", "high-contrast"]
    try expectSheet(
      contrast, looks: [contrast, ["--theme", "high-contrast-dark"], contrast + ["--rtl"]])
  }

  /// A device counts for its height, as a size does; its scale would make most sheets too large.
  @Test func aSheetHasTheHeightOfADevice() throws {
    let run = try CommandRun(
      ["render", "screen.json", "--sheet", "--device", "400x100@3", "-o", "-"],
      in: directory.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try size(ofPNG: run.output) == [4540, 20 + 4 * (50 + 20)])
  }

  @Test func aSheetKeepsTextWithinItsLargestScale() throws {
    let run = try render("--sheet", "-o", "sheet.png", "--text-scale", "4.5")
    #expect(run.status == 2)
    #expect(run.errors.contains("--text-scale must be at most 4"), "\(run.errors)")
  }

  /// A picture smaller than requested is never written silently.
  @Test(arguments: [
    (["--size", "16384x100", "--scale", "8"], "131072 × 800"),
    (["--size", "16384x16384"], "16384 × 16384"),
    (["--device", "100x3000@8"], "800 × 24000"),
  ])
  func whatIsTooLargeIsRefused(options: [String], size: String) throws {
    let run = try CommandRun(
      ["render", "screen.json", "-o", "out.png"] + options, in: directory.path)
    #expect(run.status == 2)
    #expect(run.errors.contains("\(size) pixels is too large"), "\(run.errors)")
    #expect(run.errors.contains("16384 a side and 64 million in all"))
    #expect(try !names.contains("out.png"))
  }

  /// As thumbnailers ask for a picture.
  @Test(arguments: [
    (64, "200x120", [64, 38]), (257, "200x120", [257, 154]), (128, "90x400", [29, 128]),
  ])
  func aPictureFitsItsLongerSide(fit: Int, size: String, pixels: [Int]) throws {
    let run = try CommandRun(
      ["render", "screen.json", "--size", size, "--fit", "\(fit)", "-o", "out.png"],
      in: directory.path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(try self.size(ofPNG: data("out.png")) == pixels)
  }

  @Test(arguments: [
    ["--fit", "20"], ["--fit", "0"], ["--fit", "-5"], ["--fit", "4000"],
    ["--fit", "100", "--scale", "1"], ["--fit", "400", "--sheet"],
  ])
  func aFitThatCannotBeDrawnIsWrongUsage(options: [String]) throws {
    let run = try render(["-o", "out.png"] + options)
    #expect(run.status == 2 && run.errors.contains("--fit"), "\(run.errors)")
    #expect(try !names.contains("out.png"))
  }

  @Test func aPictureAsLongAsTheLimitIsPainted() throws {
    let run = try CommandRun(
      ["render", "screen.json", "--size", "16384x10", "-o", "out.png"], in: directory.path)
    #expect(run.status == 0)
    #expect(try size(ofPNG: data("out.png")) == [16384, 10])
  }

  @Test(arguments: [
    (["--size", "390x844", "--scale", "2"], [780, 1688]), (["--size", "101x51"], [101, 51]),
    (["--size", "100x50", "--scale", "1.25"], [125, 63]), (["--size", "1x1"], [1, 1]),
    (["--device", "60x40@3"], [180, 120]), ([], [800, 600]),
  ])
  func pictureIsSizeTimesScale(options: [String], pixels: [Int]) throws {
    let run = try CommandRun(
      ["render", "screen.json", "-o", "out.png"] + options, in: directory.path)
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    #expect(try size(ofPNG: data("out.png")) == pixels)
  }

  @Test func twentyRunsGiveTheSameBytes() throws {
    var pictures: Set<Data> = []
    for _ in 0..<20 { pictures.insert(try render("-o", "-").output) }
    #expect(pictures.count == 1)
  }

  @Test func dashIsStandardOutput() throws {
    let before = try names
    let toOutput = try render("-o", "-")
    #expect(toOutput.status == 0)
    #expect(try names == before)
    #expect(try render("-o", "out.png").status == 0)
    #expect(try data("out.png") == toOutput.output)
    #expect(try names == (before + ["out.png"]).sorted())
  }

  @Test @MainActor func waitsForImages() throws {
    let picture = try OffscreenCanvas(png: [UInt8](render("-o", "-").output))
    let column = (0..<picture.height).compactMap { picture.pixel(x: 50, y: $0) }
    #expect(column.contains { $0 & 0xFFFFFF == 0xFF8800 })
  }

  @Test func aMissingImageIsAPlaceholderAndOneWarning() throws {
    try directory.write(
      Self.screen.replacingOccurrences(of: "\"title\":\"Words\"", with: "\"image\":\"sun.svg\""),
      to: "screen.json")
    let good = try render("-o", "-")
    try FileManager.default.removeItem(atPath: directory("sun.svg"))
    let run = try render("-o", "out.png")
    #expect(run.status == 0)
    #expect(run.errorLines == ["screen.json:2:3: warning: image 'sun.svg': no such file"])
    #expect(try data("out.png") != good.output)
    #expect(try size(ofPNG: data("out.png")) == [200, 120])
  }

  @Test func themesDiffer() throws {
    #expect(try render("-o", "-").output != render("-o", "-", "--theme", "dark").output)
  }

  // MARK: Failure

  @Test func errorsInTheScreenAreStatus1AndStillDrawn() throws {
    try directory.write(#"[{"items":[{"title":[],"subtitle":"S"}]}]"#, to: "screen.json")
    #expect(try render("-o", "out.png").status == 1)
    #expect(try size(ofPNG: data("out.png")) == [200, 120])
  }

  @Test func noScreenLeavesNoPicture() throws {
    try directory.write("{", to: "screen.json")
    let before = try names
    #expect(try render("-o", "out.png").status == 1)
    #expect(try render("--compare", "golden.png", "--update").status == 1)
    #expect(try names == before)
  }

  @Test func aPictureThatCannotBeWrittenLeavesNothing() throws {
    try directory.shell("mkdir taken; echo old > old.png")
    let before = try names
    for path in ["missing/out.png", "taken"] {
      let run = try render("-o", path)
      #expect(run.status == 3, "\(path)")
      #expect(run.errors.hasPrefix("spots-viewer: \(path): "))
    }
    #expect(try names == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory("taken")).isEmpty)
  }

  // MARK: Goldens

  @Test func updateWritesTheGoldenAndComparisonAcceptsIt() throws {
    #expect(try render("--compare", "golden.png", "--update").status == 0)
    #expect(try data("golden.png") == render("-o", "-").output)
    let before = try names
    let run = try render("--compare", "golden.png")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(try names == before)
  }

  @Test func aDifferenceLeavesPicturesAndTheGoldenAlone() throws {
    #expect(try render("--compare", "golden.png", "--update").status == 0)
    let golden = try data("golden.png")
    try directory.write(
      Self.screen.replacingOccurrences(of: "Words", with: "Others"), to: "screen.json")
    let run = try render("--compare", "golden.png")
    #expect(run.status == 1)
    #expect(run.errors.contains(/^golden\.png: \d+ pixels differ, at \d+,\d+ \(\d+x\d+\)\n$/))
    #expect(try data("golden.png") == golden)
    #expect(try data("golden.new.png") == render("-o", "-").output)
    #expect(try size(ofPNG: data("golden.diff.png")) == [200, 120])
    #expect(try render("--compare", "golden.png", "--tolerance", "255").status == 0)
    #expect(try render("--compare", "golden.png", "--update").status == 0)
    #expect(try names.filter { $0.hasPrefix("golden") } == ["golden.png"])
  }

  @Test func toleranceIsTheLargestDifferenceOfAChannel() throws {
    #expect(try render("--compare", "golden.png", "--update").status == 0)
    try directory.write(Self.sun.replacingOccurrences(of: "ff88", with: "fb8a"), to: "sun.svg")
    #expect(try render("--compare", "golden.png", "--tolerance", "3").status == 1)
    #expect(try render("--compare", "golden.png", "--tolerance", "4").status == 0)
  }

  @Test func anotherSizeAndNoGoldenAreDifferences() throws {
    let missing = try render("--compare", "golden.png")
    #expect(missing.status == 1)
    #expect(missing.errors.contains("--update"))
    #expect(try names.filter { $0.hasPrefix("golden") } == ["golden.new.png"])
    #expect(try render("--compare", "golden.png", "--update").status == 0)
    #expect(try render("--compare", "golden.png", "--scale", "2").status == 1)
    try directory.write("no picture", to: "golden.png")
    #expect(try render("--compare", "golden.png").status == 3)
    #expect(try data("golden.png") == Data("no picture".utf8))
  }

  @Test func charactersNoFontHasAreWarnedOfOnce() throws {
    let items = (0..<9).map { _ in #"{"title":"a\#u{F1234}b","subtitle":"\#u{F1235}"}"# }
    try directory.write("[{\"items\":[\(items.joined(separator: ","))]}]", to: "screen.json")
    let run = try render("-o", "out.png")
    #expect(run.status == 0)
    #expect(
      run.errorLines == ["warning: no installed font has U+F1234, and perhaps others like it"])
  }

  /// A screen from anywhere cannot take a processor for as long as it likes.
  @Test(.enabled(if: Allowance.factor == 1, "sanitizers need more than --cpu-limit allows"))
  func aScreenThatTakesTooLongEndsTheProgram() throws {
    let item = #"{"title":"x"}"#
    let items = Array(repeating: item, count: 1_100_000).joined(separator: ",")
    let json =
      #"{"components":[{"items":[{"kind":"composite","children":[{"items":[\#(items)]}]}]}]}"#
    try directory.write(json, to: "screen.json")
    let run = try render("-o", "out.png", "--cpu-limit", "1")
    #expect(run.status == 4)
    #expect(run.errors == "spots-viewer: --cpu-limit: the screen takes too long\n")
    #expect(try !names.contains("out.png"))
    #expect(try render("-o", "out.png", "--cpu-limit", "0").status == 2)
  }
}
