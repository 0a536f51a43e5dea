# shellcheck shell=bash
# Makes the system that a card or a disk is written with: by mkosi, of the recipe in image/. setup.sh reads this file and
# install.sh, whose lists of packages and whose release an image has, too.
#
# mkosi and what it uses are Debian 13's, in a folder of their own: Debian 12's cannot make what is wanted here.

IMAGE=build/image        # what is kept for the next one: tools, packages as they were fetched
IMAGE_SUITE=trixie
IMAGE_PYTHON=3.13
IMAGE_ROOM=9000          # MB that have to be free
IMAGE_TOOLS=(mkosi apt ca-certificates cpio debian-archive-keyring dosfstools e2fsprogs erofs-utils fdisk grub-common
    grub-pc-bin grub2-common kmod mtools python3-pefile systemd systemd-boot-efi systemd-boot-tools systemd-repart udev
    util-linux xz-utils zstd)
declare -A IMAGE_MACHINES=([pc]=x86_64 [arm64]=aarch64 [pi]=aarch64)

image() {
    local kind=${1:-} file='' version='' check='' began=$SECONDS made log
    log=$PWD/$IMAGE/log-$kind
    look_at_wish "$@"
    look_at_room
    step_of_image "brings the tools" bring_tools
    if [ -n "$check" ]; then
        step_of_image "reads the recipe, and asks for its packages" check_recipe
        return
    fi
    bring_emulator
    step_of_image "makes the release that is in it" bring_release
    made=build/wondertable-$version-$kind.img
    step_of_image "makes the system (ten minutes or more)" make_system
    mv -f "$IMAGE/out/$kind.raw" "$made"
    say "$made: $(($(stat -c %s "$made") / 1000000)) MB, in $(((SECONDS - began + 30) / 60)) minutes"
}

# Sets `file` and `version`.
look_at_wish() {
    local not="${kind:+, not }${kind:+"'$kind'"}"
    [ -n "${IMAGE_MACHINES[${kind:-none}]:-}" ] || stop "image makes one of pc, arm64 or pi$not"
    [ $# -le 2 ] || stop "image takes a kind and the file of a release, and not '${*:3}'"
    if [ "${2:-}" = --check ]; then
        check=yes
    elif [ -n "${2:-}" ]; then
        file=$(cd "$CALLED" && realpath -m -- "$2")
        [ -f "$file" ] || stop "$2: there is no such file"
    fi
    name_version
    [ "$(id -u)" -eq 0 ] || stop "a system belongs to root; as root, please: sudo ./setup.sh image $kind"
    command -v apt-get >/dev/null || stop "this is not Debian, which brings the tools for it"
}

look_at_room() {
    local room
    mkdir -p "$IMAGE"
    room=$(($(df --output=avail -B 1000000 "$IMAGE" | tail -n 1)))
    [ "$room" -ge $IMAGE_ROOM ] || stop "there are $room MB free in $IMAGE, not $IMAGE_ROOM"
}

# step_of_image SENTENCE COMMAND …: says what is next, and after how long.
step_of_image() {
    say "$(printf '%2d:%02d' $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60)))  $1"
    "${@:2}"
}

# The sources of Debian as this machine has them, for another suite.
debian_sources() {
    local uri label suite key=/usr/share/keyrings/debian-archive-keyring.gpg components='main non-free-firmware'
    # shellcheck disable=SC2016 # names that apt-get fills in
    while IFS='|' read -r uri label; do
        case $label in
        Debian) suite="$IMAGE_SUITE $IMAGE_SUITE-updates" ;;
        Debian-Security) suite=$IMAGE_SUITE-security ;;
        'Raspberry Pi Foundation')
            [ "$kind" = pi ] || continue
            compgen -G '/usr/share/keyrings/raspberrypi-archive-keyring.*' >/dev/null || continue # older systems: no file
            cp /usr/share/keyrings/raspberrypi-archive-keyring.* "$IMAGE/sandbox/etc/apt"
            suite=$IMAGE_SUITE components=main key=/etc/apt/$(basename /usr/share/keyrings/raspberrypi-archive-keyring.*)
            ;;
        *) continue ;;
        esac
        printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: %s\nSigned-By: %s\n\n' "$uri" "$suite" "$components" "$key"
    done < <(apt-get indextargets --format '$(REPO_URI)|$(LABEL)' 'Created-By: Packages' | sort -u)
}

