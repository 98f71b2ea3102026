extension SpotsController {
  /// Shows everything anew after views or nibs were registered while the screen is shown.
  public func registrationsDidChange() {
    for component in components { component.unmount() }
    environmentDidChange()
  }
}
