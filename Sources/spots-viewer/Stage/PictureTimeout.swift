import ArgumentParser

/// How long commands that paint wait for the images of a screen.
struct PictureTimeout: ParsableArguments {
  @Option(
    name: .customLong("timeout"),
    help: ArgumentHelp("How long a picture waits for its images.", valueName: "seconds"))
  var seconds: Double = 10

  func validate() throws {
    guard seconds >= 0, seconds.isFinite else {
      throw ValidationError("--timeout must be a number of seconds")
    }
  }
}
