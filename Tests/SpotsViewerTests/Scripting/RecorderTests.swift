import Foundation
import SpotsSDL
import SpotsTestSupport
import Testing

@testable import Spots
@testable import SpotsViewer
@testable import spots_viewer

/// Records of sessions without a window, whose replays do the same.
@Suite @MainActor struct RecorderTests {
  private final class NoWindow: SessionWindow {
    var size = Size(width: 390, height: 600)
    let scale = 1.0
    let isFullScreen = false
  }

  /// Collects the output of a replay.
  private final class Player: ReplayOutput {
    let transcript = ReplayTranscript()
    func write(_ lines: [UInt8]) { transcript.note(lines) }
    func writeLast(_ line: [UInt8]) { transcript.note(line) }
    func inspect(_ controller: SpotsController, _ positions: SourceMap, time: Double) {}
    func paint(_ picture: OffscreenCanvas, name: String) {}
  }

  /// A user whose session is recorded.
  @MainActor
  private final class User {
    let window = NoWindow()
    let session: Session
    let content: SessionContent
    let recorder: Recorder
    private let directory: TemporaryDirectory
    private let path: String
    private var now = Clock.now
    private var next: Double?

    init(_ path: String) throws {
      self.path = path
      directory = try TemporaryDirectory()
      let context = try ViewerContext(test: path)
      context.areSelectionsHeard = true
      context.environment.clipboard.text = "pasted"
      context.environment.clipboard.selectedText = "selected s3cret"
      session = Session(context: context, size: window.size)
      session.launcher.areActionsHeard = true
      session.start(try context.loader.openFile(.file(path)))
      content = SessionContent(session, window: window)
      recorder = Recorder(content, path: directory("script"), imageTimeout: 10)
      context.onEvent = { [unowned self] in recorder.heard($0) }
      try recorder.begin()
      next = content.renderFrame(at: now).next
    }

    /// Does something after so many seconds, in which frames are shown as a window shows them.
    func act(after seconds: Double, _ input: InputEvent? = nil) {
      let end = now + seconds
      while let due = content.needsFrame ? now : next, due <= end {
        now = max(due, now + 1.0 / 60)
        next = content.renderFrame(at: now).next
      }
      now = max(now, end)
      if let input { content.handle(input, at: now) }
    }

    func click(_ point: Point) {
      act(after: 0.1, .pointerPressed(point, .left, clicks: 1))
      act(after: 0.05, .pointerReleased(point, .left))
    }

    func type(_ text: String) {
      for character in text {
        act(after: 0.02, .keyPressed(.character(character), []))
        act(after: 0, .textEntered(String(character)))
      }
    }

    /// Plays a step of another program.
    func play(_ step: String) throws {
      let line = Array(step.utf8)
      try recorder.play(ReplayStep(line: line), line: line)
      act(after: 0.5)
    }

    /// The titles in the first component.
    var titles: [String] { session.page.controller.screen.components[0].items.map(\.title) }

    /// Ends the record, and gives it once a replay has told the same and ended with the same
    /// picture.
    func replayed(_ comment: Comment) throws -> String {
      act(after: 0)
      try recorder.play(.render(directory("picture.png")), line: [])
      recorder.end()
      let script = try String(contentsOfFile: directory("script"), encoding: .utf8)
      let steps = try ReplayScript(Array(script.utf8), path: "script")
      let context = try ViewerContext(test: path)
      let output = Player()
      let replay = Replay(
        context: context, file: try context.loader.openFile(.file(path)),
        size: try #require(steps.size), imageTimeout: 10, output: output)
      try steps.play(on: replay, for: output.transcript)
      let mismatch = steps.firstMismatch(with: output.transcript)
      #expect(mismatch == nil, "\(comment): \(mismatch?.line ?? 0): \(mismatch?.message ?? "")")
      let picture = try Data(contentsOf: URL(fileURLWithPath: directory("picture.png")))
      #expect(try Array(picture) == replay.lastPicture().png(), "\(comment): another picture")
      return script
    }
  }

  /// A random next action of a user on any screen.
  private func randomInput(
    _ user: User, _ size: Size, _ random: inout SplitMix64
  ) -> [InputEvent] {
    let point = Point(
      x: Double(Int.random(in: 0..<Int(size.width), using: &random)),
      y: Double(Int.random(in: 0..<Int(size.height), using: &random)))
    let keys: [Key] = [.tab, .down, .right, .enter, .space, .escape, .pageDown, .end, .backspace]
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2:
      return [
        .pointerMoved(point), .pointerPressed(point, .left, clicks: 1),
        .pointerReleased(point, .left),
      ]
    case 3: return [.wheel(point, delta: Point(x: 0, y: -2), precise: false, [])]
    case 4: return [.wheel(point, delta: Point(x: 1.5, y: 0.25), precise: true, [])]
    case 5 where user.content.textInputArea != nil:
      return [.keyPressed(.character("ä"), []), .textEntered("ä")]
    default: return [.keyPressed(keys.randomElement(using: &random) ?? .tab, [])]
    }
  }

