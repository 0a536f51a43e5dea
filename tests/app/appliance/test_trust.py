"""Tests of trust in releases: how much of an archive is read and done before and after its signature is checked."""

import io
import json
import lzma
import os
import re
import socket
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

import main
from app.appliance import release_builder, release_source, tar_reader
from app.appliance.release_archive import (
    LARGEST,
    MANIFEST,
    PROGRAM,
    SIGNATURE,
    ArchiveMember,
    Manifest,
    Release,
    UnfitRelease,
    is_release_version,
    is_version,
    own_site_name,
    version_key,
)
from app.appliance.signature import derive_public_key, sign
from app.appliance.update import rollback, update
from app.commands.appliance import run_command
from app.text.terminal_output import CannotStart, exit_code_of
from tests.app.installed import Workshop, fetch, git

ROOT = Path(main.__file__).parent
A_LOT = 1 << 33  # bytes; nothing here has as many


# ---- an address that answers ----------------------------------------------------------------------------


class Talker:
    """A server that sends the same bytes to every client until the client stops reading, and counts them."""

    def __init__(self, *says: bytes | Callable[[], Iterator[bytes]]) -> None:
        self._says, self.said = says, 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        Thread(target=self._talk, daemon=True).start()

    def _talk(self) -> None:
        for number in count():
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            with connection, suppress(OSError):
                connection.recv(65536)
                says = self._says[min(number, len(self._says) - 1)]
                for some in says() if callable(says) else [says]:
                    connection.sendall(some.replace(b"HERE", self.address.encode()))
                    self.said += len(some)

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()


@contextmanager
def serve(*says: bytes | Callable[[], Iterator[bytes]]) -> Iterator[Talker]:
    talker = Talker(*says)
    try:
        yield talker
    finally:
        talker.close()


def repeat_forever(first: bytes, again: bytes) -> Callable[[], Iterator[bytes]]:
    """Return an iterator function that yields `first` once and `again` forever."""

    def repeat_forever() -> Iterator[bytes]:
        yield first
        while True:
            yield again

    return repeat_forever