bring_tools() {
    local tools=$IMAGE/tools wanted
    wanted=$(printf '%s\n' "$IMAGE_SUITE" "${IMAGE_TOOLS[@]}" | sha256sum)
    packages mmdebstrap debian-archive-keyring
    mkdir -p "$IMAGE/sandbox/etc/apt/sources.list.d"
    debian_sources >"$IMAGE/sandbox/etc/apt/sources.list.d/mkosi.sources"
    [ -s "$IMAGE/sandbox/etc/apt/sources.list.d/mkosi.sources" ] ||
        stop "this machine's package sources name no Debian; sudo apt-get update, perhaps"
    [ "$kind$check" != pi ] || grep -q raspberrypi "$IMAGE/sandbox/etc/apt/sources.list.d/mkosi.sources" ||
        stop "this machine's package sources do not name Raspberry Pi's; please make it on Raspberry Pi OS"
    [ "$(print_file "$tools/wanted")" != "$wanted" ] || return 0
    rm -rf "$tools"
    mmdebstrap -q --variant=minbase --dpkgopt=force-unsafe-io --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
        --include="$(IFS=,; echo "${IMAGE_TOOLS[*]}")" "$IMAGE_SUITE" "$tools" \
        "$IMAGE/sandbox/etc/apt/sources.list.d/mkosi.sources" >"$log" 2>&1 ||
        stop "the tools could not be brought: $(tail -n 1 "$log")"
    echo "$wanted" >"$tools/wanted"
}

