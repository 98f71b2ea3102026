import ArgumentParser
import Glibc

/// The option that limits what a document, which may come from anywhere, can make a command take.
struct WorkLimit: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Ends with exit status 4 after so many seconds of processor time, and allows no more than 1 \
      GiB of memory.
      """, valueName: "seconds"))
  var cpuLimit: Int?

  private static let memory: UInt = 1 << 30

  func validate() throws {
    guard (1...3600).contains(cpuLimit ?? 1) else {
      throw ValidationError("--cpu-limit must be from 1 to 3600 seconds")
    }
  }

  /// Sets the limits for the rest of the program, and for those that it starts.
  func begin() {
    guard let cpuLimit else { return }
    signal(SIGXCPU) { _ in
      let words: StaticString = "spots-viewer: --cpu-limit: the screen takes too long\n"
      write(STDERR_FILENO, words.utf8Start, words.utf8CodeUnitCount)
      _exit(ExitStatus.timedOut.rawValue)
    }
    var time = rlimit(rlim_cur: UInt(cpuLimit), rlim_max: UInt(cpuLimit) + 1)
    setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &time)
    var memory = rlimit(rlim_cur: Self.memory, rlim_max: Self.memory)
    setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
  }
}
