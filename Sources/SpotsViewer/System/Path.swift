/// Takes paths of files apart and joins them, as text: no file is looked at.
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

  /// `relative` resolved against the folder of the file at `path`.
  package static func resolve(_ relative: String, besideFile path: String) -> String {
    if relative.hasPrefix("/") { return relative }
    let folder = folder(of: path)
    return folder == "." && !path.hasPrefix("./") ? relative : folder + "/" + relative
  }
}
