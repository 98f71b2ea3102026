import Foundation

/// One shell command line that runs the program with streams other than files, and its results.
struct ShellRun {
  let status: Int
  let output: String
  let errors: String

  /// Runs `line` with bash in `directory`; `spots` in it is the program.
  ///
  /// Output that the line redirects is not in `output` and `errors`.
  init(_ line: String, in directory: TemporaryDirectory) throws {
    let files = try TemporaryDirectory()
    try files.write(
      "spots() { '\(try ViewerProcess.executable)' \"$@\"; }\n\(line)\n", to: "line")
    try directory.shell(
      "status=0; XDG_CACHE_HOME='\(files("cache"))' bash '\(files("line"))' "
        + ">'\(files("out"))' 2>'\(files("err"))' || status=$?; echo $status >'\(files("rc"))'")
    func text(_ name: String) throws -> String {
      // A picture is no text, and does no harm.
      String(decoding: try Data(contentsOf: URL(fileURLWithPath: files(name))), as: UTF8.self)
    }
    status = Int(try text("rc").trimmingCharacters(in: .whitespacesAndNewlines)) ?? -1
    output = try text("out")
    errors = try text("err")
  }
}
