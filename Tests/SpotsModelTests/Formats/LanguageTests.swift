import Testing

@testable import SpotsModel

/// What follows from the name of a language.
@Suite struct LanguageTests {
  @Test(arguments: [
    ("ar_EG.UTF-8", true), ("fa", true), ("he_IL", true), ("ur-PK", true), ("ckb_IQ", true),
    ("az_Arab_IR", true), ("pa-Arab", true), ("de_DE", false), ("az", false), ("ar_Latn", false),
    ("C", false), ("arn_CL", false),
  ])
  func someAreReadFromRightToLeft(name: String, isRightToLeft: Bool) {
    #expect(Language(name).isRightToLeft == isRightToLeft)
  }

  /// As ICU writes them (`u_strToUpper`), but for Georgian.
  @Test(
    .enabled(if: ICU.shared != nil),
    arguments: [
      ("tr", "istanbul ve diyarbakır", "İSTANBUL VE DİYARBAKIR"), ("az-AZ", "ilk", "İLK"),
      ("el_GR", "άλφα ώρα, προϊόν", "ΑΛΦΑ ΩΡΑ, ΠΡΟΪΟΝ"), ("nl", "ijsland", "IJSLAND"),
      ("de", "straße", "STRASSE"), ("ka", "თბილისი", "თბილისი"), ("en", "istanbul", "ISTANBUL"),
      ("lt", "i̇́", "Í"),
    ])
  func capitalsAreThoseOfTheLanguage(name: String, text: String, capitals: String) {
    #expect(Language.capitals(text, in: name) == capitals)
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "de-DE, de;q=0.9, en;q=0.5"), ("fr", "fr, en;q=0.5"), ("C", "en-US, en;q=0.9"),
    ("zh_TW", "zh-TW, zh;q=0.9, en;q=0.5"),
  ])
  func serversAreAskedForIt(name: String, languages: String) {
    #expect(Language(name).accepted == languages)
  }
}
