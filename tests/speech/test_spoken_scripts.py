"""What the loudspeaker says of each fact, word for word."""

import pytest
from spoken_script import performed, scripts


@pytest.mark.parametrize("path", scripts(), ids=lambda path: path.stem)
def test_script(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert list(performed(lines)) == lines


def test_every_kind_of_fact_is_in_a_script():
    from companion.facts import KINDS

    text = "".join(path.read_text(encoding="utf-8") for path in scripts())
    assert [kind for kind in KINDS if f'"type":"{kind}"' not in text] == []
