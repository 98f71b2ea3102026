#!/usr/bin/python3
"""Orca, which writes what it says to standard output, a line for each utterance, for tests. The first
line is its version.

  reader.py FOLDER    with settings of its own in this folder
"""
import json
import re
import sys

import speechd


class Speaker:
    """Takes the place of the connection to Speech Dispatcher."""

    def __init__(self, *_, **__):
        pass

    def __getattr__(self, _):
        return lambda *_, **__: ()

    def speak(self, text, *_, **__):
        print(re.sub("<[^>]*>", "", text).strip(), flush=True)

    char = speak


speechd.SSIPClient = Speaker
SETTINGS = {
    "enablePositionSpeaking": True, "enableBraille": False, "enableSound": False,
    # It says the characters that are typed, but not the names of the other keys.
    "enableModifierKeys": False, "enableActionKeys": False,
}
with open(sys.argv[1] + "/user-settings.conf", "w", encoding="utf-8") as file:
    json.dump({
        "general": {}, "pronunciations": {}, "keybindings": {},
        "profiles": {"default": {"profile": ["Default", "default"], **SETTINGS}},
    }, file)

from orca import orca, orca_platform  # noqa: E402

print("Orca " + orca_platform.version, flush=True)
if not orca_platform.version.startswith("43."):
    sys.exit()
# Not by Orca's own program, which refuses to start where the user has it running.
orca.getSettingsManager().activate(sys.argv[1], {})
sys.exit(orca.main())
