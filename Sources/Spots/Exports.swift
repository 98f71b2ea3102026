// Programs that import Spots have the models too.
@_exported import SpotsModel
