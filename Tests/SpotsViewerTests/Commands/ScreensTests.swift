import Foundation
import Testing

/// The project's own screens.
@Suite struct ScreensTests {
  @Test func thereAreEightAndMore() throws {
    #expect(try SampleScreens.paths.count >= 8)
  }

  @Test(arguments: try SampleScreens.paths)
  func inspectsWithoutFaults(path: String) throws {
    let run = try CommandRun(["inspect", path])
    #expect(run.status == 0)
    // The older generations write numbers as strings, which is worth a warning each.
    let isOld = path.hasSuffix("-generation.json")
    let isExpected = run.errorLines.allSatisfy {
      isOld && $0.hasPrefix(path) && $0.contains(": warning: ")
        && $0.hasSuffix("is taken as a number")
    }
    #expect(isExpected, "\(run.errors)")
  }

  @Test(arguments: try SampleScreens.paths)
  func rendersEverywhere(path: String) throws {
    let looks = [("390x844", "light"), ("390x844", "dark"), ("1280x800", "light")]
    let pictures = try looks.map { size, theme in
      let run = try CommandRun(["render", path, "-o", "-", "--size", size, "--theme", theme])
      #expect(run.status == 0, "\(run.errors)")
      // A screen that shows something does not compress to nothing.
      #expect(run.output.count > 5000, "\(path) \(size) \(theme)")
      return run.output
    }
    #expect(pictures[0] != pictures[1])
  }

  @Test func theGalleryLeadsToTheOthers() throws {
    let gallery = try String(contentsOfFile: SampleScreens.path("gallery.json"), encoding: .utf8)
    for path in try SampleScreens.paths {
      let name = path.split(separator: "/").last ?? ""
      #expect(name == "gallery.json" || gallery.contains("\"screen:\(name)\""), "\(name)")
    }
  }
}