OK = b"HTTP/1.1 200 OK\r\n"
NO_RELEASE = "this is not a release of Wondertable"
MUCH = b"x" * 65536
ANSWERS = {
    "nothing": (b"", "the server's answer is invalid"),
    "no HTTP": (b"220 mail.example ESMTP\r\n\r\n", "the server's answer is invalid"),
    "a line without end": (repeat_forever(b"HTTP/1.1 200 ", MUCH), "the server's answer is invalid"),
    "no number": (b"HTTP/1.1 many OK\r\n\r\n", "the server's answer is invalid"),
    "a head without end": (repeat_forever(OK + b"a: ", MUCH), "the server's answer is invalid"),
    "heads without end": (repeat_forever(OK, b"a: b\r\n" * 1000), "the server's answer is invalid"),
    "to be continued for ever": (
        repeat_forever(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 100), "the server sends more than a release",
    ),
    "an error": (b"HTTP/1.1 503 \x1b[2Jtrust me\r\n\r\n", "the address answers 503, Service Unavailable"),
    "an error of its own": (b"HTTP/1.1 799 x\r\n\r\n", "the address answers 799"),
    "no content": (b"HTTP/1.1 204 No Content\r\n\r\n", "the address answers 204, No Content"),
    "elsewhere, for ever": (
        b"HTTP/1.1 302 x\r\nLocation: HERE/\r\nContent-Length: 0\r\n\r\n", "the address redirects too often",
    ),
    "elsewhere, with much to say about it": (
        repeat_forever(b"HTTP/1.1 302 x\r\nLocation: HERE/\r\n\r\n", MUCH), "the address redirects too often",
    ),
    "nowhere": (b"HTTP/1.1 302 x\r\nContent-Length: 0\r\n\r\n", "the address answers 302, Found"),
    "to what is no address": (b"HTTP/1.1 302 x\r\nLocation: http://[\r\n\r\n", "the address redirects to no address"),
    "to a port that is none": (b"HTTP/1.1 302 x\r\nLocation: http://a:99999/\r\n\r\n", "this is not an address"),
    "to a file": (b"HTTP/1.1 302 x\r\nLocation: file:///etc/shadow\r\n\r\n", "this is not an address"),
    "to FTP": (b"HTTP/1.1 302 x\r\nLocation: ftp://127.0.0.1/\r\n\r\n", "this is not an address"),
    "a page": (OK + b"Content-Type: text/html\r\n\r\n<html>Please log in</html>", NO_RELEASE),
    "a page without end": (repeat_forever(OK + b"\r\n", MUCH), NO_RELEASE),
    "zeros without end": (repeat_forever(OK + b"\r\n", bytes(65536)), NO_RELEASE),
    "pieces that are none": (OK + b"Transfer-Encoding: chunked\r\n\r\nmany\r\n", NO_RELEASE),
    "a piece that is cut off": (
        OK + b"Transfer-Encoding: chunked\r\n\r\n1000\r\nab", NO_RELEASE,
    ),
    "pieces without end": (
        repeat_forever(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + MUCH + b"\r\n"),
        NO_RELEASE,
    ),
    "the end of pieces without end": (
        repeat_forever(OK + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"a: b\r\n" * 1000),
        "the server sends more than a release",
    ),
    "pieces with more about them than in them": (
        repeat_forever(OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1;" + b"a" * 60000 + b"\r\nx\r\n"),
        "the server sends more than a release",
    ),
    "less than was promised": (OK + b"Content-Length: 99999\r\n\r\nabc", NO_RELEASE),
    "a length that is none": (OK + b"Content-Length: -1\r\n\r\nabc", NO_RELEASE),
}  # fmt: skip


def read_refusal(bed, capsys, address: str) -> str:
    assert exit_code_of(lambda: run_command(main.build_parser().parse_args(["update", address]), bed.at)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(".\n")
    assert err[:-1].isprintable(), "one sentence, which nobody else has written"
    assert bed.services.said == []
    return err.removeprefix("wondertable: ").removeprefix(f"{address}: ").rstrip(".\n")


@pytest.mark.sampled(4)
@pytest.mark.parametrize("answer", ANSWERS)
def test_download_that_is_no_release_is_refused_early(bed, capsys, answer):
    says, why = ANSWERS[answer]
    with serve(says) as talker:
        assert read_refusal(bed, capsys, f"{talker.address}/release.tar") == why
    assert talker.said < 60_000_000, "more than fits between two sockets, for each address it leads to"


@pytest.mark.parametrize(
    "address",
    [
        "http://", "http:///x", "http://[", "http://[::1", "http://a:99999/", "http://a:b/", "http://:80/",
        "http://.a/", f"http://{'a' * 70}/", "http://a b/", "http://127.0.0.1:1/ö",
        "https://[/", "HTTP://[",
    ],
)  # fmt: skip
def test_invalid_address_is_refused_in_one_sentence(bed, capsys, address):
    assert read_refusal(bed, capsys, address) == "this is not an address"


def test_unreachable_address_is_reported(bed, capsys):
    with serve(b"") as talker:
        pass
    assert read_refusal(bed, capsys, talker.address) == "cannot be read: Connection refused"


def test_silent_server_times_out(bed, capsys, monkeypatch):
    monkeypatch.setattr(release_source, "TIMEOUT_SECONDS", 0.1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        said = read_refusal(bed, capsys, f"http://127.0.0.1:{server.getsockname()[1]}")
    assert said == "cannot be read: timed out"


@pytest.mark.parametrize("kept", [b"", b"\n", b"\xff\xfe", b"\0", b"/no/such/file\n", b"/" + b"a" * 300])
def test_invalid_stored_address_is_reported_in_one_line(bed, capsys, kept):
    bed.at.own.mkdir()
    (bed.at.own / "address").write_bytes(kept)
    assert exit_code_of(lambda: run_command(main.build_parser().parse_args(["update"]), bed.at)) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("pieces", [False, True])
def test_release_is_downloaded_through_redirects_and_chunked_encoding(bed, pieces):
    whole = bed.release("1.1.0").read_bytes()
    moved = b"HTTP/1.1 301 x\r\nLocation: ../there\r\nContent-Length: 0\r\n\r\n"
    body = whole
    if pieces:
        body = b"".join(b"%x\r\n%b\r\n" % (len(some), some) for some in chunked(whole)) + b"0\r\n\r\n"
    about = b"Transfer-Encoding: chunked\r\n" if pieces else b"Content-Length: %d\r\n" % len(whole)
    with serve(moved, OK + b"Content-Type: text/html\r\n" + about + b"\r\n" + body) as talker:
        assert update(bed.at, f"{talker.address}/here/release").startswith("1.1.0 is running now")


def chunked(text: bytes) -> Iterator[bytes]:
    for at in range(0, len(text), 1000):
        yield text[at : at + 1000]


# ---- the archive itself ---------------------------------------------------------------------------------


class CountingStream:
    """A release that is read, and how much of it. Beyond its text there are zeros, as many as anybody wants."""

    def __init__(self, text: bytes) -> None:
        self._text, self.taken = io.BytesIO(text), 0

    def read(self, size: int) -> bytes:
        assert size <= tar_reader.CHUNK, "so much at a time is in memory"
        self.taken += size
        return self._text.read(size) or bytes(size)


def head(name: str, size: int = 0, **more: object) -> bytes:
    """Return a plain tar header, in which only the given fields are unusual."""
    member = tarfile.TarInfo(name)
    member.size = size
    for what, value in more.items():
        setattr(member, what, value)
    return with_checksum(member.tobuf(tarfile.GNU_FORMAT).replace(b"ustar  \0", tar_reader.MAGIC))


def with_checksum(block: bytes) -> bytes:
    """Return the header with the right checksum."""
    return block[:148] + b"%06o\0 " % sum(block[:148] + b" " * 8 + block[156:]) + block[156:]


def file(name: str, text: bytes, **more: object) -> bytes:
    return head(name, len(text), **more) + text + bytes(-len(text) % 512)


def tar_of(**files: bytes) -> bytes:
    return b"".join(file(name, text) for name, text in files.items()) + bytes(1024)


class Maker:
    """Makes releases by hand, so that they may be wrong, signed with a key that is trusted."""

    def __init__(self, folder: Path, key: Path) -> None:
        self._key, self._public = key, folder / "key.pub"
        self._public.write_bytes(derive_public_key(key))
        self.folder = folder / "to"
        self.folder.mkdir()

    def manifest(self, *parts: ArchiveMember, version: object = "1.1.0", **more: object) -> bytes:
        return self.signed(
            json.dumps({**json.loads(Manifest("", parts).encode()), "version": version, **more}).encode()
        )

    def signed(self, text: bytes) -> bytes:
        return file(MANIFEST, text) + file(SIGNATURE, sign(text, self._key))

    def open_release(self, text: bytes) -> tuple[CountingStream, Release]:
        stream = CountingStream(text)
        return stream, Release(stream, [self._public], own_site_name())

    def unpack(self, text: bytes) -> int:
        """Unpack the archive and return how many bytes of it were read."""
        stream, opened = self.open_release(text)
        opened.unpack(self.folder)
        return stream.taken

    def refused(self, text: bytes) -> str:
        with pytest.raises(UnfitRelease) as no:
            self.unpack(text)
        return str(no.value)


@pytest.fixture
def maker(tmp_path, workshop):
    return Maker(tmp_path, workshop.key)


def make_part(name: str, tar: bytes, promised: int | None = None) -> tuple[ArchiveMember, bytes]:
    """Return a part and its bytes; `promised`: the unpacked size that is signed."""
    packed = lzma.compress(tar)
    return ArchiveMember(name, sha256(packed).hexdigest(), len(packed), promised or len(tar)), packed


SITE = make_part(own_site_name(), tar_of(there=b"packages"))


def build_release(maker: Maker, program: tuple[ArchiveMember, bytes], *more: tuple[ArchiveMember, bytes]) -> bytes:
    parts = (program, SITE, *more)
    return maker.manifest(*(about for about, _ in parts)) + b"".join(file(about.name, text) for about, text in parts)


def test_hand_made_archive_can_be_valid(maker):
    text = build_release(maker, make_part(PROGRAM, tar_of(a=b"1" * 600)))
    taken = maker.unpack(text)
    assert (maker.folder / "a").read_bytes() == b"1" * 600
    assert (maker.folder / "there").read_bytes() == b"packages"
    assert not (maker.folder / ".part").exists()
    assert taken == len(text)


def test_unpacking_stops_after_the_last_part_for_this_machine(maker):
    other, packed = make_part("site-riscv64-3.11.tar.xz", tar_of(b=b"2"))
    text = build_release(maker, make_part(PROGRAM, tar_of(a=b"1")), (other, packed))
    assert maker.unpack(text) == len(text) - len(file(other.name, packed))


def test_part_for_another_machine_is_skipped(maker):
    about, packed = zip(
        make_part(PROGRAM, tar_of(a=b"1")), make_part("site-riscv64-3.11.tar.xz", tar_of(b=b"2")), SITE, strict=True
    )
    files = (file(each.name, text) for each, text in zip(about, packed, strict=True))
    maker.unpack(maker.manifest(*about) + b"".join(files))
    assert sorted(path.name for path in maker.folder.iterdir()) == ["a", "there"]


STRANGE = {
    "PAX": {"type": tarfile.XHDTYPE},
    "PAX for all": {"type": tarfile.XGLTYPE},
    "a long name": {"type": tarfile.GNUTYPE_LONGNAME},
    "a long link": {"type": tarfile.GNUTYPE_LONGLINK},
    "holes": {"type": tarfile.GNUTYPE_SPARSE},
    "a link": {"type": tarfile.SYMTYPE, "linkname": "/etc/shadow"},
    "another name": {"type": tarfile.LNKTYPE, "linkname": "a"},
    "a device": {"type": tarfile.BLKTYPE},
    "a pipe": {"type": tarfile.FIFOTYPE},
    "an old kind": {"type": tarfile.AREGTYPE},
    "a kind that nobody knows": {"type": b"Z"},
    "a file that leads on": {"linkname": "x"},
    "a large number": {"size": A_LOT},
    "a folder with something in it": {"type": tarfile.DIRTYPE},
}


@pytest.mark.parametrize("kind", STRANGE)
def test_only_plain_headers_are_read_before_and_after_verification(maker, kind):
    strange = head("x", **{"size": 1 << 28, **STRANGE[kind]})
    for text in (strange, strange + maker.manifest()):
        stream = CountingStream(text)
        with pytest.raises(UnfitRelease, match=NO_RELEASE):
            Release(stream, [], own_site_name())
        assert stream.taken == 512
    tar = head("x", **{"size": 4, **STRANGE[kind]}) + b"abcd" + bytes(508 + 1024)
    assert maker.refused(build_release(maker, make_part(PROGRAM, tar))) == f"release 1.1.0 is damaged ({PROGRAM})"
    assert [path.name for path in maker.folder.iterdir()] == [".part"]


@pytest.mark.parametrize("name", ["../x", "/x", "a/../../x", "./x", "a//x", "a/", "", ".", "..", "\x1b[2J", "ö", "a\n"])
def test_path_traversal_and_hidden_names_are_refused(maker, name):
    text = build_release(maker, make_part(PROGRAM, file(name, b"1", type=tarfile.REGTYPE) + bytes(1024)))
    assert maker.refused(text) == f"release 1.1.0 is damaged ({PROGRAM})"
    assert {path.name for path in maker.folder.parent.iterdir()} == {"to", "key.pub"}


@given(st.binary(min_size=512, max_size=512))
def test_random_bytes_are_no_tar_header(block):
    with suppress(ValueError):
        assert tar_reader.parse_header(block) is None


@given(st.integers(0, 511), st.integers(0, 255))
def test_changed_byte_in_a_tar_header_is_detected(at, byte):
    block = bytearray(head("name", 5))
    changed = block[at] != byte
    block[at] = byte
    if changed:
        with pytest.raises(ValueError, match=r"^"):
            tar_reader.parse_header(bytes(block))
    else:
        assert tar_reader.parse_header(bytes(block)) == tar_reader.Member("name", 5, is_folder=False, can_run=False)


@pytest.mark.rotated
@given(
    st.from_regex(r"[a-z .]{1,60}[a-z](/[a-z]{1,60}){0,3}", fullmatch=True), st.integers(0, 8**11 - 1), st.booleans()
)
def test_plain_ustar_header_is_parsed(name, size, runs):
    member = tarfile.TarInfo(name)
    member.size, member.mode = size, 0o755 if runs else 0o644
    assert tar_reader.parse_header(member.tobuf(tarfile.USTAR_FORMAT)) == tar_reader.Member(
        name, size, is_folder=False, can_run=runs
    )


# ---- before trust ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"", id="zeros"),
        pytest.param(head(MANIFEST, LARGEST + 1), id="a manifest that is too large"),
        pytest.param(file(MANIFEST, b"{}") + head(SIGNATURE, 65), id="a signature that is too large"),
        pytest.param(file(SIGNATURE, b"x"), id="a signature of nothing"),
        pytest.param(file(MANIFEST, b"{}") * 2, id="two manifests"),
        pytest.param(head(MANIFEST, type=tarfile.DIRTYPE), id="a folder"),
        pytest.param(head(MANIFEST, LARGEST), id="a manifest of zeros"),
    ],
)
def test_little_is_read_before_the_signature_is_verified(text):
    stream = CountingStream(text)
    with pytest.raises(UnfitRelease, match=NO_RELEASE):
        Release(stream, [], own_site_name())
    assert stream.taken <= LARGEST + 4 * 512


@pytest.mark.parametrize(
    "text",
    [
        b" ", b"[]", b"{}", b"[" * 50000, b"\xff", b'{"version": "1.1.0", "parts": 5}',
        b'{"version": "1.1.0", "parts": [{}]}',
        b'{"version": "1.1.0", "parts": [{"name": 1, "sha256": "", "packed": 1, "unpacked": 1}]}',
        b'{"version": "1.1.0", "parts": [{"name": "a", "sha256": "", "packed": -1, "unpacked": 1}]}',
        b'{"version": "1.1.0", "parts": [{"name": "a", "sha256": "", "packed": true, "unpacked": 1}]}',
        b'{"version": "1.1.0", "parts": [{"name": "a", "sha256": "", "packed": 9, "unpacked": 1}]}',
        b'{"version": "1.1.0", "parts": [{"name": "a", "sha256": "", "packed": 9, "unpacked": 9, "more": 1}]}',
        b'{"version": "../1", "parts": []}', b'{"version": "1.1.0+abc", "parts": []}', b'{"version": 1, "parts": []}',
    ],
)  # fmt: skip
def test_signed_manifest_with_invalid_content_is_refused(maker, text):
    assert re.search(
        "cannot read releases of this format|is not a version of a release", maker.refused(maker.signed(text))
    )


# ---- after it: not a byte more than was signed ----------------------------------------------------------


def count_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_part_longer_than_signed_is_not_read(maker):
    about, packed = make_part(PROGRAM, tar_of(a=b"1"))
    begun = maker.manifest(about, SITE[0])
    stream, opened = maker.open_release(begun + head(PROGRAM, A_LOT - 1) + packed)
    with pytest.raises(UnfitRelease, match="is damaged"):
        opened.unpack(maker.folder)
    assert stream.taken == len(begun) + 512
    assert count_bytes(maker.folder) == 0


def test_part_with_an_unexpected_name_is_refused(maker):
    about, packed = make_part(PROGRAM, tar_of(a=b"1"))
    assert "is damaged" in maker.refused(maker.manifest(about, SITE[0]) + file("else", packed))


def test_part_that_unpacks_to_more_than_signed_is_refused(maker):
    """The part is like an xz of a few kilobytes that contains thirty megabytes."""
    huge = head("a", 30_000_000) + bytes(30_000_000)
    about, packed = make_part(PROGRAM, huge, promised=1 << 20)
    assert "is damaged" in maker.refused(build_release(maker, (about, packed)))
    assert count_bytes(maker.folder) <= 2 * about.unpacked


def test_truncated_archive_is_reported_as_damaged(maker):
    assert "is damaged" in maker.refused(build_release(maker, make_part(PROGRAM, head("a", 600) + b"1" * 512)))


def test_xz_with_a_large_memory_demand_is_refused(maker):
    tar = tar_of(a=b"1")
    packed = lzma.compress(tar, preset=9)  # 64 MB, whatever is in it
    about = ArchiveMember(PROGRAM, sha256(packed).hexdigest(), len(packed), len(tar))
    assert "is damaged" in maker.refused(build_release(maker, (about, packed)))


MEASURED = """
import resource, sys
from pathlib import Path
from app.appliance.release_archive import Release, own_site_name
from app.appliance.progress import ignore_progress
from app.appliance.update import _compile
def most():
    return max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
folder, file, key = map(Path, sys.argv[1:])
before = most()
with file.open("rb", buffering=0) as stream:
    release = Release(stream, [key], own_site_name())
    release.unpack(folder)
_compile(folder, release.needed_space, ignore_progress)
print(before, *(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))
"""


@pytest.mark.full
def test_large_release_is_unpacked_in_little_memory(maker, tmp_path):
    """300 MB of it, and a module of three megabytes."""
    module = b"def f(x):\n    return {1: x, 2: [x, x + 1]}\n" * 75_000
    huge = file("packed", os.urandom(30_000_000)) + file("a", bytes(270_000_000)) + file("m.py", module) + bytes(1024)
    packed = tmp_path / "release.tar"
    packed.write_bytes(build_release(maker, make_part(PROGRAM, huge)))
    del huge
    words = [sys.executable, "-c", MEASURED, maker.folder, packed, maker.folder.parent / "key.pub"]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    before, after, others = (int(word) // 1000 for word in said.stdout.split())
    assert after - before + others < 64 + before, (
        "MB: of itself, and of the largest that it starts, one after the other"
    )


# ---- what is made ---------------------------------------------------------------------------------------


def test_built_release_has_plain_headers_and_the_signed_sizes(bed):
    with tarfile.open(bed.release("1.1.0")) as tar:
        parts = json.load(tar.extractfile(MANIFEST))["parts"]
        assert [member.name for member in tar] == [MANIFEST, SIGNATURE, *(part["name"] for part in parts)]
        for each in parts:
            text = lzma.decompress(tar.extractfile(each["name"]).read())
            assert len(text) == each["unpacked"]
            read = io.BytesIO(text).read
            for member in tar_reader.read_members(read):
                read(member.size + member.padding)


def link(folder: Path) -> None:
    (folder / "hardware/link").symlink_to("how")


def long_name(folder: Path) -> None:
    (folder / f"hardware/{'a' * 120}").touch()


def letters(folder: Path) -> None:
    (folder / "pyproject.toml").write_text('[project]\nversion = "1.1.0+abc"\n')


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (link, "the new release cannot be unpacked: release 1.1.0 is damaged"),
        (long_name, "program.tar.xz cannot be packed: name is too long"),
        (letters, "'1.1.0+abc' is not a version of a release"),
    ],
)
def test_builder_refuses_a_release_no_table_could_unpack(tmp_path, spoil, why):
    workshop = Workshop(tmp_path)
    (workshop.checkout / "pyproject.toml").write_text('[project]\nversion = "1.1.0"\n')
    spoil(workshop.checkout)
    git(workshop.checkout, "add", ".")
    git(workshop.checkout, "commit", "-qm", "spoiled")
    with pytest.raises(CannotStart) as no:
        release_builder.build_release(workshop.key, tmp_path / "build", workshop.checkout, fetch)
    assert str(no.value).startswith(why)
    assert list((tmp_path / "build").glob("*")) == []


