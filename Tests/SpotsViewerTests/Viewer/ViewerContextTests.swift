import Spots
import Testing

@testable import SpotsSDL
@testable import SpotsViewer

/// The look of windows by options, files and the desktop's settings.
@Suite @MainActor struct ViewerContextTests {
  private func settings(_ answers: [DesktopSettings.Name: JSONValue]) -> DesktopSettings {
    var settings = DesktopSettings()
    for (name, answer) in answers { settings[name] = answer }
    return settings
  }

  private var everything: DesktopSettings {
    settings([
      .colorScheme: 1, .contrast: 1, .accentColor: [1, 0.5, 0], .reducedMotion: 1, .textScale: 1.5,
      .font: "DejaVu Sans Mono 11",
    ])
  }

  private func context(
    _ known: [DesktopSettings.Name: JSONValue] = [
      .colorScheme: 2, .reducedMotion: 0, .font: "Sans",
    ],
    _ change: (inout ViewerOptions) -> Void = { _ in }
  ) throws -> ViewerContext {
    var options = ViewerOptions()
    change(&options)
    let desktop = DesktopAppearance(settings: settings(known))
    return try ViewerContext(source: .file("a.json"), options: options, scale: 1, desktop: desktop)
    { _ in }
  }

  private func expectEverything(_ context: ViewerContext) {
    let theme = Theme.highContrastDark.accented(by: Color(0xFF8000))
    #expect(context.theme == theme)
    #expect(context.environment.theme == theme)
    #expect(context.environment.textScale == 1.5)
    #expect(context.environment.reducesMotion && context.images.reducesMotion)
    #expect(context.fonts.preferences.first == "DejaVu Sans Mono")
  }

  /// Pictures of the lines of 'pick' have any path in a folder that is allowed.
  @Test func ownScreensShowPicturesOfAllowedFolders() throws {
    let folder = try TemporaryDirectory()
    try folder.write("<svg xmlns='http://www.w3.org/2000/svg'/>", to: "a.svg")
    let (inside, outside) = (folder("a.svg"), "/etc/hostname")
    for allowed in [[], [folder.path]] {
      let context = try context { $0.allowedFolders = allowed }
      context.adopt(
        ScreenFile(
          own: Screen(), name: "", nibs: NibFiles(), kinds: context.kinds, folders: ["."]))
      let isRefused = context.images.locator.failure(of: inside) != nil
      #expect(isRefused == allowed.isEmpty)
      #expect(context.images.locator.failure(of: "file://" + inside) == nil || allowed.isEmpty)
      #expect(context.images.locator.failure(of: outside)?.hasPrefix("outside") == true)
    }
  }

  @Test func theDesktopIsFollowedFromTheStart() throws {
    var answers: [DesktopSettings.Name: JSONValue] = [:]
    for name in DesktopSettings.Name.allCases { answers[name] = everything[name] }
    expectEverything(try context(answers))
    let context = try context()
    #expect(context.theme == .light)
    #expect(context.environment.textScale == 1 && !context.environment.reducesMotion)
    context.adopt(everything)
    expectEverything(context)
    context.adopt(settings([.colorScheme: 2, .reducedMotion: 0]))
    #expect(context.theme == .light)
    #expect(context.environment.textScale == 1 && !context.environment.reducesMotion)
  }

