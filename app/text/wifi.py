"""The Wi-Fi of the table's machine in the reader's words: why there is none, what it is doing, what came to nothing."""

from app.protocol import messages
from app.text.languages import Words


def problem(w: Words, it: messages.WifiProblem) -> str:
    """Why there is nothing to choose from, and what to do; empty if there is no reason."""
    match it:
        case "looking":
            return w("Looking …")
        case "no-manager":
            return w("NetworkManager does not run here, so Wi-Fi can only be set in this computer’s own system.")
        case "unmanaged":
            return w("NetworkManager leaves this Wi-Fi alone, so it can only be set in this computer’s own system.")
        case "no-radio":
            return w("This computer has no Wi-Fi. Use a cable, or plug a Wi-Fi adapter in.")
        case "blocked":
            return w("A switch on this computer keeps Wi-Fi off. Turn it on there.")
        case "off":
            return w("Wi-Fi is switched off on this computer.")
        case "waiting":
            return w("Wi-Fi is not ready. If it stays so, its driver is missing, or its country is not set.")
    return ""


def now(w: Words, it: messages.Wifi) -> str:
    """What the machine is doing, or where it is, in one sentence."""
    if it.joining and it.joining == it.own:
        return w("The table’s own Wi-Fi is being opened …")
    if it.joining and it.step == "address":
        return w("“{network}” lets the table in; waiting for an address …", network=it.joining)
    if it.joining:
        return w("Joining “{network}” …", network=it.joining)
    if it.failed:
        return _failed(w, it)
    if it.here:
        return w("The table is in “{network}”.", network=it.here)
    return w("The table is in no Wi-Fi.")


def _failed(w: Words, it: messages.Wifi) -> str:
    if it.failed == "denied":
        return w("The table may not change the Wi-Fi of this computer.")
    if it.tried == it.own:
        return w("The table’s own Wi-Fi could not be opened. Try again.")
    match it.failed:
        case "password":
            return w("The password of “{network}” was not accepted.", network=it.tried)
        case "address":
            return w("“{network}” gave the table no address. Restart its router, or try again.", network=it.tried)
        case "out-of-reach":
            return w("“{network}” is out of reach now.", network=it.tried)
    return w("“{network}” could not be joined. Try again, or bring the table nearer.", network=it.tried)
