import Spots
import SpotsViewer
import Testing

/// Options out of their range are refused before there is a window.
@Suite @MainActor
struct ViewerOptionsTests {
  private func refusal(_ change: (inout ViewerOptions) -> Void) -> String? {
    var options = ViewerOptions()
    change(&options)
    do throws(ViewerError) {
      _ = try Viewer("screen.json", options: options)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func theWindowHasASize() {
    let reason = "the size of the window must be from 1 to 16384 points a side"
    for side in [0, -1, 16385, .nan, .infinity] {
      #expect(refusal { $0.size.width = side } == reason)
      #expect(refusal { $0.size.height = side } == reason)
    }
  }

  /// The desktop's settings are files, which a start with a font of its own need not read.
  @Test func aChosenFontSparesTheSearchForOthers() throws {
    var searches = 0
    func families() -> [String] {
      searches += 1
      return []
    }
    for (family, count) in [("DejaVu Sans", 0), (nil, 1)] {
      var options = ViewerOptions()
      options.fontFamily = family
      _ = try ViewerContext(
        path: "screen.json", options: options, scale: 1, fonts: families(), report: { _ in })
      #expect(searches == count)
    }
  }

  @Test func numbersAreInTheirRange() {
    for number in [0, -1, 0.2, 8.1, Double.nan, .infinity] {
      #expect(refusal { $0.scale = number } == "the scale must be from 0.25 to 8")
      #expect(refusal { $0.textScale = number } == "the scale of text must be from 0.25 to 8")
    }
    for number in [Double.nan, -.infinity] {
      #expect(refusal { $0.offset = number } == "the offset must be a number of points")
    }
    for seconds in [0, 0.9, 86_401, Double.nan, .infinity] {
      let reason = "the interval of polling must be from 1 to 86400 seconds"
      #expect(refusal { $0.pollInterval = seconds } == reason)
    }
  }
}