# ---- which is older -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("1.1.0", "1.1.1"), ("1.9.0", "1.10.0"), ("1.1.0+3", "1.1.0+20"), ("1.1.0", "1.1.0+1"), ("1.1.0+20", "1.1.1"),
        ("1.1", "1.1.0.1"), ("0.9", "1.0"),
    ],
)  # fmt: skip
def test_versions_are_ordered(older, newer):
    assert version_key(older) < version_key(newer)


@pytest.mark.parametrize(("one", "other"), [("1.1", "1.1.0"), ("1.1.0+0", "1.1.0"), ("0.1.0+c1a2b3c4", "0.1.0")])
def test_equivalent_versions_are_equal(one, other):
    assert version_key(one) == version_key(other)


@pytest.mark.parametrize(
    "text", ["", "1", "1.", "1.1.0+", "1.1.0+a b", "1.1.0-rc1", "v1.1", "1.1.0\n", "1." + "1" * 10, "٣.١"]
)
def test_invalid_versions_are_rejected(text):
    assert not is_version(text)
    assert not is_release_version(text)


def test_older_build_is_refused(bed):
    update(bed.at, str(bed.release("1.1.0+20")))
    with pytest.raises(CannotStart, match=r"1\.1\.0\+3 is older than 1\.1\.0\+20, which is running"):
        update(bed.at, str(bed.release("1.1.0+3")))
    assert update(bed.at, str(bed.release("1.1.0+21"))).startswith("1.1.0+21 is running now")


