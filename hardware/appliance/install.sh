# shellcheck shell=bash
# Install Wondertable on this machine, and uninstall it. setup.sh sources this file and defines `say`, `stop`,
# `packages`, `MODEL` and `CALLED`, the folder of the call. A release is always installed: from a file, or built from
# this folder.

VERSIONS=/opt/wondertable
DATA=/var/lib/wondertable
OWN=/etc/wondertable # the owner's keys and update address
COMMAND=/usr/local/bin/wondertable
SHARE=/usr/share
declare -A BESIDE=( # links for shells and man: path, and the file of data/command that it points to
    [$SHARE/bash-completion/completions/wondertable]=wondertable.bash
    [$SHARE/zsh/vendor-completions/_wondertable]=_wondertable
    [$SHARE/fish/vendor_completions.d/wondertable.fish]=wondertable.fish
    [$SHARE/man/man1/wondertable.1]=wondertable.1
)
UNITS=/etc/systemd/system
PARTS=hardware/appliance # below this folder and below each version
APPLIANCE_PACKAGES=(python3 python3-venv dbus polkitd kbd alsa-utils openssl)
XORG_PACKAGES=(xserver-xorg-core xserver-xorg-input-libinput matchbox-window-manager) # for cards without KMS
MEMORY=800 # MB: a machine that is sold with 1 GB has a little less
ROOM=1000  # MB on the disk: a version, the next one, and games
NEXT=400   # MB on the disk for another version, and for building it

install() {
    local yes='' dry='' changed='' due='' file='' version='' caller='' games='' public='' pin='' game=''
    local before='' playing='' filled='' took='' unsigned=()
    if [ "${1:-}" = --desktop ]; then
        desktop "${@:2}"
        return
    fi
    parse_options install "$@"
    check_machine
    name_version
    find_games_of_caller
    find_installed
    say "this installs version $version in $VERSIONS, a user 'wondertable', services, and the command 'wondertable';" \
        "games and settings are kept in $DATA"
    agree "Install it?" yes || stop "nothing was changed"
    [ -z "$games" ] || agree "Copy the games and settings of $SUDO_USER?" yes || games=''
    ask_about_strangers
    ask_about_game
    umask 022
    [ -n "$dry" ] || mkdir -p "$VERSIONS"
    hold_lock
    bring_packages
    bring_program
    bring_user
    bring_games
    [ -n "$before" ] || bring_pin # before the first start, so that the table never runs without it
    activate_version
    bring_parts
    bring_pin
    disable_desktop
    start_services
}

# lay VERSION FILE [--unsigned]: install into the system of an image, which is not running yet. The image's recipe sets
# the packages and the enabled services.
lay() {
    local yes=yes dry='' changed='' due='' version=$1 file took='' unsigned=("${@:3}")
    file=$(cd "$CALLED" && realpath -m -- "$2")
    umask 022
    mkdir -p "$VERSIONS"
    hold_lock
    unpack_release
    bring_user
    bring_parts
    exec 9>&-
    rm -f "$VERSIONS/lock"
}

