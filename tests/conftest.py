"""Settings that hold for all tests."""

from hypothesis import HealthCheck, settings

# The same examples on every run: a red test stays red until it is mended. However slow the machine is.
slow = [HealthCheck.too_slow]
settings.register_profile("house", derandomize=True, deadline=None, database=None, suppress_health_check=slow)
settings.load_profile("house")
