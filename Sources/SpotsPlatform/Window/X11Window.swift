// The parts of X11 that SDL has no functions for.

import CSDL2
import Glibc
import SpotsViews
import Synchronization

/// The X11 window behind an SDL window, for what SDL has no functions for.
///
/// SDL has loaded libX11 and connected to the server, so nothing is linked here.
@MainActor
struct X11Window {
  /// The connection, and the server's number for the window.
  let display: UnsafeMutableRawPointer
  let identifier: UInt

  /// Nil under another window system.
  init?(_ window: OpaquePointer) {
    guard let native = NativeWindow(window, system: SPOTS_SYSWM_X11) else { return nil }
    (display, identifier) = (native.display, native.identifier)
  }

  /// The text of the X resource database; nil when there is none.
  var resources: String? {
    typealias Read = @convention(c) (UnsafeMutableRawPointer) -> UnsafePointer<CChar>?
    let read: Read? = X11Library.function("XResourceManagerString")
    return read?(display).map { String(cString: $0) }
  }

  /// Makes the server keep the window's pixels when its size changes, and fill new parts with
  /// `color` until the program has painted them.
  func setBackground(_ color: Color, of window: OpaquePointer) {
    typealias Change =
      @convention(c) (UnsafeMutableRawPointer, UInt, UInt, UnsafeMutableRawPointer) -> CInt
    guard let format = SDL_AllocFormat(SDL_GetWindowPixelFormat(window)) else { return }
    defer { SDL_FreeFormat(format) }
    // The words of XSetWindowAttributes: the second is the background, the fifth begins with the
    // gravity of the pixels.
    var attributes = [UInt](repeating: 0, count: 16)
    attributes[1] = UInt(SDL_MapRGB(format, color.red, color.green, color.blue))
    let northWest: UInt = 1
    attributes[4] = northWest
    let backgroundAndGravity: UInt = 1 << 1 | 1 << 4
    let change: Change? = X11Library.function("XChangeWindowAttributes")
    _ = change?(display, identifier, backgroundAndGravity, &attributes)
  }

  /// Gives a new window its title, and what SDL does not see to.
  func prepare(title: String) {
    setTitle(title)
    DraggedTypes.review(over: self)
  }

  /// Tells window managers the title. Unless the program's locale is UTF-8, which takes a call of
  /// `setlocale`, SDL tells only window managers that do not know Unicode.
  func setTitle(_ title: String) {
    let bytes = Array(title.utf8)
    setProperty("_NET_WM_NAME", type: "UTF8_STRING", bits: 8, bytes, count: bytes.count)
  }

  /// Whether one of these modifier keys, bits of `SDL_Keymod`, shifts to another level of the
  /// keyboard's layout.
  func isAltGr(among held: UInt32) -> Bool {
    typealias GetState =
      @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeMutableRawPointer)
      -> CInt
    typealias GetSymbol = @convention(c) (UnsafeMutableRawPointer, UInt32, CInt, CInt) -> UInt
    guard let getState: GetState = X11Library.function("XkbGetState"),
      let symbol: GetSymbol = X11Library.function("XkbKeycodeToKeysym")
    else { return false }
    // XkbStateRec, which begins with the number of the layout in use.
    var state = [UInt8](repeating: 0, count: 32)
    let coreKeyboard: UInt32 = 0x100
    _ = getState(display, coreKeyboard, &state)
    return Self.modifierKeys.contains { key in
      held & key.bit != 0
        && Self.levelShifts.contains(symbol(display, key.code, CInt(state[0]), 0))
    }
  }

  /// The key codes that Linux gives modifier keys.
  private static let modifierKeys: [(bit: UInt32, code: UInt32)] = [
    (KMOD_LCTRL.rawValue, 37), (KMOD_RCTRL.rawValue, 105), (KMOD_LALT.rawValue, 64),
    (KMOD_RALT.rawValue, 108), (KMOD_LGUI.rawValue, 133), (KMOD_RGUI.rawValue, 134),
  ]
  /// ISO_Level3_Shift, ISO_Level5_Shift and Mode_switch.
  private static let levelShifts: Set<UInt> = [0xFE03, 0xFE11, 0xFF7E]

  /// Gives window managers the icon.
  func setIcon(_ icon: WindowIcon) {
    let numbers = icon.property
    setProperty("_NET_WM_ICON", type: "CARDINAL", bits: 32, numbers, count: numbers.count)
    typealias Flush = @convention(c) (UnsafeMutableRawPointer) -> CInt
    let flush: Flush? = X11Library.function("XFlush")
    _ = flush?(display)
  }

  /// - Parameters:
  ///   - bits: The size of each of `count` values. Xlib takes those of 32 bits as `UInt`.
  private func setProperty(
    _ name: String, type: String, bits: CInt, _ values: UnsafeRawPointer, count: Int
  ) {
    typealias Change =
      @convention(c) (
        UnsafeMutableRawPointer, UInt, UInt, UInt, CInt, CInt, UnsafeRawPointer, CInt
      ) -> CInt
    guard let change: Change = X11Library.function("XChangeProperty") else { return }
    let replace: CInt = 0
    _ = change(
      display, identifier, atom(name), atom(type), bits, replace, values, CInt(count))
  }

  /// The server's number for a name.
  fileprivate func atom(_ name: String) -> UInt {
    typealias Intern =
      @convention(c) (UnsafeMutableRawPointer, UnsafePointer<CChar>, CInt) -> UInt
    let intern: Intern? = X11Library.function("XInternAtom")
    return intern?(display, name, 0) ?? 0
  }
}

