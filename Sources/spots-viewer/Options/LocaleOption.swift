import ArgumentParser
import Spots

/// The option for the language of words and formats.
struct LocaleOption: ParsableArguments {
  @Option(
    name: .customLong("locale"),
    help: ArgumentHelp(
      """
      The language that windows speak, that numbers, days and texts in formats are written in, and \
      that rows are sorted by: de_DE, or pt-BR. Without it that of LC_ALL, LC_NUMERIC and the like, \
      and LANG, and that of LANGUAGE for words; en_US where pictures and events must be the same \
      everywhere, in 'test', 'replay' and 'validate'.
      """, valueName: "locale"))
  var name: String?

  func validate() throws {
    guard let name, Language.known(name) == nil, !["C", "POSIX"].contains(name) else { return }
    throw ValidationError("--locale must be a language such as de_DE, not '\(name.printable())'")
  }

  /// The language that the user asked for; nil for none.
  var language: Language? { name.map { Language($0) } }

  /// The language of the option, or else `other`, or else the standard one; times are universal.
  func reproducible(else other: String? = nil) -> Language {
    (name ?? other).map { Language($0, timeZone: "UTC") } ?? .standard
  }
}
