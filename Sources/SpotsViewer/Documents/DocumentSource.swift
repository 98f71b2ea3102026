import Glibc
import Spots
import SpotsSDL

/// Where a document comes from; decided once, when a user, an option or another document names it.
package enum DocumentSource: Hashable, Sendable {
  /// The file at a path.
  case file(String)
  /// The stream of this process that a path such as `-` names, and its descriptor.
  case stream(String, Int32)
  /// A server, by the text of an address, and the address itself.
  case web(String, WebAddress)
  /// The program itself. A name, which may be empty, stands for a path.
  case program(String)

  /// The source that a path or an address names.
  package init(_ path: String) {
    if let descriptor = Self.descriptor(ofPath: path) {
      self = .stream(path, descriptor)
    } else {
      self = WebAddress(path).map { .web(path, $0) } ?? .file(path)
    }
  }

  /// As the user or a document gave it.
  package var path: String {
    switch self {
    case .file(let path), .stream(let path, _), .web(let path, _), .program(let path): path
    }
  }

  /// The address of a document on a server; nil for any other.
  package var address: WebAddress? { if case .web(_, let address) = self { address } else { nil } }
  /// Whether it is a file.
  package var isFile: Bool { if case .file = self { true } else { false } }
  /// The descriptor of a stream of this process; nil for any other.
  package var descriptor: Int32? { if case .stream(_, let number) = self { number } else { nil } }
  /// Whether it is a stream of this process.
  package var isStream: Bool { descriptor != nil }
  /// Whether the program itself has made the screen.
  package var isProgram: Bool { if case .program = self { true } else { false } }
  /// Whether it is the start screen, on which users pick another one.
  var isStart: Bool { self == .program(StartScreen.name) }

  /// The title of a screen that names none: the name of its file without the folder and the suffix.
  /// Empty for a stream, which has no name.
  var title: String {
    switch self {
    case .stream: ""
    case .web(_, let address): Self.withoutSuffix(address.name)
    case .file(let path), .program(let path): Self.withoutSuffix(Path.name(of: path))
    }
  }

  /// The key under which a screen is remembered: the path of its file, without links, or its
  /// address. Nil for any other, and for files that are not there.
  var identity: String? {
    switch self {
    case .file(let path): SymbolicLinks.resolve(path)
    case .web(_, let address): address.description
    case .stream, .program: nil
    }
  }

  /// Hosts in private networks that a document may come from because the user named it.
  var trustedHosts: Set<String> { address.map(PrivateServers.names) ?? [] }

  /// All bytes of a file, or of a stream up to its end.
  package func readWhole() throws(FileError) -> [UInt8] {
    if case .stream(_, let descriptor) = self { return StreamReader.readAll(descriptor) }
    SourceFiles.add(path)
    return try FileBytes.read(path)
  }

  // MARK: Names

  /// Longer suffixes first.
  private static let suffixes = [".spots.json", ".json", ".jsonc", ".json5"]

  /// Whether the file at `path` has a name that ends as those of screens do, and does not consist
  /// of that ending alone.
  static func isScreen(named path: String) -> Bool {
    withoutSuffix(path) != path
  }

  private static func withoutSuffix(_ name: String) -> String {
    let suffix = suffixes.first { name.lowercased().hasSuffix($0) && name.count > $0.count }
    return String(name.dropLast(suffix?.count ?? 0))
  }

  /// The descriptor of the stream of this process that `path` names: `-`, or what a shell passes
  /// for `<(…)`; nil for any other path.
  private static func descriptor(ofPath path: String) -> Int32? {
    if path == "-" || path == "/dev/stdin" { return STDIN_FILENO }
    guard path.hasPrefix("/dev/fd/"), let number = Int32(path.dropFirst("/dev/fd/".count)) else {
      return nil
    }
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
    return number
  }
}
