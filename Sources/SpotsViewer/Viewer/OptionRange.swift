/// The range of an option's values, which messages word as in `from 0.25 to 8`.
package struct OptionRange: CustomStringConvertible, Sendable {
  package let least: Double
  package let most: Double

  /// Whether `number` is in the range, its ends included; NaN is not.
  package func contains(_ number: Double) -> Bool { range.contains(number) }

  package var range: ClosedRange<Double> { least...most }

  package var description: String { "from \(Self.text(least)) to \(Self.text(most))" }

  private static func text(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
