"""Tests of memory tuning: unused memory of a process goes back to the system."""

import ctypes
import gc
import os
import sys
from pathlib import Path

import pytest

from hardware.machine.memory_tuning import GC_THRESHOLDS, collect_and_trim, freeze_lasting_objects, trim_heap

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="only glibc can be asked")
def test_free_memory_between_used_blocks_is_returned():
    c = ctypes.CDLL(None)
    c.malloc.restype, c.free.argtypes = ctypes.c_void_p, [ctypes.c_void_p]
    blocks = []
    for _ in range(2_000):  # 32 MB in large blocks, small ones between them
        blocks.append(c.malloc(16_384))
        ctypes.memset(blocks[-1], 1, 16_384)
        blocks.append(c.malloc(64))
    for block in blocks[::2]:
        c.free(block)
    held = resident()
    trim_heap()
    given = held - resident()
    for block in blocks[1::2]:
        c.free(block)
    assert given > 16 << 20


@pytest.mark.full
def test_memory_of_dropped_tuples_is_released():
    collect_and_trim()
    held = [tuple(range(length)) for length in range(10, 20) for _ in range(2_000)]
    blocks = sys.getallocatedblocks()
    del held
    kept = blocks - sys.getallocatedblocks()
    collect_and_trim()
    assert blocks - sys.getallocatedblocks() > kept + 10_000


def test_garbage_collector_stays_enabled_with_higher_thresholds():
    usual = gc.get_threshold()
    try:
        gc.disable()  # as a start does
        freeze_lasting_objects()
        assert gc.isenabled()
        assert gc.get_threshold() == GC_THRESHOLDS
    finally:
        gc.set_threshold(*usual)
