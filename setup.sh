#!/usr/bin/env bash
# Set up and start Wondertable on Debian or Raspberry Pi OS. `./setup.sh help` lists the commands.
set -euo pipefail
CALLED=$PWD # relative file arguments start here
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"

WINDOW_PACKAGES=(libgl1 libgl1-mesa-dri libegl1 libgles2 libgbm1 libmtdev1 libxi6 libfribidi0)
TEST_PACKAGES=(git chromium-headless-shell libatomic1 zbar-tools xvfb xdotool matchbox-window-manager xauth dbus-daemon
    python3-dbusmock postgresql)

# Parts of `night`, run in this order: a name, then a module of the tests with its arguments.
NIGHTS=(
    "evenings  tests.evening.run --night"
    "damage    tests.nights.damage"
    "odd-bytes tests.nights.odd_bytes"
    "door      tests.nights.door"
    "downloads tests.nights.downloads"
    "memory    tests.nights.memory"
    "club      tests.nights.club"
    "clubs     tests.evening.run --club --night 1000"
    "strangers tests.nights.strangers"
    "slow-disk tests.nights.slow_disk"
    "network   tests.nights.network"
    "touches   tests.nights.touches"
    "pulls     tests.nights.pulls"
)

usage() {
    cat <<'END'
usage: ./setup.sh [COMMAND]

  (nothing)             set up: system packages where they are missing, then .venv
  run [OPTION …]        set up if needed, then start the table; `./setup.sh run --help` lists the options
  install               install this folder as the table (as root): it starts with the machine, full screen;
                        --dry-run shows the steps and changes nothing; --public sets a PIN for a table that strangers
                        use; --home does not ask; --game restarts the table even while a game is played
  install FILE          install a release archive (wondertable-VERSION.tar)
  install --desktop     start the table when you log in, full screen; --remove stops that
  uninstall             remove the installed table (as root); --purge also deletes games and settings
  club [OPTION …]       one history for several tables; `./setup.sh club --help` lists the options
  doctor                check what this machine lacks for a table
  compile               compile the engine, so that bots think about three times as fast (needs a C compiler); used
                        from the next start on, and kept by updates that do not change the engine

for developers of Wondertable:
  dev [OPTION …]        start a table for development: its screen restarts when you save a file, and outlines what can
                        be touched; options as for run
  test                  run everything a commit has to pass: format, types, and a short sample of each proof; five to ten
                        minutes, longer the first time to install a browser and PostgreSQL (it starts no service)
  test ARG …            pass these arguments to pytest, without checking format and types
  test --changed [REV]  run about a minute of tests close to your changes since the last commit, or since REV
  test --full [PART]    also run tests that take long or need root, in parts of less than 9 minutes on two cores: all,
                        those of a group (screen) or one (screen-2). Groups are engine, judge, evenings, privacy,
                        honest, games, club, table, phones, browser, screen, pictures and whole; parts that need root
                        are containers, versions, upkeep, release, boots, machine, monitors, monitors-two, touch-card,
                        touch-xorg, touch-card-0, touch-card-90, touch-card-180, touch-card-270, touch-xorg-0,
                        touch-xorg-90, touch-xorg-180, touch-xorg-270, image-uefi, image-bios, image-first, image-life,
                        image-arm64-half, image-arm64-made, image-arm64, image-arm64-life, arm64, arm64-games
  night [NAME]          run the longest checks: evenings, damage, odd-bytes, door, downloads, slow-disk, memory, club,
                        clubs, network and pulls (both as root), touches. You can stop them; they resume, and print results
  mutants PATH …        list changes to these files or folders that no test notices; it runs the tests close to them,
                        or those after --tests
  pictures [ARG …]      update the fingerprints of pictures of screen and phones that have changed; further arguments
                        go to pytest
  bench [ROW …]         measure rows of docs/benchmarks.md, or all; --record writes them there; i3:duel is a part
  audit                 list pinned packages with known vulnerabilities; says so if it cannot reach the database
  sbom [FILE]           write the list of a table’s pinned packages, as CycloneDX; build/wondertable.cdx.json
  site                  build the documentation site in build/site/html, and report broken links
  workflows             lint .github offline; installs the linter first (x86-64 only)
  image KIND [FILE]     build a system image with the table in it, for a card or a disk, in build/ (as root): KIND is
                        pc, arm64 or pi; from a release archive or this folder; image KIND --check only reads the
                        recipe and looks for its packages
  release KEY           build a release in build/, signed with a private key (Ed25519, PEM): archive, SBOM, notes,
                        checksums of these and of images there; --check only lists them, and what is missing
END
}