def test_version_older_than_the_newest_run_needs_older_option(bed):
    update(bed.at, str(bed.release("1.2.0")))
    rollback(bed.at, None, data=False)
    with pytest.raises(CannotStart) as no:
        update(bed.at, str(bed.release("1.1.0")))
    assert (
        "1.1.0 is older than 1.2.0, which ran here; `wondertable rollback` goes back, --older installs it anyway"
        in str(no.value)
    )
    said = update(bed.at, str(bed.release("1.1.0")), older=True)
    assert said.startswith("1.1.0 is running now, an older version than 1.2.0, which ran here before; 1.0.0 is kept")
    with pytest.raises(CannotStart, match="is older than"):
        update(bed.at, str(bed.release("1.1.5")))
    assert update(bed.at, str(bed.release("1.2.0"))).startswith("1.2.0 is running now;"), "that one itself is not older"


def test_undone_update_does_not_count_as_run(bed):
    with pytest.raises(CannotStart):
        update(bed.at, str(bed.release("1.9.0", "die")))
    assert update(bed.at, str(bed.release("1.1.0"))).startswith("1.1.0 is running now;")


def test_unreadable_newest_version_is_ignored(bed):
    (bed.at.home / "newest").write_bytes(b"\xff../..")
    assert bed.at.newest_run == "1.0.0"


def test_installed_version_is_world_readable_under_a_strict_umask(bed):
    before = os.umask(0o077)
    try:
        update(bed.at, str(bed.release("1.1.0")))
    finally:
        os.umask(before)
    folder = bed.at.home / "1.1.0"
    assert [path for path in (folder, *folder.rglob("*")) if not path.stat().st_mode & 0o004] == []
