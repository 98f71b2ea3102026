/// The desktop's dialog in which users pick a file or a folder.
@MainActor
public protocol FilePicker: AnyObject {
  /// Asks for one; does nothing while it is asking.
  ///
  /// - Parameters:
  ///   - kind: Whether it is a folder or a file.
  ///   - onPick: Called with the absolute path, or never if the user picks none.
  func pick(_ kind: FilePickerKind, onPick: @escaping @MainActor (String) -> Void)
}

/// The kinds of paths that a `FilePicker` asks for.
public enum FilePickerKind: Hashable, Sendable {
  /// A file that exists.
  case file
  /// A folder that exists.
  case folder
}
