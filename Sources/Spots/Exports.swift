// Programs that import Spots have the views and the models too.
@_exported import SpotsViews
