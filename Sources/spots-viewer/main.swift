import ArgumentParser
import Spots
import SpotsSDL
