/// One thing that a test run has looked at, and what came of it.
struct TestCase {
  enum Outcome {
    case passed
    /// The golden was missing or different, and was written.
    case written
    case failed(TestFailure)
  }

  /// The screen, as the plan names it.
  var screen: String
  /// The golden's name in its folder, the script's, or the screen's own where it was not read.
  var name: String
  /// The file that a message is about.
  var path: String
  var outcome: Outcome
  /// How long it took, in seconds.
  var seconds = 0.0

  var failure: TestFailure? {
    if case .failed(let failure) = outcome { return failure }
    return nil
  }
}

/// Why a test failed, as far as a person needs to know.
struct TestFailure {
  /// PNG files; those that do not exist are nil.
  struct Pictures {
    var before: [UInt8]?
    var after: [UInt8]?
    var difference: [UInt8]?
  }

  /// One line, without a final period.
  var message: String
  /// The line of the file that the message is about, from 1; nil for none.
  var line: Int?
  /// The changed lines of a text.
  var text: [TextDifference.Line] = []
  var pictures: Pictures?
  /// Whether there is no golden yet.
  var isMissing = false
  /// Whether nothing could be compared because of the surroundings, such as a file that cannot be
  /// read or written.
  var isFault = false
}
