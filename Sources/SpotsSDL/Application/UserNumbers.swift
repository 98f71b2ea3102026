import Glibc
import Spots

extension NumberFormat {
  /// The format of the user's locale: `LC_ALL`, `LC_NUMERIC` or `LANG`, whichever is set first.
  public static var user: NumberFormat {
    for variable in ["LC_ALL", "LC_NUMERIC", "LANG"] {
      let name = getenv(variable).map { String(cString: $0) } ?? ""
      if !name.isEmpty { return NumberFormat(ofLocale: name) }
    }
    return NumberFormat()
  }

  /// The format of a language.
  package init(_ language: Language) { self.init(ofLocale: language.numbers + ".UTF-8") }

  /// The format of the locale with this name, as in `de_CH.UTF-8`: by its data where they are
  /// installed, and otherwise by its language and country.
  package init(ofLocale name: String) {
    guard let locale = newlocale(LC_NUMERIC_MASK, name, nil) else {
      self.init(ofPlace: name.prefix { $0 != "." && $0 != "@" })
      return
    }
    defer { freelocale(locale) }
    func mark(_ item: Int) -> Character? {
      let text = nl_langinfo_l(nl_item(item), locale).map { String(cString: $0) } ?? ""
      return text.count == 1 ? text.first : nil
    }
    self.init(decimal: mark(Int(RADIXCHAR)) ?? ".", group: mark(Int(THOUSEP)))
  }

  private init(ofPlace place: Substring) {
    let language = String(place.prefix { $0 != "_" })
    let points: Set = [
      "es_DO", "es_GT", "es_HN", "es_MX", "es_NI", "es_PA", "es_PE", "es_PR", "es_SV", "es_US",
    ]
    let commaThenPoint: Set = [
      "az", "bs", "ca", "da", "de", "el", "es", "eu", "fo", "fy", "gl", "hr", "id", "is", "it",
      "jv", "kl", "km", "ku", "lb", "mk", "nl", "pt", "ro", "sl", "sq", "sr", "tr", "vi",
    ]
    let commaThenSpace: Set = [
      "af", "be", "bg", "br", "cs", "eo", "et", "fi", "fr", "hu", "hy", "ka", "kk", "ky", "lt",
      "lv", "nb", "nn", "no", "oc", "pl", "ru", "se", "sk", "sv", "tg", "tt", "uk", "uz",
    ]
    switch language {
    case "C", "POSIX": self.init()
    case _ where ["de_CH", "de_LI", "it_CH"].contains(place): self.init(group: "’")
    case _ where ["ar_DZ", "ar_MA", "ar_TN"].contains(place): self.init(decimal: ",", group: ".")
    case "fa", "ps", "ckb": self.init(decimal: "٫", group: "٬")
    case _ where commaThenPoint.contains(language) && !points.contains(String(place)):
      self.init(decimal: ",", group: ".")
    case _ where commaThenSpace.contains(language): self.init(decimal: ",", group: "\u{202F}")
    default: self.init(group: ",")
    }
  }
}
