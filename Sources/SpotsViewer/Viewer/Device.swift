import Spots

/// A device whose window a screen can be seen in.
package struct Device: Sendable {
  /// In points.
  package var size: Size
  /// Pixels per point.
  package var scale: Double

  package init(size: Size, scale: Double) {
    self.size = size
    self.scale = scale
  }

  /// The devices by name.
  package static let known: KeyValuePairs<String, Device> = [
    "phone": Device(size: Size(width: 390, height: 844), scale: 2),
    "tablet": Device(size: Size(width: 820, height: 1180), scale: 2),
    "desktop": Device(size: Size(width: 1280, height: 800), scale: 1),
  ]
}

/// Cycles through the initial size of the window and those of the known devices.
struct DeviceSizes {
  private let sizes: [Size]
  private var index = 0

  init(own: Size) {
    sizes = [own] + Device.known.map(\.value.size)
  }

  mutating func next() -> Size {
    index = (index + 1) % sizes.count
    return sizes[index]
  }
}
