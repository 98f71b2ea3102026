import Glibc

/// The lines of an icon.
@MainActor
struct IconDrawing {
  /// The points of each line, in a square with sides of 1.
  var lines: [[Point]] = []
  /// The width of the lines, in sides of the square.
  var width = 1.75 / side
  /// Whether left and right are exchanged on screens that are read from right to left.
  var isDirectional = false

  /// The side of the square in which drawings are described.
  private static let side = 24.0

  /// The description of a drawing.
  private struct Source {
    var marks: Substring
    var path: Substring

    /// - Parameter line: The name with its marks, a space and the path.
    init(_ line: ArraySlice<UInt8>, nameLength: Int) {
      let parts = String(decoding: line.dropFirst(nameLength), as: UTF8.self)
        .split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
      (marks, path) = (parts.first ?? "", parts.dropFirst().first ?? "")
    }
  }

  /// The descriptions of all drawings, a line each. They stay bytes: making strings of all of them
  /// would cost a first frame some milliseconds.
  private nonisolated static let lines = PackageResources.Icons_txt
    .split(separator: UInt8(ascii: "\n")).filter { $0.first != UInt8(ascii: "#") }

  /// The length of the name at the beginning of a line, before its marks.
  private nonisolated static func nameLength(_ line: ArraySlice<UInt8>) -> Int {
    line.prefix {
      $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "~") && $0 != UInt8(ascii: "!")
    }.count
  }

  private nonisolated static func line(_ name: String) -> ArraySlice<UInt8>? {
    let count = name.utf8.count
    return lines.first { $0.starts(with: name.utf8) && nameLength($0) == count }
  }

  /// The names of all drawings, in their order.
  nonisolated static var allNames: [String] {
    lines.filter { $0.first != UInt8(ascii: "_") }
      .map { String(decoding: $0.prefix(nameLength($0)), as: UTF8.self) }
  }

  nonisolated static func exists(_ name: String) -> Bool {
    !name.hasPrefix("_") && line(name) != nil
  }

  /// The scheme of an icon's source, which its name follows.
  nonisolated static let scheme = "icon:"

  /// The name in the source of a picture; nil for other sources.
  nonisolated static func name(in source: String) -> String? {
    source.hasPrefix(scheme) ? String(source.dropFirst(scheme.count)) : nil
  }

  private static var drawings: [String: IconDrawing] = [:]

  /// The drawing with a name, made when it is first asked for; nil where there is none.
  static func named(_ name: String) -> IconDrawing? {
    if let drawing = drawings[name] { return drawing }
    guard exists(name), let drawing = drawing(name, depth: 0) else { return nil }
    drawings[name] = drawing
    return drawing
  }

  /// Draws the drawing with a name in the largest centered square of `rect`; a picture of the icon
  /// of the desktop's theme where there is none.
  ///
  /// - Parameters:
  ///   - isFlipped: Whether left and right are exchanged.
  ///   - isMirrored: Whether the list is mirrored; undone for drawings without a direction.
  static func draw(
    _ name: String, in rect: Rect, isFlipped: Bool = false, isMirrored: Bool = false,
    _ color: Color, into list: inout DrawList
  ) {
    let side = min(rect.width, rect.height)
    let (left, top) = (rect.midX - side / 2, rect.midY - side / 2)
    guard let drawing = named(name) else {
      let square = Rect(x: left, y: top, width: side, height: side)
      return list.append(
        .image(
          source: scheme + name, square, .fit, corners: Corners(), placeholder: .clear,
          icon: color))
    }
    let turns = isFlipped != (isMirrored && !drawing.isDirectional)
    for line in drawing.lines {
      let points = line.map {
        Point(x: left + (turns ? 1 - $0.x : $0.x) * side, y: top + $0.y * side)
      }
      let isDot = line.count == 2 && line[0] == line[1]
      let width = max(side * drawing.width * (isDot ? 1.25 : 1), 1)
      list.append(.polyline(points, color, width: width))
    }
  }

  private static func drawing(_ name: String, depth: Int) -> IconDrawing? {
    guard depth < 4, let line = line(name) else { return nil }
    let source = Source(line, nameLength: name.utf8.count)
    var drawing = IconDrawing()
    if source.marks.contains("!") { drawing.width = 0.1 }
    drawing.isDirectional = source.marks.contains("~")
    for part in source.path.split(separator: ";") {
      if part.first?.isLowercase == true || part.first == "_" {
        drawing.lines += self.drawing(String(part), depth: depth + 1)?.lines ?? []
      } else {
        var line = IconLine()
        line.add(part)
        drawing.lines.append(
          line.points.map { Point(x: $0.x / side, y: $0.y / side) })
      }
    }
    return drawing
  }
}

