/// The name among `candidates` that `name` was most likely meant to be; nil when none is close.
///
/// Close means that one letter or at most a third is wrong; a swap of neighbors counts as one.
package func nearestName(to name: String, among candidates: some Sequence<String>) -> String? {
  let letters = Array(name.lowercased().unicodeScalars.prefix(41))
  guard (1...40).contains(letters.count) else { return nil }
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let other = Array(candidate.lowercased().unicodeScalars)
    let limit = max(1, max(letters.count, other.count) / 3)
    guard abs(other.count - letters.count) <= limit else { continue }
    let distance = editDistance(letters, other)
    if distance <= limit, distance < (best?.distance ?? .max) { best = (candidate, distance) }
  }
  return best?.name
}

/// The end of a message about a name that is not known: what was most likely meant, if anything.
package func advice(nearestTo name: String, among candidates: some Sequence<String>) -> String {
  nearestName(to: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
}

/// The Damerau–Levenshtein distance in its restricted form: insertions, deletions, changes, and
/// swaps of two neighbors that are not edited again.
private func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var distance = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row.append(distance)
    }
    (beforeLast, last) = (last, row)
  }
  return last[b.count]
}
