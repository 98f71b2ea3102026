// Programs that open windows get what is below them too.
@_exported import SpotsPlatform
