import SpotsModelTestSupport

/// Types of every shape `Codable` makes, with random values.
struct EveryShape: Codable, Equatable, Sendable {
  enum Level: String, Codable, CaseIterable { case novice, adept, master }
  enum Event: Codable, Equatable, Sendable {
    case nothing
    case moved(x: Double, y: Double)
    case said(String)
  }

  struct Part: Codable, Equatable, Sendable {
    var name: String
    var counts: [Int]
    var parts: [Part]
  }

  var text: String
  var flag: Bool
  var small: Int8
  var whole: Int
  var natural: UInt32
  var number: Double
  var single: Float
  var missing: Int?
  var maybe: String?
  var level: Level
  var events: [Event]
  var nested: Part
  var grid: [[Double?]]
  var byName: [String: Part]
  var byNumber: [Int: String]
  var byLevel: [Level: Bool]
  var unique: Set<Int>

  init(using random: inout SplitMix64) {
    func chance(_ random: inout SplitMix64) -> Bool { Bool.random(using: &random) }
    text = Self.text(&random)
    flag = chance(&random)
    small = .random(in: .min ... .max, using: &random)
    whole =
      [0, 1, -1, .min, .max, .random(in: .min ... .max, using: &random)]
      .randomElement(using: &random) ?? 0
    natural = .random(in: 0 ... .max, using: &random)
    number = Self.number(&random)
    single = Float(Double.random(in: -1e9...1e9, using: &random))
    missing = nil
    maybe = chance(&random) ? Self.text(&random) : nil
    level = Level.allCases.randomElement(using: &random) ?? .novice
    events = [
      .nothing, .moved(x: Self.number(&random), y: 0), .said(Self.text(&random)),
    ].shuffled(using: &random)
    nested = Self.part(&random, depth: 3)
    grid = (0..<3).map { _ in [Self.number(&random), nil] }
    byName = [
      "k" + Self.text(&random): Self.part(&random, depth: 1), "": Self.part(&random, depth: 0),
    ]
    byNumber = [.random(in: -9...9, using: &random): Self.text(&random), .max: ""]
    byLevel = [.novice: chance(&random), .master: true]
    unique = Set((0..<4).map { _ in Int.random(in: -9...9, using: &random) })
  }

  private static func text(_ random: inout SplitMix64) -> String {
    ["", "a", "é🙂", "\"\\\n\u{0}\u{202E}", "null", "1"].randomElement(using: &random) ?? ""
  }

  private static func number(_ random: inout SplitMix64) -> Double {
    [0, -0.5, 1e308, -1e308, .leastNonzeroMagnitude, 1 / 3, 9_007_199_254_740_992, 0.1]
      .randomElement(using: &random) ?? 0
  }

  private static func part(_ random: inout SplitMix64, depth: Int) -> Part {
    Part(
      name: text(&random), counts: [.min, 0, .max],
      parts: depth == 0 ? [] : (0..<2).map { _ in part(&random, depth: depth - 1) })
  }
}

/// A class hierarchy whose superclass encodes itself.
class Animal: Codable {
  var name = ""
}

final class Bird: Animal {
  var wings = 2

  enum CodingKeys: String, CodingKey { case wings }

  override init() { super.init() }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    wings = try container.decode(Int.self, forKey: .wings)
    try super.init(from: container.superDecoder())
  }

  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(wings, forKey: .wings)
    try super.encode(to: container.superEncoder())
  }
}
