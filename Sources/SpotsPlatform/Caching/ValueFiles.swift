import SpotsViews

/// Keeps the answers of users in files that only they may read.
///
/// Without a folder to write to, it keeps nothing. An answer of more than 64 KiB is not kept. The
/// others are kept up to 1 MiB for each key, the shortest first. When all files take more than 16
/// MiB, the ones unused for longest are removed.
@MainActor
public final class ValueFiles: ValueStore {
  private let folder: CacheFolder

  /// The most bytes of an answer, of a file, and of all files.
  private static let (longestAnswer, largestFile, budget) = (64 << 10, 1 << 20, 16 << 20)

  /// Creates a store in the folder at `path`, which need not exist.
  public init(path: String) {
    folder = CacheFolder(path: path)
  }

  /// The user's; nil for users without a home.
  public static var standard: ValueFiles? {
    CacheFolder.state.map { ValueFiles(path: $0.path(of: "values")) }
  }

  private struct File: Codable {
    /// Two keys may share a file name.
    var document: String
    var values: KeptValues
  }

  /// Nil when there is no file for `key`, or that of another key has taken its place.
  public func values(for key: String) -> KeptValues? {
    let name = Self.name(for: key)
    do {
      let bytes = try FileBytes.read(folder.path(of: name), limit: Self.largestFile)
      let file = try JSONValue.read(bytes).value?.decoded(as: File.self)
      guard let file, file.document == key else { return nil }
      folder.touch(name)
      return file.values
    } catch {
      return nil
    }
  }

  /// Keeps as many answers as there is room for.
  public func save(_ values: KeptValues, for key: String) {
    do {
      try folder.write(Self.json(values, for: key), to: Self.name(for: key))
      folder.prune(to: Self.budget / 2, over: Self.budget)
    } catch {
      // The next start has the document's values.
      return
    }
  }

  /// Removes the file for `key`, if there is one.
  public func removeValues(for key: String) { folder.remove(Self.name(for: key)) }

  private static func json(_ values: KeptValues, for key: String) throws -> [UInt8] {
    func bytes(_ value: some Encodable) throws -> [UInt8] {
      let value = try JSONValue(encoding: value)
      return JSONWriter { $0.value(value) }.bytes
    }
    var file = File(document: key, values: KeptValues())
    let sizes = try values.entries.map { name, entry in
      (name: name, size: try bytes([name: entry]).count)
    }
    var room = largestFile - (try bytes(file).count)
    for (name, size) in sizes.sorted(by: { ($0.size, $0.name) < ($1.size, $1.name) }) {
      guard size <= longestAnswer, size < room else { break }
      room -= size
      file.values.entries[name] = values.entries[name]
    }
    return try bytes(file)
  }

  private static func name(for key: String) -> String {
    CacheFolder.name(for: key, suffix: ".json")
  }
}
