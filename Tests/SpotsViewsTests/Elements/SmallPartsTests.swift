import SpotsTestSupport
import Testing

@testable import SpotsViews

/// Badges, initials, spinners and bars, each by itself.
@MainActor
@Suite struct SmallPartsTests {
  private func draw(
    _ element: some Element, _ size: Size, theme: Theme = .light, time: Double? = nil,
    reducesMotion: Bool = false, viewport: Rect? = nil
  ) -> DrawList {
    let host = ElementView()
    var environment = Environment.fixed(theme: theme)
    environment.reducesMotion = reducesMotion
    host.environment = environment
    host.frame = Rect(origin: .zero, size: size)
    host.element = element
    var list = DrawList(viewport: viewport ?? host.frame)
    if let time { list.restart(viewport: viewport ?? host.frame, at: time) }
    host.record(into: &list)
    return list
  }

  /// The words of a badge and of initials can be read on what is behind them, in every theme.
  @Test func wordsCanBeRead() {
    for theme in [Theme.light, .dark, .highContrast, .highContrastDark] {
      for color in [nil, "error", "secondary", "#FFD800", "#1A7F37", "#7A4FD0"] {
        for style in Badge.Style.allCases {
          let badge = Badge("New", style: style, color: color.flatMap { Paint(name: $0) })
          let element = BadgeElement(badge, isOnPicture: style == .status)
          expectContrast(
            draw(element, Size(width: 90, height: 24), theme: theme), theme, "\(badge)")
        }
      }
      for name in ["Ada Lovelace", "Bea", "Émile Zola", "山田 太郎"] {
        var image = ImageElement("")
        image.initials = ImageView.initials(of: name)
        expectContrast(draw(image, Size(width: 40, height: 40), theme: theme), theme, name)
      }
    }
  }

  private func expectContrast(_ list: DrawList, _ theme: Theme, _ name: String) {
    var texts = 0
    for (index, entry) in list.entries.enumerated() {
      guard case .text(let text, _, let color, let origin, let width, _) = entry.command else {
        continue
      }
      texts += 1
      let middle = Point(x: origin.x + width / 2, y: origin.y - 4)
      let ground = list.color(at: middle, over: theme[.surface], before: index)
      let contrast = color.contrast(with: ground)
      #expect(contrast >= 4.4, "\(name) '\(text)': \(contrast)")
    }
    #expect(texts == 1, "\(name)")
  }

