import Spots
import SpotsSDL

/// Plays with a screen in a test, as a user with a pointer and a keyboard would, and tells what is
/// seen. Needs no display; time is virtual.
///
/// ```swift
/// import Spots
/// import SpotsTesting
///
/// @MainActor func aTitleIsTyped() throws {
///   let field = #"{"items":[{"kind":"text-field","title":"Title","name":"title"}]}"#
///   let tester = try ScreenTester(json: #"{"components":[\#(field)]}"#)
///   try tester.click("Title")
///   tester.type("Marigold")
///   precondition(tester.controller.values["title"] == "Marigold")
///   try tester.compare(tester.outline, with: "Goldens/typed.txt")
/// }
/// ```
@MainActor
public final class ScreenTester {
  /// The screen.
  public let controller: SpotsController
  /// The time, in seconds from when the tester was made.
  public private(set) var now = 0.0
  /// Everything that has happened, the first event first.
  public private(set) var events: [SpotsEvent] = []

  /// A press that comes later, in seconds, is no double click.
  private static let pause = 1.0
  private static let mostFrames = 600

  /// Creates a tester of a screen and shows it at rest. Events are noted, and go on to
  /// `controller.onEvent` and the delegates.
  public init(_ controller: SpotsController) {
    self.controller = controller
    let others = controller.onEvent
    controller.onEvent = { [weak self] event in
      self?.events.append(event)
      return others(event)
    }
    settle()
  }

  /// Creates a tester of a screen, in the surroundings `Environment.testing()`.
  ///
  /// - Parameters:
  ///   - json: Describes the screen.
  ///   - size: The window, in points.
  ///   - configuration: The views and layouts that are registered for the screen.
  /// - Throws: `ChangeError.invalidScreen` when it describes none, `SDLError` when there are no
  ///   fonts.
  public convenience init(
    json: String, size: Size = Size(width: 800, height: 600),
    configuration: Configuration = .shared
  ) throws {
    self.init(
      try SpotsController(
        json: json, size: size, configuration: configuration, environment: .testing()))
  }

  // MARK: Time

  /// Lets time pass, a frame each sixtieth of a second.
  public func wait(_ duration: Duration) {
    let end = now + duration / .seconds(1)
    while now < end {
      now = min(now + 1 / 60.0, end)
      _ = controller.renderFrame(at: now)
    }
  }

  /// Lets time pass until nothing moves, at most a minute of it.
  ///
  /// - Returns: What is seen then.
  @discardableResult
  public func settle() -> DrawList {
    var frame = controller.renderFrame(at: now)
    for _ in 0..<Self.mostFrames {
      guard let next = frame.next else { break }
      now = max(next, now + 0.1)
      frame = controller.renderFrame(at: now)
    }
    return frame.list
  }

  // MARK: The user

  /// Clicks the middle of a part, and lets the screen come to rest.
  ///
  /// - Parameters:
  ///   - path: The part, which is scrolled to if it is not in the window.
  ///   - clicks: 2 for a double click.
  /// - Throws: `ChangeError.noComponent` or `.noItem` when there is no such part.
  public func click(_ path: ItemPath, clicks: Int = 1) throws(ChangeError) {
    click(try middle(of: path), clicks: clicks)
  }

  /// Clicks what screen readers call by a name, in the window or near it: the first such part that
  /// does something, or else the first.
  ///
  /// - Throws: `UnknownName` when nothing is called so.
  public func click(_ name: String, clicks: Int = 1) throws(UnknownName) {
    let screen = accessibility
    let found = screen.window.all.filter { $0.name == name }
    guard let node = found.first(where: { !$0.actions.isEmpty }) ?? found.first else {
      throw UnknownName(name: name, known: names)
    }
    screen.perform(.reveal, on: node.id, at: now)
    settle()
    let frame = accessibility.node(node.id)?.frame ?? node.frame
    click(Point(x: frame.midX, y: frame.midY), clicks: clicks)
  }

  /// Clicks a point of the window.
  public func click(_ point: Point, clicks: Int = 1) {
    now += Self.pause
    for count in 1...max(clicks, 1) {
      handle(.pointerMoved(point))
      handle(.pointerPressed(point, .left, clicks: count))
      handle(.pointerReleased(point, .left))
    }
    settle()
  }

  /// Presses at one point, moves to another in a fifth of a second, and lets go there.
  public func drag(from start: Point, to end: Point) {
    now += Self.pause
    handle(.pointerMoved(start))
    handle(.pointerPressed(start, .left, clicks: 1))
    for step in 1...12 {
      let part = Double(step) / 12
      wait(.seconds(0.2 / 12))
      handle(
        .pointerMoved(
          Point(x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part)))
    }
    handle(.pointerReleased(end, .left))
    settle()
  }

  /// Turns the wheel by notches, positive for down, over the middle of the window or another point.
  public func wheel(_ notches: Double, at point: Point? = nil) {
    let middle = Point(x: controller.windowSize.width / 2, y: controller.windowSize.height / 2)
    handle(.wheel(point ?? middle, delta: Point(y: -notches), precise: false, []))
    settle()
  }

