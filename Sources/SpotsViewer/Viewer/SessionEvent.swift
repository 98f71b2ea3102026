import Spots

/// What happens in a session, for the parts of the program around it: its window, the list of
/// recent screens, commands.
package enum SessionEvent {
  /// A key was pressed, which nothing has handled yet.
  case key(Key, Modifiers)
  /// An item's action is about to be performed.
  case action(String)
  /// The title of the screen in front may have changed.
  case titleChanged(String)
  /// A screen that the user picked was opened.
  case opened(Page)
  /// The screen in front is about to be covered, or left for good.
  case leaving(Page)
  /// The user wants to pick a file.
  case chooseFile
  /// The user dropped several files, of which these open in windows of their own.
  case openWindows([String])
  /// The user wants the window to fill the screen, or no longer.
  case toggleFullScreen
  /// The user wants to leave the full screen, if the window fills it.
  case leaveFullScreen
  /// The user wants to see the screen in the size of another device.
  case nextDevice

  /// Whether it asks something of the window.
  var isRequest: Bool {
    switch self {
    case .chooseFile, .openWindows, .toggleFullScreen, .leaveFullScreen, .nextDevice: true
    case .key, .action, .titleChanged, .opened, .leaving: false
    }
  }
}
