import Foundation
import Testing

@testable import SpotsViewer

/// Programs begin as if the desktop had started them, whatever the viewer has done to itself.
@Suite struct ChildProcessTests {
  /// A program's report about itself. The shell blocks all signals for a moment whenever it starts
  /// a program, so a separate program reports which ones it inherits.
  private static let report = """
    cat /proc/self/status >status; ls -l /proc/$$/fd >files; readlink /proc/$$/fd/0 >input
    cut -d ' ' -f 6 /proc/$$/stat >session; echo $$ >last; mv last pid
    """

  /// Runs `body` on a thread that blocks signals, in a process that ignores one and has a file open
  /// that programs would get.
  private func inDisarray(opening path: String, _ body: @escaping @Sendable () -> Void) {
    let old = signal(SIGUSR2, SIG_IGN)
    let file = open(path, O_RDONLY)
    defer {
      close(file)
      signal(SIGUSR2, old)
    }
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_BLOCK, &all, nil)
      body()
      isDone.signal()
    }
    isDone.wait()
  }

  @Test func aProgramHasSignalsFilesAndASessionOfItsOwn() throws {
    let directory = try TemporaryDirectory()
    try directory.write("#!/bin/sh\ncd '\(directory.path)'\n\(Self.report)\n", to: "program")
    try directory.shell("chmod +x program")
    inDisarray(opening: directory("program")) {
      #expect(ChildProcess.start(directory("program"), []) == nil)
    }
    try #require(eventually { FileManager.default.fileExists(atPath: directory("pid")) })
    func text(_ name: String) throws -> String {
      try String(contentsOfFile: directory(name), encoding: .utf8)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let status = try text("status").split(separator: "\n")
    for field in ["SigBlk", "SigIgn"] {
      let line = try #require(status.first { $0.hasPrefix(field) })
      let mask = UInt64(line.split(separator: "\t")[1], radix: 16)
      // The two signals that the C library reserves do not matter.
      #expect(mask.map { $0 & ~(3 << 31) } == 0, "\(line)")
    }
    // The shell reads its script from a descriptor of its own.
    let files = try text("files").split(separator: "\n").filter { $0.hasSuffix("/program") }
    #expect(files.count <= 1, "\(files)")
    #expect(try text("input") == "/dev/null")
    #expect(try text("session") == text("pid"))
    // When it has ended nothing is left of it.
    let process = "/proc/\(try text("pid"))"
    #expect(eventually { !FileManager.default.fileExists(atPath: process) })
    var action = sigaction()
    try #require(sigaction(SIGCHLD, nil, &action) == 0)
    let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
    #expect(handler != 1, "the ends of all children are ignored")
  }

  @Test func whatCannotBeStartedSaysWhy() {
    #expect(ChildProcess.start("/no/such/program", []) == .missing)
    #expect(ChildProcess.start("program", ["a\u{0}b"]) == .system(code: EINVAL))
  }
}