  /// Presses a key by its name: `Return`, `Ctrl+Z`, `Shift+Tab`, `PageDown`, `a`.
  ///
  /// - Returns: Whether it meant something to the screen.
  @discardableResult
  public func press(_ name: String) -> Bool {
    guard let (key, modifiers) = KeyName.parse(name) else {
      preconditionFailure("there is no key '\(name)'")
    }
    let isTaken = handle(.keyPressed(key, modifiers))
    settle()
    return isTaken
  }

  /// Types text, as a keyboard or an input method enters it.
  public func type(_ text: String) {
    for character in text { handle(.textEntered(String(character))) }
    settle()
  }

  /// Does anything else that a user can do.
  @discardableResult
  public func handle(_ event: InputEvent) -> Bool { controller.handle(event, at: now) }

  private func middle(of path: ItemPath) throws(ChangeError) -> Point {
    let window = Rect(origin: .zero, size: controller.windowSize)
    let seen = controller.frame(of: path).map { Point(x: $0.midX, y: $0.midY) }
    if let seen, window.contains(seen) { return seen }
    try controller.scroll(to: path, position: .center)
    settle()
    let frame = controller.frame(of: path) ?? .zero
    return Point(x: frame.midX, y: frame.midY)
  }

  // MARK: What is seen

  /// The laid-out screen as lines of text, as `spots-viewer test` compares it.
  public var outline: String { ScreenOutline(of: controller).text }

  /// The screen as it is described to screen readers.
  public var accessibility: AccessibleScreen { AccessibleScreen(controller) }

  /// The names of all parts in the window and near it, in the order in which they are read.
  public var names: [String] { accessibility.window.all.map(\.name).filter { !$0.isEmpty } }

  /// A picture of the screen, one pixel a point.
  ///
  /// - Parameter timeout: How long images may take to come.
  /// - Throws: `SDLError` when it cannot be made.
  public func png(timeout: Duration = .seconds(10)) throws(SDLError) -> [UInt8] {
    guard let fonts = controller.environment.text as? FontBook else {
      throw SDLError(message: "pictures need the fonts of 'Environment.testing()'")
    }
    let images = controller.environment.images as? ImageStore
    _ = settle()
    if images?.waitUntilIdle(timeout: timeout / .seconds(1)) == true {
      controller.imageSizesDidChange()
    }
    let canvas = try OffscreenCanvas(size: controller.windowSize, scale: fonts.scale)
    canvas.paint(
      settle(), background: controller.environment.theme[.background],
      with: Painter(fonts: fonts, images: images))
    return try canvas.png()
  }

  /// Compares text, such as the outline, with that of a file. If they differ, the text is written
  /// beside the file, with `.new` before the extension; rename it to accept it.
  ///
  /// - Throws: `GoldenMismatch`, or `FileError` when the file cannot be read.
  public func compare(_ text: String, with path: String) throws {
    try Golden(path: path).compare(Array(text.utf8)) { golden in
      String(decoding: golden, as: UTF8.self) == text
    }
  }

  /// Compares the picture of the screen with that of a PNG file, as `compare(_:with:)` does.
  ///
  /// - Parameters:
  ///   - path: The PNG file.
  ///   - tolerance: How much a channel of a pixel may differ, 0 to 255.
  /// - Throws: `GoldenMismatch`, or `SDLError` and `FileError` when one of them cannot be had.
  public func comparePicture(with path: String, tolerance: Int = 0) throws {
    let picture = try png()
    try Golden(path: path).compare(picture) { golden in
      try CanvasComparison(
        OffscreenCanvas(png: golden), OffscreenCanvas(png: picture), tolerance: tolerance
      ).isSame
    }
  }
}

/// Nothing near the window has a name.
public struct UnknownName: Error, CustomStringConvertible {
  /// The name that was looked for.
  public let name: String
  /// The names there are.
  public let known: [String]

  /// A sentence with all of them.
  public var description: String { "nothing is called '\(name)' among \(known)" }
}

extension Environment {
  /// The surroundings of a screen in a test: the same on every machine with the font. Nothing is
  /// read from the user's settings or kept for the next run.
  ///
  /// - Parameters:
  ///   - theme: The colors, unless the screen has others.
  ///   - textScale: Multiplies the size of text.
  ///   - fontFamily: Falls back to others where it is missing.
  ///   - imageFolders: Where images are looked for.
  /// - Throws: `SDLError` when there is no font.
  @MainActor
  public static func testing(
    theme: Theme = .light, textScale: Double = 1, fontFamily: String = "DejaVu Sans",
    imageFolders: [String] = []
  ) throws(SDLError) -> Environment {
    FontBook.ignoreLanguage()
    let fonts = try FontBook(family: fontFamily, preferences: [], scale: 1)
    let images = ImageStore(locator: ImageLocator(roots: imageFolders), mailbox: Mailbox())
    images.keepsDecodedImages = true
    return Environment(theme: theme, textScale: textScale, text: fonts, images: images)
  }
}