  @Test func optionsWinOverTheDesktop() throws {
    let directory = try TemporaryDirectory()
    try directory.write(##"{"background":"#102030"}"##, to: "theme.json")
    let choices: [(ViewerOptions.ThemeChoice, Theme)] = [
      (.light, .light), (.dark, .dark), (.highContrast, .highContrast),
      (.highContrastDark, .highContrastDark),
      (.file(directory("theme.json")), Theme.dark.overridden(by: [.background: Color(0x102030)])),
    ]
    for (choice, theme) in choices {
      let context = try context {
        $0.theme = choice
        ($0.textScale, $0.reducesMotion, $0.fontFamily) = (2, false, "DejaVu Sans")
      }
      for settings in [everything, DesktopSettings()] {
        context.adopt(settings)
        #expect(context.theme == theme)
        #expect(context.environment.textScale == 2)
        #expect(!context.environment.reducesMotion && !context.images.reducesMotion)
      }
    }
  }

  /// Pictures and tests look the same on every desktop.
  @Test func whatHasNoWindowFollowsNoDesktop() throws {
    let context = try ViewerContext(test: "a.json")
    context.adopt(everything)
    #expect(context.theme == .light)
    #expect(context.environment.textScale == 1 && !context.environment.reducesMotion)
    #expect(context.fonts.preferences.isEmpty)
  }

  /// The scale of a window may already contain the desktop's text scale.
  @Test func textIsNotScaledTwice() throws {
    var desktop = DesktopAppearance(settings: everything)
    desktop.scalesText = false
    let context = try ViewerContext(
      source: .file("a.json"), options: ViewerOptions(), scale: 1.5, desktop: desktop
    ) { _ in }
    context.adopt(settings([.textScale: 2]))
    #expect(context.environment.textScale == 1)
  }

  @Test func theUsersBrightnessLastsUntilTheDesktopChangesIts() throws {
    let context = try context()
    context.switchBrightness()
    #expect(context.theme == .dark)
    context.adopt(settings([.colorScheme: 2, .contrast: 1]))
    #expect(context.theme == .highContrastDark)
    context.adopt(settings([.colorScheme: 1, .contrast: 1]))
    #expect(context.theme == .highContrastDark)
    context.adopt(settings([.colorScheme: 2, .contrast: 1]))
    #expect(context.theme == .highContrast)
    // A program's own theme does not follow the desktop.
    context.use(Theme.light)
    context.adopt(settings([.colorScheme: 1]))
    #expect(context.theme == .light)
    context.switchBrightness()
    #expect(context.theme == .dark)
  }

  /// A page that was covered while the desktop changed has the new fonts, size and motion when it
  /// is in front again.
  @Test func coveredPagesFollowToo() throws {
    let context = try context()
    let session = Session(context: context, size: Size(width: 400, height: 300))
    func file(_ name: String) -> ScreenFile {
      let rows = Array(repeating: #"{"title":"Row"}"#, count: 20).joined(separator: ",")
      let text = #"{"components":[{"items":[\#(rows)]}]}"#
      return ScreenFile(DocumentSource(name), bytes: Array(text.utf8), kinds: context.kinds)
    }
    session.start(file("a.json"))
    let below = session.page
    let (height, version) = (
      below.controller.contentSize.height, below.controller.environment.version
    )
    session.push(name: "b.json", file("b.json"))
    session.change { $0.adopt(everything) }
    #expect(session.page.controller.environment.theme.isHighContrast)
    #expect(session.page.controller.contentSize.height > height)
    session.goBack()
    let environment = below.controller.environment
    #expect(environment.theme == context.theme)
    #expect(environment.textScale == 1.5 && environment.reducesMotion)
    #expect(environment.version != version)
    #expect(below.controller.contentSize.height > height)
  }

  /// In high contrast, a document's colors do not apply, because they may have too little of it.
  @Test func documentsDoNotChangeHighContrast() throws {
    let context = try context()
    let session = Session(context: context, size: Size(width: 400, height: 300))
    let text = ##"{"theme":{"primary":"#999999"},"components":[]}"##
    session.start(
      ScreenFile(DocumentSource("a.json"), bytes: Array(text.utf8), kinds: context.kinds))
    func primary() -> Color { session.page.controller.environment.theme[.primary] }
    #expect(primary() == Color(0x999999))
    session.change { $0.adopt(settings([.contrast: 1])) }
    #expect(primary() == .black)
    session.change { $0.adopt(settings([.colorScheme: 2])) }
    #expect(primary() == Color(0x999999))
  }
}
