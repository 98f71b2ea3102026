import SpotsTestSupport
import Testing

@testable import Spots

/// The language of a screen's texts.
@Suite @MainActor struct DocumentLanguageTests {
  private func rig(_ lang: String?, user: String = "en_US") throws -> ScreenRig {
    let key = lang.map { #""lang":"\#($0)","# } ?? ""
    let section =
      #"{"header":{"title":"istanbul","meta":{"style":"section"}},"items":[{"title":"a"}]}"#
    let reading = ScreenReader().read(Array("{\(key)\"components\":[\(section)]}".utf8))
    var environment = Environment.fixed()
    environment.language = Language(user)
    let rig = ScreenRig(
      screen: try #require(reading.screen), size: Size(width: 400, height: 300),
      environment: environment)
    rig.frame()
    return rig
  }

  /// A document's language decides, then the user's; what is set decides for all.
  @Test(
    arguments: [
      (nil, "en_US", false), (nil, "ar_EG", true), ("de", "ar_EG", false), ("he-IL", "en_US", true),
    ] as [(String?, String, Bool)])
  func directionFollowsFromIt(lang: String?, user: String, isRightToLeft: Bool) throws {
    let rig = try rig(lang, user: user)
    #expect(rig.controller.environment.isRightToLeft == isRightToLeft)
    rig.controller.environment.isRightToLeft = true
    rig.controller.reload(Screen())
    #expect(rig.controller.environment.isRightToLeft)
  }

  @Test func anotherDocumentHasItsOwn() throws {
    let rig = try rig("ar")
    #expect(AccessibleScreen(rig.controller).language == "ar")
    rig.controller.reload(Screen(title: "English"))
    #expect(!rig.controller.environment.isRightToLeft)
    #expect(AccessibleScreen(rig.controller).language == "en_US")
  }

  @Test(arguments: [("tr", "İSTANBUL"), ("en", "ISTANBUL"), (nil, "ISTANBUL")])
  func capitalsFollowFromIt(lang: String?, capitals: String) throws {
    let rig = try rig(lang)
    #expect(rig.frame().text.contains(capitals))
  }

  @Test func whatIsNoLanguageIsReported() {
    let reading = ScreenReader().read(Array(#"{"lang":"Klingon language","components":[]}"#.utf8))
    #expect(reading.screen?.language == nil)
    #expect(
      reading.diagnostics.map(\.message)
        == ["'lang' expects a language such as 'de', not 'Klingon language'"])
  }
}
