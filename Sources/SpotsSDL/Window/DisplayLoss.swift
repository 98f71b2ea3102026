import Glibc
import Synchronization

/// The loss of the connection to the X server, which has ended or has closed it.
///
/// Nothing can be shown after that: Xlib prints a message and ends the program with status 1.
public enum DisplayLoss {
  private typealias Handler = @convention(c) (OpaquePointer?) -> Int32
  private typealias SetHandler = @convention(c) (Handler?) -> Handler?

  private static let listener = Mutex<(@Sendable () -> Void)?>(nil)

  /// Calls `listener` in place of Xlib's message when the connection is lost, on the thread that
  /// notices. The listener should end the program, which Xlib does when it returns, and must not
  /// use the window.
  ///
  /// The program ignores SIGPIPE from then on. Otherwise a server that ends during a write would
  /// end the program before `listener` is called.
  ///
  /// Does nothing before there is a window, and on other window systems: Wayland closes the window.
  public static func listen(_ listener: @escaping @Sendable () -> Void) {
    // SDL has loaded the library; this only finds it.
    guard let library = dlopen("libX11.so.6", RTLD_NOW | RTLD_NOLOAD),
      let symbol = dlsym(library, "XSetIOErrorHandler")
    else { return }
    Self.listener.withLock { $0 = listener }
    signal(SIGPIPE, SIG_IGN)
    _ = unsafeBitCast(symbol, to: SetHandler.self)({ _ in
      DisplayLoss.tell()
      return 0
    })
  }

  private static func tell() {
    listener.withLock { $0 }?()
  }
}
