import Glibc
import SpotsSDL

/// Everything that determines which file a path leads to: the directories along it, and in them the
/// names of the links and of the file.
///
/// A save may happen in a directory that the path does not mention, behind a link to a file or to a
/// directory. So each link along the path is watched, and so is the final file.
struct PathTrail: Equatable {
  /// The names to watch, by directory. Directories are absolute and contain no links.
  private(set) var names: [String: Set<String>] = [:]
  /// The suffixes of names to watch, by directory.
  private(set) var suffixes: [String: Set<String>] = [:]
  /// Every directory along the path; removing or renaming one changes where the path leads.
  private(set) var directories: Set<String> = ["/"]

  /// Creates an empty trail.
  init() {}

  /// Resolves `watched`, whose path must be absolute.
  init(_ watched: Watched) {
    switch watched {
    case .file(let path): self.init(path: path)
    case .folder(let path, let suffix): self.init(folder: path, suffix: suffix)
    }
  }

  /// Adds the names and directories of another trail.
  mutating func merge(_ other: PathTrail) {
    names.merge(other.names) { $0.union($1) }
    suffixes.merge(other.suffixes) { $0.union($1) }
    directories.formUnion(other.directories)
  }

  /// Resolves a folder, and the links in it whose names end in `suffix`.
  private init(folder: String, suffix: String) {
    self.init(path: folder)
    guard let real = SymbolicLinks.resolve(folder),
      let entries = FolderEntries.names(in: real, suffix: suffix)
    else { return }
    suffixes[real, default: []].insert(suffix)
    directories.insert(real)
    for name in entries {
      let entry = Self.join(real, name)
      if SymbolicLinks.target(of: entry) != nil { merge(PathTrail(path: entry)) }
    }
  }

  /// Resolves `path`, which must be absolute. If a part is missing, the trail ends with its name in
  /// the nearest directory that exists.
  init(path: String) {
    var directory = "/"
    var rest = Self.components(path)
    var linksLeft = 40  // as many as Linux follows
    while let name = rest.popLast() {
      if name == ".." {
        directory = Path.folder(of: directory)
        continue
      }
      let entry = Self.join(directory, name)
      var status = stat()
      let exists = lstat(entry, &status) == 0
      let kind = status.st_mode & S_IFMT
      if exists, kind == S_IFDIR, !rest.isEmpty {
        directory = entry
        directories.insert(entry)
        continue
      }
      names[directory, default: []].insert(name)
      guard exists, kind == S_IFLNK, linksLeft > 0, let target = SymbolicLinks.target(of: entry)
      else { return }
      linksLeft -= 1
      if target.hasPrefix("/") { directory = "/" }
      rest += Self.components(target)
    }
  }

  /// The parts of a path, last one first, without empty parts and dots.
  private static func components(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
  }

  private static func join(_ directory: String, _ name: String) -> String {
    directory == "/" ? "/" + name : directory + "/" + name
  }
}
