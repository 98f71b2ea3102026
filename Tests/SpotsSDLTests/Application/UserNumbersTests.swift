import Spots
import SpotsSDL
import Testing

/// Those of these locales that are installed are read from their data.
@Test(
  arguments: [
    ("C", "1,234", nil), ("POSIX", "1.5", 1.5), ("C.UTF-8", "1,5", 1.5),
    ("en_US.UTF-8", "1,234", 1234),
    ("de_DE.UTF-8", "1,234", 1.234), ("de_DE@euro", "1.234", 1234), ("de_CH", "1’234.5", 1234.5),
    ("es_ES", "1.234,5", 1234.5), ("es_MX", "1,234.5", 1234.5), ("fr_FR", "1 234,5", 1234.5),
    ("fa_IR", "۱٬۲۳۴٫۵", 1234.5), ("ja_JP.UTF-8", "1,234", 1234), ("xx_YY", "1,234", 1234),
  ] as [(String, String, Double?)])
func numbersAreTypedAsTheLocaleHasThem(locale: String, text: String, number: Double?) {
  #expect(NumberFormat(ofLocale: locale).number(typedAs: text) == number)
}
