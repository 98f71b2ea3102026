import CSDL2
import Spots
import Testing

@testable import SpotsPlatform
@testable import SpotsSDL

/// A window on SDL's dummy driver, which needs no display, and its events.
@Suite(.serialized) @MainActor
struct WindowTests {
  private let window: SpotsSDL.Window
  private let mailbox = Mailbox()
  private let events: EventSource

  init() throws {
    SDL_SetHint(SDL_HINT_VIDEODRIVER, "dummy")
    window = try SpotsSDL.Window(title: "Test", size: Size(width: 100, height: 80), scale: 2)
    window.painter = Painter(fonts: try FontBook(family: "DejaVu Sans", scale: 2))
    events = try EventSource(window: window, mailbox: mailbox)
    _ = events.next(until: 0)
  }

  private func list(_ color: Color) -> DrawList {
    var list = DrawList(viewport: Rect(origin: .zero, size: window.size))
    list.fill(Rect(x: 10, y: 10, width: 20, height: 20), color, cornerRadius: 4)
    return list
  }

  private func push(_ type: SDL_EventType, _ fill: (inout SDL_Event) -> Void = { _ in }) {
    var event = SDL_Event()
    event.type = type.rawValue
    fill(&event)
    SDL_PushEvent(&event)
  }

  /// Events of this test, without what the driver reports on its own.
  private func inputs() -> [InputEvent] {
    events.next(until: 0).compactMap {
      if case .input(let input) = $0 { return input }
      return nil
    }
  }

  /// A busy program gets the wheel and the key release together, and SDL itself only knows which
  /// keys are held after both.
  @Test func theWheelHasTheModifiersOfItsTime() {
    push(SDL_KEYDOWN) { $0.key.keysym.mod = UInt16(KMOD_LSHIFT.rawValue) }
    push(SDL_MOUSEWHEEL) { $0.wheel.preciseY = -1 }
    push(SDL_KEYUP)
    push(SDL_MOUSEWHEEL) { $0.wheel.preciseY = -1 }
    let modifiers = inputs().map { input -> Modifiers? in
      if case .wheel(_, _, _, let modifiers) = input { return modifiers }
      return nil
    }
    #expect(modifiers == [.shift, []])
  }

  @Test func windowShowsWhatACanvasShows() throws {
    try window.present(list(.black), background: .white)
    try window.present(list(Color(0x2458D6)), background: .white)
    let shown = try WindowSurface(window.handle).canvas
    let canvas = try OffscreenCanvas(size: window.size, scale: 2)
    canvas.paint(
      list(Color(0x2458D6)), background: .white,
      with: Painter(fonts: try FontBook(family: "DejaVu Sans", scale: 2)))
    #expect(shown.width == 200 && shown.height == 160)
    for y in 0..<160 {
      for x in 0..<200 {
        #expect(shown.row(y)[x] & 0xFFFFFF == (canvas.pixel(x: x, y: y) ?? 0) & 0xFFFFFF)
      }
    }
    #expect(!window.needsPresent)
  }

  /// Zoomed, the window shows what a canvas with so many more pixels for each point shows.
  @Test func aZoomedListIsPaintedLarger() throws {
    try window.present(list(.black), background: .white)
    window.zoom = 1.5
    #expect(window.needsPresent)
    #expect(window.size == Size(width: 100, height: 80) && window.scale == 2)
    try window.present(list(.black), background: .white)
    let shown = try WindowSurface(window.handle).canvas
    let canvas = try OffscreenCanvas(size: Size(width: 200 / 3.0, height: 160 / 3.0), scale: 3)
    canvas.paint(
      list(.black), background: .white,
      with: Painter(fonts: try FontBook(family: "DejaVu Sans", scale: 3)))
    #expect(shown.width == 200 && shown.height == 160)
    for y in 0..<160 {
      for x in 0..<200 {
        #expect(shown.row(y)[x] & 0xFFFFFF == (canvas.pixel(x: x, y: y) ?? 0) & 0xFFFFFF)
      }
    }
  }

