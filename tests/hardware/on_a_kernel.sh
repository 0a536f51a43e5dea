#!/usr/bin/env bash
# Runs the contract tests of the panel on a GPIO character device of a real Linux kernel: docs/hardware.md says how.
# A small virtual machine boots the distribution's kernel and sees this machine's files, to read only; the chip in it is
# the kernel's own gpio-sim. Words after the name go to pytest. Where it cannot be done: "skipped: …", exit code 0.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."

say() { printf 'on a kernel: %s\n' "$*" >&2; }
skip() {
    printf 'skipped: %s\n' "$*"
    exit 0
}

# ---- what has to be here -----------------------------------------------------------------------------

[ "$(uname -sm)" = "Linux x86_64" ] || skip "it needs an x86-64 Linux, and this is $(uname -sm)"
command -v apt-get >/dev/null || skip "the kernel comes from Debian's packages, and this is not Debian"
for tool in qemu-system-x86_64 busybox dpkg-deb make xz; do
    command -v "$tool" >/dev/null ||
        skip "$tool is missing; as root: apt-get install qemu-system-x86 busybox-static dpkg make xz-utils"
done
[ -x .venv/bin/python ] || skip "there is no .venv yet: ./setup.sh test makes it"

# 2>: apt-cache complains of an unknown package, which the next line says
image=$(apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/^ *Depends: //p' | head -n 1)
[ -n "$image" ] || skip "apt knows no package linux-image-amd64; as root: apt-get update"
release=${image#linux-image-}
kept=${XDG_CACHE_HOME:-$HOME/.cache}/wondertable-kernel/$release
root=$kept/root # what the packages hold: nothing is installed
mkdir -p "$root" "$kept/guest"

# fetch PACKAGE …: unpacks them.
fetch() {
    local folder said
    folder=$(mktemp -d "$kept/debs-XXXXXX")
    say "fetching $*"
    said=$(cd "$folder" && apt-get download -qq "$@" 2>&1) || {
        rm -r "$folder"
        skip "these packages could not be fetched: $*; is there a network? ${said##*$'\n'}"
    }
    for deb in "$folder"/*.deb; do dpkg-deb -x "$deb" "$root"; done
    rm -r "$folder"
}

# ---- a kernel, and gpio-sim in it --------------------------------------------------------------------

[ -e "$kept/fetched" ] || fetch "$image"
touch "$kept/fetched"
modules=$(dirname "$(find "$root" -path "*/modules/$release/kernel" -prune)")
[ -d "$modules/kernel" ] || skip "$image holds no modules"

# Debian leaves gpio-sim out. Then it is built of the distribution's own source, for this kernel; irq_sim, which it
# needs, comes along in the same module, and calls an interrupt by the function that modules may use.
build() {
    local version=${release%%-*} headers work=$kept/module
    version=${version%.*}
    if [ ! -e "$work/Makefile" ]; then
        mapfile -t headers < <(apt-cache depends "linux-headers-$release" | sed -nE 's/^ *Depends: (linux-(headers|kbuild)-.*)/\1/p')
        fetch "linux-headers-$release" "${headers[@]}" "linux-source-$version"
        mkdir -p "$work"
        tar -xJf "$root/usr/src/linux-source-$version.tar.xz" -C "$work" --transform 's:.*/::' \
            "linux-source-$version/"{drivers/gpio/{gpio-sim.c,gpiolib.h},kernel/irq/irq_sim.c}
        rm "$root/usr/src/linux-source-$version.tar.xz"
        sed -i 's/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/' "$work/irq_sim.c"
        sed -i "s: /usr/src/: $root/usr/src/:" "$root/usr/src/linux-headers-$release/Makefile"
        printf 'obj-m := gpio-simulated.o\ngpio-simulated-y := gpio-sim.o irq_sim.o\n' >"$work/Makefile"
    fi
    say "building gpio-sim"
    make -C "$root/usr/src/linux-headers-$release" M="$work" modules >"$work/said" 2>&1 ||
        skip "gpio-sim is not in $image, and could not be built for it: see $work/said"
    mkdir -p "$modules/extra"
    cp "$work/gpio-simulated.ko" "$modules/extra"
}

[ -n "$(find "$modules" -name 'gpio-sim*.ko*' -print -quit)" ] || build

# ---- lgpio, where .venv has none ---------------------------------------------------------------------

if ! .venv/bin/python -c 'import importlib.util, sys; sys.exit(importlib.util.find_spec("lgpio") is None)'; then
    if [ ! -d "$kept/python" ]; then
        say "fetching lgpio"
        # 2>: without pip there is uv
        if .venv/bin/python -c 'import pip' 2>/dev/null; then pip=(.venv/bin/python -m pip) pip_needs=(); else
            pip=(uv pip) pip_needs=(--python .venv/bin/python)
        fi
        "${pip[@]}" install -q "${pip_needs[@]}" --target "$kept/python" -r requirements-pins.txt >&2 ||
            skip "lgpio could not be installed; is there a network?"
    fi
fi

# ---- the machine -------------------------------------------------------------------------------------

# What it boots into: the modules it needs, and a first program that changes to this machine's files.
guest=$kept/guest
rm -rf "$guest"
mkdir -p "$guest"/{bin,dev,host,proc,sys} "$guest/lib/modules/$release"
cp "$(command -v busybox)" "$guest/bin/busybox"
for part in kernel/drivers/virtio kernel/net/9p kernel/fs/{9p,netfs,fscache,configfs} kernel/drivers/gpio/gpio-sim.ko* extra; do
    [ ! -e "$modules/$part" ] || find "$modules/$part" -name '*.ko*' -exec cp -t "$guest/lib/modules/$release" {} +
done
find "$guest/lib" -name '*.xz' -exec unxz -f {} +
# In it, 2>: some of the modules are built into the kernel.
cat >"$guest/init" <<END
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc none /proc
ifconfig lo up
depmod
for module in virtio_pci 9pnet_virtio 9p configfs gpio-sim gpio-simulated; do modprobe \$module 2>/dev/null; done # built in
mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=524288 files /host || poweroff -f
mount -t proc none /host/proc
mount -t sysfs none /host/sys
mount -t configfs none /host/sys/kernel/config
mount -t devtmpfs none /host/dev
mount -t tmpfs none /host/run
echo 'Revision : c03115' >/host/run/cpuinfo # a Raspberry Pi 4, as gpiozero reads it
mount -o bind /host/run/cpuinfo /host/proc/cpuinfo
chroot /host /bin/sh -c 'cd "$PWD" && PYTHONPATH="$kept/python" PYTHONDONTWRITEBYTECODE=1 HOME=/run TMPDIR=/run HYPOTHESIS_STORAGE_DIRECTORY=/run \\
    .venv/bin/python -m pytest -p no:cacheprovider -p tests.hardware.kernel \\
    tests/hardware/test_panel_interface.py tests/hardware/on_a_kernel.py $(printf '%q ' "$@")'
echo "on a kernel: \$?"
poweroff -f
END
chmod +x "$guest/init"
# 2>: cpio counts its blocks there
(cd "$guest" && find . | busybox cpio -o -H newc 2>/dev/null | gzip -1) >"$kept/guest.gz"

say "booting $release (emulated, so it takes a minute or two)"
# || true: QEMU's own exit code says nothing; the line that is looked for below does
timeout 1800 qemu-system-x86_64 -accel tcg,thread=multi -machine q35 -cpu max -smp 2 -m 1024 \
    -nodefaults -no-reboot -display none -serial stdio -kernel "$root/boot/vmlinuz-$release" -initrd "$kept/guest.gz" -append "console=ttyS0 quiet loglevel=2 panic=-1" \
    -virtfs local,path=/,mount_tag=files,security_model=none,readonly=on,multidevs=remap </dev/null |
    tr -d '\r' | tee "$kept/said" || true
code=$(sed -n 's/^on a kernel: //p' "$kept/said" | tail -n 1)
[ -n "$code" ] || {
    say "the machine ended before the tests did"
    exit 1
}
exit "$code"