uninstall() {
    local yes='' dry='' changed='' purge='' unit running folder copies=()
    parse_options uninstall "$@"
    is_root
    if [ -z "$purge" ] && [ -d "$DATA" ] && agree "Also delete the games and settings in $DATA?" no; then
        purge=yes
    fi
    agree "Remove Wondertable from this machine${purge:+, with all games and your keys}?" yes || stop "nothing was changed"
    [ -d /run/systemd/system ] || stop "systemd is not running here"
    [ ! -d "$VERSIONS" ] || hold_lock
    mapfile -t running < <(systemctl list-units --all --plain --no-legend 'wondertable*.service' | cut -d ' ' -f 1)
    [ ${#running[@]} -eq 0 ] || step "stops ${running[*]}" systemctl stop "${running[@]}"
    for unit in "$UNITS"/wondertable*.service; do
        [ -e "$unit" ] || continue
        if is_enabled "$unit"; then step "disables $(basename "$unit")" systemctl disable -q "$(basename "$unit")"; fi
        remove "$unit" "$unit.d"
    done
    if [ -e "$VERSIONS/had-desktop" ]; then
        step "lets the desktop start with the machine again" systemctl set-default -q graphical.target
    fi
    remove /etc/udev/rules.d/70-wondertable.rules /etc/polkit-1/rules.d/50-wondertable.rules \
        /etc/polkit-1/rules.d/51-wondertable-wifi.rules /etc/polkit-1/rules.d/52-wondertable-upkeep.rules \
        "$COMMAND" "${!BESIDE[@]}" "$VERSIONS"
    if [ -n "$purge" ] || ! has_own; then remove "$OWN"; fi
    if [ -n "$purge" ]; then remove "$DATA" "$DATA".*; fi
    for folder in "$DATA" "$DATA".*; do
        if [ -n "$purge" ] || [ ! -d "$folder" ]; then continue; fi
        [ "$folder" = "$DATA" ] || copies+=("$folder")
        # The next user with this user id must not get access.
        [ "$(stat -c %U:%a "$folder")" = root:700 ] || step "gives $folder to root alone" set_owner "$folder" root 700
    done
    if getent passwd wondertable >/dev/null; then step "removes the user wondertable" userdel wondertable; fi
    [ -z "$changed" ] || step "reloads systemd" read_units
    finished "Wondertable is not installed here"
    [ ! -d "$DATA" ] || [ -n "$purge" ] ||
        say "games and settings are still in $DATA${copies[*]:+, and earlier copies in ${copies[*]}};" \
            "./setup.sh uninstall --purge deletes them"
    ! has_own || [ -n "$purge" ] ||
        say "your keys and the address of updates are still in $OWN; ./setup.sh uninstall --purge deletes them, too"
}

# Check whether the owner has added keys or an update address.
has_own() { [ -d "$OWN" ] && [ -n "$(find "$OWN" -type f -print -quit)" ]; }

# ---- words, questions, steps --------------------------------------------------------------------------------

# parse_options COMMAND WORD …: parse the options; sets yes, dry, public, game, file and purge.
parse_options() {
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
        *) stop "$1 has no option '$word'; there are --yes, --dry-run, $known" ;;
        esac
    done
}

# agree QUESTION ANSWER: ask, and check whether the answer is yes. Without a terminal, or with --yes or --dry-run, the
# answer is ANSWER.
agree() {
    local answer=
    if [ -z "$yes$dry" ] && [ -t 0 ]; then
        read -r -p "wondertable: $1 [$([ "$2" = yes ] && echo Y/n || echo y/N)] " answer || answer=no
    fi
    case ${answer:-$2} in [Yy]*) ;; *) return 1 ;; esac
}

# step SENTENCE COMMAND …: print a change and make it; --dry-run only prints it.
step() {
    changed=yes due=yes
    if [ -n "$dry" ]; then
        say "dry run: $1"
    else
        say "$1"
        "${@:2}"
    fi
}

finished() {
    if [ -z "$changed" ]; then
        say "everything is in order; nothing was changed"
    elif [ -n "$dry" ]; then
        say "nothing was changed"
    else
        say "$1"
    fi
}

# copy_changed FILE TO: copy a file if it differs.
copy_changed() { cmp -s "$1" "$2" || step "writes $2" command install -D -m 644 "$1" "$2"; }

# link TO AT: let the link AT point to TO; replaced atomically.
link() { [ "$(readlink "$2")" = "$1" ] || step "links $2 to $1" replace_link "$1" "$2"; }

replace_link() { ln -sfn "$1" "$2.new" && mv -T "$2.new" "$2"; }

# set_owner FOLDER USER MODE: set the mode of a folder, and the owner of everything in it.
set_owner() { chmod "$3" "$1" && chown -hR "$2:$2" "$1"; }

remove() {
    local path
    for path in "$@"; do
        if [ -e "$path" ] || [ -L "$path" ]; then step "removes $path" rm -rf "$path"; fi
    done
}

is_root() {
    [ -n "$dry" ] || [ "$(id -u)" -eq 0 ] || stop "this changes the system, so it needs root: sudo ./setup.sh …"
}

