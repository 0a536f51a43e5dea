"""The Wi-Fi page: its state, networks to join, countries, and the table's own hotspot."""

from collections.abc import Mapping
from typing import Final

from app.protocol.network_messages import (
    JoinWifi,
    LookForWifi,
    SetCountry,
    SetHotspot,
    TurnWifiOn,
    Wifi,
    WifiNetwork,
    WifiProblem,
)
from app.shown.form import Button, ConfirmPrompt, Form, IntentTemplate, Link, Pressable, Row, Text
from app.shown.machine.countries import COUNTRIES
from app.text.translation import Words, w_

UNSUPPORTED: Final = "other"  # page: why a network cannot be joined
PASSWORD: Final = "password"  # page: a network's password; both are followed by the network's name
COUNTRY: Final = "country"  # page: the countries
# Why there are no networks, and what to do.
PROBLEMS: Final[Mapping[WifiProblem, str]] = {
    "looking": w_("Looking …"),
    "no-manager": w_("NetworkManager does not run here, so Wi-Fi can only be set in this computer’s own system."),
    "unmanaged": w_("NetworkManager leaves this Wi-Fi alone, so it can only be set in this computer’s own system."),
    "no-radio": w_("This computer has no Wi-Fi. Use a cable, or plug a Wi-Fi adapter in."),
    "blocked": w_("A switch on this computer keeps Wi-Fi off. Turn it on there."),
    "off": w_("Wi-Fi is switched off on this computer."),
    "waiting": w_("Wi-Fi is not ready. If it stays so, its driver is missing, or its country is not set."),
}


def wifi(w: Words, now: Wifi | None) -> Form:
    """Build the page. `now` None: the machine has not answered yet."""
    problem = now.problem if now else "looking"
    if now is None or problem:
        if problem == "country":
            return countries(w, now)
        why = Text(key="problem", words=w.translate(PROBLEMS[problem], {}), loud=problem != "looking")
        on = IntentTemplate(TurnWifiOn(id=""))
        turn = Button(key="wifi on", words=w("Switch Wi-Fi on"), says=on, picture="wifi", main=True, foot=True)
        return Form(w("Wi-Fi"), (why, turn) if problem == "off" else (why,))
    look = Button(key="look", words=w("Look again"), says=IntentTemplate(LookForWifi(id="")), picture="turn", foot=True)
    rows: list[Row] = [Text(key="now", words=_state_text(w, now), loud=True), look]
    rows += [_network(network, now) for network in now.networks]
    if now.country is not None:
        words = w("Country: {country}", country=COUNTRIES.get(now.country, now.country))
        rows.append(Link(key="country", words=words, to=COUNTRY, picture="gear", foot=True))
    if now.can_host:
        text = w(
            "The table opens a Wi-Fi of its own for phones, “{name}”, and leaves “{network}” for it.",
            name=now.own,
            network=now.here,
        )
        rows.append(
            Button(
                key="hotspot",
                words=w("Own Wi-Fi for phones"),
                says=IntentTemplate(SetHotspot(id="", on=True)),
                picture="phone",
                sure=ConfirmPrompt(text, w("Open it")) if now.here else None,
                foot=True,
            )
        )
    return Form(w("Wi-Fi"), (*rows,))


def countries(w: Words, now: Wifi | None) -> Form:
    """Build the choice of the country, by names in its own languages."""
    here = now.country if now else ""
    about = Text(key="about", words=w("Which country is this table in? Wi-Fi has to follow its rules."), loud=True)
    rows = (
        Button(key=f"country {code}", words=name, says=IntentTemplate(SetCountry(id="", country=code)), on=code == here)
        for code, name in COUNTRIES.items()
    )
    return Form(w("Wi-Fi"), (about, *rows))


def hotspot(w: Words) -> Form:
    """Build the page of the open hotspot; a surface adds its QR codes."""
    back = IntentTemplate(SetHotspot(id="", on=False))
    home = Button(key="home", words=w("Back to the home network"), says=back, picture="left", main=True, foot=True)
    stay = Text(key="stay", words=w("Stay in it, even if your phone finds no internet."))
    return Form(w("The table’s own Wi-Fi is open"), (stay, home))


def unsupported_network(w: Words, network: str) -> str:
    """Return why a network cannot be joined."""
    return w("“{network}” needs more than a password, so the table cannot join it.", network=network)


def _network(network: WifiNetwork, now: Wifi) -> Pressable:
    """Return a network's row: it joins at once, or asks for a password, also after a stored one was rejected."""
    here = network.name == now.here
    key, picture = f"network {network.name}", "tick" if here else "lock" if network.lock != "open" else "wifi"
    wrong = now.failed == "password" and now.tried == network.name
    if network.lock == "other" and not network.known:
        to = UNSUPPORTED
    elif network.lock == "password" and (wrong or not network.known):
        to = PASSWORD
    else:
        join = IntentTemplate(JoinWifi(id="", network=network.name))
        return Button(key=key, words=network.name, says=join, picture=picture, on=here, off=here, bars=network.bars)
    return Link(
        key=key, words=network.name, to=f"{to} {network.name}", picture=picture, on=here, off=here, bars=network.bars
    )


def _state_text(w: Words, wifi: Wifi) -> str:
    if wifi.joining and wifi.joining == wifi.own:
        return w("The table’s own Wi-Fi is being opened …")
    if wifi.joining and wifi.step == "address":
        return w("“{network}” lets the table in; waiting for an address …", network=wifi.joining)
    if wifi.joining:
        return w("Joining “{network}” …", network=wifi.joining)
    if wifi.failed:
        return _explain_failure(w, wifi)
    if wifi.here:
        return w("The table is in “{network}”.", network=wifi.here)
    return w("The table is in no Wi-Fi.")


def _explain_failure(w: Words, wifi: Wifi) -> str:
    if wifi.failed == "denied":
        return w("The table may not change the Wi-Fi of this computer.")
    if wifi.tried == wifi.own:
        return w("The table’s own Wi-Fi could not be opened. Try again.")
    match wifi.failed:
        case "password":
            return w("The password of “{network}” was not accepted.", network=wifi.tried)
        case "address":
            return w("“{network}” gave the table no address. Restart its router, or try again.", network=wifi.tried)
        case "out-of-reach":
            return w("“{network}” is out of reach now.", network=wifi.tried)
    return w("“{network}” could not be joined. Try again, or bring the table nearer.", network=wifi.tried)
