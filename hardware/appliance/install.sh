# shellcheck shell=bash
# Makes this machine the table, and undoes it. setup.sh reads this file, and has `say`, `stop`, `packages`, `MODEL` and
# `CALLED`, the folder in which it was called. What is installed is a release, always: one in a file, or one that is made
# of this folder.

VERSIONS=/opt/wondertable
DATA=/var/lib/wondertable
OWN=/etc/wondertable # what an owner says about updates
COMMAND=/usr/local/bin/wondertable
SHARE=/usr/share
declare -A BESIDE=( # where shells and man look, if they are here, and what they find there, of data/command
    [$SHARE/bash-completion/completions/wondertable]=wondertable.bash
    [$SHARE/zsh/vendor-completions/_wondertable]=_wondertable
    [$SHARE/fish/vendor_completions.d/wondertable.fish]=wondertable.fish
    [$SHARE/man/man1/wondertable.1]=wondertable.1
)
UNITS=/etc/systemd/system
PARTS=hardware/appliance # in this folder, and in that of each version
APPLIANCE_PACKAGES=(python3 python3-venv dbus polkitd kbd alsa-utils openssl)
XORG_PACKAGES=(xserver-xorg-core xserver-xorg-input-libinput matchbox-window-manager) # where the card alone shows nothing
MEMORY=800 # MB: a machine that is sold with 1 GB has a little less
ROOM=1000  # MB on the disk: a version, the next one, and games
NEXT=400   # MB: the next one alone, and what it is made of

install() {
    local yes='' dry='' changed='' due='' file='' version='' caller='' games='' public='' pin='' game=''
    local before='' playing='' filled='' took='' unsigned=()
    if [ "${1:-}" = --desktop ]; then
        desktop "${@:2}"
        return
    fi
    read_words install "$@"
    look_at_machine
    name_version
    look_at_caller
    look_at_installed
    say "this installs version $version in $VERSIONS, a user 'wondertable', services, and the command 'wondertable';" \
        "games and settings are kept in $DATA"
    agree "Shall it be installed?" yes || stop "nothing was changed"
    [ -z "$games" ] || agree "Shall it have the games and settings of $SUDO_USER? They are copied." yes || games=''
    look_who_plays
    look_at_game
    umask 022
    [ -n "$dry" ] || mkdir -p "$VERSIONS"
    hold_lock
    bring_packages
    bring_program
    bring_user
    bring_games
    [ -n "$before" ] || bring_pin # nobody is let in without
    take_place
    bring_parts
    bring_pin
    leave_desktop
    begin
}

# What `install` does, in a system that does not run yet: that of an image. `lay VERSION FILE [--unsigned]`; what starts
# with the machine, and which packages there are, the image's recipe says.
lay() {
    local yes=yes dry='' changed='' due='' version=$1 file took='' unsigned=("${@:3}")
    file=$(cd "$CALLED" && realpath -m -- "$2")
    umask 022
    mkdir -p "$VERSIONS"
    hold_lock
    fill
    bring_user
    bring_parts
    exec 9>&-
    rm -f "$VERSIONS/lock"
}

