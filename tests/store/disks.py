"""Disks that are full: no process may make a file longer than this, as if there were no room."""

import contextlib
import resource


@contextlib.contextmanager
def full_disk(size=0):
    """No file grows beyond `size` bytes; SQLite and everybody else are refused as by a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
