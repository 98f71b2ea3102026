import SpotsSDL

/// When each step of the start was done.
@MainActor
enum StartTrace {
  private(set) static var marks: [(step: String, time: Double)] = []

  /// The step is done now.
  static func mark(_ step: String) { marks.append((step, Clock.now)) }

  /// A line for each step: its name and the time of `Clock`.
  static var lines: String { marks.map { "\($0.step)\t\($0.time)\n" }.joined() }
}