uninstall() {
    local yes='' dry='' changed='' purge='' unit running folder copies=()
    read_words uninstall "$@"
    is_root
    if [ -z "$purge" ] && [ -d "$DATA" ] && agree "Shall the games and settings in $DATA be deleted, too?" no; then
        purge=yes
    fi
    agree "Shall Wondertable be removed from this machine${purge:+, with all games and your keys}?" yes || stop "nothing was changed"
    [ -d /run/systemd/system ] || stop "systemd does not run here"
    [ ! -d "$VERSIONS" ] || hold_lock
    mapfile -t running < <(systemctl list-units --all --plain --no-legend 'wondertable*.service' | cut -d ' ' -f 1)
    [ ${#running[@]} -eq 0 ] || step "stops ${running[*]}" systemctl stop "${running[@]}"
    for unit in "$UNITS"/wondertable*.service; do
        [ -e "$unit" ] || continue
        if is_enabled "$unit"; then step "disables $(basename "$unit")" systemctl disable -q "$(basename "$unit")"; fi
        away "$unit" "$unit.d"
    done
    if [ -e "$VERSIONS/had-desktop" ]; then
        step "starts the desktop with the machine again" systemctl set-default -q graphical.target
    fi
    away /etc/udev/rules.d/70-wondertable.rules /etc/polkit-1/rules.d/50-wondertable.rules \
        /etc/polkit-1/rules.d/51-wondertable-wifi.rules /etc/polkit-1/rules.d/52-wondertable-upkeep.rules \
        "$COMMAND" "${!BESIDE[@]}" "$VERSIONS"
    if [ -n "$purge" ] || ! has_own; then away "$OWN"; fi
    if [ -n "$purge" ]; then away "$DATA" "$DATA".*; fi
    for folder in "$DATA" "$DATA".*; do
        if [ -n "$purge" ] || [ ! -d "$folder" ]; then continue; fi
        [ "$folder" = "$DATA" ] || copies+=("$folder")
        # Whoever gets the number of this user next must not get any of it.
        [ "$(stat -c %U:%a "$folder")" = root:700 ] || step "gives $folder to root alone" give "$folder" root 700
    done
    if getent passwd wondertable >/dev/null; then step "removes the user wondertable" userdel wondertable; fi
    [ -z "$changed" ] || step "lets systemd read its units again" read_units
    finished "Wondertable is not installed here"
    [ ! -d "$DATA" ] || [ -n "$purge" ] ||
        say "games and settings are still in $DATA${copies[*]:+, and those from before changes in ${copies[*]}};" \
            "./setup.sh uninstall --purge deletes them"
    ! has_own || [ -n "$purge" ] ||
        say "your keys and the address of updates are still in $OWN; ./setup.sh uninstall --purge deletes them, too"
}

# Whether an owner has put anything of their own beside the versions.
has_own() { [ -d "$OWN" ] && [ -n "$(find "$OWN" -type f -print -quit)" ]; }

# ---- words, questions, steps --------------------------------------------------------------------------------

# read_words COMMAND WORD …: sets yes, dry, public, game, file and purge.
read_words() {
    local word known='--public, --home, --game, --desktop and the file of a release (…/NAME.tar)'
    [ "$1" = install ] || known=--purge
    for word in "${@:2}"; do
        case $1:$word in
        *:--yes) yes=yes ;;
        *:--dry-run) dry=yes ;;
        install:--public) public=yes ;;
        install:--home) public=no ;;
        install:--game) game=yes ;;
        install:*.tar)
            file=$(cd "$CALLED" && realpath -m -- "$word")
            [ -f "$file" ] || stop "$file: there is no such file."
            ;;
        uninstall:--purge) purge=yes ;;
        *) stop "$1 does not know '$word'; it knows --yes, --dry-run, $known" ;;
        esac
    done
}

# agree QUESTION ANSWER: whether the answer is yes. Where nobody is to be asked, or can be, it is ANSWER.
agree() {
    local answer=
    if [ -z "$yes$dry" ] && [ -t 0 ]; then
        read -r -p "wondertable: $1 [$([ "$2" = yes ] && echo Y/n || echo y/N)] " answer || answer=no
    fi
    case ${answer:-$2} in [Yy]*) ;; *) return 1 ;; esac
}

# step SENTENCE COMMAND …: says one change and makes it; a rehearsal only says it.
step() {
    changed=yes due=yes
    if [ -n "$dry" ]; then
        say "would be done: $1"
    else
        say "$1"
        "${@:2}"
    fi
}

finished() {
    if [ -z "$changed" ]; then
        say "everything is as it should be; nothing was changed"
    elif [ -n "$dry" ]; then
        say "nothing was changed"
    else
        say "$1"
    fi
}

# put FILE TO: copies what differs.
put() { cmp -s "$1" "$2" || step "writes $2" command install -D -m 644 "$1" "$2"; }

# link TO AT: a link at AT, switched in one moment.
link() { [ "$(readlink "$2")" = "$1" ] || step "links $2 to $1" switch "$1" "$2"; }

switch() { ln -sfn "$1" "$2.new" && mv -T "$2.new" "$2"; }

# give FOLDER USER MODE: all of it is that user's, and its door has this mode.
give() { chmod "$3" "$1" && chown -hR "$2:$2" "$1"; }

away() {
    local path
    for path in "$@"; do
        if [ -e "$path" ] || [ -L "$path" ]; then step "removes $path" rm -rf "$path"; fi
    done
}

