// Programs that import Spots get the views and the models too.
@_exported import SpotsViews
