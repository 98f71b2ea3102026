import Glibc
import SpotsViews
import Testing

@testable import SpotsTestSupport

/// Tests of the tests: a golden that does not fit must not pass.
@Suite struct GoldenTests {
  @Test func theRightTextPasses() {
    expectGolden("the right text\n", "right", isUpdating: false)
  }

  @Test func anotherTextFailsAndDoesNotBecomeTheGolden() {
    withKnownIssue { expectGolden("another text\n", "wrong", isUpdating: false) }
    #expect(readFile(Self.path("wrong.txt")) == "a text nobody draws\n")
    #expect(readFile(Self.path("wrong.new.txt")) == "another text\n")
    unlink(Self.path("wrong.new.txt"))
  }

  @Test func aMissingGoldenFailsAndStaysMissing() {
    withKnownIssue { expectGolden("text\n", "missing", isUpdating: false) }
    #expect(readFile(Self.path("missing.txt")) == nil)
    #expect(readFile(Self.path("missing.new.txt")) == "text\n")
    unlink(Self.path("missing.new.txt"))
  }

  private static func path(_ name: String) -> String {
    String(#filePath.dropLast("GoldenTests.swift".count)) + "Goldens/" + name
  }

  @Test func dumpsOneCommandALineBelowItsClip() {
    var list = DrawList(viewport: Rect(width: 100, height: 50))
    list.fill(Rect(width: 10, height: 10), .black)
    list.clipped(to: Rect(x: 5, y: 5, width: 20, height: 20)) { list in
      list.faded(by: 0.5) { $0.fill(Rect(x: 6, y: 6.125, width: 4, height: 4), .white) }
    }
    list.append(.text("a", .body, .black, origin: Point(x: 1, y: 20), width: 7.5))
    #expect(
      list.text == """
        clip 0,0 100x50
          fill 0,0 10x10 #000000 radius 0
          clip 5,5 20x20
            fill 6,6.13 4x4 #FFFFFF radius 0 opacity 0.5
          text 'a' sans regular 15/21 #000000 at 1,20 width 7.5

        """)
  }
}
