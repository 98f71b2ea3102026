import SpotsModel
import Testing

@Suite struct NumberFormatTests {
  private static let plain = NumberFormat()
  private static let english = NumberFormat(group: ",")
  private static let german = NumberFormat(decimal: ",", group: ".")
  private static let french = NumberFormat(decimal: ",", group: "\u{202F}")
  private static let swiss = NumberFormat(group: "’")
  private static let persian = NumberFormat(decimal: "٫", group: "٬")
  private static let all = [plain, english, german, french, swiss, persian]

  @Test func separatorsMeanWhatTheFormatSays() {
    let table: [(NumberFormat, String, Double?)] = [
      (Self.english, "1,234", 1234), (Self.english, "1,234,567.5", 1_234_567.5),
      (Self.english, "12,34,567", 1_234_567), (Self.english, "1.234", 1.234),
      (Self.english, "1,5", nil), (Self.english, "1,23,4", nil), (Self.english, "0,125", nil),
      (Self.english, "1.234,5", nil), (Self.english, "1,234567", nil),
      (Self.german, "1,234", 1.234), (Self.german, "1.234", 1234),
      (Self.german, "1.234,5", 1234.5), (Self.german, "1.5", nil), (Self.german, "-0,5", -0.5),
      (Self.french, "1 234,5", 1234.5), (Self.french, "1.5", 1.5), (Self.french, "1.234", nil),
      (Self.swiss, "1’234.5", 1234.5), (Self.swiss, "1,234", nil),
      (Self.persian, "۱٬۲۳۴٫۵", 1234.5), (Self.persian, "1.5", 1.5),
      (Self.plain, "1,234", nil), (Self.plain, "1,5", 1.5), (Self.plain, "1,234,567", 1_234_567),
      (Self.plain, "1.2.3", nil), (Self.plain, "1 2", nil),
    ]
    for (format, text, number) in table {
      #expect(format.number(typedAs: text) == number, "\(text) in \(format)")
    }
  }

  @Test func whatHasOneMeaningHasItEverywhere() {
    let table: [(String, Double?)] = [
      ("12", 12), ("  12 ", 12), ("−12", -12), ("＋1e3", 1000), ("1E-2", 0.01), ("1 234", 1234),
      ("1'234", 1234), ("1\u{202F}234\u{A0}567", 1_234_567), ("١٢٫٥", 12.5), ("۲۵", 25),
      ("१२३", 123), ("１２", 12), ("𝟙𝟚", 12), ("١٬٢٣٤٫٥", 1234.5), ("\u{200F}١٢", 12),
      ("-", nil), ("", nil), (".", nil), ("1e", nil), ("e5", nil), ("1e5e5", nil), ("--1", nil),
      ("0x10", nil), ("inf", nil), ("nan", nil), ("1e999", nil), ("½", nil), ("1-2", nil),
      ("1 2 3", nil), ("1٫2٫3", nil),
    ]
    for format in Self.all {
      for (text, number) in table {
        #expect(format.number(typedAs: text) == number, "\(text) in \(format)")
      }
    }
  }

  /// Otherwise an answer would change when its field is used, or a screen shown again.
  @Test func whatIsShownIsReadAsTheSameNumber() {
    for format in Self.all {
      for number in [0, 12, -1.5, 1.234, 0.125, 123_456.789, 1e21, -2.5e-7] {
        #expect(format.number(typedAs: format.text(number)) == number, "\(number) in \(format)")
      }
    }
  }

  /// Whole numbers are exact, also where not all of them are numbers with a fraction.
  @Test func longNumbersKeepAllTheirDigits() {
    let german = NumberFormat(decimal: ",", group: ".")
    for (text, format, value) in [
      ("9007199254740993", Self.plain, 9_007_199_254_740_993),
      (" −9 007 199 254 740 993 ", Self.plain, -9_007_199_254_740_993),
      ("9.007.199.254.740.993", german, 9_007_199_254_740_993),
      ("9223372036854775807", Self.plain, Int.max),
      ("9e15", Self.plain, 9_000_000_000_000_000),
      ("9007199254740993,0", german, 9_007_199_254_740_992),
    ] {
      #expect(format.value(typedAs: text) == .integer(value), "\(text)")
    }
    #expect(Self.plain.value(typedAs: "1e30") == .number(1e30))
  }

  @Test func whatIsNoNumberStaysAsItWasTyped() {
    #expect(Self.plain.value(typedAs: "1,234") == "1,234")
    #expect(Self.plain.value(typedAs: " ") == .null)
    #expect(NumberFormat.fault(of: "1,234") == "This may mean 1234 or 1.234.")
    #expect(NumberFormat.fault(of: "1,2,3") == "This is not a number.")
  }
}
