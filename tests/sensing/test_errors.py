"""Each error of sensing is also the built-in one that a caller would guess."""

import pytest

from companion.sensing.errors import (
    BadGpioFile,
    BadSaying,
    BadTrace,
    NoBoard,
    NoPins,
    PortInUse,
    PortNotFound,
    SensingError,
    SeveralBoards,
)


@pytest.mark.parametrize(
    ("error", "builtin"),
    [(BadSaying, ValueError), (BadTrace, ValueError), (PortNotFound, FileNotFoundError), (PortInUse, PermissionError),
     (NoBoard, LookupError), (SeveralBoards, LookupError), (BadGpioFile, ValueError), (NoPins, OSError)],
)  # fmt: skip
def test_leaves(error, builtin):
    assert issubclass(error, builtin)
    assert issubclass(error, SensingError)


def test_a_port_error_is_one_sentence():
    assert str(PortNotFound("there is no serial port x")) == "there is no serial port x"
