import Foundation
import Testing

/// The project's own screens.
@Suite struct ScreensTests {
  @Test func thereAreEightAndMore() throws {
    #expect(try SampleScreens.paths.count >= 8)
  }

  /// How they look is compared with `Screens/Goldens` by `Scripts/test`.
  @Test func nothingIsWrongWithThem() throws {
    let run = try CommandRun(
      ["validate", "--format", "json", SampleScreens.path("spots-test.json")] + SampleScreens.paths)
    #expect(run.status == 0)
    var codes: [String: Set<String>] = [:]
    for found in try JSONDecoder().decode([Found].self, from: run.output) {
      codes[String(found.file.split(separator: "/").last ?? ""), default: []].insert(found.code)
    }
    #expect(
      codes == [
        // A person without a picture, and titles too long for any phone, as happens.
        "contacts.json": ["missing-image", "cut-text"], "music.json": ["cut-text"],
        "news.json": ["cut-text"], "shop.json": ["cut-text"],
        // Numbers as strings, as they were written then.
        "first-generation.json": ["type-mismatch"], "second-generation.json": ["type-mismatch"],
      ])
  }

  private struct Found: Decodable {
    var file: String
    var code: String
  }

  /// Without a window, `Scripts/test` plays them.
  @Test func theirScriptsPlayInAWindow() throws {
    let screens = SampleScreens.folder
    for name in ["capitals", "gallery"] {
      let folder = try TemporaryDirectory()
      try folder.shell("cp -R '\(screens)'/*.json '\(screens)'/*.csv '\(screens)'/Views .")
      let script = try String(
        contentsOfFile: SampleScreens.path("\(name).replay.jsonl"), encoding: .utf8)
      let replay = try ReplayRun(
        folder, script.split(separator: "\n").map(String.init), on: "\(name).json",
        options: ["--size", "390x844", "--assets", SampleScreens.path("../Assets")])
      #expect(replay.run.status == 0, "\(replay.run.errors)")
    }
  }

  @Test func theGalleryLeadsToTheOthers() throws {
    let gallery = try String(contentsOfFile: SampleScreens.path("gallery.json"), encoding: .utf8)
    for path in try SampleScreens.paths {
      let name = path.split(separator: "/").last ?? ""
      #expect(name == "gallery.json" || gallery.contains("\"screen:\(name)\""), "\(name)")
    }
  }
}