say() { printf 'wondertable: %s\n' "$*" >&2; }
stop() {
    say "$*"
    exit 2
}

# accept_words N COMMAND WORD …: stop if there are more than N words.
accept_words() {
    [ $(($# - 1)) -le "$1" ] || stop "${*:2:$1} takes no '${*:$1+2:1}'; ./setup.sh help lists the options"
}

# ---- system packages -------------------------------------------------------------------------------

# Debian 13 renamed some packages for 64-bit times: libmtdev1t64.
has_package() {
    local name
    for name in "$1" "$1t64"; do
        # 2>: dpkg-query prints an error for an unknown package
        [ "$(dpkg-query -W -f '${Status}' "$name" 2>/dev/null)" != "install ok installed" ] || return 0
    done
    return 1
}

as_root() { if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi; }

# Install the missing ones of these packages; print their names and use sudo only if any is missing.
packages() {
    local missing=() package said
    command -v dpkg-query >/dev/null || {
        say "this is not Debian; please install these packages yourself: $*"
        return 0
    }
    for package in "$@"; do has_package "$package" || missing+=("$package"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    [ -z "${installing:-}" ] || wait "$installing" || exit # two apt-get at once would fail
    say "installing these system packages: ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || stop "sudo is not installed; as root, run: apt-get install ${missing[*]}"
        sudo apt-get --version >/dev/null ||
            stop "this user may not use sudo; as root, run: apt-get install ${missing[*]}"
    fi
    export DEBIAN_FRONTEND=noninteractive
    as_root apt-get update -qq >&2 || stop "the package lists could not be fetched; is there a network?"
    said=$(as_root apt-get install -y -qq --no-install-recommends "${missing[@]}" 2>&1) || {
        printf '%s\n' "$said" >&2
        stop "these packages could not be installed: ${missing[*]}"
    }
}

# Print a file, or nothing if it does not exist.
print_file() { [ ! -e "$1" ] || cat "$1"; }

# Install the tests' packages. Tests start PostgreSQL themselves, so its package's service is disabled.
test_packages() {
    local before=''
    if command -v dpkg-query >/dev/null && has_package postgresql; then before=yes; fi
    packages "${WINDOW_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
    if [ -z "$before" ] && [ -d /run/systemd/system ] && has_package postgresql; then
        as_root systemctl disable -q --now postgresql
    fi
}

# Install the linters that know old browsers, where npm is there; without them their tests are skipped.
linters() {
    local folder=tests/old_browsers
    if command -v npm >/dev/null && ! [ "$folder/node_modules/.package-lock.json" -nt "$folder/package-lock.json" ]; then
        timeout 90 npm ci --silent --no-audit --no-fund --prefix "$folder" || say "the linters in $folder could not be installed"
    fi
}

has_display() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || compgen -G '/dev/dri/card*' >/dev/null; }

# ---- Python and .venv --------------------------------------------------------------------------------

FITS='import platform, sys
sys.exit(not ((3, 11) <= sys.version_info[:2] <= (3, 13) and sys.maxsize > 2**32
    and platform.machine() in ("x86_64", "aarch64")))'

python() {
    local name
    for name in "${WONDERTABLE_PYTHON:-python3}" python3.13 python3.12 python3.11; do
        if "$name" -c "$FITS" 2>/dev/null; then # 2>: most of these commands do not exist here
            "$name" -c 'import sys; print(sys.executable)'
            return
        fi
    done
    stop "Wondertable needs a 64-bit x86 or ARM system with Python 3.11, 3.12 or 3.13; here is $(uname -m)" \
        "with $(if command -v python3 >/dev/null; then python3 --version; else echo 'no Python'; fi)."
}

# venv KIND: install the requirements of KIND and the command into .venv, unless they are there.
venv() {
    exec 8<. # a lock: two at once would overwrite each other's files
    flock -n 8 || {
        say "another ./setup.sh is installing Python packages here; waiting for it"
        flock 8
    }
    bring_requirements "$1"
    ln -sfn ../../hardware/appliance/wondertable .venv/bin/wondertable
    exec 8<&-
}

# Install pip into .venv, because uv leaves it out.
pip_in_venv() {
    .venv/bin/python -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("pip") is None)' ||
        .venv/bin/python -m ensurepip >/dev/null
}

bring_requirements() {
    local file=requirements.txt wanted stamp python
    [ "$1" = run ] || file=requirements-$1.txt
    stamp=.venv/wondertable-$1
    wanted=$(sha256sum <"$file")
    if [ -x .venv/bin/python ] && [ "$(print_file "$stamp")" = "$wanted" ] && .venv/bin/python -c ''; then
        return
    fi
    command -v python3 >/dev/null || packages python3 python3-venv
    python=$(python)
    if command -v uv >/dev/null; then
        say "installing Python packages into .venv (with uv)"
        # 2>: there may be no .venv yet
        .venv/bin/python -c "$FITS" 2>/dev/null || uv venv -q --clear --python "$python" .venv
        VIRTUAL_ENV=.venv uv pip install -q -r "$file" || stop "the Python packages could not be installed; is there a network?"
    else
        "$python" -c 'import ensurepip, venv' 2>/dev/null || packages python3-venv # 2>: the missing module is installed
        say "installing Python packages into .venv (with pip, a minute or two)"
        # 2>: there may be no .venv yet
        .venv/bin/python -c "$FITS; import pip" 2>/dev/null || "$python" -m venv --clear .venv
        .venv/bin/python -m pip install -q --disable-pip-version-check -r "$file" ||
            stop "the Python packages could not be installed; is there a network?"
    fi
    sha256sum <requirements.txt >.venv/wondertable-run # the others include it
    echo "$wanted" >"$stamp"
}

# Install lgpio for the pins of a Raspberry Pi. A table runs without it, so a failure is no error; `run` tries once.
MODEL=${WONDERTABLE_MODEL:-/proc/device-tree/model}

pins() {
    local wanted
    grep -aqs 'Raspberry Pi' "$MODEL" || return 0 # other machines have no such pins
    wanted=$(sha256sum <requirements-pins.txt)
    [ "$(print_file .venv/wondertable-pins)" != "$wanted" ] || return 0
    lgpio || say "lgpio could not be installed, so a panel of buttons and lights stays dark; everything else works." \
        "./setup.sh tries again."
    echo "$wanted" >.venv/wondertable-pins
}

lgpio() {
    if .venv/bin/python -c 'import sys; sys.exit(sys.version_info >= (3, 13))'; then
        if command -v uv >/dev/null; then
            VIRTUAL_ENV=.venv uv pip install -q -r requirements-pins.txt
        else
            .venv/bin/python -m pip install -q --disable-pip-version-check -r requirements-pins.txt
        fi
    else # there is no wheel, so .venv gets access to the system's package
        (packages python3-lgpio) || return 1
        sed -i 's/^include-system-site-packages = .*/include-system-site-packages = true/' .venv/pyvenv.cfg
        .venv/bin/python -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("lgpio") is None)'
    fi
}

# ---- commands ----------------------------------------------------------------------------------------

set_up() {
    [ -n "${headless:-}" ] || ! has_display || packages "${WINDOW_PACKAGES[@]}"
    venv run
    pins
}

# Print a hint if this user may not read a touchscreen.
print_touch_hint() {
    local denied
    denied=$(.venv/bin/python -c 'from hardware.machine.input_devices import list_touchscreens, list_unreadable
print(*list_unreadable(list_touchscreens()), sep=", ")')
    [ -z "$denied" ] || say "to use every finger on $denied in full screen, this user has to be in the group input:" \
        "sudo usermod -aG input $(id -un), then log in again"
}

run() {
    local word headless=
    for word in "$@"; do [ "$word" != --headless ] || headless=yes; done
    set_up
    watch .venv/bin/python main.py run "$@"
}

MAX_CRASHES=6 # of the table within CRASH_SECONDS, after which it is not restarted
CRASH_SECONDS=60

# watch COMMAND …: run it, and restart it after a crash, until it ends normally (0) or cannot start (2). Its screen keeps
# running meanwhile; they find each other through the folder WONDERTABLE_WATCH (app/host/screen_process.py).
watch() {
    local code crashes=()
    WONDERTABLE_WATCH=$(mktemp -d -t wondertable-XXXXXX)
    export WONDERTABLE_WATCH
    trap 'rm -rf "$WONDERTABLE_WATCH"' EXIT
    stopping='' table=''
    # 2>, || true: the table may have ended at the same moment
    trap 'stopping=yes; [ -z "$table" ] || kill "$table" 2>/dev/null || true' INT TERM HUP
    while :; do
        "$@" <&0 &
        table=$!
        code=0
        wait "$table" 2>/dev/null || code=$? # 2>: the shell reports a killed process, which `describe_exit` prints below
        while kill -0 "$table" 2>/dev/null; do # a signal interrupted `wait`; 2>: the process has ended
            code=0
            wait "$table" 2>/dev/null || code=$? # 2>: as above
        done
        table=''
        [ -z "$stopping" ] || exit 0
        case $code in 0 | 2) exit "$code" ;; esac
        crashes+=("$SECONDS")
        if [ ${#crashes[@]} -lt $MAX_CRASHES ] || [ $((SECONDS - crashes[-MAX_CRASHES])) -gt $CRASH_SECONDS ]; then
            say "the table crashed ($(describe_exit "$code")), so it is restarted."
            continue
        fi
        say "the table crashed $MAX_CRASHES times within a minute ($(describe_exit "$code")), so it is not restarted." \
            "Nothing is lost. ./setup.sh doctor looks for the reason; ./setup.sh run starts it."
        touch "$WONDERTABLE_WATCH/stopped" # the screen shows it, and deletes the file to try again
        while [ -e "$WONDERTABLE_WATCH/stopped" ]; do
            [ -z "$stopping" ] && is_screen_running || exit 1
            sleep 0.5 &
            wait $! || true # a signal ends the pause
        done
        crashes=()
    done
}

# Check whether a screen is running.
is_screen_running() {
    local pid
    pid=$(print_file "$WONDERTABLE_WATCH/screen")
    [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null # 2>: that process has ended
}

# Describe an exit code of the shell.
describe_exit() { if [ "$1" -gt 128 ]; then echo "signal $(($1 - 128)), SIG$(kill -l "$1")"; else echo "exit code $1"; fi; }

check() {
    local types said installing code=0
    if [ "${1:-}" = "--full" ]; then
        accept_words 3 test "$@"
        command -v python3 >/dev/null || packages python3 python3-venv
        python3 -m tests.parts "${@:2}" >/dev/null || exit
    elif [ "${1:-}" = "--changed" ]; then
        accept_words 3 test "$@"
    fi
    unset PYTHONDONTWRITEBYTECODE # the tests start hundreds of processes, which share the bytecode cache
    case "${1:-}" in
    "" | --full | --changed) ;;
    *)
        venv dev
        exec .venv/bin/python -m pytest "$@" # no slow steps before single tests
        ;;
    esac
    test_packages & # in parallel with Python's packages
    installing=$!
    venv dev
    linters
    wait "$installing" || exit
    export PATH="$PWD/.venv/bin:$PATH"
    ruff check
    ruff format --check
    said=$(mktemp)
    mypy >"$said" 2>&1 & # in parallel with the tests
    types=$!
    # collecting compiles the tests once for all workers, and reports no errors
    [ "${1:-}" = "--changed" ] || python3 -m pytest --collect-only >/dev/null || true
    case "${1:-}" in
    "") on_all_cores --rotate || code=$? ;;
    --full) (full "${@:2}") || code=$? ;;
    --changed) changed "${@:2}" || code=$? ;;
    esac
    wait "$types" || code=1
    cat "$said"
    rm -f "$said"
    return $code
}

