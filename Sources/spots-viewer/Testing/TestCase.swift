/// One thing that a test run has checked, and the outcome.
struct TestCase {
  enum Outcome {
    case passed
    /// The golden was missing or different, and was written.
    case written
    case failed(TestFailure)
  }

  /// The screen, as the plan names it.
  var screen: String
  /// The name of the golden or script, or of the file of a screen or nib that has errors.
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

/// Why a test failed, in terms for a person.
struct TestFailure {
  /// The bytes of PNG files; nil for those that do not exist.
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
  /// Whether the comparison itself failed because of the environment, such as a file that cannot
  /// be read or written.
  var isFault = false
}
