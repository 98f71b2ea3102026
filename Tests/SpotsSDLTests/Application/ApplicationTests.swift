import CSDL2
import Foundation
import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// A program with a window on SDL's dummy driver.
@Suite(.serialized) @MainActor
struct ApplicationTests {
  init() { SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy") }

  @Test func theTitleIsTheProgramsElseTheScreens() throws {
    let controller = try SpotsController(
      json: #"{"title":"Contacts","components":[]}"#, environment: .desktop())
    let application = try Application(controller)
    #expect(application.window.title == "Contacts")
    try controller.change { try $0.reload(json: #"{"title":"Friends","components":[]}"#.utf8) }
    _ = application.renderFrame(at: 1)
    #expect(application.window.title == "Friends")
    try controller.change { try $0.reload(json: "[]".utf8) }
    _ = application.renderFrame(at: 2)
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
    #expect(application.window.title == program)
    let named = try Application(controller, title: "Named")
    try controller.change { try $0.reload(json: #"{"title":"Friends","components":[]}"#.utf8) }
    _ = named.renderFrame(at: 3)
    #expect(named.window.title == "Named")
  }

  @Test func screensComeFromFiles() throws {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("spots-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("a.jsonc").path
    try Data(#"{"title":"T","next":"b.json","components":[{}, /* */ ],}"#.utf8)
      .write(to: URL(fileURLWithPath: path))
    let environment = try Environment.desktop()
    let controller = try SpotsController(path: path, environment: environment)
    #expect(controller.title == "T" && controller.next == "b.json")
    #expect(controller.components.count == 1)
    // Its images are beside it.
    let images = try #require(environment.images as? ImageStore)
    #expect(images.locator.roots == [folder.path])
  }

  /// Errors and diagnostics print as sentences with the file and the place.
  @Test func filesThatAreNoScreensSayWhichAndWhere() throws {
    let folder = try TemporaryFolder()
    func text(_ name: String) -> String? {
      #expect(throws: ScreenFileError.self) {
        try SpotsController(path: folder.path + "/" + name, environment: try .desktop())
      }.map { String(reflecting: $0).replacing(folder.path, with: "…") }
    }
    #expect(text("none.json") == "…/none.json: no such file")
    try folder.write(Array("[\n  {\"items\" []}\n]".utf8), to: "a.json")
    #expect(text("a.json") == "…/a.json:2:12: expected ':' after the key 'items'")
    let reading = ScreenReader().read(Array(#"[{"itmes":[]}]"#.utf8))
    #expect(
      "\(try #require(reading.diagnostics.first))"
        == "1:3: warning: unknown key 'itmes'; did you mean 'items'?")
  }
}