  @Test func recordedSessionsOfAllScreensReplayToTheSame() throws {
    var seed = UInt64.random(in: 0..<1000)
    for path in try SampleScreens.paths {
      seed += 1
      var random = SplitMix64(seed: seed)
      let user = try User(path)
      for step in 0..<16 {
        if step == 8 {
          user.window.size = Size(width: 700, height: 500)
          user.content.resize(to: user.window.size, scale: 1)
        }
        for input in randomInput(user, user.window.size, &random) {
          let pause = Double(Int.random(in: 0..<200, using: &random)) / 1000
          user.act(after: pause, input)
        }
      }
      _ = try user.replayed("\(path), seed \(seed)")
    }
  }

  /// Tasks that users check off, add and delete.
  private static let tasks = """
    {"data":{"from":"tasks.json"},"components":[
      {"header":{"title":"{size(tasks.filter(t, !t.done))} left"},"each":"/tasks","key":"id",
       "where":"!done || values.all","sort":["title"],
       "interaction":{"deletable":true,"editable":true},
       "item":{"kind":"checkbox","title":"{title}","bind":"done"},"empty":{"title":"Nothing"}},
      {"items":[{"kind":"toggle","title":"All","name":"all","value":true},
        {"kind":"text-field","title":"New","name":"new"},
        {"kind":"button","title":"Add","action":"data-add:/tasks","enabled-when":"values.new != ''",
         "payload":{"id":"{size(tasks) + 1}","title":"{values.new}","done":false}}]}]}
    """

  /// A user of that screen.
  private func userOfTasks(_ directory: TemporaryDirectory) throws -> User {
    try directory.write(Self.tasks, to: "screen.json")
    try directory.write(
      #"{"tasks":[{"id":1,"title":"Milk","done":false},{"id":2,"title":"Bread","done":true}]}"#,
      to: "tasks.json")
    return try User(directory("screen.json"))
  }

