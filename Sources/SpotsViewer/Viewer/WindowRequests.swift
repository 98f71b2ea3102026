/// What a session asks of the window it is in, by keys, clicks and dropped files. Ignored where a
/// session has no window, as in a replay.
struct WindowRequests {
  var onToggleFullScreen: () -> Void = {}
  var isFullScreen: () -> Bool = { false }
  /// Opens each file in a new window.
  var onOpenWindows: ([String]) -> Void = { _ in }
  /// Called when the user wants to pick a file.
  var onChooseFile: () -> Void = {}
  /// Called to resize the window to the size of the next device.
  var onNextDevice: () -> Void = {}
}
