"""Settings that hold for all tests."""

import grp
import os

import pytest
from hypothesis import HealthCheck, settings

# The same examples on every run: a red test stays red until it is mended. However slow the machine is.
slow = [HealthCheck.too_slow]
settings.register_profile("house", derandomize=True, deadline=None, database=None, suppress_health_check=slow)
settings.load_profile("house")


@pytest.fixture
def of_another_group():
    """Makes an empty file of a group that is not the system's own; returns the name of the group."""

    def make(path):
        path.touch()
        path.chmod(0o660)
        if os.geteuid() != 0:
            return grp.getgrgid(path.stat().st_gid).gr_name
        group = next(one for one in grp.getgrall() if one.gr_name != "root")
        os.chown(path, 0, group.gr_gid)
        return group.gr_name

    return make
