import Foundation
import SpotsSDL
import SpotsTestSupport
import Testing

@testable import SpotsViewer

@Suite struct FileFeedTests {
  /// Each saves `{1}` into `screen.json` in a way of its own.
  static let saves = [
    "printf '{1}' > screen.json",
    "printf '{' > screen.json; printf '1}' >> screen.json",
    "sed -i s/0/1/ screen.json",
    "printf '{1}' > new; mv new screen.json",
    "printf '{1}' > new; sync new; chmod 600 new; mv new screen.json; chmod 644 screen.json",
    "mv screen.json screen.json~; printf '{1}' > screen.json",
    "mv screen.json away; printf '{1}' > new; ln new screen.json; rm new",
    "rm screen.json; printf '{1}' > screen.json",
    "rm screen.json; sleep 0.2; printf '{1}' > screen.json",
    "cp screen.json old; printf '{1}' > .screen.json.swp; cat .screen.json.swp > screen.json",
    "printf '{' > screen.json; sleep 0.3; printf '1}' >> screen.json",
    "{ printf '{'; sleep 0.2; printf '1}'; } > screen.json",
    ": > screen.json; sleep 0.25; printf '{1}' > screen.json",
    "printf '{1}' > real; ln -s real new; mv -T new screen.json",
  ]

  @Test(arguments: saves)
  func oneDeliveryForEachSave(save: String) throws {
    let rig = try FeedRig()
    try rig.directory.shell(save)
    let saved = ContinuousClock.now
    let delivered = try rig.wait(for: "{1}")
    #expect(saved.duration(to: delivered) < Allowance.elapsed(.milliseconds(250)))
    #expect(try rig.settle() == ["{0}", "{1}"])
  }

