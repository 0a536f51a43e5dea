"""Controls, panels and game pieces that no single game owns."""
