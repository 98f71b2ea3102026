import Glibc

/// The language of a reader, and the customs that go with it, by the names that ICU gives them:
/// `en_US`, `sr_Latn_RS`, `de-u-co-phonebk`.
public struct Language: Hashable, Sendable {
  /// The languages of words, which decide about plurals and lists, of numbers, of amounts of money,
  /// of days and times with their calendar, and of the order of texts.
  public var words, numbers, money, times, order: String
  /// The time zone of times, by its name: "Europe/Berlin"; nil for that of `TZ`, or of the system.
  public var timeZone: String?

  /// English as in the United States, in universal time, so that what is shown is the same
  /// everywhere.
  public static let standard = Language("en_US", timeZone: "UTC")

  /// The language of the user's environment.
  public static var user: Language { Language { getenv($0).map { String(cString: $0) } } }

  /// The languages of words that servers are asked for (RFC 9110): `de-DE, de;q=0.9, en;q=0.5`.
  package var accepted: String {
    let own = words.replacing("_", with: "-")
    let (plain, isEnglish) = (own.prefix { $0 != "-" }, words.hasPrefix("en"))
    let wider = plain == own ? [] : ["\(plain);q=0.9"]
    return ([own] + wider + (isEnglish ? [] : ["en;q=0.5"])).joined(separator: ", ")
  }

  /// Creates a language with all customs of one place, named as in `LANG` (`de_DE.UTF-8`) or in
  /// BCP 47 (`de-DE`). `C`, and what is no name, is English as in the United States.
  public init(_ name: String, timeZone: String? = nil) {
    let name = Self.known(name) ?? "en_US"
    (words, numbers, money, times, order) = (name, name, name, name, name)
    self.timeZone = timeZone
  }

  /// Creates the language of an environment, whose variables `variable` looks up: each custom is
  /// that of `LC_ALL`, of its own variable (`LC_MESSAGES`, `LC_NUMERIC` and so on) or of `LANG`.
  /// If these name a language, the first one in `LANGUAGE` decides about words.
  public init(of variable: (String) -> String?) {
    func set(_ own: String) -> String? {
      ["LC_ALL", own, "LANG"].compactMap(variable).first { !$0.isEmpty }.flatMap(Self.known)
    }
    func name(_ own: String) -> String { set(own) ?? "en_US" }
    let wanted = (variable("LANGUAGE") ?? "").split(separator: ":").compactMap {
      Self.known(String($0))
    }
    words = set("LC_MESSAGES").map { wanted.first ?? $0 } ?? "en_US"
    numbers = name("LC_NUMERIC")
    (money, times, order) = (name("LC_MONETARY"), name("LC_TIME"), name("LC_COLLATE"))
  }

  /// Whether it is read from right to left.
  public var isRightToLeft: Bool { Self.isRightToLeft(words) }

  /// Whether what has this name is read from right to left: by its script, where it names one.
  package static func isRightToLeft(_ name: String) -> Bool {
    let parts = name.split { $0 == "_" || $0 == "-" }.map { $0.lowercased() }
    if let script = parts.dropFirst().first(where: { $0.utf8.count == 4 }) {
      return ["adlm", "arab", "hebr", "nkoo", "rohg", "samr", "syrc", "thaa"].contains(script)
    }
    let languages: Set = [
      "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "ks", "lrc", "mzn", "nqo", "pnb", "prs",
      "ps", "sd", "syr", "ug", "ur", "yi",
    ]
    return languages.contains(parts.first ?? "")
  }

  /// ICU's name for what users call a language; nil for what is none.
  package static func known(_ name: String) -> String? {
    let parts = name.split(separator: "@", maxSplits: 1)
    let plain = (parts.first ?? "").prefix { $0 != "." }
    var words = plain.split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
    guard 2...3 ~= words[0].utf8.count, words.allSatisfy({ 1...8 ~= $0.utf8.count }),
      plain.utf8.count <= 80, plain.utf8.allSatisfy({ $0 == 0x2D || 0x30...0x7A ~= $0 }),
      words[0].utf8.allSatisfy({ 0x41...0x5A ~= $0 & ~0x20 })
    else { return nil }
    // What follows a single letter is an extension of BCP 47, which has no other spelling.
    if words.contains(where: { $0.utf8.count == 1 }) { return String(plain) }
    let scripts = ["latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"]
    if parts.count > 1, let script = scripts[String(parts[1])] { words.insert(script[...], at: 1) }
    return words.joined(separator: "_")
  }
}
