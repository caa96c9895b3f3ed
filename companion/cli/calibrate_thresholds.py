"""`tastkreis calibrate thresholds`: what Hall sensors read without and with a magnet, learnt by ear."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from calibration.profile import Profile, save_profile
from calibration.thresholds import ThresholdsWizard
from companion.cli import BadInput
from companion.cli.tables import layouts
from companion.cli.workbench import Workbench, add_bench_options, saved

HELP = "learns the thresholds and poles of Hall sensors, by ear"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    add_bench_options(parser)


def main(args: argparse.Namespace) -> int:
    """Looks at the raw readings and writes the profile."""
    if args.board.startswith("gpio:"):
        raise BadInput(f"--board {args.board}: the Pi's own pins read contacts, which have no threshold")
    if not layouts()[args.layout].owners:
        raise BadInput(f"--layout {args.layout}: its pieces are of no seat, and have no poles to be told apart by")

    def make(profile: Profile, progress: Mapping[str, Any] | None) -> ThresholdsWizard:
        return ThresholdsWizard(bench.layout, profile.channels)

    bench = Workbench(args, "thresholds", make)
    wizard = bench.run()
    if not isinstance(wizard, ThresholdsWizard) or not wizard.is_hall:
        return 0
    profile = replace(bench.profile, hall=wizard.hall())
    saved(bench, lambda: save_profile(profile, args.profile), args.profile)
    print(args.profile)
    return 0
