import CSDL2

/// The pointer's shape over a window.
public enum PointerShape: CaseIterable, Sendable {
  /// The usual pointer of the desktop.
  case arrow
  /// For anything a click follows or triggers, such as links and buttons.
  case hand
}

/// The pointers of the desktop, each created when it is first shown.
@MainActor
struct PointerShapes {
  private var cursors: [PointerShape: OpaquePointer] = [:]
  private(set) var shown = PointerShape.arrow

  /// Shows `shape` from now on. Where the desktop has no such pointer, nothing changes.
  mutating func show(_ shape: PointerShape) {
    guard shape != shown else { return }
    shown = shape
    let cursor = cursors[shape] ?? SDL_CreateSystemCursor(shape.systemCursor)
    guard let cursor else { return }
    cursors[shape] = cursor
    SDL_SetCursor(cursor)
  }

  /// Frees the pointers; SDL shows its own from then on.
  mutating func release() {
    for cursor in cursors.values { SDL_FreeCursor(cursor) }
    cursors = [:]
  }
}

extension PointerShape {
  fileprivate var systemCursor: SDL_SystemCursor {
    switch self {
    case .arrow: SDL_SYSTEM_CURSOR_ARROW
    case .hand: SDL_SYSTEM_CURSOR_HAND
    }
  }
}