/// A line of a drawing while its description is read.
private struct IconLine {
  var points: [Point] = []

  /// The angle between two points of an arc, in degrees, and the number of parts of a curve.
  private static let (turn, parts) = (12.0, 12)

  mutating func add(_ text: Substring) {
    var words = text.split(separator: " ").flatMap { word -> [Substring] in
      guard word.count > 1, word.first?.isUppercase == true else { return [word] }
      return [word.prefix(1), word.dropFirst()]
    }[...]
    func numbers(_ count: Int) -> [Double] {
      defer { words = words.dropFirst(count) }
      let numbers = words.prefix(count).compactMap { Double($0) }
      precondition(numbers.count == count, "'\(text)' lacks numbers")
      return numbers
    }
    while let word = words.first {
      switch word {
      case "A":
        words.removeFirst()
        let n = numbers(5)
        addArc(Point(x: n[0], y: n[1]), radius: n[2], from: n[3], to: n[4])
      case "C":
        words.removeFirst()
        addCurve(numbers(6))
      case "O":
        words.removeFirst()
        let n = numbers(3)
        addArc(Point(x: n[0], y: n[1]), radius: n[2], from: 0, to: 360)
      case "R":
        words.removeFirst()
        addRectangle(numbers(5))
      case "Z":
        words.removeFirst()
        if let first = points.first { points.append(first) }
      case "L": words.removeFirst()
      default:
        let n = numbers(2)
        points.append(Point(x: n[0], y: n[1]))
      }
    }
    // A dot is a line without a length.
    if points.count == 1 { points.append(points[0]) }
  }

  private mutating func addArc(
    _ center: Point, radius: Double, from start: Double, to end: Double
  ) {
    let count = max(Int((abs(end - start) / Self.turn).rounded(.up)), 1)
    for step in 0...count {
      let angle = (start + (end - start) * Double(step) / Double(count)) * .pi / 180
      points.append(center + Point(x: cos(angle) * radius, y: sin(angle) * radius))
    }
  }

  private mutating func addCurve(_ n: [Double]) {
    guard let start = points.last else { return }
    for step in 1...Self.parts {
      let t = Double(step) / Double(Self.parts)
      let (a, b, c, d) = (
        (1 - t) * (1 - t) * (1 - t), 3 * (1 - t) * (1 - t) * t, 3 * (1 - t) * t * t, t * t * t
      )
      points.append(
        Point(
          x: a * start.x + b * n[0] + c * n[2] + d * n[4],
          y: a * start.y + b * n[1] + c * n[3] + d * n[5]))
    }
  }

  private mutating func addRectangle(_ n: [Double]) {
    let (left, top, right, bottom, radius) = (n[0], n[1], n[0] + n[2], n[1] + n[3], n[4])
    let corners = [
      (right - radius, top + radius), (right - radius, bottom - radius),
      (left + radius, bottom - radius), (left + radius, top + radius),
    ]
    for (index, corner) in corners.enumerated() {
      let start = Double(index) * 90 - 90
      addArc(Point(x: corner.0, y: corner.1), radius: radius, from: start, to: start + 90)
    }
    points.append(points[0])
  }
}
