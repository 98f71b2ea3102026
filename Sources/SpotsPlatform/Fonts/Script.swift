import CHarfBuzz

/// The writing system of a character, as far as shaping depends on it.
enum Script {
  static let latin = "Latn"

  /// The code of ISO 15924 for the script of `scalar`; nil for characters that several scripts
  /// share (spaces, digits, punctuation, symbols, accents) and for unassigned ones.
  static func tag(of scalar: UnicodeScalar) -> String? {
    let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
    switch script {
    case HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN: return nil
    default: break
    }
    // Four letters, the first in the highest byte.
    let letters = hb_script_to_iso15924_tag(script).bigEndian
    return withUnsafeBytes(of: letters) { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the letters of a script may join, stack or change places within a word, so that the
  /// word needs one font. So it is in all but a few, the most used ones among them.
  static func hasWholeWords(_ tag: String) -> Bool {
    switch tag {
    case latin, "Grek", "Cyrl", "Armn", "Hani", "Hira", "Kana", "Bopo", "Hang", "Yiii": false
    default: true
    }
  }

  static func isRightToLeft(_ tag: String) -> Bool {
    let script = hb_script_from_string(tag, -1)
    return hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL
  }
}

/// The properties of a run of text that HarfBuzz needs.
struct Shaping: Hashable, Sendable {
  /// A code of ISO 15924.
  var script = "Zyyy"
  var isRightToLeft = false
}

extension Shaping {
  /// - Parameters:
  ///   - script: The script of the text, or of the text before it.
  ///   - level: The embedding level of the text.
  init(script: String, level: Int8) {
    isRightToLeft = level & 1 == 1
    // Digits among Arabic letters are shaped as Latin.
    self.script = !isRightToLeft && Script.isRightToLeft(script) ? Script.latin : script
  }
}
