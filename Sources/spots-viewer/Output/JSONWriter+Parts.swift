import Spots

extension JSONWriter {
  /// Writes a member that is an object of numbers.
  mutating func numbers(_ key: String, _ numbers: KeyValuePairs<String, Double>) {
    object(key) { json in
      for (name, number) in numbers { json.member(name, number) }
    }
  }

  mutating func size(_ key: String, _ size: Size) {
    numbers(key, ["width": size.width, "height": size.height])
  }

  mutating func point(_ key: String, _ point: Point) {
    numbers(key, ["x": point.x, "y": point.y])
  }

  mutating func rect(_ key: String, _ rect: Rect) {
    numbers(key, ["x": rect.x, "y": rect.y, "width": rect.width, "height": rect.height])
  }
}
