import SpotsModel
import SpotsModelTestSupport
import Testing

@Suite struct JSONValueEncoderTests {
  @Test func decodingWhatWasEncodedGivesTheSame() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let model = EveryShape(using: &random)
      let value = try JSONValue(encoding: model)
      #expect(try value.decoded(as: EveryShape.self) == model, "seed \(seed)")
    }
  }

  @Test func itSurvivesADocumentToo() throws {
    for seed in 0..<50 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var item = Item(title: "A")
      let model = EveryShape(using: &random)
      try item.update(model: model)
      let screen = Screen(components: [ComponentModel(kind: .list, items: [item])])
      let reading = ScreenReader().read(ScreenWriter().write(screen))
      #expect(reading.diagnostics == [])
      let read = try #require(reading.screen?.components.first?.items.first)
      #expect(try read.resolveModel(EveryShape.self) == model, "seed \(seed)")
    }
  }

  @Test func treesAreTakenAsTheyAre() throws {
    let tree = JSONValue.object([
      "a": .array([.null, .bool(true), .integer(.min), .number(1)]), "b": .string(""),
    ])
    #expect(try JSONValue(encoding: tree) == tree)
    #expect(try tree.decoded(as: JSONValue.self) == tree)
    #expect(try JSONValue(encoding: ["x": tree]) == .object(["x": tree]))
    #expect(try JSONValue.object(["x": tree]).decoded() == ["x": tree])
  }

  @Test func eachShapeIsWrittenPlainly() throws {
    #expect(try JSONValue(encoding: 1) == .integer(1))
    #expect(try JSONValue(encoding: 1.0) == .number(1))
    #expect(try JSONValue(encoding: Optional<Int>.none) == .null)
    #expect(try JSONValue(encoding: [Int]()) == .array([]))
    #expect(try JSONValue(encoding: [String: Int]()) == .object([:]))
    #expect(try JSONValue(encoding: EveryShape.Level.adept) == .string("adept"))
    #expect(try JSONValue(encoding: [1: "a"]) == .object(["1": .string("a")]))
    struct Empty: Encodable {}
    #expect(try JSONValue(encoding: Empty()) == .object([:]))
  }

  @Test func superclassesWriteBelowSuper() throws {
    let bird = Bird()
    bird.name = "Ada"
    let value = try JSONValue(encoding: bird)
    #expect(
      value == .object(["wings": .integer(2), "super": .object(["name": .string("Ada")])]))
    #expect(try value.decoded(as: Bird.self).name == "Ada")
  }

  @Test func aContainerAskedForTwiceIsTheSame() throws {
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var first = encoder.container(keyedBy: EveryKey.self)
        var second = encoder.container(keyedBy: EveryKey.self)
        try first.encode(1, forKey: EveryKey("a"))
        try second.encode(2, forKey: EveryKey("b"))
        var list = first.nestedUnkeyedContainer(forKey: EveryKey("c"))
        try list.encode("x")
        try list.encodeNil()
        #expect(list.count == 2)
      }
    }
    #expect(
      try JSONValue(encoding: Twice())
        == .object(["a": .integer(1), "b": .integer(2), "c": .array([.string("x"), .null])]))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func whatJSONCannotHoldIsRefusedWithItsPath(number: Double) throws {
    let error = #expect(throws: EncodingError.self) {
      try JSONValue(encoding: ["a": [0, number]])
    }
    guard case .invalidValue(_, let context) = error else { return #expect(Bool(false)) }
    #expect(context.codingPath.map(\.stringValue) == ["a", "1"])
  }

  @Test func integersAreKeptExactlyOrRefused() throws {
    #expect(try JSONValue(encoding: UInt64(Int.max)) == .integer(.max))
    let large = UInt64(1) << 63
    #expect(try JSONValue(encoding: large).decoded(as: UInt64.self) == large)
    #expect(throws: EncodingError.self) { try JSONValue(encoding: UInt64.max) }
  }

  @Test func aFailedUpdateChangesNothing() throws {
    var item = Item(title: "A", model: .integer(1))
    #expect(throws: EncodingError.self) { try item.update(model: Double.nan) }
    #expect(item == Item(title: "A", model: .integer(1)))
    var component = ComponentModel(kind: .list, model: .integer(1))
    #expect(throws: EncodingError.self) { try component.update(model: Double.nan) }
    #expect(component == ComponentModel(kind: .list, model: .integer(1)))
    try component.update(model: ["a": 2])
    #expect(try component.resolveModel() == ["a": 2])
  }
}

/// Any key.
struct EveryKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { return nil }
}
