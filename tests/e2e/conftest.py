"""What the tests from end to end share: the sound card of the speech tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent.parent / "speech"))
