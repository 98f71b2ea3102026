/// The work that a change causes, which is limited, and the warnings about the parts that it adds.
///
/// A short line can cause any amount of work: it may copy a part into itself again and again, or
/// change thousands of parts that are large. The work is counted in bytes, so that the same lines
/// are refused on every machine.
final class PatchWork {
  var warnings: [Diagnostic] = []
  /// The bytes of JSON that may still be written and read again.
  private(set) var bytesLeft: Int

  /// The cost, in bytes, of examining an item or inserting one into a list.
  static let bytesOfItem = 16
  /// The memory, in bytes, of a value in a copy of data, beside its text.
  static let bytesOfValue = 64

  init(limit: Int) { bytesLeft = limit }

  func spend(_ bytes: Int) throws(PointerFault) {
    bytesLeft -= bytes
    if bytesLeft < 0 { throw PointerFault(PatchError.tooMuchWork) }
  }

  /// - Parameter path: The path in the line of what causes the work.
  func spend(_ bytes: Int, _ path: String) throws(PatchError) {
    do throws(PointerFault) { try spend(bytes) } catch { throw PatchError(path, error) }
  }
}
