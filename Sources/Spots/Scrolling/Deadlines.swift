/// The earlier one of two times, either of which may never come.
package func earlier(_ a: Double?, _ b: Double?) -> Double? {
  guard let a, let b else { return a ?? b }
  return min(a, b)
}