# Run one worker more than there are cores, because browsers and processes mostly wait.
on_all_cores() { python3 -m pytest -n "$(($(nproc) + 1))" --dist worksteal "$@"; }

changed() {
    local files
    files=$(python3 -m tests.changed "$@") || return
    # shellcheck disable=SC2086 # file names
    [ -z "$files" ] || on_all_cores $files
}

# The part or group of that name, or all; the later ones also when an earlier one fails.
full() {
    local parts part name arguments failed=""
    mapfile -t parts < <(python3 -m tests.parts "$@")
    for part in "${parts[@]}"; do
        read -r name arguments <<<"$part"
        say "test --full $name"
        # shellcheck disable=SC2086 # patterns of paths
        on_all_cores --full $arguments || failed+=" $name"
    done
    [ -z "$failed" ] || stop "failed:$failed"
}

# Run the night of that name, or all; continue after a failure.
night() {
    local night name asked failed="" known=""
    accept_words 2 night "$@"
    for night in "${NIGHTS[@]}"; do known+="${known:+, }${night%% *}"; done
    [[ ", $known," == *", ${1:-${known%%,*}},"* ]] || stop "there is no night '$1'; there is $known"
    unset PYTHONDONTWRITEBYTECODE # thousands of starts share the bytecode cache
    venv dev
    for night in "${NIGHTS[@]}"; do
        read -r name asked <<<"$night"
        [ "${1:-$name}" = "$name" ] || continue
        say "night $name"
        # shellcheck disable=SC2086 # words
        .venv/bin/python -m $asked || failed+=" $name"
    done
    [ -z "$failed" ] || stop "failed:$failed"
}

