import Foundation
import Testing

/// A client of an X server, for what xdotool of Debian 12 cannot do: it reads properties of
/// windows, and sends the messages with which windows and window managers talk.
///
/// libX11 is there wherever SDL is, but perhaps without its headers.
final class XConnection {
  typealias Window = CUnsignedLong

  private typealias Open = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias Close = @convention(c) (OpaquePointer) -> CInt
  private typealias Root = @convention(c) (OpaquePointer) -> Window
  private typealias Intern =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, CInt) -> CUnsignedLong
  private typealias Send =
    @convention(c) (OpaquePointer, Window, CInt, CLong, UnsafeMutableRawPointer) -> CInt
  private typealias GetProperty =
    @convention(c) (
      OpaquePointer, Window, CUnsignedLong, CLong, CLong, CInt, CUnsignedLong,
      UnsafeMutablePointer<CUnsignedLong>, UnsafeMutablePointer<CInt>,
      UnsafeMutablePointer<CUnsignedLong>, UnsafeMutablePointer<CUnsignedLong>,
      UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>
    ) -> CInt
  private typealias Translate =
    @convention(c) (
      OpaquePointer, Window, Window, CInt, CInt, UnsafeMutablePointer<CInt>,
      UnsafeMutablePointer<CInt>, UnsafeMutablePointer<Window>
    ) -> CInt
  private typealias Free = @convention(c) (UnsafeMutableRawPointer) -> CInt

  struct LibraryError: Error {}

  private let xlib: UnsafeMutableRawPointer
  private let display: OpaquePointer

  init(_ name: String) throws {
    guard let xlib = dlopen("libX11.so.6", RTLD_NOW) else { throw LibraryError() }
    self.xlib = xlib
    let open = try Self.function("XOpenDisplay", xlib, Open.self)
    guard let display = open(name) else { throw LibraryError() }
    self.display = display
  }

  /// Sends what is waiting, and ends the connection.
  deinit {
    if let close = try? Self.function("XCloseDisplay", xlib, Close.self) { _ = close(display) }
  }

  var root: Window { get throws { try function("XDefaultRootWindow", Root.self)(display) } }

  /// Where a window's top left corner is on the display, without its title bar.
  func origin(of window: Window) throws -> (x: Int, y: Int) {
    var (x, y, child): (CInt, CInt, Window) = (0, 0, 0)
    let translate = try function("XTranslateCoordinates", Translate.self)
    _ = translate(display, window, try root, 0, 0, &x, &y, &child)
    return (Int(x), Int(y))
  }

  func atom(_ name: String) throws -> CUnsignedLong {
    try function("XInternAtom", Intern.self)(display, name, 0)
  }

  /// The numbers in a window's property, or the bytes of a text; nil when it has no such property.
  func property(_ name: String, of window: Window) throws -> [UInt]? {
    var (type, count, rest): (CUnsignedLong, CUnsignedLong, CUnsignedLong) = (0, 0, 0)
    var format: CInt = 0
    var bytes: UnsafeMutablePointer<UInt8>?
    let get = try function("XGetWindowProperty", GetProperty.self)
    let outcome = get(
      display, window, try atom(name), 0, 1 << 20, 0, 0, &type, &format, &count, &rest, &bytes)
    guard outcome == 0, let bytes else { return nil }
    let free = try function("XFree", Free.self)
    defer { _ = free(bytes) }
    guard type != 0 else { return nil }
    if format == 8 { return (0..<Int(count)).map { UInt(bytes[$0]) } }
    let numbers = UnsafeRawPointer(bytes).assumingMemoryBound(to: CUnsignedLong.self)
    return (0..<Int(count)).map { UInt(numbers[$0]) & 0xFFFF_FFFF }
  }

  /// A property that is text.
  func text(_ name: String, of window: Window) throws -> String? {
    try property(name, of: window).map { String(decoding: $0.map(UInt8.init), as: UTF8.self) }
  }

  /// Sends a message about `window`: to the window itself, or to the window manager.
  func send(
    _ name: String, _ numbers: [CUnsignedLong], about window: Window, toManager: Bool = false
  ) throws {
    // XClientMessageEvent of X11/Xlib.h, inside the space of an XEvent.
    let event = UnsafeMutableRawPointer.allocate(byteCount: 192, alignment: 8)
    defer { event.deallocate() }
    event.initializeMemory(as: UInt8.self, repeating: 0, count: 192)
    event.storeBytes(of: 33, toByteOffset: 0, as: CInt.self)  // ClientMessage
    event.storeBytes(of: window, toByteOffset: 32, as: CUnsignedLong.self)
    event.storeBytes(of: try atom(name), toByteOffset: 40, as: CUnsignedLong.self)
    event.storeBytes(of: 32, toByteOffset: 48, as: CInt.self)  // bits of a datum
    for (index, number) in numbers.enumerated() {
      event.storeBytes(of: number, toByteOffset: 56 + index * 8, as: CUnsignedLong.self)
    }
    // SubstructureNotifyMask and SubstructureRedirectMask, with which managers listen to the root.
    let (target, mask) = toManager ? (try root, CLong(1 << 19 | 1 << 20)) : (window, 0)
    let isSent = try function("XSendEvent", Send.self)(display, target, 0, mask, event) != 0
    guard isSent else { throw LibraryError() }
    let flush = try function("XFlush", Close.self)
    _ = flush(display)
  }

  /// Makes a window the owner of a selection, for which it never answers; returns the window.
  func takeSelection(_ name: String) throws -> Window {
    typealias Create =
      @convention(c) (
        OpaquePointer, Window, CInt, CInt, CUnsignedInt, CUnsignedInt, CUnsignedInt, CUnsignedLong,
        CUnsignedLong
      ) -> Window
    typealias Own =
      @convention(c) (OpaquePointer, CUnsignedLong, Window, CUnsignedLong) -> CInt
    let window = try function("XCreateSimpleWindow", Create.self)(
      display, try root, 0, 0, 1, 1, 0, 0, 0)
    _ = try function("XSetSelectionOwner", Own.self)(display, try atom(name), window, 0)
    #expect(try owner(ofSelection: name) == window)
    return window
  }

  func owner(ofSelection name: String) throws -> Window {
    typealias Owner = @convention(c) (OpaquePointer, CUnsignedLong) -> Window
    return try function("XGetSelectionOwner", Owner.self)(display, try atom(name))
  }

  private func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
    try Self.function(name, xlib, type)
  }

  private static func function<Function>(
    _ name: String, _ xlib: UnsafeMutableRawPointer, _ type: Function.Type
  ) throws -> Function {
    guard let symbol = dlsym(xlib, name) else { throw LibraryError() }
    return unsafeBitCast(symbol, to: type)
  }
}
