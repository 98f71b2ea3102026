import SpotsSDL

/// The times at which the steps of starting up were done.
@MainActor
enum StartTrace {
  private(set) static var marks: [(step: String, time: Double)] = []

  /// Records that the step is done.
  static func mark(_ step: String) { marks.append((step, Clock.now)) }

  /// A line for each step: its name and the time of `Clock`, in seconds.
  static var lines: String { marks.map { "\($0.step)\t\($0.time)\n" }.joined() }
}
