import Spots
import Testing

@testable import SpotsSDL
@testable import SpotsViewer

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
      #expect(refusal { $0.size = Size(width: side, height: 10) } == reason)
      #expect(refusal { $0.size = Size(width: 10, height: side) } == reason)
    }
  }

  /// The desktop's settings are files, which need not be read if a font is chosen.
  @Test func aChosenFontSparesTheSearchForOthers() throws {
    let desktop = DesktopAppearance()
    for (family, families) in [("DejaVu Sans", []), (nil, desktop.fontFamilies)] {
      var options = ViewerOptions()
      options.fontFamily = family
      let context = try ViewerContext(
        source: .file("screen.json"), options: options, scale: 1, desktop: desktop, report: { _ in }
      )
      #expect(context.fonts.preferences == families)
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
