// Tests that import this have the support of those of models too.
@_exported import SpotsModelTestSupport
