"""Where an installed table has what, and what systemd is told."""

BURST = 6  # starts within a minute: after the death that follows the last systemd starts it no more

DATA = "/var/lib/wondertable"
VERSIONS = "/opt/wondertable"
WONDERTABLE = "/usr/local/bin/wondertable"

MANAGER = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
