/// What an item's action means to the viewer.
enum Action: Equatable {
  /// Opens another screen, by a path relative to the present one's folder.
  case screen(String)
  /// Something the program that reads the events may know.
  case other(String)

  private static let longest = 4096

  init(_ action: String) {
    let name = action.hasPrefix("screen:") ? String(action.dropFirst("screen:".count)) : action
    let isPath = !name.isEmpty && name.utf8.count < Self.longest && !name.utf8.contains(0)
    let isScreen = action.hasPrefix("screen:") || action.hasSuffix(".json") && !action.contains(":")
    self = isScreen && isPath ? .screen(name) : .other(action)
  }
}
