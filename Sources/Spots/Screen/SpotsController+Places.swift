// Where the parts of a screen are in the window, for whoever draws in front of it or points at it.

extension SpotsController {
  /// The item, header or footer at a point of the window, the innermost one; nil between them.
  public func path(at point: Point) -> ItemPath? {
    scrollView.target(at: environment.isRightToLeft ? point.mirrored(in: size.width) : point)?.path
  }

  /// Where an item, header or footer is in the window; a part of it, or all, may lie outside. nil
  /// when there is none, or when it is inside a composite item that is not seen.
  public func frame(of path: ItemPath) -> Rect? {
    guard let frame = scrollView.contentFrame(of: path)?.offsetBy(y: -contentOffset) else {
      return nil
    }
    return environment.isRightToLeft ? frame.mirrored(in: size.width) : frame
  }

  /// The name of the view type that shows the part at `path`; nil when there is none.
  public func viewName(at path: ItemPath) -> String? {
    guard let item = item(at: path) else { return nil }
    let role: Configuration.Role =
      switch path.last.part {
      case .item: .item
      case .header: .header
      case .footer: .footer
      }
    return pool.viewName(forKind: item.kind, role: role)
  }
}