is_root() {
    [ -n "$dry" ] || [ "$(id -u)" -eq 0 ] || stop "this changes the system; as root, please: sudo ./setup.sh …"
}

# Until we end, nobody updates. Who holds the lock may keep it for so many seconds: one, where it is only looked at.
hold_lock() {
    [ -n "$dry" ] || { exec 9>>"$VERSIONS/lock" && flock -w "${1:-1}" 9; } ||
        stop "an update is on its way; please wait for its end"
}

is_enabled() { systemctl -q is-enabled "$(basename "$1")" 2>/dev/null; } # 2>: it does not know the unit yet

read_units() {
    systemctl daemon-reload
    udevadm control --reload 2>/dev/null || true # a container has no udev
    udevadm trigger --subsystem-match=backlight --action=add 2>/dev/null || true # the same
    systemctl reset-failed --all 'wondertable*' 2>/dev/null || true # none may have failed
}

# ---- whether it fits ------------------------------------------------------------------------------------------

# Says what this machine is; stops, before anything else is said, where it does not fit. Sets `debian`.
look_at_machine() {
    local system kind memory room board unfit=()
    # shellcheck source=/dev/null
    read -r debian system < <(. /etc/os-release && echo "$ID:${VERSION_ID:-?} ${PRETTY_NAME:-$ID}")
    case $debian in debian:12 | debian:13 | raspbian:12 | raspbian:13) ;; *)
        unfit+=("the system is $system, not Debian or Raspberry Pi OS 12 or 13") ;;
    esac
    kind=$(if command -v dpkg >/dev/null; then dpkg --print-architecture; else uname -m; fi)
    case $kind in amd64 | arm64) ;; *) unfit+=("the system is made for $kind, not for 64 bits: amd64 or arm64") ;; esac
    memory=$(awk '/^MemTotal:/ { print int($2 / 1000) }' /proc/meminfo)
    [ "$memory" -ge $MEMORY ] || unfit+=("there are $memory MB of memory, not $MEMORY")
    room=$(($(df --output=avail -B 1000000 /opt | tail -n 1)))
    [ -d "$VERSIONS" ] || [ "$room" -ge $ROOM ] || unfit+=("there are $room MB free on the disk, not $ROOM")
    [ -d /run/systemd/system ] || unfit+=("it was not started by systemd, which starts the table")
    [ ${#unfit[@]} -eq 0 ] || stop "this machine does not fit: $(printf '%s; ' "${unfit[@]}" | sed 's/; $//')."
    is_root
    if is_pi; then board=$(tr -d '\0' <"$MODEL"); else board='no Raspberry Pi, so there are no pins for a panel'; fi
    say "system     $system, $kind: fits"
    say "processor  $(nproc) × $(LC_ALL=C lscpu | sed -n 's/^Model name: *//p' | head -n 1): fits"
    say "memory     $memory MB: fits"
    say "board      $board: fits"
    say "disk       $room MB free: fits"
}

is_pi() { grep -aqs 'Raspberry Pi' "$MODEL"; }

# Whether the user who called sudo has a table: sets `caller`, their home, and `games`, the folder to take over.
look_at_caller() {
    [ -n "${SUDO_USER:-}" ] || return 0
    caller=$(getent passwd "$SUDO_USER" | cut -d : -f 6)
    games=$caller/.local/share/wondertable
    if [ ! -e "$games/table.db" ] || [ -e "$DATA/table.db" ]; then
        games=''
    elif [ -e "$games/lock" ] && ! flock -n "$games/lock" true; then
        stop "the table of $SUDO_USER is running; please end it first"
    fi
}

# Sets `before`, the version that runs, and `playing` where a game is played.
look_at_installed() {
    before=$(readlink "$VERSIONS/current") || return 0 # nothing is installed
    # 2>: a table that does not run, or does not start any more, plays no game
    if [[ $("$COMMAND" status 2>/dev/null) = *'a game is being played'* ]]; then playing=yes; fi
}

# Whether another version runs than this one, or none.
is_other() { [ "$before" != "$version" ]; }

# Another version, or a PIN, restarts the table: not during a game, unless somebody says so.
look_at_game() {
    if [ -z "$playing" ] || [ -n "$game" ]; then return; fi
    is_other || [ -n "$public" ] || return 0
    agree "A game is being played. Shall the table be restarted? It goes on then." no ||
        stop "a game is being played; it has to end, or be laid aside. --game restarts the table all the same"
    game=yes
}

# Whether strangers use the table: then it gets a PIN, asked for now, so that nobody has to wait for the question. Not
# where it has one, nor where it was installed before without.
look_who_plays() {
    if [ -e "$DATA/settings/pin.json" ] || { [ -z "$public" ] && [ -e "$VERSIONS/current" ]; }; then
        public=''
    elif [ -n "$public" ]; then
        public=${public#no}
    elif agree "Will strangers use this table, as in a café?" no; then
        public=yes
    else
        say "it is taken to stand at home, without a PIN; --public gives it one, and so does its screen"
    fi
    [ -z "$public" ] || [ -n "$dry" ] || ask_pin
}

# Sets `pin`: typed twice, unseen; not at a terminal, one line is read. It is never a word of a command.
ask_pin() {
    local again
    say "whoever knows the PIN may change settings, end games for all, and switch off"
    while :; do
        if [ -t 0 ]; then
            read -r -s -p "wondertable: The table's PIN, 4 to 8 digits: " pin || stop "nothing was changed"
            read -r -s -p $'\nwondertable: Once more: ' again || stop "nothing was changed"
            echo >&2
        else
            read -r pin || true # without a newline at the end; what was read is looked at below
            again=$pin
        fi
        if [[ $pin =~ ^[0-9]{4,8}$ && $pin = "$again" ]]; then break; fi
        [ -t 0 ] || stop "a PIN of 4 to 8 digits was expected on standard input; nothing was changed"
        say "that was not the same PIN of 4 to 8 digits twice"
    done
}

# ---- packages and program -------------------------------------------------------------------------------------

program_files() {
    tar -c --sort=name --exclude=__pycache__ --exclude='*.so' --mode=u=rwX,go=rX --owner=0 --group=0 "$@" -T "$PARTS/program"
}

# Sets `version`. A checkout is named by what is in it, with a letter: it is no release that somebody has handed out, and
# says nothing about its age.
name_version() {
    if [ -n "${file:-}" ]; then
        # 2>, || true: a file that is no archive has no version, which is said below
        version=$(tar -xOf "$file" release.json 2>/dev/null | sed -n 's/^ "version": "\([0-9.+]*\)",$/\1/p') || true
        [ -n "$version" ] || stop "$file: this is no release of Wondertable"
        return
    fi
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml)
    if [ "$(dirname "$PWD")" = "$VERSIONS" ]; then
        version=$(basename "$PWD")
    else
        version+=+c$(program_files --mtime=@0 | sha256sum | cut -c 1-8)
    fi
}

bring_packages() {
    local package missing=() wanted=("${APPLIANCE_PACKAGES[@]}" "${XORG_PACKAGES[@]}" "${WINDOW_PACKAGES[@]}")
    if is_pi && [ "${debian#*:}" = 13 ]; then wanted+=(python3-lgpio); fi # for its Python there is no wheel
    if has_package network-manager; then wanted+=(dnsmasq-base iw rfkill); fi # the first gives phones in the table's own Wi-Fi addresses
    for package in "${wanted[@]}"; do has_package "$package" || missing+=("$package"); done
    [ ${#missing[@]} -eq 0 ] || step "brings system packages" packages "${missing[@]}"
}

bring_program() {
    local room
    [ ! -d "$VERSIONS/$version" ] || return 0
    room=$(($(df --output=avail -B 1000000 "$(dirname "$VERSIONS")" | tail -n 1)))
    [ "$room" -ge $NEXT ] || stop "there are $room MB free on the disk, not $NEXT; nothing was changed"
    filled=yes
    [ -n "$file" ] || say_what_is_not_committed
    step "puts the program in $VERSIONS/$version (a minute or two)" fill
}

# A checkout is installed as it lies there.
say_what_is_not_committed() {
    local listed left
    mapfile -t listed <"$PARTS/program"
    left=$(git -c safe.directory="$PWD" status --porcelain -- "${listed[@]}" 2>/dev/null) || return 0 # it may be no checkout
    [ -z "$left" ] || say "what is not committed is installed, too: $(head -n 1 <<<"$left" | cut -c 4-)$(
        [ "$(wc -l <<<"$left")" -eq 1 ] || echo ", and $(($(wc -l <<<"$left") - 1)) more"
    )"
}

# Unpacks the release, by the code that updates have; of this folder one is made first, which nobody has signed.
fill() {
    if [ -z "$file" ]; then
        WORK=$(mktemp -d /var/tmp/wondertable.XXXXXX)
        trap 'rm -rf "$WORK"' EXIT
        file=$WORK/checkout.tar unsigned=(--unsigned)
        /usr/bin/python3 -m venv "$WORK/pip" # what is installed needs none, and Debian's Python has none
        TMPDIR=$WORK without_a_trace "$WORK/pip/bin/python" -m app.appliance.release_builder --here "$version" "$file" || exit 2
    fi
    exec 9>&- # whoever unpacks holds the lock
    without_a_trace /usr/bin/python3 -s main.py unpack "$file" "${unsigned[@]}" >/dev/null || exit 2
    hold_lock 60
    [ -z "${WORK:-}" ] || rm -rf "$WORK"
}

# Nothing is written into this folder.
without_a_trace() { PYTHONDONTWRITEBYTECODE=1 "$@"; }

# ---- user, games, system --------------------------------------------------------------------------------------

bring_user() {
    local group folder user
    getent passwd wondertable >/dev/null ||
        step "makes the user wondertable" useradd --system --no-create-home --home-dir "$DATA" \
            --shell /usr/sbin/nologin --comment Wondertable wondertable
    for group in video render input audio gpio i2c; do # the last two: Raspberry Pi OS has them
        # 2>: a rehearsal has not made the user
        if getent group $group >/dev/null && ! id -nG wondertable 2>/dev/null | grep -qw $group; then
            step "lets wondertable use $group" usermod -aG $group wondertable
        fi
    done
    if [ ! -d "$DATA" ]; then
        step "makes $DATA" command install -d -m 750 -o wondertable -g wondertable "$DATA"
    fi
    user=$(id -u wondertable 2>/dev/null) || user=none # in a rehearsal
    for folder in "$DATA" "$DATA".*; do # `uninstall` has left them, or something in them is somebody else's
        if [ -d "$folder" ] && { [ "$user" = none ] || [ -n "$(find "$folder" ! -uid "$user" -print -quit)" ]; }; then
            step "gives $folder to wondertable" give "$folder" wondertable 750
        fi
    done
}

bring_games() {
    [ -z "$games" ] || step "copies the games and settings of $SUDO_USER" copy_games
    [ -z "$caller" ] || away "$caller/.config/autostart/wondertable.desktop"
}

copy_games() {
    cp -a "$games"/table.db* "$DATA"
    [ ! -d "$caller/.config/wondertable" ] || cp -aT "$caller/.config/wondertable" "$DATA/settings"
    chown -hR wondertable:wondertable "$DATA"
}

# It comes as an update does: with a copy of the data, and back where it does not come up, also where there was none.
take_place() {
    is_other || return 0
    if [ -n "$before" ]; then
        step "runs version $version instead of $before, which comes back if that does not come up" adopt
    else
        step "starts the table" adopt
    fi
    took=yes due=''
}

adopt() {
    local units
    exec 9>&- # whoever changes something holds the lock
    # An earlier version has begun something, in its way; || true: it has said what failed, and `adopt` goes on.
    if [ -e "$VERSIONS/pending" ]; then "$COMMAND" settle || true; fi
    units=("$PARTS/wondertable-settle.service")
    [ -n "$before" ] || units=("$PARTS"/*.service) # what is not known to systemd cannot be stopped
    command install -m 644 "${units[@]}" "$UNITS"
    systemctl daemon-reload
    if ! "$VERSIONS/$version/hardware/appliance/wondertable" adopt "$version" ${game:+--game}; then
        [ -z "$filled" ] || [ -e "$VERSIONS/changing" ] || [ "$(readlink "$VERSIONS/current")" = "$version" ] ||
            rm -rf "${VERSIONS:?}/$version"
        exit 2
    fi
    hold_lock 60 # services that start with the new version look whether anything is left to settle
}

bring_pin() {
    [ -z "$public" ] || step "sets the table's PIN" set_pin
    [ -z "$dry" ] || public=''
}

set_pin() {
    [ -z "$before" ] || systemctl stop wondertable.service # else its screen would be the place to do that
    printf '%s\n' "$pin" | runuser -u wondertable -- "$VERSIONS/$version/$PARTS/wondertable" pin >/dev/null ||
        stop "the PIN could not be set"
    public=''
}

bring_parts() {
    local unit path
    [ -z "$dry" ] || [ -z "$before" ] || ! is_other || return 0 # they come with the version
    for unit in "$PARTS"/*.service; do put "$unit" "$UNITS/$(basename "$unit")"; done
    if [ "$(systemctl --version | awk '{ print int($2); exit }')" -ge 254 ]; then
        for unit in wondertable wondertable-screen; do put "$PARTS/direct.conf" "$UNITS/$unit.service.d/direct.conf"; done
    fi
    put "$PARTS/70-wondertable.rules" /etc/udev/rules.d/70-wondertable.rules
    put "$PARTS/50-wondertable.rules" /etc/polkit-1/rules.d/50-wondertable.rules
    put "$PARTS/51-wondertable-wifi.rules" /etc/polkit-1/rules.d/51-wondertable-wifi.rules
    put "$PARTS/52-wondertable-upkeep.rules" /etc/polkit-1/rules.d/52-wondertable-upkeep.rules
    [ -d "$OWN/keys" ] || step "makes $OWN/keys, for public keys of your own" mkdir -p "$OWN/keys"
    link "$version" "$VERSIONS/current"
    link "$VERSIONS/current/$PARTS/wondertable" "$COMMAND"
    for path in "${!BESIDE[@]}"; do
        [ ! -d "${path%/*}" ] || link "$VERSIONS/current/data/command/${BESIDE[$path]}" "$path"
    done
    if [ -n "${took:-}" ]; then # it runs already
        [ -n "$dry" ] || read_units
        due=''
    fi
}

# A desktop would have the screen.
leave_desktop() {
    if [ "$(systemctl get-default)" = graphical.target ] && [ -e "$UNITS/display-manager.service" ]; then
        step "starts no desktop with the machine from now on, until it is uninstalled" forget_desktop
    fi
}

forget_desktop() {
    touch "$VERSIONS/had-desktop"
    systemctl set-default -q multi-user.target
}

begin() {
    local unit was=$due
    for unit in "$PARTS"/*.service; do
        ! grep -q '^\[Install\]' "$unit" || is_enabled "$unit" ||
            step "starts $(basename "$unit") with the machine" systemctl enable -q "$(basename "$unit")"
    done
    [ -z "${took:-}" ] || due=$was # it runs already
    if [ -n "$due" ] && [ -n "$playing" ] && [ -z "$game" ]; then
        say "a game is being played, so the table was not restarted; what was changed counts when it starts next"
    elif [ -n "$due" ]; then
        step "starts the table" begin_now
        [ -n "$dry" ] || see_that_it_runs
    fi
    finished "version $version is installed; without a screen, 'sudo wondertable code' shows how phones come in"
    if [ -z "$dry" ] && systemctl -q is-active display-manager.service; then
        say "please restart the machine: then the table has the screen"
    fi
}

see_that_it_runs() {
    exec 9>&- # nothing is changed any more
    "$COMMAND" start >/dev/null || exit 2 # it says why not
}

begin_now() {
    read_units
    systemctl stop wondertable-screen.service 'wondertable-fallback@*.service'
    systemctl restart wondertable.service
    # The rule is for sockets that come; these have come.
    ! compgen -G '/sys/class/drm/card*-*' >/dev/null || systemctl start --no-block wondertable-screen.service
}

# ---- at log-in, on a desktop ----------------------------------------------------------------------------------

AUTOSTART=${XDG_CONFIG_HOME:-$HOME/.config}/autostart/wondertable.desktop

desktop() {
    if [ "${1:-}" = --remove ]; then
        rm -f "$AUTOSTART"
        say "the table no longer starts at log-in"
        return
    fi
    [ $# -eq 0 ] || stop "install --desktop knows only --remove"
    set_up
    fingers
    mkdir -p "$(dirname "$AUTOSTART")"
    printf '[Desktop Entry]\nType=Application\nName=Wondertable\nExec="%s" run --kiosk\n' "$PWD/setup.sh" >"$AUTOSTART"
    say "the table starts at the next log-in ($AUTOSTART); ./setup.sh install --desktop --remove undoes it"
}
