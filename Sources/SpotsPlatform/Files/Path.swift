import Glibc

/// Splits and joins the paths of files as text, without accessing any file.
package enum Path {
  /// The folder of the file at `path`, without a trailing slash; `/` at the root, `.` for a bare
  /// name.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last part of a path.
  package static func name(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
  }

  /// The path of the file called `name` in `folder`.
  package static func join(_ folder: String, _ name: String) -> String {
    folder == "." ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
  }

  /// `relative` resolved against the folder of the file at `path`.
  package static func resolve(_ relative: String, besideFile path: String) -> String {
    if relative.hasPrefix("/") { return relative }
    let folder = folder(of: path)
    return folder == "." && !path.hasPrefix("./") ? relative : folder + "/" + relative
  }
}

/// Follows the symbolic links of paths.
package enum SymbolicLinks {
  /// The absolute path of the file at `path` without links; nil on an error, which is in `errno`.
  package static func resolve(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    errno = ENOENT
    return String(validatingCString: real)
  }

  /// The path in the link at `path`, as it was written; nil on an error, which is in `errno`.
  package static func target(of path: String) -> String? {
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      count = buffer.withMemoryRebound(to: CChar.self) {
        max(readlink(path, $0.baseAddress!, $0.count), 0)
      }
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