  @Test(arguments: [
    ("Ada Lovelace", "AL"), ("Ada King of Lovelace", "AL"), ("ada", "A"), ("", ""), ("—", ""),
    ("(Bob) Dylan", "BD"), ("山田 太郎", "山太"), ("Straße", "S"),
  ])
  func initials(name: String, letters: String) { #expect(ImageView.initials(of: name) == letters) }

  /// An avatar shows initials until there is a picture, which then covers them.
  @Test func initialsAreBehindThePicture() {
    var item = Item(title: "Ada Lovelace", meta: Meta(strings: ["shape": "avatar"]))
    func commands() -> [String] {
      draw(ImageElement(of: item), Size(width: 40, height: 40)).entries.map {
        switch $0.command {
        case .text(let text, _, _, _, _, _): text
        case .image(let source, _, _, _, let placeholder, _):
          placeholder == .clear ? source : "covered"
        default: "-"
        }
      }
    }
    #expect(commands() == ["-", "AL"])
    item.image = "ada.png"
    #expect(commands() == ["-", "AL", "ada.png"])
  }

  /// Spinners and bars ask for the next frame only where they are seen to move.
  @Test func movingPartsRestOutOfSight() {
    let size = Size(width: 100, height: 20)
    let parts: [any Element] = [Spinner(), ProgressBar(nil)]
    for part in parts {
      let host = Column([part])
      let list = draw(host, size, time: 5)
      #expect(list.nextChange.map { (5.0...5.11).contains($0) } == true && !list.isMoving)
      #expect(draw(host, size, time: 5.5) != list)
      #expect(draw(host, size, time: 5, reducesMotion: true).nextChange == nil)
      let below = Rect(x: 0, y: 200, width: 100, height: 20)
      #expect(draw(host, size, time: 5, viewport: below).nextChange == nil)
      #expect(draw(host, size).nextChange == nil)
    }
    #expect(draw(ProgressBar(0.5), size, time: 5).nextChange == nil)
  }

  // MARK: Icons

  @Test func thereAreIconsForTheUsualNames() {
    let names = Set(Icon.Name.allCases.map(\.rawValue))
    #expect(names.count == Icon.Name.allCases.count && names.count >= 150)
    let wanted = [
      "document-open", "edit-delete", "go-previous", "media-playback-start", "folder", "user-trash",
      "dialog-warning", "audio-volume-muted", "weather-storm", "system-search", "printer",
    ]
    #expect(wanted.allSatisfy(names.contains))
    #expect(!names.contains { $0.hasPrefix("_") } && IconDrawing.named("_page") == nil)
    #expect(IconDrawing.named("no-such-icon") == nil)
  }

  /// Icons of one family: within the square, at least as wide or as high as two thirds of it but
  /// for
  /// a few lines, and of one line width.
  @Test func iconsAreOneFamily() throws {
    let small: Set = ["list-remove", "view-more", "dots", "minus"]
    for name in Icon.Name.allCases.map(\.rawValue) {
      let drawing = try #require(IconDrawing.named(name))
      #expect(!drawing.lines.isEmpty && drawing.lines.allSatisfy { $0.count >= 2 }, "\(name)")
      let points = drawing.lines.flatMap { $0 }
      let (x, y) = (points.map(\.x), points.map(\.y))
      let (left, right) = try (#require(x.min()), #require(x.max()))
      let (top, bottom) = try (#require(y.min()), #require(y.max()))
      #expect(min(left, top) >= 0.06 && max(right, bottom) <= 0.94, "\(name)")
      #expect(small.contains(name) || max(right - left, bottom - top) >= 0.5, "\(name)")
    }
  }

  /// Icons with a direction are mirrored with the screen; all others look the same.
  @Test func onlyDirectionsAreMirrored() {
    func points(_ name: Icon.Name, _ isRightToLeft: Bool) -> [[Point]] {
      var environment = Environment.fixed()
      environment.isRightToLeft = isRightToLeft
      var list = DrawList(viewport: Rect(width: 24, height: 24))
      let square = Rect(width: 24, height: 24)
      let draw = { (list: inout DrawList) in
        IconView.draw(name, in: square, .black, environment, into: &list)
      }
      if isRightToLeft { list.mirrored(width: 24, draw) } else { draw(&list) }
      return list.entries.compactMap {
        guard case .polyline(let points, _, _) = $0.command else { return nil }
        return points.map { Point(x: ($0.x * 100).rounded(), y: ($0.y * 100).rounded()) }
      }
    }
    for name in ["go-next", "edit-undo", "mail-send", "chevron"] as [Icon.Name] {
      #expect(points(name, true) != points(name, false), "\(name)")
    }
    for name in ["media-playback-start", "edit-find", "check", "help-contents"] as [Icon.Name] {
      #expect(points(name, true) == points(name, false), "\(name)")
    }
  }

  /// A picture of an icon is drawn in the color of the text; one of the theme is left to painters.
  @Test func picturesOfIcons() {
    let size = Size(width: 40, height: 40)
    let own = draw(ImageElement("icon:folder"), size)
    #expect(
      own.entries.allSatisfy {
        if case .polyline(_, Theme.light[.primary], _) = $0.command { true } else { false }
      })
    let other = draw(ImageElement("icon:x-unheard-of"), size)
    guard case .image("icon:x-unheard-of", _, _, _, _, _)? = other.entries.first?.command else {
      Issue.record("\(other.text)")
      return
    }
  }
}
