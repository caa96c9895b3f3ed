"""A port that its user may not open: which group, and which command, in the line and in the sentence."""


import pytest

from companion.cli import main, refused
from companion.cli.boards import refused_board
from companion.sensing import serial_board
from companion.sensing.errors import NoPins, PortInUse
from companion.speech.wording import Wording

SPOKEN = {"de": "In die Gruppe dialout aufnehmen, mit adduser", "en": "Join the group dialout with adduser",
          "fr": "Rejoindre le groupe dialout avec adduser"}  # fmt: skip


@pytest.mark.parametrize("language", sorted(SPOKEN))
def test_the_group_and_the_command_are_said(language: str) -> None:
    error = refused_board("serial:/dev/ttyACM0", PortInUse("no access", "dialout"))
    assert SPOKEN[language] in refused._sentence(error, Wording(language))


@pytest.mark.parametrize(("language", "said"), [("de", "Anschlussstifte"), ("en", "pins"), ("fr", "broches")])
def test_a_computer_without_pins_is_told_as_that_and_not_as_a_cable(language: str, said: str) -> None:
    error = refused_board("gpio:pi.json", NoPins("this computer has no pins"))
    assert said in refused._sentence(error, Wording(language))


@pytest.mark.parametrize("command", [
    "run --board serial:{port} --no-http", "calibrate find --port {port}", "calibrate find",
    "calibrate wiring --board serial:{port} --profile {folder}/new.json", "calibrate cards --profile {folder}/new.json",
])  # fmt: skip
def test_a_port_of_another_group_is_told_with_group_and_command(
    command, tmp_path, monkeypatch, capsys, of_another_group
) -> None:
    """The port is a file that this user may open; that the system refuses it is the only thing made up."""
    words = command.format(port=tmp_path / "ttyACM0", folder=tmp_path).split()
    monkeypatch.setenv("TASTKREIS_PORTS", str(tmp_path / "ttyACM*"))
    monkeypatch.setattr("companion.sensing.ports.likely_ports", tuple)
    port = tmp_path / "ttyACM0"
    group = of_another_group(port)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("serial.serialposix.os.open", refuse)
    assert main([*words, "--speech", "print", "--language", "en"]) == 2
    told = capsys.readouterr()
    assert f"sudo adduser $USER {group}" in told.err
    assert f"group {group} with adduser" in told.out + told.err
    assert not (tmp_path / "new.json").exists()
    assert serial_board._group_of(str(port)) == group
