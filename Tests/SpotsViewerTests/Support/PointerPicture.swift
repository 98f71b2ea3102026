import Foundation

/// What the pointer of a display looks like.
enum PointerPicture {
  private typealias OpenDisplay = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
  private typealias GetImage = @convention(c) (OpaquePointer) -> UnsafeMutableRawPointer?
  private typealias CloseDisplay = @convention(c) (OpaquePointer) -> CInt

  struct LibraryError: Error {}

  /// A number that changes whenever another pointer is shown. libXfixes is there wherever SDL is,
  /// but without its headers.
  static func serial(onDisplay name: String) throws -> UInt {
    guard let x11 = dlopen("libX11.so.6", RTLD_NOW), let fixes = dlopen("libXfixes.so.3", RTLD_NOW),
      let open = dlsym(x11, "XOpenDisplay"), let close = dlsym(x11, "XCloseDisplay"),
      let read = dlsym(fixes, "XFixesGetCursorImage"),
      let display = unsafeBitCast(open, to: OpenDisplay.self)(name)
    else { throw LibraryError() }
    defer { _ = unsafeBitCast(close, to: CloseDisplay.self)(display) }
    guard let image = unsafeBitCast(read, to: GetImage.self)(display) else { throw LibraryError() }
    defer { free(image) }
    // XFixesCursorImage of X11/extensions/Xfixes.h: six numbers of 16 bits, then the serial.
    return image.load(fromByteOffset: 16, as: UInt.self)
  }
}
