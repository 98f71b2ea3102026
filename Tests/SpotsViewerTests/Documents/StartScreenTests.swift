import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer

/// The start screen as a document: what is on it, and how it is laid out.
@Suite @MainActor struct StartScreenTests {
  private static let kinds = KnownKinds()
  private static let hour = 3600

  private func recent(
    _ path: String, _ title: String, hours: Int, picture: String? = nil, isAnswering: Bool = true
  ) -> StartScreen.Recent {
    StartScreen.Recent(
      entry: RecentFiles.Entry(path: path, title: title, time: (100 - hours) * Self.hour * 1000),
      picture: picture, isAnswering: isAnswering)
  }

  private func start(_ recent: [StartScreen.Recent], gallery: Gallery? = nil) -> StartScreen {
    StartScreen(recent: recent, gallery: gallery, home: "/home/ada", now: 100 * Self.hour)
  }

  private var used: StartScreen {
    start([
      recent("/home/ada/Plans/kitchen.json", "Kitchen", hours: 0, picture: "kitchen.png"),
      recent("https://example.org/news.json", "News", hours: 2),
      recent("/mnt/office/board.json", "", hours: 50, isAnswering: false),
    ])
  }

  @Test func bothStartScreensAreSound() throws {
    for start in [start([]), used, start([], gallery: try gallery())] {
      let file = start.file(pictures: "/pictures", kinds: Self.kinds)
      #expect(!file.hasErrors && file.diagnostics.isEmpty, "\(file.diagnostics)")
      #expect(file.source.isProgram && file.reading.screen == start.screen)
      // The first thing to press is the way to a file.
      #expect(start.screen.components[0].header?.action == StartScreen.openAction)
    }
    #expect(StartScreen.nibs.files.allSatisfy { $0.reading.diagnostics.isEmpty })
  }

  @Test func recentScreensSayWhatAndWhereAndWhen() {
    let items = Array(used.screen.components[0].items)
    #expect(items.map(\.title) == ["Kitchen", "News", "board.json"])
    #expect(items.map(\.subtitle) == ["~/Plans", "example.org", "/mnt/office"])
    #expect(items[0].text == "just now" && items[1].text == "2 h ago")
    #expect(items.map(\.image) == ["kitchen.png", "", ""])
    #expect(
      items.map(\.action) == [
        "screen:/home/ada/Plans/kitchen.json", "screen:https://example.org/news.json",
        "screen:/mnt/office/board.json",
      ])
    #expect(items.map(\.isDisabled) == [false, false, true])
  }

  /// A folder is abbreviated only if it is really inside the user's home.
  @Test func foldersThatOnlyBeginLikeHomeAreShownWhole() {
    let items = start([recent("/home/adam/a.json", "", hours: 0), recent("/a.json", "", hours: 0)])
      .screen.components[0].items
    #expect(items.map(\.subtitle) == ["/home/adam", "/"])
  }

  @Test func manyRecentScreensAreCut() {
    let many = (0..<30).map { recent("/\($0).json", "", hours: $0) }
    #expect(start(many).screen.components[0].items.count == StartScreen.mostRecent)
  }

  // MARK: The gallery

  private func gallery() throws -> Gallery {
    try #require(Gallery(folder: SampleScreens.folder))
  }

  @Test func theGalleryIsThatOfTheProject() throws {
    let gallery = try gallery()
    #expect(gallery.items.count >= 8)
    for item in gallery.items {
      #expect(item.action?.hasPrefix("screen:\(SampleScreens.folder)/") == true)
      #expect(!item.title.isEmpty && !item.image.isEmpty)
    }
    #expect(gallery.pictureFolders.contains { $0.hasSuffix("/Assets") })
    let start = start([], gallery: gallery)
    #expect(start.screen.components.map(\.identifier) == ["welcome", "gallery"])
  }

  @Test func theGalleryIsLookedForWhereItIsInstalledAndBuilt() {
    #expect(Gallery.folders(of: "/usr/bin/spots-viewer") == ["/usr/share/spots-viewer/Screens"])
    #expect(Gallery.folders(of: "/bin/spots-viewer") == ["/share/spots-viewer/Screens"])
    #expect(
      Gallery.folders(of: "/src/spots/.build/x86_64/debug/spots-viewer")
        == ["/src/spots/.build/x86_64/share/spots-viewer/Screens", "/src/spots/Screens"])
  }

  @Test func aFolderWithoutAnIndexIsNoGallery() throws {
    let folder = try TemporaryDirectory()
    #expect(Gallery(folder: folder.path) == nil)
    for text in ["", "[]", "nonsense", #"{"components":[{"identifier":"other","items":[]}]}"#] {
      try folder.write(text, to: "gallery.json")
      #expect(Gallery(folder: folder.path) == nil)
    }
    #expect(start([]).screen.components.map(\.identifier) == ["welcome"])
  }

  // MARK: What it looks like

  @Test(arguments: [320.0, 800])
  func itLooksAsItDid(width: Double) {
    for (name, start) in [("first", start([])), ("used", used)] {
      let file = start.file(pictures: nil, kinds: Self.kinds)
      let controller = SpotsController(
        screen: file.reading.screen ?? Screen(), size: Size(width: width, height: 600),
        configuration: PageNibs(file.nibs).configuration,
        environment: .fixed(images: ["kitchen.png": Size(width: 480, height: 300)]))
      controller.prepareAll()
      expectGolden(controller.renderFrame(at: 0).list.text, "start-\(name)-\(Int(width))")
    }
  }
}
