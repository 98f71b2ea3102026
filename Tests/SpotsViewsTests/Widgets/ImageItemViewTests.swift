import SpotsTestSupport
import Testing

@testable import SpotsViews

@MainActor
@Suite struct ImageItemViewTests {
  private let cell = ViewStates(
    type: ImageItemView.self, cellStyle: CellStyle(isRow: false, margin: 12), width: 160)
  private let item = Item(title: "Harbour at night", image: "photo.png")

  @Test func thePictureKeepsItsRatio() {
    // 160 / 2 = 80; a picture nobody knows is 16 to 9: 160 · 9 / 16 = 90.
    #expect(cell.size(of: Item(image: "photo.png")).height == 80)
    #expect(cell.size(of: Item(image: "unknown.png")).height == 90)
    // One that is smaller than the cell is enlarged: 160 / 2 again.
    var small = cell
    small.images = ["small.png": Size(width: 8, height: 4)]
    #expect(small.size(of: Item(image: "small.png")).height == 80)
    // The caption takes 6 + 16 more.
    #expect(cell.size(of: item).height == 102)
  }

  @Test func wideWindowsHaveRoomForMoreThanOnePicture() {
    // A row of 2000 has the picture in 1152: 1152 / 2, and 8 above and below.
    let row = ViewStates(type: ImageItemView.self, width: 2000)
    #expect(row.size(of: Item(image: "photo.png")).height == 592)
    var wide = cell
    wide.width = 2000
    #expect(wide.size(of: Item(image: "photo.png")).height == 520)
  }
}
