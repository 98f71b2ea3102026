extension TextPattern {
  /// Compiles a pattern of `matches`, which matches if a part of a text does: what RE2, whose
  /// patterns are CEL's, and PCRE2 both take and read alike.
  ///
  /// - Parameter place: The range of the pattern in an expression, for faults.
  static func shared(
    _ source: String, at place: Range<Int>
  ) throws(ExpressionFault) -> TextPattern {
    do throws(Fault) {
      let pattern = try TextPattern(source, isPart: true)
      let syntax = try SharedSyntax.standard.get()
      if syntax.all.matches(source) { return pattern }
      let name = syntax.refused.first { $0.pattern.matches(source) }?.name ?? "a part of it is"
      throw Fault(reason: name + " not supported", offset: 0)
    } catch {
      throw ExpressionFault("the pattern is not valid: \(error.reason)", at: place)
    }
  }
}

/// The syntax of RE2, as patterns of PCRE2.
///
/// RE2 never goes back, and therefore has no look-around, back references and possessive repeats.
private struct SharedSyntax: Sendable {
  /// Matches the patterns that RE2 takes, among those that PCRE2 takes.
  let all: TextPattern
  /// Find what RE2 does not have.
  let refused: [(pattern: TextPattern, name: String)]

  static let standard = Result { () throws(TextPattern.Fault) in try SharedSyntax() }

  private init() throws(TextPattern.Fault) {
    let character = #"x[0-9A-Fa-f]{2}|x\{[0-9A-Fa-f]+\}|[adDfnrsStwW]|[^0-9A-Za-z]"#
    let property = #"[pP](?:\w|\{\^?\w+\})"#
    let number = "(?:[0-9]{1,3}|1000)"
    let parts = [
      #"\\(?:[AbBz]|\#(character)|\#(property))"#,
      #"\[\^?\]?(?:\[:\^?\w+:\]|\\(?:\#(character)|\#(property))|[^\]\\])*+\]"#,
      #"\((?:\?(?:P?<\w+>|[imsU]*+(?:-[imsU]++)?[:)]))?+(?![?*])"#,
      #"(?:[*+?]|\{\#(number)(?:,\#(number)?)?\})\??(?![*+?]|\{[0-9])"#,
      #"\{(?!,?[0-9]+(?:,[0-9]*)?\})"#, #"[^\\\[(*+?{]"#,
    ]
    all = try TextPattern("(?:\(parts.joined(separator: "|")))*+")
    let named = [
      (#"\(\?<?[=!]"#, "look-around is"), (#"\\[1-9gk]|\(\?P="#, "back references are"),
      (#"[*+?}]\+"#, "possessive repeats are"), (#"\(\?>"#, "atomic groups are"),
      (#"[*+?}][*?{]"#, "repeats of repeats are"), (#"\{[0-9]{4}"#, "more than 1000 repeats are"),
    ]
    var refused: [(pattern: TextPattern, name: String)] = []
    for (source, name) in named {
      refused.append((try TextPattern(source, isPart: true), name))
    }
    self.refused = refused
  }
}
