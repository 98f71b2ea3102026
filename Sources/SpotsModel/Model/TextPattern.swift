private import CPCRE2

/// A regular expression that must match a whole text, in the syntax of PCRE2, which is that of Perl
/// and, as far as forms need it, that of the Web.
///
/// Letters, digits and words are those of Unicode.
public struct TextPattern: Hashable, Sendable {
  /// The pattern as it was written.
  public let source: String
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
  /// Limits the time of patterns that backtrack a lot to a few milliseconds.
  private static let mostSteps: UInt32 = 100_000

  /// Compiles a pattern.
  ///
  /// - Throws: `Fault` when it is malformed or too long.
  public init(_ source: String) throws(Fault) {
    guard source.utf8.count <= Self.longest else {
      throw Fault(reason: "it is longer than \(Self.longest) bytes", offset: Self.longest)
    }
    self.source = source
    code = try Code(source)
  }

  /// Whether all of `text` matches; also true when the pattern takes too many steps to tell.
  public func matches(_ text: String) -> Bool { code.matches(text) }

  /// Whether both were written the same way.
  public static func == (a: TextPattern, b: TextPattern) -> Bool { a.source == b.source }

  /// Feeds `hasher` with the pattern as it was written.
  public func hash(into hasher: inout Hasher) { hasher.combine(source) }

  /// A compiled pattern, which never changes and so can be used on any thread.
  private final class Code: Sendable {
    nonisolated(unsafe) private let pointer: OpaquePointer

    init(_ source: String) throws(Fault) {
      var (number, offset) = (Int32(0), 0)
      // `\C` matches a part of a character.
      let options =
        PCRE2_UTF | PCRE2_UCP | PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_NEVER_BACKSLASH_C
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

    func matches(_ text: String) -> Bool {
      guard let data = pcre2_match_data_create_8(1, nil),
        let limits = pcre2_match_context_create_8(nil)
      else { return true }
      defer {
        pcre2_match_data_free_8(data)
        pcre2_match_context_free_8(limits)
      }
      pcre2_set_match_limit_8(limits, TextPattern.mostSteps)
      pcre2_set_depth_limit_8(limits, TextPattern.mostSteps)
      var text = text
      let result = text.withUTF8 { bytes in
        pcre2_match_8(pointer, bytes.baseAddress, bytes.count, 0, PCRE2_NO_UTF_CHECK, data, limits)
      }
      return result >= 0 || result != PCRE2_ERROR_NOMATCH
    }
  }
}
