import Glibc

/// The contents of folders.
package enum FolderEntries {
  /// Whether there is a folder at `path` that can be listed.
  package static func isFolder(_ path: String) -> Bool {
    guard let directory = opendir(path) else { return false }
    closedir(directory)
    return true
  }

  /// The names that end in `suffix`, sorted, without hidden ones; nil when there is no such folder.
  package static func names(in folder: String, suffix: String = "") -> [String]? {
    guard let directory = opendir(folder) else { return nil }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(suffix), !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