/// The library that SDL loads for X11.
enum X11Library {
  /// A function of the library as a C function pointer; nil where SDL has not loaded it.
  static func function<Function>(_ name: String) -> Function? {
    guard let library = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD) else { return nil }
    defer { dlclose(library) }
    return dlsym(library, name).map { unsafeBitCast($0, to: Function.self) }
  }
}

/// The scale the desktop asks for, where the window system does not report one.
///
/// X11 itself has no scale; desktops announce theirs through `GDK_SCALE` or the X resource
/// `Xft.dpi`, where 96 means 1.
@MainActor
enum DesktopScale {
  /// Pixels per point, from 1 to 4, for `window`.
  static func current(of window: OpaquePointer) -> Double {
    (chosen ?? scaleOfText(for: window)).map(limited) ?? 1
  }

  /// Whether the scale comes from the resolution of text, which the desktop sets for the whole
  /// display and which includes how much larger the user wants text alone.
  static func isOfText(for window: OpaquePointer) -> Bool {
    chosen == nil && scaleOfText(for: window) != nil
  }

  private static var chosen: Double? {
    guard VideoDriver.current == "x11" else { return nil }
    return getenv("GDK_SCALE").flatMap { Double(String(cString: $0)) }
  }

  private static func scaleOfText(for window: OpaquePointer) -> Double? {
    X11Window(window)?.resources.flatMap(dotsPerInch).map { $0 / 96 }
  }

  /// The value of `Xft.dpi` in the text of the X resource database.
  static func dotsPerInch(in resources: String) -> Double? {
    for line in resources.split(whereSeparator: \.isNewline) where line.hasPrefix("Xft.dpi:") {
      let value = line.dropFirst("Xft.dpi:".count).filter { !$0.isWhitespace }
      return Double(value)
    }
    return nil
  }

  private static func limited(_ scale: Double) -> Double {
    scale.isFinite ? min(max(scale, 1), 4) : 1
  }
}

/// The types of what is dragged over the window, which its source may name wrongly.
///
/// SDL asks the server for the name of each type, and ends the program where there is none. So
/// before SDL sees that a drag has begun, it is left with the one type that a window takes: files.
/// Whether longer lists have it is not known until a drop. Delete this once SDL 2.26 of Debian 12
/// is not supported any more, if later versions check names.
enum DraggedTypes {
  private typealias Convert =
    @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?)
    -> CInt
  private typealias SetConvert =
    @convention(c) (UnsafeMutableRawPointer, CInt, Convert) -> Convert?

  private struct Known {
    /// Xlib's own function, which makes an event of what the server sent.
    var convert: Int?
    /// The server's numbers of the beginning of a drag, and of a list of files.
    var enter: UInt = 0
    var files: UInt = 0
  }

  private static let known = Mutex(Known())

  /// Looks at the drags over the windows of this window's display from now on.
  @MainActor
  static func review(over window: X11Window) {
    guard let set: SetConvert = X11Library.function("XESetWireToEvent") else { return }
    let (enter, files) = (window.atom("XdndEnter"), window.atom("text/uri-list"))
    let clientMessage: CInt = 33
    let own: Convert = { DraggedTypes.convert($0, $1, $2) }
    guard let other = set(window.display, clientMessage, own) else { return }
    let (number, mine) = (unsafeBitCast(other, to: Int.self), unsafeBitCast(own, to: Int.self))
    known.withLock { known in
      (known.enter, known.files) = (enter, files)
      if number != mine { known.convert = number }
    }
  }

  private static func convert(
    _ display: UnsafeMutableRawPointer?, _ event: UnsafeMutableRawPointer?,
    _ message: UnsafeMutableRawPointer?
  ) -> CInt {
    let known = known.withLock { $0 }
    guard let convert = known.convert, let event else { return 0 }
    let isWanted = unsafeBitCast(convert, to: Convert.self)(display, event, message)
    // The words of XClientMessageEvent: the sixth is the kind of the message, and the eighth the
    // first number in it. The second number says whether there are more than three types.
    let words = event.assumingMemoryBound(to: UInt.self)
    guard words[5] == known.enter else { return isWanted }
    let types = words + 9
    let hasFiles = words[8] & 1 != 0 || (0..<3).contains { types[$0] == known.files }
    words[8] &= ~1
    (types[0], types[1], types[2]) = (hasFiles ? known.files : 0, 0, 0)
    return isWanted
  }
}

/// Errors of the X protocol, which Xlib's own handler answers by ending the program.
///
/// Windows of other programs may be gone at any time: while something is dragged from them, pasted
/// from them or asked of them. What goes wrong with them does not concern the program's window.
@MainActor
enum DisplayErrors {
  private typealias Handler = @convention(c) (OpaquePointer?, OpaquePointer?) -> Int32
  private typealias SetHandler = @convention(c) (Handler?) -> Handler?

  /// Ignores errors from now on. Does nothing unless SDL has loaded libX11.
  ///
  /// SDL sets a handler of its own for the moments in which it expects errors, and then this one
  /// again. When the connection is lost, `DisplayLoss` is told.
  static func ignore() {
    let setHandler: SetHandler? = X11Library.function("XSetErrorHandler")
    _ = setHandler?({ _, _ in 0 })
  }
}
