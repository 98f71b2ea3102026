import Glibc
import SpotsViews

/// The icons of the desktop, by their names, as the freedesktop icon theme specification describes
/// where they are: first those of the user's theme, then those that it inherits from, last
/// `hicolor`.
struct IconTheme: Sendable {
  /// The desktop's, read when an icon is first looked up.
  static let ofDesktop = IconTheme(
    name: chosenName(), folders: dataFolders().map { $0 + "/icons" } + ["/usr/share/pixmaps"])

  private let folders: [String]
  private let readable: ReadableFolders
  /// The folders of pictures, those of the theme that is asked first at the beginning.
  private let places: [(path: String, rank: Int)]

  /// The most themes that are asked, and the most bytes of a description that are read.
  private static let (mostThemes, longest) = (16, 1 << 18)
  /// The side, in pixels, from which on a picture is large enough.
  private static let side = 48

  /// Creates a theme.
  ///
  /// - Parameters:
  ///   - name: The theme that is asked first; nil for none of the user's.
  ///   - folders: Those in which themes are folders.
  init(name: String?, folders: [String]) {
    self.folders = folders
    readable = ReadableFolders(folders)
    var (names, seen) = ([name, "Adwaita", "breeze", "hicolor"].compactMap { $0 }, Set<String>())
    var places: [(path: String, rank: Int)] = []
    while let theme = names.first, seen.count < Self.mostThemes {
      names.removeFirst()
      guard Self.isName(theme), seen.insert(theme).inserted else { continue }
      var parents: [String] = []
      var found: [(path: String, rank: Int)] = []
      for folder in folders {
        let start = "\(folder)/\(theme)"
        let bytes = FileBytes.contents(of: start + "/index.theme", limit: Self.longest) ?? []
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        parents += Self.list("Inherits", in: lines)
        for place in Self.list("Directories", in: lines) where !place.contains("..") {
          found.append(("\(start)/\(place)", Self.rank(of: place)))
        }
      }
      places += found.sorted { $0.rank < $1.rank }
      names.insert(contentsOf: parents, at: 0)
    }
    self.places = places + folders.map { ($0, 0) }
  }

  /// The file of an icon; nil where there is none.
  func file(of name: String) -> LocatedFile? {
    guard Self.isName(name) else { return nil }
    for name in [name, name + "-symbolic"] {
      for place in places {
        for ending in [".svg", ".png"] {
          let path = "\(place.path)/\(name)\(ending)"
          guard access(path, R_OK) == 0 else { continue }
          do throws(FileError) {
            return try readable.locate(path)
          } catch {
            // A link that leads out of the themes.
          }
        }
      }
    }
    return nil
  }

  /// Whether a text can be the name of an icon or a theme, and leads to no other folder.
  private static func isName(_ text: String) -> Bool {
    (1...128).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: ".")
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || [0x2B, 0x2D, 0x2E, 0x5F].contains($0)
      }
  }

  /// The order in which folders are asked: drawings, then the sizes from 48 pixels on, then smaller
  /// ones, each the nearest first.
  private static func rank(of folder: String) -> Int {
    if folder.contains("scalable") { return 0 }
    if folder.contains("symbolic") { return 1 << 16 }
    let numbers = folder.split { !$0.isNumber }.compactMap { Int($0) }
    let size = min(numbers.first ?? 0, 4096)
    return size >= side ? size - side + 1 : 8192 - size
  }

  /// The parts of the value of a key, which the first section of a description has.
  private static func list(_ key: String, in lines: [Substring]) -> [String] {
    let line = lines.first { $0.hasPrefix(key + "=") }
    return line?.dropFirst(key.utf8.count + 1).split(separator: ",").map {
      String($0.drop { $0 == " " })
    } ?? []
  }

  // MARK: The desktop

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func dataFolders() -> [String] {
    let own = variable("XDG_DATA_HOME") ?? variable("HOME").map { $0 + "/.local/share" }
    let others = variable("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
    return (own.map { [$0] } ?? []) + others.split(separator: ":").map(String.init)
  }

  /// The theme that the user has chosen for GTK or KDE.
  private static func chosenName() -> String? {
    guard let home = variable("XDG_CONFIG_HOME") ?? variable("HOME").map({ $0 + "/.config" })
    else { return nil }
    let places = [
      ("gtk-4.0/settings.ini", "gtk-icon-theme-name="),
      ("gtk-3.0/settings.ini", "gtk-icon-theme-name="), ("kdeglobals", "Theme="),
    ]
    for (file, key) in places {
      let bytes = FileBytes.contents(of: "\(home)/\(file)", limit: longest) ?? []
      var section: Substring = ""
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        if line.hasPrefix("[") { section = line }
        guard line.hasPrefix(key), key != "Theme=" || section == "[Icons]" else { continue }
        return String(line.dropFirst(key.utf8.count))
      }
    }
    return nil
  }
}
