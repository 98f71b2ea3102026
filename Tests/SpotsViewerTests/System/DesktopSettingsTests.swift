import Spots
import SpotsTestSupport
import Testing

@testable import SpotsSDL
@testable import SpotsViewer

@Suite struct DesktopSettingsTests {
  private func settings(_ answers: [DesktopSettings.Name: JSONValue]) -> DesktopSettings {
    var settings = DesktopSettings()
    for (name, answer) in answers { settings[name] = answer }
    return settings
  }

  @Test func whatEachAnswerSays() {
    #expect(settings([.colorScheme: 0]).prefersDark == nil)
    #expect(settings([.colorScheme: 1]).prefersDark == true)
    #expect(settings([.colorScheme: 2]).prefersDark == false)
    #expect(settings([.colorScheme: 3]).prefersDark == nil)
    #expect(settings([.contrast: 1]).prefersHighContrast == true)
    #expect(settings([.contrast: 0]).prefersHighContrast == false)
    #expect(settings([.highContrast: false]).prefersHighContrast == false)
    #expect(settings([.contrast: 0, .highContrast: true]).prefersHighContrast == true)
    #expect(settings([.contrast: 1, .highContrast: false]).prefersHighContrast == true)
    #expect(settings([.accentColor: [0.2, 0.4, 1]]).accentColor == Color(0x3366FF))
    #expect(settings([.reducedMotion: 1, .animations: true]).reducesMotion == true)
    #expect(settings([.reducedMotion: 0, .animations: false]).reducesMotion == true)
    #expect(settings([.reducedMotion: 0]).reducesMotion == false)
    #expect(settings([.animations: true]).reducesMotion == false)
    #expect(settings([.textScale: 1.25]).textScale == 1.25)
    #expect(settings([.textScale: 2]).textScale == 2)
    #expect(settings([.font: "Cantarell 11"]).font == "Cantarell 11")
    #expect(settings([.doubleClick: 400]).doubleClickTime == 400)
    #expect(settings([.dragThreshold: 8]).dragThreshold == 8)
  }

  /// A value of another type, or one that is out of range, counts as no answer.
  @Test func nonsenseSaysNothing() {
    let values: [JSONValue] = [
      .null, true, -1, 7, .number(.nan), .number(.infinity), 1e300, "", "dark", [],
      [.number(.nan), 0, 0], [2, 0, 0], [-0.1, 0, 0], [0, 0], [0, 0, 0, 0], ["0", "0", "0"],
      ["a": 1], .integer(.max), .integer(.min),
    ]
    let silent = DesktopSettings()
    for value in values {
      for name in DesktopSettings.Name.allCases {
        // These are of the right type.
        if name == .animations || name == .highContrast, case .bool = value { continue }
        if name == .font, value == "dark" { continue }
        if name == .dragThreshold, value == 7 { continue }
        let settings = settings([name: value])
        #expect(settings.prefersDark == silent.prefersDark, "\(name): \(value)")
        #expect(settings.prefersHighContrast == nil, "\(name): \(value)")
        #expect(settings.accentColor == nil, "\(name): \(value)")
        #expect(settings.reducesMotion == nil, "\(name): \(value)")
        #expect(settings.textScale == nil, "\(name): \(value)")
        #expect(settings.font == nil, "\(name): \(value)")
        #expect(settings.doubleClickTime == nil, "\(name): \(value)")
        #expect(settings.dragThreshold == nil, "\(name): \(value)")
      }
    }
  }

  @Test func aFileHoldsAllAnswers() {
    let settings = settings([
      .colorScheme: 1, .contrast: 1, .accentColor: [0.25, 0.5, 1.0], .reducedMotion: 1,
      .highContrast: true, .textScale: 1.25, .animations: false, .font: "Noto \"Sans\" 11",
      .doubleClick: 400, .dragThreshold: 8,
    ])
    #expect(DesktopSettings(json: settings.json) == settings)
    #expect(DesktopSettings(json: DesktopSettings().json) == DesktopSettings())
  }

  /// Whatever has become of the file, it is read without harm, and the next answers replace it.
  @Test func anythingMayBeInTheFile() {
    let good = Array(#"{"color-scheme":1,"text-scaling-factor":1.5,"other":[1]}"#.utf8)
    for text in ["", "null", "[1]", "{", "{\"contrast\":}", "\0\0", "\u{FEFF}{}"] {
      #expect(DesktopSettings(json: Array(text.utf8)) == DesktopSettings(), "\(text)")
    }
    var random = SplitMix64(seed: 17)
    for _ in 0..<2000 {
      var bytes = good
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 1..<20, using: &random)) }
      let settings = DesktopSettings(json: bytes)
      if let scale = settings.textScale { #expect((0.5...3).contains(scale)) }
    }
  }
}