# hold_lock [SECONDS]: take the lock that updates hold, until this script ends; wait for SECONDS at most (default 1).
hold_lock() {
    [ -n "$dry" ] || { exec 9>>"$VERSIONS/lock" && flock -w "${1:-1}" 9; } ||
        stop "an update is running; please wait until it has finished"
}

is_enabled() { systemctl -q is-enabled "$(basename "$1")" 2>/dev/null; } # 2>: an unknown unit

read_units() {
    systemctl daemon-reload
    udevadm control --reload 2>/dev/null || true # a container has no udev
    udevadm trigger --subsystem-match=backlight --action=add 2>/dev/null || true # the same
    systemctl reset-failed --all 'wondertable*' 2>/dev/null || true # an error if none has failed
}

# ---- checks ---------------------------------------------------------------------------------------------------

# Print this machine's properties, or stop if it is not suitable. Sets `debian`.
check_machine() {
    local system kind memory room board unfit=()
    # shellcheck source=/dev/null
    read -r debian system < <(. /etc/os-release && echo "$ID:${VERSION_ID:-?} ${PRETTY_NAME:-$ID}")
    case $debian in debian:12 | debian:13 | raspbian:12 | raspbian:13) ;; *)
        unfit+=("the system is $system, not Debian or Raspberry Pi OS 12 or 13") ;;
    esac
    kind=$(if command -v dpkg >/dev/null; then dpkg --print-architecture; else uname -m; fi)
    case $kind in amd64 | arm64) ;; *) unfit+=("the system is for $kind, not for amd64 or arm64 (64 bits)") ;; esac
    memory=$(awk '/^MemTotal:/ { print int($2 / 1000) }' /proc/meminfo)
    [ "$memory" -ge $MEMORY ] || unfit+=("there are $memory MB of memory, not $MEMORY")
    room=$(($(df --output=avail -B 1000000 /opt | tail -n 1)))
    [ -d "$VERSIONS" ] || [ "$room" -ge $ROOM ] || unfit+=("there are $room MB free on the disk, not $ROOM")
    [ -d /run/systemd/system ] || unfit+=("systemd is not running, which starts the table")
    [ ${#unfit[@]} -eq 0 ] || stop "this machine is not suitable: $(printf '%s; ' "${unfit[@]}" | sed 's/; $//')."
    is_root
    if is_pi; then board=$(tr -d '\0' <"$MODEL"); else board='no Raspberry Pi, so there are no pins for a panel'; fi
    say "system     $system, $kind: fits"
    say "processor  $(nproc) × $(LC_ALL=C lscpu | sed -n 's/^Model name: *//p' | head -n 1): fits"
    say "memory     $memory MB: fits"
    say "board      $board: fits"
    say "disk       $room MB free: fits"
}

is_pi() { grep -aqs 'Raspberry Pi' "$MODEL"; }

# Check whether the user who called sudo has a table. Sets `caller`, their home, and `games`, the folder to copy.
find_games_of_caller() {
    [ -n "${SUDO_USER:-}" ] || return 0
    caller=$(getent passwd "$SUDO_USER" | cut -d : -f 6)
    games=$caller/.local/share/wondertable
    if [ ! -e "$games/table.db" ] || [ -e "$DATA/table.db" ]; then
        games=''
    elif [ -e "$games/lock" ] && ! flock -n "$games/lock" true; then
        stop "the table of $SUDO_USER is running; please stop it first"
    fi
}

# Set `before`, the installed version, and `playing` if a game is being played.
find_installed() {
    before=$(readlink "$VERSIONS/current") || return 0 # nothing is installed
    # 2>: a table that is not running prints an error
    if [[ $("$COMMAND" status 2>/dev/null) = *'a game is being played'* ]]; then playing=yes; fi
}

# Check whether another version is installed, or none.
is_other() { [ "$before" != "$version" ]; }

# Ask before the restart that a new version or a PIN needs, if a game is being played.
ask_about_game() {
    if [ -z "$playing" ] || [ -n "$game" ]; then return; fi
    is_other || [ -n "$public" ] || return 0
    agree "A game is being played. Restart the table? The game continues afterwards." no ||
        stop "a game is being played. Finish it or put it aside first; --game restarts the table anyway"
    game=yes
}

# Ask whether strangers use the table, and then for its PIN, before the long steps begin. An installed table, or one
# with a PIN, is not asked about again.
ask_about_strangers() {
    if [ -e "$DATA/settings/pin.json" ] || { [ -z "$public" ] && [ -e "$VERSIONS/current" ]; }; then
        public=''
    elif [ -n "$public" ]; then
        public=${public#no}
    elif agree "Will strangers use this table, as in a café?" no; then
        public=yes
    else
        say "the table gets no PIN, as one at home; you can set one on its screen, or with --public"
    fi
    [ -z "$public" ] || [ -n "$dry" ] || ask_pin
}

# Ask for the PIN, and set `pin`: typed twice without echo, or one line if standard input is no terminal. It is never
# passed as an argument, which other users could see.
ask_pin() {
    local again
    say "people who know the PIN can change settings, end games for all, and switch off"
    while :; do
        if [ -t 0 ]; then
            read -r -s -p "wondertable: The table's PIN, 4 to 8 digits: " pin || stop "nothing was changed"
            read -r -s -p $'\nwondertable: Once more: ' again || stop "nothing was changed"
            echo >&2
        else
            read -r pin || true # an error without a newline at the end; the PIN is checked below
            again=$pin
        fi
        if [[ $pin =~ ^[0-9]{4,8}$ && $pin = "$again" ]]; then break; fi
        [ -t 0 ] || stop "a PIN of 4 to 8 digits was expected on standard input; nothing was changed"
        say "please type the same 4 to 8 digits twice"
    done
}

# ---- packages and program -------------------------------------------------------------------------------------

program_files() {
    tar -c --sort=name --exclude=__pycache__ --exclude='*.so' --mode=u=rwX,go=rX --owner=0 --group=0 "$@" -T "$PARTS/program"
}

# Set `version`. The version of a checkout ends in +c and a hash of its files, which is not a release's and has no order.
name_version() {
    if [ -n "${file:-}" ]; then
        # 2>, || true: a file that is no archive has no version, which the next line reports
        version=$(tar -xOf "$file" release.json 2>/dev/null | sed -n 's/^ "version": "\([0-9.+]*\)",$/\1/p') || true
        [ -n "$version" ] || stop "$file: this is not a release of Wondertable"
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
    if is_pi && [ "${debian#*:}" = 13 ]; then wanted+=(python3-lgpio); fi # there is no wheel for its Python
    if has_package network-manager; then wanted+=(dnsmasq-base iw rfkill); fi # dnsmasq: DHCP of the table's own Wi-Fi
    for package in "${wanted[@]}"; do has_package "$package" || missing+=("$package"); done
    [ ${#missing[@]} -eq 0 ] || step "installs system packages" packages "${missing[@]}"
}

bring_program() {
    local room
    [ ! -d "$VERSIONS/$version" ] || return 0
    room=$(($(df --output=avail -B 1000000 "$(dirname "$VERSIONS")" | tail -n 1)))
    [ "$room" -ge $NEXT ] || stop "there are $room MB free on the disk, not $NEXT; nothing was changed"
    filled=yes
    [ -n "$file" ] || warn_about_uncommitted
    step "puts the program in $VERSIONS/$version (a minute or two)" unpack_release
}

# Warn about uncommitted files, because a checkout is installed with them.
warn_about_uncommitted() {
    local listed left
    mapfile -t listed <"$PARTS/program"
    left=$(git -c safe.directory="$PWD" status --porcelain -- "${listed[@]}" 2>/dev/null) || return 0 # it may be no checkout
    [ -z "$left" ] || say "uncommitted changes are installed, too: $(head -n 1 <<<"$left" | cut -c 4-)$(
        [ "$(wc -l <<<"$left")" -eq 1 ] || echo ", and $(($(wc -l <<<"$left") - 1)) more"
    )"
}

# Unpack the release with the code of updates. From this folder, build an unsigned release first.
unpack_release() {
    if [ -z "$file" ]; then
        WORK=$(mktemp -d /var/tmp/wondertable.XXXXXX)
        trap 'rm -rf "$WORK"' EXIT
        file=$WORK/checkout.tar unsigned=(--unsigned)
        /usr/bin/python3 -m venv "$WORK/pip" # only the build needs pip, which Debian's Python lacks
        TMPDIR=$WORK without_bytecode "$WORK/pip/bin/python" -m app.appliance.release_builder --here "$version" "$file" || exit 2
    fi
    exec 9>&- # `unpack` takes the lock itself
    without_bytecode /usr/bin/python3 -s main.py unpack "$file" "${unsigned[@]}" >/dev/null || exit 2
    hold_lock 60
    [ -z "${WORK:-}" ] || rm -rf "$WORK"
}

# Run a command that writes no bytecode into this folder.
without_bytecode() { PYTHONDONTWRITEBYTECODE=1 "$@"; }

# ---- user, games, system --------------------------------------------------------------------------------------

bring_user() {
    local group folder user
    getent passwd wondertable >/dev/null ||
        step "makes the user wondertable" useradd --system --no-create-home --home-dir "$DATA" \
            --shell /usr/sbin/nologin --comment Wondertable wondertable
    for group in video render input audio gpio i2c; do # gpio and i2c exist on Raspberry Pi OS
        # 2>: a dry run has not created the user
        if getent group $group >/dev/null && ! id -nG wondertable 2>/dev/null | grep -qw $group; then
            step "adds wondertable to the group $group" usermod -aG $group wondertable
        fi
    done
    if [ ! -d "$DATA" ]; then
        step "makes $DATA" command install -d -m 750 -o wondertable -g wondertable "$DATA"
    fi
    user=$(id -u wondertable 2>/dev/null) || user=none # in a dry run
    for folder in "$DATA" "$DATA".*; do # left by `uninstall`, or with files of another user
        if [ -d "$folder" ] && { [ "$user" = none ] || [ -n "$(find "$folder" ! -uid "$user" -print -quit)" ]; }; then
            step "gives $folder to wondertable" set_owner "$folder" wondertable 750
        fi
    done
}

bring_games() {
    [ -z "$games" ] || step "copies the games and settings of $SUDO_USER" copy_games
    [ -z "$caller" ] || remove "$caller/.config/autostart/wondertable.desktop"
}

copy_games() {
    cp -a "$games"/table.db* "$DATA"
    [ ! -d "$caller/.config/wondertable" ] || cp -aT "$caller/.config/wondertable" "$DATA/settings"
    chown -hR wondertable:wondertable "$DATA"
}

# Switch to the new version as an update does: with a copy of the data, and a rollback if the version does not start.
activate_version() {
    is_other || return 0
    if [ -n "$before" ]; then
        step "switches from version $before to $version, and back if that does not start" adopt
    else
        step "starts the table" adopt
    fi
    took=yes due=''
}

adopt() {
    local units
    exec 9>&- # the commands below take the lock themselves
    # An unfinished change of an earlier version; || true: it prints its error, and `adopt` goes on.
    if [ -e "$VERSIONS/pending" ]; then "$COMMAND" settle || true; fi
    units=("$PARTS/wondertable-settle.service")
    [ -n "$before" ] || units=("$PARTS"/*.service) # systemd cannot stop an unknown unit
    command install -m 644 "${units[@]}" "$UNITS"
    systemctl daemon-reload
    if ! "$VERSIONS/$version/hardware/appliance/wondertable" adopt "$version" ${game:+--game}; then
        [ -z "$filled" ] || [ -e "$VERSIONS/changing" ] || [ "$(readlink "$VERSIONS/current")" = "$version" ] ||
            rm -rf "${VERSIONS:?}/$version"
        exit 2
    fi
    hold_lock 60 # the new version's services hold it while they check for unfinished changes
}

bring_pin() {
    [ -z "$public" ] || step "sets the table's PIN" set_pin
    [ -z "$dry" ] || public=''
}

set_pin() {
    [ -z "$before" ] || systemctl stop wondertable.service # a running table accepts a PIN only on its screen
    printf '%s\n' "$pin" | runuser -u wondertable -- "$VERSIONS/$version/$PARTS/wondertable" pin >/dev/null ||
        stop "the PIN could not be set"
    public=''
}

bring_parts() {
    local unit path
    [ -z "$dry" ] || [ -z "$before" ] || ! is_other || return 0 # the new version brings them
    for unit in "$PARTS"/*.service; do copy_changed "$unit" "$UNITS/$(basename "$unit")"; done
    if [ "$(systemctl --version | awk '{ print int($2); exit }')" -ge 254 ]; then
        for unit in wondertable wondertable-screen; do copy_changed "$PARTS/direct.conf" "$UNITS/$unit.service.d/direct.conf"; done
    fi
    copy_changed "$PARTS/70-wondertable.rules" /etc/udev/rules.d/70-wondertable.rules
    copy_changed "$PARTS/50-wondertable.rules" /etc/polkit-1/rules.d/50-wondertable.rules
    copy_changed "$PARTS/51-wondertable-wifi.rules" /etc/polkit-1/rules.d/51-wondertable-wifi.rules
    copy_changed "$PARTS/52-wondertable-upkeep.rules" /etc/polkit-1/rules.d/52-wondertable-upkeep.rules
    [ -d "$OWN/keys" ] || step "makes $OWN/keys, for public keys of your own" mkdir -p "$OWN/keys"
    link "$version" "$VERSIONS/current"
    link "$VERSIONS/current/$PARTS/wondertable" "$COMMAND"
    for path in "${!BESIDE[@]}"; do
        [ ! -d "${path%/*}" ] || link "$VERSIONS/current/data/command/${BESIDE[$path]}" "$path"
    done
    if [ -n "${took:-}" ]; then # the new version is already running
        [ -n "$dry" ] || read_units
        due=''
    fi
}

# Disable the desktop at start, because it would occupy the screen.
disable_desktop() {
    if [ "$(systemctl get-default)" = graphical.target ] && [ -e "$UNITS/display-manager.service" ]; then
        step "stops the desktop from starting with the machine, until you uninstall" set_default_target
    fi
}

set_default_target() {
    touch "$VERSIONS/had-desktop"
    systemctl set-default -q multi-user.target
}

start_services() {
    local unit was=$due
    for unit in "$PARTS"/*.service; do
        ! grep -q '^\[Install\]' "$unit" || is_enabled "$unit" ||
            step "starts $(basename "$unit") with the machine" systemctl enable -q "$(basename "$unit")"
    done
    [ -z "${took:-}" ] || due=$was # the new version is already running
    if [ -n "$due" ] && [ -n "$playing" ] && [ -z "$game" ]; then
        say "a game is being played, so the table was not restarted; the changes take effect at its next start"
    elif [ -n "$due" ]; then
        step "starts the table" start_table
        [ -n "$dry" ] || check_that_it_runs
    fi
    finished "version $version is installed; without a screen, 'sudo wondertable code' prints the codes for phones"
    if [ -z "$dry" ] && systemctl -q is-active display-manager.service; then
        say "please restart the machine to see the table on the screen"
    fi
}

check_that_it_runs() {
    exec 9>&- # all changes are made
    "$COMMAND" start >/dev/null || exit 2 # `start` prints the reason
}

start_table() {
    read_units
    systemctl stop wondertable-screen.service 'wondertable-fallback@*.service'
    systemctl restart wondertable.service
    # The udev rule fires only for new connectors, not for these.
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
    [ $# -eq 0 ] || stop "install --desktop takes only --remove"
    set_up
    print_touch_hint
    mkdir -p "$(dirname "$AUTOSTART")"
    printf '[Desktop Entry]\nType=Application\nName=Wondertable\nExec="%s" run --kiosk\n' "$PWD/setup.sh" >"$AUTOSTART"
    say "the table starts at the next log-in ($AUTOSTART); ./setup.sh install --desktop --remove undoes it"
}
