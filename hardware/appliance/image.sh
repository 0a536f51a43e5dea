# shellcheck shell=bash
# Build a system image for a card or a disk with mkosi, from the recipe in image/. setup.sh sources this file and
# install.sh, whose package lists and release builder it uses.
#
# mkosi and its tools come from Debian 13, in a separate folder, because Debian 12's cannot build this image.

IMAGE=build/image        # tools and downloaded packages, cached for the next image
IMAGE_SUITE=trixie
IMAGE_PYTHON=3.13
IMAGE_ROOM=9000          # MB of free disk space needed
IMAGE_TOOLS=(mkosi apt ca-certificates cpio debian-archive-keyring dosfstools e2fsprogs erofs-utils fdisk grub-common
    grub-pc-bin grub2-common kmod mtools python3-pefile systemd systemd-boot-efi systemd-boot-tools systemd-repart udev
    util-linux xz-utils zstd)
declare -A IMAGE_MACHINES=([pc]=x86_64 [arm64]=aarch64 [pi]=aarch64)

image() {
    local kind=${1:-} file='' version='' check='' began=$SECONDS made log
    log=$PWD/$IMAGE/log-$kind
    parse_arguments "$@"
    check_disk_space
    image_step "installs the tools" bring_tools
    if [ -n "$check" ]; then
        image_step "checks the recipe and its packages" check_recipe
        return
    fi
    bring_emulator
    image_step "prepares the release" bring_release
    made=build/wondertable-$version-$kind.img
    image_step "builds the system (ten minutes or more)" make_system
    mv -f "$IMAGE/out/$kind.raw" "$made"
    say "$made: $(($(stat -c %s "$made") / 1000000)) MB, in $(((SECONDS - began + 30) / 60)) minutes"
}

# Check the arguments; sets `file`, `check` and `version`.
parse_arguments() {
    local not="${kind:+, not }${kind:+"'$kind'"}"
    [ -n "${IMAGE_MACHINES[${kind:-none}]:-}" ] || stop "image needs a kind: pc, arm64 or pi$not"
    [ $# -le 2 ] || stop "image takes a kind and the file of a release, but not '${*:3}'"
    if [ "${2:-}" = --check ]; then
        check=yes
    elif [ -n "${2:-}" ]; then
        file=$(cd "$CALLED" && realpath -m -- "$2")
        [ -f "$file" ] || stop "$2: there is no such file"
    fi
    name_version
    [ "$(id -u)" -eq 0 ] || stop "building an image needs root: sudo ./setup.sh image $kind"
    command -v apt-get >/dev/null || stop "building an image needs Debian"
}

check_disk_space() {
    local room
    mkdir -p "$IMAGE"
    room=$(($(df --output=avail -B 1000000 "$IMAGE" | tail -n 1)))
    [ "$room" -ge $IMAGE_ROOM ] || stop "there are $room MB free in $IMAGE, not $IMAGE_ROOM"
}

# image_step SENTENCE COMMAND …: print the elapsed time and the sentence, then run the command.
image_step() {
    say "$(printf '%2d:%02d' $(((SECONDS - began) / 60)) $(((SECONDS - began) % 60)))  $1"
    "${@:2}"
}

# Print this machine's Debian package sources, rewritten for the suite of images.
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
        stop "this machine's package sources do not contain Debian; try sudo apt-get update"
    [ "$kind$check" != pi ] || grep -q raspberrypi "$IMAGE/sandbox/etc/apt/sources.list.d/mkosi.sources" ||
        stop "this machine has no package source of Raspberry Pi; build this image on Raspberry Pi OS"
    [ "$(print_file "$tools/wanted")" != "$wanted" ] || return 0
    rm -rf "$tools"
    mmdebstrap -q --variant=minbase --dpkgopt=force-unsafe-io --aptopt='APT::Install-Recommends "false"' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
        --include="$(IFS=,; echo "${IMAGE_TOOLS[*]}")" "$IMAGE_SUITE" "$tools" \
        "$IMAGE/sandbox/etc/apt/sources.list.d/mkosi.sources" >"$log" 2>&1 ||
        stop "the tools could not be installed: $(tail -n 1 "$log")"
    echo "$wanted" >"$tools/wanted"
}

# Install QEMU for ARM programs, because installing packages for another architecture runs its programs.
bring_emulator() {
    local kernel=/proc/sys/fs/binfmt_misc
    [ "$(uname -m)" != "${IMAGE_MACHINES[$kind]}" ] || return 0
    [ "${IMAGE_MACHINES[$kind]}" = aarch64 ] || stop "an image for $kind has to be built on such a machine"
    packages qemu-user-static
    [ -e $kernel/register ] || mount -t binfmt_misc binfmt_misc $kernel
    [ -e $kernel/qemu-aarch64 ] || cat /usr/lib/binfmt.d/qemu-aarch64*.conf >$kernel/register ||
        stop "this kernel cannot run programs of another architecture (binfmt_misc)"
}

# Copy or build the release, and unpack the program in it, which installs it in the image.
bring_release() {
    local from=$IMAGE/from
    rm -rf "$from"
    mkdir -p "$from/program"
    if [ -z "$file" ]; then
        warn_about_uncommitted
        WORK=$(mktemp -d "$PWD/$IMAGE/pip.XXXXXX")
        trap 'rm -rf "$WORK"' EXIT
        /usr/bin/python3 -m venv "$WORK/pip" 2>"$log" || { packages python3-venv && /usr/bin/python3 -m venv "$WORK/pip"; }
        without_bytecode "$WORK/pip/bin/python" -m app.appliance.release_builder --here "$version" "$PWD/$from/release.tar" \
            --for "${IMAGE_MACHINES[$kind]}" "$IMAGE_PYTHON" || exit 2
        rm -rf "$WORK"
        touch "$from/unsigned"
    else
        cp "$file" "$from/release.tar"
    fi
    tar -xOf "$from/release.tar" program.tar.xz | tar -xJ -C "$from/program" || stop "$file: this release is incomplete"
}

# Its mounts end with its shell.
# shellcheck disable=SC2016 # the inner shell expands it
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

# in_tools COMMAND …: run it in the folder of tools as root, with the recipe at /recipe and build/image at /here.
in_tools() { unshare -m bash -c "$IN_TOOLS" tools "$PWD/$IMAGE" "$PWD/$PARTS/image" "$@"; }

# Check that mkosi can read the recipe and that all packages exist. Print those that do not: Debian lacks some of `pi`.
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
        [ -n "$missing" ] || stop "the packages conflict: $(tail -n 1 "$log")"
    fi
    say "${#listed[@]} packages${missing:+; missing: $missing}"
}

# WONDERTABLE_IMAGE_AGAIN=yes caches the installed packages for the next image, which helps while you edit the recipe.
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
    [ "${PIPESTATUS[0]}" -eq 0 ] || stop "the system could not be built; see $log"
}
