"""The devices of the screen: displays, touchscreens and the sound card."""
