import Foundation
import Spots
import SpotsSDL
import Testing

@testable import SpotsViewer

/// The start screen in a session: what is opened from it, and what that may read.
@Suite @MainActor struct StartPageTests {
  private let folder: TemporaryDirectory
  private let context: ViewerContext
  private let session: Session

  init() throws {
    folder = try TemporaryDirectory()
    try folder.shell("mkdir one two")
    for name in ["one", "two"] {
      let items = ["other.json", "../one/a.json", folder("one/a.json"), "open:"].map {
        #"{"title":"\#($0)","action":"\#($0 == "open:" ? $0 : "screen:" + $0)"}"#
      }
      try folder.write(
        #"{"title":"\#(name)","components":[{"items":[\#(items.joined(separator: ","))]}]}"#,
        to: name + "/a.json")
      try folder.write(#"{"title":"other","components":[]}"#, to: name + "/other.json")
    }
    var options = ViewerOptions()
    options.theme = .light
    context = try ViewerContext(source: nil, options: options, scale: 1) { _ in }
    session = Session(context: context, size: Size(width: 800, height: 600))
  }

  /// Shows a start screen with these recent files.
  private func start(_ names: String...) {
    let recent = names.map {
      StartScreen.Recent(entry: RecentFiles.Entry(path: folder($0), title: $0, time: 0))
    }
    session.start(StartScreen(recent: recent).file(pictures: nil, kinds: context.kinds))
  }

  private func pick(_ item: Int) {
    let controller = session.page.controller
    let path = ItemPath(component: 0, item: item)
    guard let picked = controller.item(at: path) else { return }
    _ = controller.onEvent(.itemSelected(picked, at: path))
  }

  private var titles: [String] { session.pages.map(\.title) }

  @Test func aPickedScreenOpensAboveTheStartScreen() {
    start("one/a.json", "two/a.json")
    #expect(titles == ["Start"])
    pick(1)
    #expect(titles == ["Start", "two"])
    session.goBack()
    #expect(titles == ["Start"])
    session.goForward()
    #expect(titles == ["Start", "two"])
    session.goBack()
    pick(0)
    #expect(titles == ["Start", "one"])
  }

  /// A screen that was picked may read what it could if the program had been started with it: what
  /// is beside it, and nothing else, whatever was picked before.
  @Test func aPickedScreenMayReadItsOwnFolderOnly() {
    start("one/a.json", "two/a.json")
    pick(0)
    session.goBack()
    pick(1)
    // Beside it.
    pick(0)
    #expect(titles == ["Start", "two", "other"])
    session.goBack()
    for item in [1, 2] {
      pick(item)
      #expect(titles == ["Start", "two"])
    }
  }

  /// One that cannot be opened changes nothing, also for the way forward.
  @Test func whatIsGoneLeavesEverything() {
    start("one/a.json", "two/gone.json")
    pick(0)
    session.goBack()
    pick(1)
    #expect(titles == ["Start"])
    #expect(session.page.overlays.note.text.hasSuffix("gone.json: no such file"))
    session.goForward()
    #expect(titles == ["Start", "one"])
  }

  /// The action that asks for a file is that of the start screen; in a document it means nothing.
  @Test func documentsCannotAskForFiles() {
    var count = 0
    session.listen { event in
      if case .chooseFile = event { count += 1 }
      return false
    }
    start()
    pick(0)
    #expect(count == 1)
    session.handle(.keyPressed(.character("o"), .control), at: 1)
    #expect(count == 2)
    session.open([folder("one/a.json")], at: 2)
    #expect(titles == ["Start", "one"])
    pick(3)
    #expect(count == 2)
    session.handle(.keyPressed(.character("o"), .control), at: 3)
    #expect(count == 3)
  }

  /// A document that names what stands for the start screen's path gets a file of that name.
  @Test func documentsCannotOpenTheStartScreen() throws {
    try folder.write(
      #"{"title":"D","components":[{"items":[{"title":"s","action":"screen:Start"}]}]}"#,
      to: "one/a.json")
    start("one/a.json")
    pick(0)
    pick(0)
    #expect(titles == ["Start", "D"])
  }

  /// A screen that is left, covered or not, is reported while it is still in front.
  @Test func screensAreLeftBeforeOthersAreInFront() {
    var left: [String] = []
    var chosen: [String] = []
    session.listen { [weak session] event in
      switch event {
      case .leaving(let page):
        #expect(page === session?.page)
        left.append(page.title)
      case .opened(let page): chosen.append(page.title)
      default: break
      }
      return false
    }
    start("two/a.json")
    pick(0)
    pick(0)
    session.goBack()
    session.goBack()
    session.goForward()
    #expect(left == ["Start", "two", "other", "two", "Start"])
    #expect(chosen == ["two", "two"])
  }

  /// The feed of the start screen delivers it at once, and again when the list has changed.
  @Test func theStartScreenFollowsTheList() throws {
    let store = RecentStore(state: CacheFolder(path: folder("state")), pictures: nil)
    let delivered = EventLog<ScreenFile>()
    let feed = try StartMaker.follow(store, kinds: context.kinds) { delivery in
      if case .good(let file) = delivery { delivered.append(file) }
    }
    defer { feed.pause() }
    func paths(_ file: ScreenFile?) -> [String]? {
      let recent = file?.reading.screen?.components.first { $0.identifier == "recent" }
      return recent?.items.compactMap(\.action)
    }
    let first = try #require(delivered.wait())
    #expect(paths(first) == nil)
    store.keep(RecentFiles.Entry(path: folder("one/a.json"), title: "", time: 1))
    #expect(delivered.wait(from: 1) { paths($0) == ["screen:" + folder("one/a.json")] } != nil)
    // A file that no longer exists is left out.
    let count = delivered.entries.count
    store.keep(RecentFiles.Entry(path: folder("gone.json"), title: "", time: 2))
    store.keep(RecentFiles.Entry(path: folder("two/a.json"), title: "", time: 3))
    let both = ["two", "one"].map { "screen:" + folder($0 + "/a.json") }
    #expect(delivered.wait(from: count) { paths($0) == both } != nil)
    // It is there again when it is opened again.
    try folder.write("{}", to: "gone.json")
    store.keep(RecentFiles.Entry(path: folder("gone.json"), title: "", time: 4))
    let all = ["screen:" + folder("gone.json")] + both
    #expect(delivered.wait(from: count) { paths($0) == all } != nil)
    // Asked, it comes again, changed or not.
    let seen = delivered.entries.count
    feed.refresh()
    #expect(delivered.wait(from: seen) != nil)
  }
}