  static let vim = ["/usr/bin/vim", "/usr/bin/vim.tiny"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test(.enabled(if: vim != nil), arguments: ["yes", "no", "auto"])
  func oneDeliveryForASaveInVim(backupcopy: String) throws {
    let vim = try #require(Self.vim)
    let rig = try FeedRig()
    try rig.directory.shell(
      "\(vim) -Nu NONE -es -c 'set bk wb bkc=\(backupcopy)' -c '%s/0/1/' -c 'set noeol nofixeol' -c wq screen.json"
    )
    try rig.wait(for: "{1}")
    #expect(try rig.settle() == ["{0}", "{1}"])
  }

  @Test(arguments: [
    "touch screen.json", "chmod 600 screen.json; chmod 644 screen.json",
    "printf '{0}' > screen.json", "printf '{0}' > new; mv new screen.json",
    "printf '{1}' > other.json; rm other.json", "mv screen.json away; mv away screen.json",
  ])
  func nothingForTheSameContent(save: String) throws {
    let rig = try FeedRig()
    try rig.directory.shell(save)
    #expect(try rig.settle() == ["{0}"])
  }

  @Test func swappingALinkIsAChange() throws {
    let rig = try FeedRig { try $0.shell("printf {0} > a; printf {1} > b; ln -s a screen.json") }
    try rig.directory.shell("ln -s b new; mv -T new screen.json")
    try rig.wait(for: "{1}")
    try rig.directory.shell("ln -sfn a screen.json")
    try rig.wait(for: "{0}", from: 2)
    #expect(rig.texts == ["{0}", "{1}", "{0}"])
  }

  @Test func editingTheTargetOfALinkElsewhereIsAChange() throws {
    let rig = try FeedRig {
      try $0.shell(
        "mkdir far near; printf {0} > far/real; ln -s ../far/real near/link; ln -s near/link screen.json"
      )
    }
    try rig.directory.shell("printf {1} > far/real")
    try rig.wait(for: "{1}")
    try rig.directory.shell("printf {2} > new; mv new far/real")
    try rig.wait(for: "{2}")
    #expect(rig.texts == ["{0}", "{1}", "{2}"])
  }

  /// The way container platforms swap a whole folder of settings: the file is a link through a
  /// link to a directory, and that is replaced.
  @Test func swappingALinkToADirectoryIsAChange() throws {
    let rig = try FeedRig {
      try $0.shell(
        "mkdir v1 v2; printf {1} > v1/f; printf {2} > v2/f; ln -s v1 data; ln -s data/f screen.json"
      )
    }
    try rig.directory.shell("ln -s v2 new; mv -T new data; rm -r v1")
    try rig.wait(for: "{2}")
    try rig.directory.shell("printf {3} > v2/f")
    try rig.wait(for: "{3}")
    #expect(rig.texts == ["{1}", "{2}", "{3}"])
  }

  @Test func missingFileIsToldAndComesBack() throws {
    let rig = try FeedRig()
    // Taken before the file is removed, since the shell may need a while to end.
    let removed = ContinuousClock.now
    try rig.directory.shell("rm screen.json")
    let told = try rig.wait(for: "missing")
    #expect(removed.duration(to: told) > .milliseconds(350))
    try rig.directory.write("{0}", to: "screen.json")
    try rig.wait(for: "{0}", from: 2)
    #expect(rig.texts == ["{0}", "missing", "{0}"])
  }

  @Test func fileNeedNotExistAtTheStart() throws {
    let rig = try FeedRig(following: "a/b/screen.json") { _ in }
    #expect(rig.texts == ["missing"])
    try rig.directory.shell("mkdir a; mkdir a/b; printf '{1}' > a/b/screen.json")
    try rig.wait(for: "{1}")
    #expect(rig.texts == ["missing", "{1}"])
  }

  @Test(arguments: ["rm -r a", "mv a away", "mv a/b a/away", "rm -r a/b"])
  func directoryMayGoAndComeBack(removal: String) throws {
    let rig = try FeedRig(following: "a/b/screen.json") {
      try $0.shell("mkdir -p a/b; printf {0} > a/b/screen.json")
    }
    try rig.directory.shell(removal)
    try rig.wait(for: "missing")
    try rig.directory.shell("mkdir -p a/b; printf '{1}' > a/b/screen.json")
    let recreated = ContinuousClock.now
    #expect(recreated.duration(to: try rig.wait(for: "{1}")) < Allowance.elapsed(.seconds(1)))
    try rig.directory.shell("printf '{2}' > a/b/screen.json")
    try rig.wait(for: "{2}")
    #expect(rig.texts == ["{0}", "missing", "{1}", "{2}"])
  }

  @Test(arguments: ["broken", "", " \n", "{0"])
  func brokenContentIsToldAfterAGraceAndTakenBack(text: String) throws {
    let rig = try FeedRig()
    let saved = ContinuousClock.now
    try rig.directory.write(text, to: "screen.json")
    #expect(saved.duration(to: try rig.wait(for: "broken " + text)) > .milliseconds(350))
    try rig.directory.write("{0}", to: "screen.json")
    try rig.wait(for: "{0}", from: 2)
    #expect(rig.texts == ["{0}", "broken " + text, "{0}"])
  }

  @Test func whatCannotBeReadIsToldWithItsReason() throws {
    let rig = try FeedRig()
    try rig.directory.shell("rm screen.json; mkfifo screen.json")
    try rig.wait(for: "unreadable: not a regular file")
    try rig.directory.shell("rm screen.json; mkdir screen.json")
    try rig.wait(for: "unreadable: is a directory")
    try rig.directory.shell("rmdir screen.json; printf '{1}' > screen.json")
    try rig.wait(for: "{1}")
  }

  @Test func endlessWritingDoesNotStarve() throws {
    let rig = try FeedRig()
    let writing = ContinuousClock.now
    var number = 0
    while writing.duration(to: .now) < .seconds(2) {
      number += 1
      try rig.directory.write("{\(number)}", to: "new")
      try rig.directory.shell("mv new screen.json")
    }
    let during = rig.log.entries.filter { $0.time > writing }
    #expect(during.count >= 2)
    try rig.wait(for: "{\(number)}")
  }

  @Test func refreshDeliversTheSameAgain() throws {
    let rig = try FeedRig()
    rig.feed.refresh()
    #expect(rig.log.wait(from: 1)?.text == "{0}")
  }

  @Test func lookingFindsChangesToo() throws {
    let rig = try FeedRig(method: .looking)
    try rig.directory.shell("printf '{1}' > new; mv new screen.json")
    try rig.wait(for: "{1}")
    try rig.directory.write("{12}", to: "screen.json")
    try rig.wait(for: "{12}")
    try rig.directory.shell("rm screen.json")
    try rig.wait(for: "missing")
    #expect(rig.texts == ["{0}", "{1}", "{12}", "missing"])
  }

  @Test func nothingIsDeliveredAfterTheEnd() throws {
    let rig = try FeedRig()
    rig.feed.stop()
    rig.feed.stop()
    try rig.directory.write("{1}", to: "screen.json")
    rig.feed.refresh()
    let second = try FeedRig()
    try second.directory.write("{1}", to: "screen.json")
    try second.wait(for: "{1}")
    #expect(rig.texts == ["{0}"])
  }

  @Test func aFileWithTheSameSignatureIsNotReadAgain() throws {
    let directory = try TemporaryDirectory()
    try directory.write("{0}", to: "screen.json")
    let path = directory("screen.json")
    let log = EventLog<String>()
    // Its fingerprint differs, so it would be delivered if it were read.
    let signature = FileSignature(path: path)
    let feed = try FileFeed<String>(
      [.file(path)], shown: Fingerprint([]), isSame: { FileSignature(path: path) == signature },
      read: { _ throws(FileError) in
        (String(decoding: try FileBytes.read(path), as: UTF8.self), Fingerprint([1]), true)
      },
      deliver: { if case .good(let text) = $0 { log.append(text) } })
    try directory.shell("printf '{1}' > new; mv new screen.json")
    #expect(log.wait() == "{1}")
    feed.stop()
  }

  @Test func aFileIsSettledWhenItIsOld() throws {
    let directory = try TemporaryDirectory()
    try directory.write("{0}", to: "screen.json")
    let now = time(nil)
    let signature = FileSignature(path: directory("screen.json"))
    #expect(!signature.isSettled(at: now))
    #expect(signature.isSettled(at: now + 3))
    #expect(!FileSignature(path: directory("none.json")).isSettled(at: now + 3))
  }
}
