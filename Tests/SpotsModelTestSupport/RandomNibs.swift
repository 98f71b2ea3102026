/// Makes nibs as people write them, with values for classes of width and elements for some widths.
public struct RandomNibs {
  private var random: RandomComponents

  public init(seed: UInt64) {
    random = RandomComponents(seed: seed)
  }

  /// The kinds of the nibs in `documents()`.
  public static let kinds = ["nib-a", "nib-b", "nib-c"]

  /// A document for each kind.
  public mutating func documents() -> [String] {
    Self.kinds.map { #"{"kind":"\#($0)",\#(members(depth: 2))}"# }
  }

  /// `value`, or an object with a value for some classes; no class at all is possible, too.
  private mutating func byWidth(_ value: (inout RandomNibs) -> String) -> String {
    guard random.oneIn(2) else { return value(&self) }
    let classes = ["compact", "medium", "expanded"].filter { _ in !random.oneIn(3) }
    return "{" + classes.map { "\"\($0)\":\(value(&self))" }.joined(separator: ",") + "}"
  }

  private mutating func words(_ words: [String]) -> String {
    byWidth { "\"\($0.random.pick(words))\"" }
  }

  private mutating func length(_ bound: Int) -> String {
    byWidth { "\($0.random.length(upTo: bound))" }
  }

  /// The keys of an element, without braces.
  private mutating func members(depth: Int) -> String {
    var members = [content(depth: depth)]
    if random.oneIn(2) { members.append(#""grow":\#(length(2))"#) }
    if random.oneIn(4) { members.append(#""size":\#(byWidth { $0.size() })"#) }
    if random.oneIn(4) { members.append(#""max-size":\#(byWidth { $0.size() })"#) }
    if random.oneIn(4) { members.append(#""padding":\#(length(12))"#) }
    if random.oneIn(4) { members.append(#""background":\#(words(["accent", "surface"]))"#) }
    if random.oneIn(5) { members.append(#""if":\#(words(["{subtitle}", "!{text}"]))"#) }
    if random.oneIn(2) {
      let least = random.pick([0, 200, 390, 500])
      members.append(#""when":{"min-width":\#(least),"max-width":\#(least + 500)}"#)
    }
    return members.joined(separator: ",")
  }

  private mutating func size() -> String {
    "[\(random.length(upTo: 120)),\(random.length(upTo: 60))]"
  }

  private mutating func content(depth: Int) -> String {
    switch random.below(depth > 0 ? 7 : 4) {
    case 0: #""image":\#(words(["{image}", "a.png"])),"ratio":2"#
    case 1: #""progress":0.5,"thickness":\#(length(9))"#
    case 2, 3:
      #""label":\#(words(["{title}", "{subtitle} {text}"])),"#
        + #""lines":\#(byWidth { "\($0.random.below(3))" })"#
    case 4: #""overlay":{"align":\#(words(["top", "right"])),"children":\#(children(depth))}"#
    case 5: #""row":\#(byWidth { $0.stack(depth) })"#
    default: #""column":\#(byWidth { $0.stack(depth) })"#
    }
  }

  private mutating func stack(_ depth: Int) -> String {
    #"{"spacing":\#(length(8)),"wrap":\#(byWidth { "\($0.random.oneIn(2))" }),"#
      + #""align":\#(words(["start", "end", "stretch"])),"children":\#(children(depth))}"#
  }

  private mutating func children(_ depth: Int) -> String {
    byWidth { nibs in
      let count = nibs.random.below(4)
      return "["
        + (0..<count).map { _ in "{\(nibs.members(depth: depth - 1))}" }
        .joined(separator: ",") + "]"
    }
  }
}
