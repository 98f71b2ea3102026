// Programs that import SpotsViews have the models too.
@_exported import SpotsModel
