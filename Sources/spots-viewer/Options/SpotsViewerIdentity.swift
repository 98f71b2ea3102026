import SpotsSDL

extension ProgramIdentity {
  /// The viewer's own, with the picture of `Assets/io.github.spots.Viewer.svg`.
  static var spotsViewer: ProgramIdentity {
    ProgramIdentity(
      identifier: "io.github.spots.Viewer", name: "Spots", icon: PackageResources.icon_png)
  }
}
