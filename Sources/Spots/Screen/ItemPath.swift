/// A place on a screen that can be pointed at: an item, a header or a footer.
public struct ItemPath: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case item(Int)
    case header
    case footer
  }

  public var component: Int
  public var part: Part

  public init(component: Int, part: Part) {
    self.component = component
    self.part = part
  }

  public init(component: Int, item: Int) {
    self.init(component: component, part: .item(item))
  }

  /// The item's index; nil for headers and footers.
  public var item: Int? {
    if case .item(let index) = part { return index }
    return nil
  }

  /// The JSON pointer of the place in the screen's document.
  public var pointer: String {
    switch part {
    case .item(let index): "/components/\(component)/items/\(index)"
    case .header: "/components/\(component)/header"
    case .footer: "/components/\(component)/footer"
    }
  }
}
