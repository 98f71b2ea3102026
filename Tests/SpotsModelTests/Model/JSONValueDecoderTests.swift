import Foundation
import SpotsModel
import SpotsModelTestSupport
import Testing

@Suite struct JSONValueDecoderTests {
  private struct Profile: Decodable, Equatable {
    struct Skill: Decodable, Equatable {
      var name: String
      var level: Int
    }

    var name: String
    var skills: [Skill]
  }

  private func fault(_ skill: [String: JSONValue]) -> (path: [String], text: String)? {
    let good: [String: JSONValue] = ["name": .string("Swift"), "level": .integer(1)]
    let value = JSONValue.object([
      "name": .string("Ada"), "skills": .array([.object(good), .object(skill)]),
    ])
    do {
      _ = try value.decoded(as: Profile.self)
      return nil
    } catch DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context),
      DecodingError.dataCorrupted(let context)
    {
      return (context.codingPath.map(\.stringValue), context.debugDescription)
    } catch {
      return ([], "\(error)")
    }
  }

  @Test(arguments: [
    (
      ["name": JSONValue.integer(7), "level": .integer(1)], "name",
      "expected a string, not the number 7"
    ),
    (
      ["name": .string("C"), "level": .string("high")], "level",
      "expected a whole number, not the string 'high'"
    ),
    (["name": .string("C"), "level": .null], "level", "expected a whole number, not null"),
    (["name": .string("C"), "level": .number(1.5)], "level", "the number 1.5 does not fit Int"),
    (
      ["name": .string("C"), "level": .number(1e300)], "level",
      "the number 1e+300 does not fit Int"
    ),
    (["name": .array([]), "level": .integer(1)], "name", "expected a string, not an array"),
    (["name": .bool(true), "level": .integer(1)], "name", "expected a string, not true"),
  ])
  func faultsSayWhereAndWhat(skill: [String: JSONValue], key: String, text: String) throws {
    let fault = try #require(self.fault(skill))
    #expect(fault.path == ["skills", "1", key])
    #expect(fault.text == text)
  }

  @Test func aMissingKeyIsNamed() throws {
    let fault = try #require(self.fault(["name": .string("C")]))
    #expect(fault.path == ["skills", "1"])
    #expect(fault.text == "the key 'level' is missing")
  }

  @Test func wholeNumbersMayBeWrittenWithAFraction() throws {
    #expect(try JSONValue.number(3).decoded(as: Int.self) == 3)
    #expect(try JSONValue.integer(3).decoded(as: Double.self) == 3)
    #expect(try JSONValue.integer(255).decoded(as: UInt8.self) == 255)
    for value in [JSONValue.integer(256), .integer(-1), .number(0.5)] {
      #expect(throws: DecodingError.self) { try value.decoded(as: UInt8.self) }
    }
    #expect(throws: DecodingError.self) { try JSONValue.number(1e300).decoded(as: Float.self) }
  }

  @Test func nothingElseIsConverted() {
    let values: [JSONValue] = [.null, .bool(true), .string("1"), .array([]), .object([:])]
    for value in values { #expect(throws: DecodingError.self) { try value.decoded(as: Int.self) } }
    for value in values.dropFirst(2) {
      #expect(throws: DecodingError.self) { try value.decoded(as: Bool.self) }
    }
  }

  @Test func arraysEndAndDoNotMoveOnAfterAFault() throws {
    struct Reader: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        #expect(list.count == 3)
        let isNil = try list.decodeNil()
        #expect(!isNil)
        #expect(throws: DecodingError.self) { try list.decode(String.self) }
        #expect(list.currentIndex == 0)
        let first = try list.decode(Int.self)
        let isSecondNil = try list.decodeNil()
        #expect(first == 1 && isSecondNil)
        var nested = try list.nestedUnkeyedContainer()
        let third = try nested.decode(Int.self)
        #expect(third == 3 && list.isAtEnd)
        #expect(throws: DecodingError.self) { try list.decode(Int.self) }
        #expect(throws: DecodingError.self) { try list.decodeNil() }
      }
    }
    _ = try JSONValue.array([.integer(1), .null, .array([.integer(3)])]).decoded(as: Reader.self)
  }

  @Test func optionalsAreNilForNullAndForMissingKeys() throws {
    struct Maybe: Decodable, Equatable { var a: Int?, b: [Int?]? }
    #expect(try JSONValue.object([:]).decoded() == Maybe(a: nil, b: nil))
    #expect(
      try JSONValue.object(["a": .null, "b": .array([.null, .integer(1)])]).decoded()
        == Maybe(a: nil, b: [nil, 1]))
    #expect(try JSONValue.null.decoded(as: Int?.self) == nil)
  }

  /// Foundation's coders and these read each other's trees of the same type.
  @Test func foundationReadsTheSame() throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let model = EveryShape(using: &random)
      let data = try JSONEncoder().encode(model)
      let value = try #require(JSONValue.read(Array(data)).value)
      #expect(try value.decoded(as: EveryShape.self) == model, "seed \(seed)")
      let tree = try JSONDecoder().decode(JSONValue.self, from: data)
      #expect(try tree.decoded(as: EveryShape.self) == model, "seed \(seed)")
    }
  }
}