  @Test func resizingIsFollowed() throws {
    try window.present(list(.black), background: .white)
    SDL_SetWindowSize(window.handle, 300, 200)
    #expect(events.next(until: 0).contains(.sizeChanged))
    #expect(window.size == Size(width: 150, height: 100))
    #expect(window.needsPresent)
    try window.present(list(.black), background: .white)
    #expect(try WindowSurface(window.handle).canvas.width == 300)
    #expect(!window.needsPresent)
  }

  @Test func pointerEventsComeInPoints() {
    push(SDL_MOUSEMOTION) { ($0.motion.x, $0.motion.y) = (1, 1) }
    push(SDL_MOUSEMOTION) { ($0.motion.x, $0.motion.y) = (40, 21) }
    push(SDL_MOUSEBUTTONDOWN) {
      ($0.button.button, $0.button.x, $0.button.y, $0.button.clicks) = (1, 40, 21, 2)
    }
    push(SDL_MOUSEBUTTONUP) { ($0.button.button, $0.button.x, $0.button.y) = (1, 40, 21) }
    let place = Point(x: 20, y: 10.5)
    #expect(
      inputs() == [
        .pointerMoved(place), .pointerPressed(place, .left, clicks: 2),
        .pointerReleased(place, .left),
      ])
  }

  @Test func typedTextComesAfterItsKey() {
    push(SDL_KEYDOWN) { $0.key.keysym.sym = SDL_Keycode(bitPattern: SDLK_SPACE.rawValue) }
    push(SDL_TEXTINPUT) { event in
      withUnsafeMutableBytes(of: &event.text.text) { $0.copyBytes(from: "é\0".utf8) }
    }
    push(SDL_TEXTEDITING_EXT) { event in
      event.editExt.text = SDL_strdup("にほん")
      (event.editExt.start, event.editExt.length) = (1, 2)
    }
    push(SDL_TEXTEDITING) { ($0.edit.start, $0.edit.length) = (-1, .max) }
    #expect(
      inputs() == [
        .keyPressed(.space, []), .textEntered("é"), .textComposed("にほん", selected: 3..<9),
        .textComposed("", selected: 0..<0),
      ])
  }

  /// Input methods are off unless something takes text.
  @Test func textInputIsOnWhileSomethingTakesText() {
    #expect(SDL_IsTextInputActive() == SDL_FALSE)
    let caret = Rect(x: 10, y: 5, width: 1, height: 20)
    window.textInputArea = TextInputArea(caret: caret, field: 1)
    #expect(SDL_IsTextInputActive() == SDL_TRUE)
    window.textInputArea = TextInputArea(
      caret: Rect(x: .nan, y: .infinity, width: -1e300, height: 20), field: 2)
    #expect(SDL_IsTextInputActive() == SDL_TRUE)
    window.textInputArea = nil
    #expect(SDL_IsTextInputActive() == SDL_FALSE)
  }

  @Test func theClipboardIsTheDesktops() {
    let (clipboard, other) = (DesktopClipboard(), DesktopClipboard())
    clipboard.text = "copied"
    clipboard.selectedText = "selected 漢"
    #expect(other.text == "copied" && other.selectedText == "selected 漢")
  }

  @Test func aLiftedFingerPointsAtNothing() {
    // SDL turns touches into mouse events unless that is disabled.
    #expect(SDL_GetHintBoolean(SDL_HINT_TOUCH_MOUSE_EVENTS, SDL_TRUE) == SDL_TRUE)
    for type in [SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP] {
      push(type) {
        ($0.button.button, $0.button.x, $0.button.y) = (1, 40, 20)
        $0.button.which = EventSource.touchMouse
      }
    }
    let place = Point(x: 20, y: 10)
    #expect(
      inputs() == [
        .pointerPressed(place, .left, clicks: 1, isTouch: true), .pointerReleased(place, .left),
        .pointerLeft,
      ])
  }

  @Test func fingersAreNotCountedTwice() {
    let touch: SDL_TouchID = 7
    func finger(_ type: SDL_EventType, _ x: Float, _ y: Float) {
      push(type) {
        ($0.tfinger.touchId, $0.tfinger.fingerId) = (touch, 1)
        ($0.tfinger.x, $0.tfinger.y) = (x, y)
      }
    }
    // Finger events themselves mean nothing: SDL sends the mouse's beside them.
    finger(SDL_FINGERDOWN, 0.5, 0.5)
    finger(SDL_FINGERMOTION, 0.5, 0.25)
    finger(SDL_FINGERUP, 0.5, 0.25)
    #expect(inputs() == [])
  }

  @Test func wheelKeepsItsFractionsAndItsDirection() {
    push(SDL_MOUSEWHEEL) {
      ($0.wheel.preciseX, $0.wheel.preciseY, $0.wheel.mouseX, $0.wheel.mouseY) = (0, -1, 20, 40)
    }
    push(SDL_MOUSEWHEEL) {
      ($0.wheel.preciseX, $0.wheel.preciseY) = (0.25, 0.5)
      $0.wheel.direction = SDL_MOUSEWHEEL_FLIPPED.rawValue
    }
    #expect(
      inputs() == [
        .wheel(Point(x: 10, y: 20), delta: Point(x: 0, y: -1), precise: false, []),
        .wheel(.zero, delta: Point(x: -0.25, y: -0.5), precise: true, []),
      ])
  }

  @Test func browserKeysAndBackspaceHaveNames() {
    for code in [SDLK_BACKSPACE, SDLK_AC_BACK, SDLK_AC_FORWARD] {
      push(SDL_KEYDOWN) { $0.key.keysym.sym = SDL_Keycode(bitPattern: code.rawValue) }
    }
    let keys: [Key] = [.backspace, .back, .forward]
    #expect(inputs() == keys.map { .keyPressed($0, []) })
  }

  /// SDL reports files one by one, and anything that is not a file as text.
  @Test func filesThatAreDroppedComeTogether() {
    func drop(_ type: SDL_EventType, _ text: String? = nil) {
      push(type) { $0.drop.file = text.flatMap { SDL_strdup($0) } }
    }
    func drops() -> [WindowEvent] {
      events.next(until: 0).filter { if case .dropped = $0 { true } else { false } }
    }
    drop(SDL_DROPBEGIN)
    drop(SDL_DROPFILE, "/tmp/a.json")
    drop(SDL_DROPFILE, "/tmp/b c.json")
    drop(SDL_DROPCOMPLETE)
    #expect(drops() == [.dropped(["/tmp/a.json", "/tmp/b c.json"])])
    drop(SDL_DROPBEGIN)
    drop(SDL_DROPTEXT, "words")
    drop(SDL_DROPCOMPLETE)
    #expect(drops() == [.dropped([])])
  }

  @Test func whoTakesNoFilesRefusesThemBeforeTheyAreDropped() {
    window.acceptsFiles = false
    #expect(SDL_EventState(SDL_DROPFILE.rawValue, SDL_QUERY) == UInt8(SDL_DISABLE))
    #expect(SDL_EventState(SDL_DROPTEXT.rawValue, SDL_QUERY) == UInt8(SDL_DISABLE))
    window.acceptsFiles = true
    #expect(SDL_EventState(SDL_DROPFILE.rawValue, SDL_QUERY) == UInt8(SDL_ENABLE))
  }

  @Test func windowsHaveALeastSize() throws {
    func least(_ size: Size) throws -> [Int32] {
      let window = try SpotsSDL.Window(title: "Test", size: size, scale: 2)
      var (width, height): (Int32, Int32) = (0, 0)
      SDL_GetWindowMinimumSize(window.handle, &width, &height)
      return [width, height]
    }
    #expect(try least(Size(width: 400, height: 300)) == [480, 360])
    // A window requested smaller than that gets its size.
    #expect(try least(Size(width: 100, height: 300)) == [200, 360])
  }

  @Test func everyFailureHasWords() {
    SDL_ClearError()
    #expect(
      SDLError("SDL_GetWindowSurface").description == "SDL_GetWindowSurface: SDL does not say why")
  }

  @Test func quitAndCloseAreOneRequest() {
    push(SDL_WINDOWEVENT) { $0.window.event = UInt8(SDL_WINDOWEVENT_CLOSE.rawValue) }
    push(SDL_QUIT)
    #expect(events.next(until: 0).filter { $0 == .closeRequested }.count == 1)
  }

  @Test func mailboxWakesTheWait() {
    var ran = false
    mailbox.post { ran = true }
    #expect(events.next().contains(.woken))
    #expect(ran)
  }

  @Test func deadlineEndsTheWait() {
    let start = Clock.now
    while events.next(until: start + 0.02) != [] {}
    #expect(Clock.now - start >= 0.015)
  }

  @Test func manyEventsAreTakenAtOnce() {
    for step in 0..<60_000 { push(SDL_MOUSEMOTION) { $0.motion.x = Int32(step % 100) } }
    #expect(inputs() == [.pointerMoved(Point(x: 49.5, y: 0))])
  }

  /// A function key that is held switches once, an arrow goes on.
  @Test func heldFunctionKeysCountOnce() {
    for (code, isRepeated) in [(SDLK_F11, false), (SDLK_F11, true), (SDLK_DOWN, true)] {
      push(SDL_KEYDOWN) {
        $0.key.keysym.sym = SDL_Keycode(bitPattern: code.rawValue)
        $0.key.repeat = isRepeated ? 1 : 0
      }
    }
    #expect(inputs() == [.keyPressed(.function(11), []), .keyPressed(.down, [])])
  }

  /// The size of a window after the program or the user has changed it, in points.
  @Test func theSizeOfTheUserIsKnown() {
    #expect(window.userSize == nil && !window.isMaximized)
    window.resize(to: Size(width: 120, height: 90))
    _ = events.next(until: 0)
    #expect(window.size == Size(width: 120, height: 90) && window.userSize == nil)
    SDL_SetWindowSize(window.handle, 300, 220)
    _ = events.next(until: 0)
    #expect(window.userSize == Size(width: 150, height: 110))
    window.isFullScreen = true
    _ = events.next(until: 0)
    #expect(window.userSize == Size(width: 150, height: 110))
    window.isFullScreen = false
    _ = events.next(until: 0)
    #expect(window.userSize == Size(width: 150, height: 110))
  }

  @Test func theDoubleClickTimeIsSDLs() {
    func hint() -> String? {
      SDL_GetHint(SDL_HINT_MOUSE_DOUBLE_CLICK_TIME).map { String(cString: $0) }
    }
    window.doubleClickTime = 0.25
    #expect(hint() == "250")
    window.doubleClickTime = nil
    #expect(hint() == nil)
  }

  @Test func titlesAreHarmless() {
    #expect(Window.cleaned("a\u{1B}]0;x\u{7}\nb\u{202E}c\u{9B}") == "abc")
    #expect(Window.cleaned(String(repeating: "x", count: 1_000_000)).count == 1000)
    window.title = "New\u{0}Title"
    #expect(SDL_GetWindowTitle(window.handle).map { String(cString: $0) } == "NewTitle")
  }

  @Test func xResourcesTellTheScale() {
    let text = "*background:\twhite\nXft.antialias:\t1\nXft.dpi:\t144\n"
    #expect(DesktopScale.dotsPerInch(in: text) == 144)
    #expect(DesktopScale.dotsPerInch(in: "Xft.hinting: 1") == nil)
    #expect(DesktopScale.dotsPerInch(in: "Xft.dpi: many") == nil)
  }
}