# Update fingerprints; those that still match stay unchanged.
pictures() {
    test_packages
    venv dev
    export PATH="$PWD/.venv/bin:$PATH"
    on_all_cores --full --renew tests/pictures/test_baselines.py tests/pictures/test_screens.py tests/pictures/test_phones.py "$@"
}

club() {
    venv club
    exec .venv/bin/python main.py club "$@"
}

dev() {
    test_packages
    venv dev
    exec .venv/bin/python -m tests.workbench "$@"
}

mutants() {
    local packages=build/mutants/packages
    [ $# -gt 0 ] || stop "mutants needs files or folders; see ./setup.sh help"
    venv dev
    if [ "$(print_file "$packages/wanted")" != "$(sha256sum <requirements-mutants.txt)" ]; then
        rm -rf "$packages"
        pip_in_venv
        .venv/bin/python -m pip install -q --disable-pip-version-check --no-deps --only-binary :all: \
            --target "$packages" -r requirements-mutants.txt || stop "mutmut could not be installed; is there a network?"
        sha256sum <requirements-mutants.txt >"$packages/wanted"
    fi
    exec .venv/bin/python -m tests.mutants "$@"
}

audit() {
    venv dev
    supply_tools
    exec .venv/bin/python -m tests.supply audit "$@"
}

sbom() {
    [ $# -eq 0 ] || [[ $1 = -* ]] || set -- "$(caller_path "$1")" "${@:2}"
    venv dev
    supply_tools
    exec .venv/bin/python -m tests.supply sbom "$@"
}

# Return the path of a file argument, relative to the folder of the call.
caller_path() { (cd "$CALLED" && realpath -ms -- "$1"); }

# tools FOLDER KIND NAMES: install the requirements of KIND into a separate venv, because nothing else uses them.
tools() {
    local folder=$1 file=requirements-$2.txt
    [ "$(print_file "$folder/wanted")" != "$(sha256sum <"$file")" ] || return 0
    rm -rf "$folder"
    "$(python)" -c 'import ensurepip, venv' 2>/dev/null || packages python3-venv # 2>: the missing module is installed
    "$(python)" -m venv "$folder"
    "$folder/bin/python" -m pip install -q --disable-pip-version-check -r "$file" ||
        stop "$3 could not be installed; is there a network${4:-}?"
    sha256sum <"$file" >"$folder/wanted"
}

supply_tools() { tools build/supply supply "pip-audit and cyclonedx-bom"; }

# Lint .github.
workflows() {
    tools build/workflows workflows zizmor ", and is this x86-64"
    exec build/workflows/bin/zizmor --offline .github
}

# Build all pages as a site in build/site/html; a broken link is an error. Its tools are in build/site/tools.
site() {
    local folder=build/site tools=build/site/tools
    venv dev
    tools "$tools" site mkdocs
    .venv/bin/python -m docs.site "$folder"
    PYTHONPATH=$PWD "$tools/bin/mkdocs" --quiet build --strict --config-file "$folder/mkdocs.yml" ||
        stop "there is a broken link"
    say "$folder/html/index.html"
}

compile() {
    command -v "${CC:-cc}" >/dev/null || stop "there is no C compiler; Debian's is in build-essential. Everything works" \
        "without one, but bots think more slowly."
    venv compile
    exec .venv/bin/python -m app.workshop.compile
}

bench() {
    test_packages
    venv dev
    unset PYTHONDONTWRITEBYTECODE # a table normally starts with a bytecode cache
    exec .venv/bin/python -m benchmarks "$@"
}

release() {
    [ $# -eq 0 ] || [[ $1 = -* ]] || set -- "$(caller_path "$1")" "${@:2}"
    venv dev
    pip_in_venv
    [ $# -eq 0 ] || [[ $1 = -* ]] || supply_tools
    exec .venv/bin/python -m docs.published "$@"
}

doctor() {
    local package missing=() fine=0
    report() { printf '  %-9s %s\n' "$1" "$2"; }
    # shellcheck source=/dev/null
    report system "$([ ! -e /etc/os-release ] || . /etc/os-release; echo "${PRETTY_NAME:-unknown}"), $(uname -m)"
    if (python) >/dev/null 2>&1; then # 2>: the line below is shorter
        report python "$("$(python)" --version)"
    else
        report python "none that fits: 3.11 to 3.13 on 64 bits"
        fine=1
    fi
    if [ "$(print_file .venv/wondertable-run)" = "$(sha256sum <requirements.txt)" ]; then
        report .venv "complete"
    else
        report .venv "not set up yet: ./setup.sh"
        fine=1
    fi
    if has_display; then
        for package in "${WINDOW_PACKAGES[@]}"; do has_package "$package" || missing+=("$package"); done
        report window "${missing[*]:+./setup.sh still has to install: }${missing[*]:-complete}"
    fi
    if [ -x .venv/bin/python ]; then .venv/bin/python main.py doctor || fine=1; fi
    return $fine
}

case "${1:-}" in
"")
    rm -f .venv/wondertable-pins
    set_up
    print_touch_hint
    say "ready: ./setup.sh run"
    ;;
run | club | dev | mutants | pictures | bench | sbom | release | night) "$@" ;;
audit | workflows | site | compile | doctor)
    accept_words 1 "$@"
    "$1"
    ;;
install | uninstall | lay | image)
    # shellcheck source=hardware/appliance/install.sh
    . hardware/appliance/install.sh
    # shellcheck source=hardware/appliance/image.sh
    [ "$1" != image ] || . hardware/appliance/image.sh
    "$@"
    ;;
test) check "${@:2}" ;;
-h | --help | help) usage ;;
*)
    stop "there is no command '$1'; ./setup.sh help lists them"
    ;;
esac
