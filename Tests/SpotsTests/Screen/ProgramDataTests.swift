import Spots
import SpotsTestSupport
import Synchronization
import Testing

/// The data of a screen that objects of a program are.
@MainActor
@Suite struct ProgramDataTests {
  private struct Track: Encodable {
    var id: Int
    var title: String
  }

  private final class Tracks: RowProvider {
    let changed = Mutex<[Int: String]>([:])
    let reads = Mutex<Set<Int>>([])

    var count: Int { 1_000_000 }

    func row(at index: Int) -> (any Encodable)? {
      reads.withLock { _ = $0.insert(index) }
      return Track(id: index, title: changed.withLock { $0[index] } ?? "Track \(index)")
    }
  }

  private func controller(_ components: String, _ data: DataValue) throws -> SpotsController {
    let json = #"{"data":null,"components":[\#(components)]}"#
    let screen = try #require(ScreenReader().read(Array(json.utf8)).screen)
    return SpotsController(
      screen: screen, data: data, size: Size(width: 400, height: 600),
      configuration: Configuration(), environment: .fixed())
  }

  /// Of a million objects only those near the window are encoded, and one that has changed is one
  /// view that is configured anew.
  @Test func oneChangedObjectIsOneChangedView() throws {
    let tracks = Tracks()
    let controller = try controller(
      #"{"each":"/tracks","key":"id","item":{"title":"{title}"}}"#,
      .object(["tracks": .rows(RowList(tracks))]))
    _ = controller.renderFrame(at: 0)
    #expect(controller.screen.components[0].items.count == 1_000_000)
    #expect(tracks.reads.withLock { $0.count } < 200)
    let view = try #require(controller.components[0].view(at: 3))
    tracks.changed.withLock { $0[3] = "New" }
    tracks.reads.withLock { $0 = [] }
    try controller.change { try $0.rowsDidChange([.changed(3..<4)], at: "/tracks") }
    _ = controller.renderFrame(at: 1)
    #expect(controller.components[0].view(at: 3) === view)
    #expect(controller.components[0].item(at: 3)?.title == "New")
    #expect(tracks.reads.withLock { $0.count } < 50)
    #expect(throws: (any Error).self) {
      try controller.change { try $0.rowsDidChange([.removed(0..<1)], at: "/other") }
    }
  }

  private struct Settings: Codable, Equatable {
    var volume: Double
    var name: String?
  }

  /// An object in the data is a type of the program, which hears of changes by others.
  @Test func anObjectInTheDataIsAType() throws {
    let controller = try controller(
      #"{"items":[{"kind":"slider","title":"Volume","bind":"/settings/volume"}]}"#,
      try DataValue(encoding: ["settings": Settings(volume: 0.25)]))
    _ = controller.renderFrame(at: 0)
    let form = try ScreenForm<Settings>(of: controller, at: "/settings")
    var heard: [Settings] = []
    form.onChange = { heard.append($0) }
    #expect(form.volume == 0.25)
    form.volume = 0.75
    form.name = "loud"
    _ = controller.renderFrame(at: 1)
    #expect(heard.isEmpty)
    try controller.change { _ = try $0.apply(line: #"{"set":"/data/settings/volume","value":1}"#) }
    _ = controller.renderFrame(at: 2)
    #expect(heard == [Settings(volume: 1, name: "loud")] && form.fault == nil)
    #expect(throws: DecodingError.self) { try ScreenForm<Settings>(of: controller, at: "/none") }
  }
}
