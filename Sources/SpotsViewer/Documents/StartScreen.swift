import Glibc
import Spots
import SpotsSDL

/// The screen of a window that was opened without a document: what the user has opened before, what
/// comes with the program, and the way to everything else.
///
/// It is made of the same components as every other screen, and shown in the same way.
struct StartScreen {
  /// A screen the user has opened before.
  struct Recent {
    var entry: RecentFiles.Entry
    /// The file name of its picture; nil without one.
    var picture: String?
    /// Whether its file system has answered; if not, the screen cannot be opened.
    var isAnswering = true
  }

  /// Newest first.
  var recent: [Recent] = []
  /// The screens that come with the program; nil without them.
  var gallery: Gallery?
  /// The user's own folder, which paths are shown relative to; nil for users without one.
  var home: String?
  /// In seconds since 1970.
  var now = 0
  /// The language of the screen.
  var words = Words.english

  /// Stands in for a path, as there is no file; also the name in events.
  static let name = "Start"
  /// The action that asks for a file.
  static let openAction = "open:"
  /// The number of recent screens that are shown.
  static let mostRecent = 12

  /// The nibs of the items: cards with a picture on top, where those without one have the same
  /// shape, and the place to drop files, although they can be dropped anywhere in the window.
  static let nibs = NibFiles(own: [
    "recent.view.json": PackageResources.recent_view_json,
    "drop.view.json": PackageResources.drop_view_json,
  ])

  /// The file of the screen, with the folders of its pictures.
  ///
  /// - Parameter pictures: The folder of the recent screens' pictures.
  func file(pictures: String?, kinds: KnownKinds) -> ScreenFile {
    ScreenFile(
      own: screen, name: Self.name, nibs: Self.nibs, kinds: kinds,
      folders: [pictures].compactMap { $0 } + (gallery?.pictureFolders ?? []))
  }

  var screen: Screen {
    let parts = recent.isEmpty ? [welcome, galleryPart] : [recentPart, dropPart, galleryPart]
    return Screen(components: parts.compactMap { $0 }, title: words[.start], spacing: .comfortable)
  }

  // MARK: Parts

  /// The width of a recent screen, in points.
  private static let cardWidth = 240.0

  private var welcome: ComponentModel {
    ComponentModel(
      identifier: "welcome",
      header: Item(
        title: words[.welcome], subtitle: words[.welcomeText], kind: "header",
        action: Self.openAction, meta: ["actionTitle": .string(words[.open])]),
      kind: .grid, layout: layout(), items: [drop(isLarge: true)])
  }

  private var recentPart: ComponentModel {
    ComponentModel(
      identifier: "recent",
      header: Item(
        title: words[.recent], kind: "header", action: Self.openAction,
        meta: ["actionTitle": .string(words[.open])]),
      kind: .carousel, layout: Self.layout, items: recent.prefix(Self.mostRecent).map(item))
  }

  private var dropPart: ComponentModel {
    ComponentModel(
      identifier: "drop", kind: .grid, layout: layout(), items: [drop(isLarge: false)])
  }

  private var galleryPart: ComponentModel? {
    guard let gallery, !gallery.items.isEmpty else { return nil }
    let wide = layout(itemWidth: 150)
    return ComponentModel(
      identifier: "gallery",
      header: Item(
        title: words[.gallery], subtitle: words[.galleryText], kind: "header",
        action: "screen:\(gallery.indexPath)", meta: ["actionTitle": .string(words[.showAll])]),
      kind: .grid, layout: layout(itemWidth: 130), items: gallery.items,
      widerLayouts: WiderLayouts(medium: wide, expanded: wide))
  }

  /// The layout of all components, whose width is limited so that the eye can take it in.
  private static var layout: Layout {
    var layout = Layout()
    layout.maxWidth = 1200
    return layout
  }

  private func layout(itemWidth: Double? = nil) -> Layout {
    var layout = Self.layout
    if let itemWidth { layout.minItemWidth = itemWidth } else { layout.span = 1 }
    return layout
  }

  private func drop(isLarge: Bool) -> Item {
    Item(
      identifier: "drop", title: words[.dropHere],
      subtitle: words(.orChoose, ["key": words[.capControl] + "+O"]), kind: "drop",
      action: Self.openAction, size: Size(width: 0, height: isLarge ? 160 : 0),
      meta: isLarge ? ["large": true] : [:])
  }

  private func item(_ recent: Recent) -> Item {
    let entry = recent.entry
    let title = entry.title.isEmpty ? Path.name(of: entry.path) : entry.title
    let age = Age(since: entry.time / 1000, now: now)
    return Item(
      identifier: .string(entry.path), title: title, subtitle: place(of: entry.path),
      text: recent.isAnswering ? age.text(in: words) : words[.notAnswering],
      image: recent.picture ?? "", kind: "recent", action: "screen:\(entry.path)",
      size: Size(width: Self.cardWidth, height: 0),
      meta: recent.isAnswering ? [:] : ["disabled": true])
  }

  /// The folder of a file as users know it, or the host of a web address.
  private func place(of path: String) -> String {
    if let address = WebAddress(path) { return address.host }
    let folder = Path.folder(of: path)
    guard let home, home != "/", folder == home || folder.hasPrefix(home + "/") else {
      return folder
    }
    return "~" + folder.dropFirst(home.count)
  }
}