  /// What users and lines change in the data is as in the window.
  @Test func recordsOfChangedDataReplayToTheSame() throws {
    let directory = try TemporaryDirectory()
    let user = try userOfTasks(directory)
    func click(_ component: Int, _ item: Int) throws {
      user.act(after: 0.5)
      let path = ItemPath(component: component, item: item)
      let frame = try #require(user.session.page.controller.frame(of: path))
      user.click(Point(x: frame.midX, y: frame.midY))
    }
    #expect(user.titles == ["Bread", "Milk"])
    try click(0, 1)
    try click(1, 1)
    user.type("Eggs")
    try click(1, 2)
    try user.play(
      #"{"lines":[{"append":[{"id":9,"title":"Ale","done":false}],"to":"/data/tasks"},"#
        + #"{"set":"/data/tasks/1/title","value":"Cake"}]}"#)
    #expect(user.titles == ["Ale", "Cake", "Eggs", "Milk"])
    try click(1, 0)
    user.act(after: 0.5)
    #expect(user.titles == ["Ale", "Eggs"])
    user.act(after: 0.1, .keyPressed(.home, []))
    user.act(after: 0.1, .keyPressed(.delete, []))
    try user.play(#"{"lines":[{"set":"/data/tasks/0/done","value":false}]}"#)
    let shown = user.titles
    let script = try user.replayed("data")
    #expect(script.contains(#""op":"add""#) && shown.contains("Milk"), "\(shown) \(script)")
  }

  /// A new version of a screen is shown with its data, wherever that is then.
  @Test func newVersionsHaveTheirData() throws {
    let directory = try TemporaryDirectory()
    let user = try userOfTasks(directory)
    let other = Self.tasks.replacing("[\"title\"]", with: "[\"-title\"]").filter { $0 != "\n" }
    try user.play(#"{"write":{"screen":\#(other)}}"#)
    #expect(user.titles == ["Milk", "Bread"])
    try directory.write(#"["x","y"]"#, to: "more.json")
    try user.play(
      #"{"write":{"screen":{"data":{"from":"more.json"},"components":[{"each":"","#
        + #""item":{"title":"{row}"}}]}}}"#)
    #expect(user.titles == ["x", "y"])
    _ = try user.replayed("versions")
  }

  /// Pasted text is in the record; secrets are not.
  @Test func recordsHoldWhatWasPastedAndNoSecrets() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      """
      [{"items":[
        {"kind":"text-field","title":"Name","name":"name"},
        {"kind":"text-field","title":"PIN","name":"pin","input-type":"secret"},
        {"kind":"button","title":"Send","action":"submit"}]}]
      """, to: "screen.json")
    let user = try User(directory("screen.json"))
    user.act(after: 0.5, .keyPressed(.tab, []))
    user.act(after: 0.1, .keyPressed(.character("v"), .control))
    user.act(after: 0.1, .keyPressed(.tab, []))
    user.type("tops3cret")
    user.act(after: 0.1, .textComposed("tops3cret", selected: 0..<3))
    user.act(after: 0.1, .textEntered("tops3cret"))
    user.act(after: 0.1, .keyPressed(.character("v"), .control))
    user.act(after: 0.1, .keyPressed(.tab, []))
    user.act(after: 0.1, .keyPressed(.enter, []))
    // A click that moves the focus into the field and pastes there.
    let frame = try #require(
      user.session.page.controller.frame(of: ItemPath(component: 0, item: 1)))
    let point = Point(x: frame.midX, y: frame.midY)
    user.act(after: 0.1, .pointerPressed(point, .middle, clicks: 1))
    user.act(after: 0.1, .pointerReleased(point, .middle))
    // As `@` is typed on a German keyboard.
    user.act(after: 0.1, .keyPressed(.character("q"), .alt))
    user.act(after: 0.1, .keyPressed(.tab, .shift))
    let typed = Array(#"{"type":"!\ttops3cret"}"#.utf8)
    try user.recorder.play(ReplayStep(line: typed), line: typed)
    let script = try user.replayed("secrets")
    #expect(script.contains(#"{"clipboard":{"selected":"xxxxxxxxxxxxxxx"}}"#), "\(script)")
    #expect(!script.contains("alt+q") && script.contains(##"{"text":"!"}"##), "\(script)")
    #expect(script.contains(#"{"clipboard":{"text":"pasted"}}"#))
    #expect(script.contains(#""submitted","action":"submit","values":{"name":"pasted"}"#))
    #expect(script.contains(#"{"clipboard":{"text":"xxxxxx"}}"#), "\(script)")
    #expect(!script.contains("s3") && script.contains(#"{"key":"x"}"#), "\(script)")
  }

  /// A button of A2UI that sends what was typed into a bound secret does not put it in a record.
  @Test func recordsHoldNoSecretsOfSurfaces() throws {
    let directory = try TemporaryDirectory()
    let path = #"{"path":"/pin"}"#
    try directory.write(
      #"{"version":"v0.9","createSurface":{"surfaceId":"s","catalogId":"c"}}"# + "\n"
        + #"{"version":"v0.9","updateComponents":{"surfaceId":"s","components":["#
        + #"{"id":"root","component":"Card","child":"all"},"#
        + #"{"id":"all","component":"Column","children":["pin","go"]},"#
        + #"{"id":"pin","component":"TextField","label":"PIN","variant":"obscured","value":\#(path)},"#
        + #"{"id":"go","component":"Button","child":"t","action":{"event":{"name":"go","context":{"pin":\#(path)}}}},"#
        + #"{"id":"t","component":"Text","text":"Go"}]}}"#, to: "screen.jsonl")
    let user = try User(directory("screen.jsonl"))
    user.act(after: 0.5, .keyPressed(.tab, []))
    user.type("tops3cret")
    user.act(after: 0.1, .keyPressed(.tab, []))
    user.act(after: 0.1, .keyPressed(.tab, []))
    user.act(after: 0.1, .keyPressed(.enter, []))
    let script = try user.replayed("secrets of surfaces")
    #expect(script.contains(#""action":"a2ui:go""#) && !script.contains("s3"), "\(script)")
  }

  /// No other user may read a record, and it does not overwrite the screen that is recorded.
  @Test func recordsArePrivateAndSpareTheScreen() throws {
    let directory = try TemporaryDirectory()
    let screen = #"[{"items":[{"title":"One"}]}]"#
    try directory.write(screen, to: "screen.json")
    try directory.write("something else", to: "script")
    chmod(directory("script"), 0o644)
    let user = try User(directory("screen.json"))
    user.recorder.end()
    let itself = Recorder(user.content, path: directory("./screen.json"))
    #expect(throws: Failure.self) { try itself.begin() }
    #expect(try String(contentsOfFile: directory("screen.json"), encoding: .utf8) == screen)
    let record = Recorder(user.content, path: directory("script"))
    try record.begin()
    record.end()
    let rights = try FileManager.default.attributesOfItem(atPath: directory("script"))
    #expect(rights[.posixPermissions] as? Int == 0o600)
    #expect(try String(contentsOfFile: directory("script"), encoding: .utf8).hasPrefix("{\"window"))
  }
}
