"""`tastkreis calibrate wiring`: which sensor lies under which hole, learnt by ear."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from calibration.profile import Profile, check_profile, save_profile
from calibration.wiring import WiringWizard
from calibration.wiring_map import NO_PLACE
from companion.cli.information import info
from companion.cli.workbench import Workbench, add_bench_options, saved

HELP = "learns which sensor lies under which hole, by ear, with one piece"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_bench_options(parser)


def _taught(profile: Profile, size: int) -> Mapping[str, Any] | None:
    """A finished profile as progress, of which each field can be asked again; None if it is not wired yet."""
    places = {place: channel for channel, place in enumerate(profile.channels) if place != NO_PLACE}
    if not places:
        return None
    return {"places": places, "skipped": [place for place in range(size) if place not in places],
            "noisy": [channel for place, channel in places.items() if place in profile.without],
            "changed": sorted(places.values()), "is_closed": True}  # fmt: skip


def main(args: argparse.Namespace) -> int:
    """Asks hole by hole and writes the profile; one that is wired already is corrected."""

    def make(profile: Profile, progress: Mapping[str, Any] | None) -> WiringWizard:
        taught = None if args.anew else _taught(profile, bench.layout.size)
        return WiringWizard(bench.layout, taught if progress is None else progress)

    bench = Workbench(args, "wiring", make)
    wizard = bench.run()
    if not isinstance(wizard, WiringWizard):
        return 0
    profile = replace(bench.profile, channels=wizard.channels, without=wizard.without)

    def save() -> None:
        check_profile(profile, bench.layout, args.profile)
        save_profile(profile, args.profile)

    saved(bench, save, args.profile)
    if wizard.never_changed:
        info(f"tastkreis: channels that never changed: {', '.join(map(str, wizard.never_changed))}")
    print(args.profile)
    return 0
