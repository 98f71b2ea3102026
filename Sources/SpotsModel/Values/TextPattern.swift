private import CPCRE2

/// A regular expression in the syntax of PCRE2, which is that of Perl and, as far as forms need it,
/// that of the Web. It must match a whole text, unless it was made for parts.
///
/// Letters, digits and words are those of Unicode.
public struct TextPattern: Hashable, Sendable {
  /// The pattern as it was written.
  public let source: String
  private let isPart: Bool
  private let code: Code

  /// The reason why a text is not a valid pattern.
  public struct Fault: Error, Hashable, Sendable {
    /// A phrase such as "missing closing parenthesis".
    public let reason: String
    /// The UTF-8 offset in the pattern where the fault was found.
    public let offset: Int
  }

  /// The length of the longest pattern that is accepted, in UTF-8 code units.
  public static let longest = 4096
  /// The length of the longest text that is examined, in UTF-8 code units.
  public static let longestText = 65_536
  /// The processor time that a match may take, in seconds.
  package static let patience = 0.02

  /// The outcome of a match.
  public enum Verdict: Hashable, Sendable {
    /// All of the text matches.
    case matches
    /// The text as a whole does not match.
    case differs
    /// The text is too long, or the match takes more than 20 ms.
    case undecided
  }

  /// Compiles a pattern.
  ///
  /// - Throws: `Fault` when it is malformed or too long.
  public init(_ source: String) throws(Fault) { try self.init(source, isPart: false) }

  /// Compiles a pattern.
  ///
  /// - Parameter isPart: Whether any part of a text may match, as in RE2, whose letters, digits and
  ///   words are those of ASCII.
  package init(_ source: String, isPart: Bool) throws(Fault) {
    guard source.utf8.count <= Self.longest else {
      throw Fault(reason: "it is longer than \(Self.longest) bytes", offset: Self.longest)
    }
    (self.source, self.isPart) = (source, isPart)
    code = try Code(source, isPart)
  }

  /// Whether all of `text` matches; false when that cannot be told in time.
  public func matches(_ text: String) -> Bool { verdict(on: text) == .matches }

  /// Whether all of `text` matches, as far as that can be told within 20 ms of processor time.
  public func verdict(on text: String) -> Verdict { examine(text, for: Self.patience).verdict }

  /// As `verdict`, with the processor time that the match may take, and took, in seconds.
  package func examine(_ text: String, for seconds: Double) -> (verdict: Verdict, seconds: Double) {
    code.examine(text, for: seconds)
  }

  /// Whether both were written the same way.
  public static func == (a: TextPattern, b: TextPattern) -> Bool {
    a.source == b.source && a.isPart == b.isPart
  }

  /// Feeds `hasher` with the pattern as it was written.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }

  /// A compiled pattern, which never changes and so can be used on any thread.
  private final class Code: Sendable {
    nonisolated(unsafe) private let pointer: OpaquePointer
    /// The memory for going back in a match, in KiB.
    private static let mostMemory: UInt32 = 16 << 10

    init(_ source: String, _ isPart: Bool) throws(Fault) {
      var (number, offset) = (Int32(0), 0)
      // `\C` matches a part of a character. The callouts look at the clock: PCRE2's own limits
      // count how often it goes back, and not how far possessive repeats and lookaheads scan.
      let options =
        PCRE2_UTF | PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT
        | (isPart
          ? PCRE2_DOLLAR_ENDONLY | PCRE2_ALT_CIRCUMFLEX
          : PCRE2_UCP | PCRE2_ANCHORED | PCRE2_ENDANCHORED)
      var source = source
      let pointer = source.withUTF8 { bytes in
        pcre2_compile_8(bytes.baseAddress, bytes.count, options, &number, &offset, nil)
      }
      guard let pointer else { throw Fault(reason: Self.reason(number), offset: offset) }
      self.pointer = pointer
    }

    deinit { pcre2_code_free_8(pointer) }

    private static func reason(_ number: Int32) -> String {
      var message = [UInt8](repeating: 0, count: 256)
      let length = pcre2_get_error_message_8(number, &message, message.count)
      return String(decoding: message.prefix(max(Int(length), 0)), as: UTF8.self)
    }

    func examine(_ text: String, for seconds: Double) -> (verdict: Verdict, seconds: Double) {
      guard text.utf8.count <= TextPattern.longestText,
        let data = pcre2_match_data_create_8(1, nil),
        let limits = pcre2_match_context_create_8(nil)
      else { return (.undecided, 0) }
      defer {
        pcre2_match_data_free_8(data)
        pcre2_match_context_free_8(limits)
      }
      let start = spots_thread_seconds()
      var watch = spots_watch(text.utf8.count, start + seconds)
      pcre2_set_heap_limit_8(limits, Self.mostMemory)
      var text = text
      let result = withUnsafeMutablePointer(to: &watch) { watch in
        pcre2_set_callout_8(limits, spots_look_at_watch, watch)
        return text.withUTF8 { bytes in
          pcre2_match_8(
            pointer, bytes.baseAddress, bytes.count, 0, PCRE2_NO_UTF_CHECK, data, limits)
        }
      }
      let verdict: Verdict =
        result >= 0 ? .matches : result == PCRE2_ERROR_NOMATCH ? .differs : .undecided
      return (verdict, spots_thread_seconds() - start)
    }
  }
}
