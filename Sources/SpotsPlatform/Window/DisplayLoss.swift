import CSDL2
import CWayland
import Glibc
import Synchronization

/// The loss of the connection to the window system, which has ended or has closed it.
///
/// Nothing can be shown after that. Xlib prints a message and ends the program with status 1, and
/// SDL asks it to end as if the user had closed the window under Wayland.
package enum DisplayLoss {
  private typealias Handler = @convention(c) (OpaquePointer?) -> Int32
  private typealias SetHandler = @convention(c) (Handler?) -> Handler?

  private struct Listener {
    var tell: (@Sendable () -> Void)?
  }

  private static let listener = Mutex(Listener())

  /// Calls `listener` when the connection is lost, on the thread that notices. The listener should
  /// end the program, which Xlib does when it returns, and must not use the window.
  ///
  /// Under X11 the program ignores SIGPIPE from then on. Otherwise a server that ends during a
  /// write would end the program before `listener` is called. Does nothing before there is a
  /// window.
  package static func listen(_ listener: @escaping @Sendable () -> Void) {
    Self.listener.withLock { $0.tell = listener }
    guard let setHandler: SetHandler = X11Library.function("XSetIOErrorHandler") else { return }
    signal(SIGPIPE, SIG_IGN)
    _ = setHandler({ _ in
      DisplayLoss.tell()
      return 0
    })
  }

  /// Tells the listener if the compositor of a window is gone.
  @MainActor
  static func check(_ window: OpaquePointer) {
    guard let native = NativeWindow(window, system: SPOTS_SYSWM_WAYLAND),
      loaded_wayland_is_lost(OpaquePointer(native.display)) == 1
    else { return }
    tell()
  }

  private static func tell() { listener.withLock(\.tell)?() }
}
