import SpotsViews

/// Documents in files of the cache folder, byte for byte as they came, so that diagnostics of a
/// cached document have the positions of the original.
///
/// A file that cannot be read as a document is removed, and so is one older than three days.
package struct DocumentCache: Hashable, Sendable {
  /// How long a document is kept, in seconds.
  package static let lifetime = StateCache.lifetime

  private let folder: CacheFolder
  /// The name under which a file's first line holds the key, since two keys may share a file name.
  private static let keyName = "key"

  /// Creates a cache in `folder`, which need not exist.
  package init(folder: CacheFolder) {
    self.folder = folder
  }

  /// The user's cache; nil for users without a home.
  package static var standard: DocumentCache? {
    CacheFolder.standard("documents").map(DocumentCache.init)
  }

  /// The document kept under `key`, if any, and when it was saved, in seconds since 1970.
  package func load(_ key: String) -> (bytes: [UInt8], time: Int)? {
    let name = Self.name(for: key)
    guard let saved = folder.timeOfFile(name, lifetime: Self.lifetime) else { return nil }
    guard let (owner, bytes) = read(name) else {
      folder.remove(name)
      return nil
    }
    return owner == key ? (bytes, saved) : nil
  }

  /// Keeps a document under `key`, replacing the one before, and removes all that are too old.
  package func save(_ bytes: [UInt8], for key: String) throws(FileError) {
    let head = JSONWriter { $0.value([Self.keyName: .string(key)]) }
    try folder.write(head.bytes + [Self.lineEnd] + bytes, to: Self.name(for: key))
    folder.removeFiles(olderThan: Self.lifetime)
  }

  /// Removes the document under `key`, if there is one.
  package func remove(_ key: String) { folder.remove(Self.name(for: key)) }

  private func read(_ name: String) -> (key: String, bytes: [UInt8])? {
    guard let file = folder.read(name), let end = file.firstIndex(of: Self.lineEnd),
      case .object(let head)? = JSONValue.read(Array(file[..<end])).value,
      case .string(let key)? = head[Self.keyName]
    else { return nil }
    return (key, Array(file[(end + 1)...]))
  }

  private static let lineEnd = UInt8(ascii: "\n")

  private static func name(for key: String) -> String {
    CacheFolder.name(for: key, suffix: ".document")
  }
}
