// How frames get to the screen, whatever the window system.

import SpotsViews

/// The surface of a window that shows its frames.
///
/// A frame begins with `begin`, is painted on the pixels that it returns, and ends with `show`,
/// unless nothing has changed.
@MainActor
protocol FrameTarget: AnyObject {
  /// In pixels.
  var size: (width: Int, height: Int) { get }
  /// Pixels per SDL unit; nil where the window system does not say how large things should be.
  var density: Double? { get }
  /// When the next frame may be shown.
  var turn: FrameTurn { get }
  /// Called when the window system asks for the next frame, while SDL fetches events.
  var onRequest: () -> Void { get set }
  /// Called when `density` has changed, also while SDL fetches events.
  var onDensity: () -> Void { get set }
  /// Whether the window is shown before it has a frame, to learn its size. The user does not see it
  /// until then.
  var isShownEmpty: Bool { get }
  /// Whether the window system waits for a frame, although nothing has changed.
  var isUncovered: Bool { get }

  /// Frees everything, before the window is destroyed.
  func close()
  /// Called when the window may have another size.
  func resized()
  /// Called when covered parts of the window are visible again, or the window has another state,
  /// such as that of covering its display.
  func uncovered()
  /// Sets the color of new parts of the window until they are painted.
  func setBackground(_ color: Color)

  /// Begins a frame.
  ///
  /// - Parameter isStale: Whether the caller will paint everything.
  /// - Returns: The pixels to paint on; nil when no frame can be shown now.
  func begin(isStale: Bool) throws(SDLError) -> FramePixels?

  /// Shows what was painted since `begin`.
  ///
  /// - Parameter repaint: What differs from the frame before; empty only when `isUncovered`.
  /// - Returns: Whether all of it can be seen. If not, the next frame must paint everything.
  func show(_ repaint: Repainter.Repaint) -> Bool
}

/// The pixels that a frame is painted on.
struct FramePixels {
  let canvas: Canvas
  /// Whether the canvas shows the frame before; else all of it must be painted.
  var isCurrent: Bool
  /// Whether the screen moves pixels itself; see `Repainter.update`.
  var movesScreen = false
}

/// When a window may show its next frame.
package enum FrameTurn {
  /// Immediately: the window system asks for it.
  case requested
  /// At any time, but not faster than displays show frames.
  case free
  /// Once the window system asks for it, which it does not while nobody sees the window.
  case awaited
}