# What installs packages for another kind of machine runs programs of that.
bring_emulator() {
    local kernel=/proc/sys/fs/binfmt_misc
    [ "$(uname -m)" != "${IMAGE_MACHINES[$kind]}" ] || return 0
    [ "${IMAGE_MACHINES[$kind]}" = aarch64 ] || stop "an image of $kind is made on a machine of that kind"
    packages qemu-user-static
    [ -e $kernel/register ] || mount -t binfmt_misc binfmt_misc $kernel
    [ -e $kernel/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64*.conf >$kernel/register ||
        stop "this kernel does not run programs of another kind of machine"
}

# The release, and the program in it, which lays it.
bring_release() {
    local from=$IMAGE/from
    rm -rf "$from"
    mkdir -p "$from/program"
    if [ -z "$file" ]; then
        say_what_is_not_committed
        WORK=$(mktemp -d "$PWD/$IMAGE/pip.XXXXXX")
        trap 'rm -rf "$WORK"' EXIT
        /usr/bin/python3 -m venv "$WORK/pip" 2>"$log" || { packages python3-venv && /usr/bin/python3 -m venv "$WORK/pip"; }
        without_a_trace "$WORK/pip/bin/python" -m app.appliance.release_builder --here "$version" "$PWD/$from/release.tar" \
            --for "${IMAGE_MACHINES[$kind]}" "$IMAGE_PYTHON" || exit 2
        rm -rf "$WORK"
        touch "$from/unsigned"
    else
        cp "$file" "$from/release.tar"
    fi
    tar -xOf "$from/release.tar" program.tar.xz | tar -xJ -C "$from/program" || stop "$file: this is no whole release"
}

# What is mounted is gone with the shell that did it.
# shellcheck disable=SC2016 # it is expanded by the shell that has it
IN_TOOLS='
set -e
mount --make-rprivate /
mount --bind "$1/tools" "$1/tools"
for folder in proc sys dev; do mount --rbind "/$folder" "$1/tools/$folder"; done
mount -t tmpfs tmpfs "$1/tools/run"
mount -t tmpfs tmpfs "$1/tools/tmp"
cat /etc/resolv.conf >"$1/tools/etc/resolv.conf"
mkdir -p "$1/tools/recipe" "$1/tools/here" "$1/tools/before"
mount --bind "$2" "$1/tools/recipe"
mount --bind "$1" "$1/tools/here"
cd "$1/tools"
shift 2
pivot_root . before
umount -l before
exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 TERM=dumb "$@"
'

# in_tools COMMAND …: with the recipe at /recipe and this folder at /here.
in_tools() { unshare -m bash -c "$IN_TOOLS" tools "$PWD/$IMAGE" "$PWD/$PARTS/image" "$@"; }

# Whether mkosi can read the recipe, and there is each package. Of `pi` not all are Debian's: it says which are missing.
check_recipe() {
    local listed asked=(-o Dir::Etc::sourcelist=/here/sandbox/etc/apt/sources.list.d/mkosi.sources
        -o Dir::Etc::sourceparts=/none -o Dir::State=/here/apt -o Dir::State::status=/here/apt/status
        -o Dir::Cache=/here/apt -o APT::Sandbox::User=root -o "APT::Architecture=$(
            [ "${IMAGE_MACHINES[$kind]}" = x86_64 ] && echo amd64 || echo arm64
        )") missing=''
    mkdir -p "$IMAGE/apt/lists/partial" "$IMAGE/apt/archives/partial"
    : >"$IMAGE/apt/status"
    in_tools mkosi --directory /recipe --profile "$kind" --json summary >"$log" 2>&1 ||
        stop "mkosi cannot read the recipe: $(tail -n 1 "$log")"
    mapfile -t listed < <(sed -n '/^{/,$p' "$log" | python3 -c 'import json, sys
print(*json.loads(sys.stdin.read().split("\x1e")[-1])["Images"][0]["Packages"], sep="\n")')
    listed+=("${APPLIANCE_PACKAGES[@]}" "${WINDOW_PACKAGES[@]}" "${XORG_PACKAGES[@]}")
    in_tools apt-get "${asked[@]}" -qq update >"$log" 2>&1 || stop "the package lists could not be fetched: $(tail -n 1 "$log")"
    if ! in_tools apt-get "${asked[@]}" -qq -s install --no-install-recommends "${listed[@]}" >"$log" 2>&1; then
        missing=$(sed -n 's/^E: Unable to locate package //p; s/^E: Package .\(.*\). has no installation candidate/\1/p' "$log" |
            sort | xargs)
        [ -n "$missing" ] || stop "the packages do not go together: $(tail -n 1 "$log")"
    fi
    say "${#listed[@]} packages${missing:+, of which are missing: $missing}"
}

# WONDERTABLE_IMAGE_AGAIN=yes keeps the packages as they are installed, for the next one: for whoever changes the recipe.
make_system() {
    local package words=() here=/here
    for package in "${APPLIANCE_PACKAGES[@]}" "${WINDOW_PACKAGES[@]}" "${XORG_PACKAGES[@]}"; do words+=(--package "$package"); done
    mkdir -p "$IMAGE/out" "$IMAGE/cache" "$IMAGE/packages" "$IMAGE/work"
    in_tools mkosi --directory /recipe --profile "$kind" --image-version "$version" --output "$kind" --force \
        --sandbox-tree $here/sandbox --build-sources "$here/from:." --output-directory $here/out \
        --workspace-directory $here/work --package-cache-dir $here/packages --cache-directory $here/cache \
        ${WONDERTABLE_IMAGE_AGAIN:+--incremental=yes} "${words[@]}" build 2>&1 | tee "$log" |
        sed -un 's/^‣ *\(.*\)/  \1/p' | while IFS= read -r line; do
            say "$(printf '%2d:%02d' $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60)))  $line"
        done
    [ "${PIPESTATUS[0]}" -eq 0 ] || stop "the system could not be made; $log has the reasons"
}
