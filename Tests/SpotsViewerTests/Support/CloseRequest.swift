import Foundation

/// The message a window manager sends when the user clicks the button that closes a window; a
/// virtual display has no window manager, and xdotool of Debian 12 cannot send it.
enum CloseRequest {
  private typealias OpenDisplay = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias InternAtom =
    @convention(c) (OpaquePointer, UnsafePointer<CChar>, CInt) -> CUnsignedLong
  private typealias SendEvent =
    @convention(c) (
      OpaquePointer, CUnsignedLong, CInt, CLong, UnsafeMutableRawPointer
    ) -> CInt
  private typealias CloseDisplay = @convention(c) (OpaquePointer) -> CInt

  struct LibraryError: Error {}

  /// Sends the message to `window`. libX11 is there wherever SDL is, but without its headers.
  static func send(toWindow window: CUnsignedLong, display name: String) throws {
    guard let library = dlopen("libX11.so.6", RTLD_NOW) else { throw LibraryError() }
    let open = try function("XOpenDisplay", library, OpenDisplay.self)
    let atom = try function("XInternAtom", library, InternAtom.self)
    let send = try function("XSendEvent", library, SendEvent.self)
    let close = try function("XCloseDisplay", library, CloseDisplay.self)
    guard let display = open(name) else { throw LibraryError() }

    // XClientMessageEvent of X11/Xlib.h, inside the space of an XEvent.
    let event = UnsafeMutableRawPointer.allocate(byteCount: 192, alignment: 8)
    defer { event.deallocate() }
    event.initializeMemory(as: UInt8.self, repeating: 0, count: 192)
    event.storeBytes(of: 33, toByteOffset: 0, as: CInt.self)  // ClientMessage
    event.storeBytes(of: window, toByteOffset: 32, as: CUnsignedLong.self)
    event.storeBytes(
      of: atom(display, "WM_PROTOCOLS", 0), toByteOffset: 40, as: CUnsignedLong.self)
    event.storeBytes(of: 32, toByteOffset: 48, as: CInt.self)  // bits of a datum
    event.storeBytes(
      of: atom(display, "WM_DELETE_WINDOW", 0), toByteOffset: 56, as: CUnsignedLong.self)
    let isSent = send(display, window, 0, 0, event) != 0
    // Closing sends what is waiting, and waits for it.
    guard close(display) == 0, isSent else { throw LibraryError() }
  }

  private static func function<Function>(
    _ name: String, _ library: UnsafeMutableRawPointer, _ type: Function.Type
  ) throws -> Function {
    guard let symbol = dlsym(library, name) else { throw LibraryError() }
    return unsafeBitCast(symbol, to: type)
  }
}
