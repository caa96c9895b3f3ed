"""A board without a microcontroller: the Raspberry Pi reads the chain at its own pins, through gpiozero or spidev."""

from __future__ import annotations

import glob
import os
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from companion.inputs import Input
from companion.sensing.errors import NoPins
from companion.sensing.gpio_settings import GpioSettings
from companion.sensing.reader import SentenceReader
from companion.sensing.serial_board import no_access
from companion.sensing.teller import Teller
from companion.sensing.trace import TraceRecorder
from firmware import wire
from firmware.debounce import AsymEagerDeferPk, SymDeferPk

if TYPE_CHECKING:
    from gpiozero import Factory  # type: ignore[import-untyped]

VERSION = "gpio"
HEARTBEAT_S = 1.0
LONGEST_SCAN_US = 20_000
"""More than this does not count as rest: the computer may have been busy elsewhere."""
BROKEN_SCANS = 20
QUARTER = 3
"""Registers on one quarter board: no marbles fill all their inputs."""
CHIPS, BUSES = "/dev/gpiochip*", "/dev/spidev*"
"""The files behind which the pins, and their SPI, lie."""
SPI_HZ = 1_000_000
SPI_MODE = 0b10
"""A falling clock edge reads, the rising edge brings the next bit. Source: 74HC165 datasheet."""
CLICK = {(0b11, 0b01): 1, (0b01, 0b00): 1, (0b00, 0b10): 1, (0b10, 0b11): 1,
         (0b11, 0b10): -1, (0b10, 0b00): -1, (0b00, 0b01): -1, (0b01, 0b11): -1}  # fmt: skip
"""Quarter steps of a rotary encoder; a contact that bounces goes to and fro and counts nothing."""


class PinChain:
    """74HC165 registers clocked by hand over gpiozero's pins."""

    def __init__(self, settings: GpioSettings, factory: Factory | None) -> None:
        from gpiozero import DigitalInputDevice, DigitalOutputDevice

        self._load = DigitalOutputDevice(settings.load, initial_value=True, pin_factory=factory)
        self._clock = DigitalOutputDevice(settings.clock, initial_value=True, pin_factory=factory)
        self._data = DigitalInputDevice(settings.data, pull_up=True, pin_factory=factory)

    def read(self, count: int) -> bytes:
        """The levels of the chain, the first register's H input first."""
        self._load.off()
        self._load.on()
        levels, state = bytearray(count), self._data.pin
        clock = self._clock.pin
        for place in range(count):
            byte = 0
            for _ in range(8):
                clock.state = 0
                byte = byte << 1 | int(state.state)
                clock.state = 1
            levels[place] = byte
        return bytes(levels)

    def close(self) -> None:
        """Frees the pins."""
        for device in (self._load, self._clock, self._data):
            device.close()


class SpiChain:
    """The same registers read by the Pi's SPI: one call a scan."""

    def __init__(self, settings: GpioSettings, factory: Factory | None) -> None:
        import spidev  # type: ignore[import-not-found]
        from gpiozero import DigitalOutputDevice

        assert settings.spi is not None
        self._load = DigitalOutputDevice(settings.load, initial_value=True, pin_factory=factory)
        self._spi = spidev.SpiDev()
        self._spi.open(*settings.spi)
        self._spi.max_speed_hz, self._spi.mode = SPI_HZ, SPI_MODE

    def read(self, count: int) -> bytes:
        """The levels of the chain, the first register's H input first."""
        self._load.off()
        self._load.on()
        return bytes(self._spi.readbytes(count))

    def close(self) -> None:
        """Frees the pins."""
        self._load.close()
        self._spi.close()


class GpioBoard:
    """A board at the Pi's own pins; it speaks the sentences of every board, to the reader in the same program.

    1. `start` takes the pins, or says at once why it cannot.
    2. A thread scans, 200 times a second, debounces each contact and says what changed, as the Pico's firmware does.
    3. Levels are polled, never waited for: a driver that filters edges loses some.
    `order`: wire index of each bit of the chain. `deliver` is called from the thread.
    """

    def __init__(self, settings: GpioSettings, order: Sequence[int], reader: SentenceReader,
                 deliver: Callable[[Input], None], clock: Callable[[], float], record: TraceRecorder | None = None,
                 factory: Factory | None = None) -> None:  # fmt: skip
        self._settings, self._order = settings, tuple(order)
        self._teller, self._clock, self._factory = Teller(reader, deliver, clock, record), clock, factory
        self._registers = len(self._order) // 8
        self._debouncer = SymDeferPk(self._registers, settings.debounce_ms * 1000)
        self._names = list(settings.buttons)
        size = (len(self._names) + 7) // 8
        self._pressing = AsymEagerDeferPk(size, settings.debounce_ms * 1000)
        self._beat, self._scanned = 0.0, 0.0
        self._turned, self._steps = 0b11, 0
        self._is_broken, self._odd_scans = False, 0
        self._wants_hello = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="board gpio", daemon=True)
        self._chain: PinChain | SpiChain | None = None
        self._buttons: list[Any] = []
        self._encoder: list[Any] = []

    def start(self) -> None:
        """Takes the pins and begins to scan. Raises: NoPins, PortInUse."""
        from gpiozero import DigitalInputDevice
        from gpiozero.exc import BadPinFactory, GPIOZeroError, PinFactoryFallback  # type: ignore[import-untyped]

        settings = self._settings
        try:
            warnings.simplefilter("ignore", PinFactoryFallback)  # each library that is tried and not there
            self._chain = (PinChain if settings.spi is None else SpiChain)(settings, self._factory)
            encoder = settings.encoder
            contacts = [*settings.buttons.values(), *((encoder.a, encoder.b) if encoder else ())]
            devices = [DigitalInputDevice(pin, pull_up=True, pin_factory=self._factory) for pin in contacts]
        except BadPinFactory as error:
            self._refuse(error)
            raise NoPins("this computer has no pins, or lacks the package lgpio (docs/build.md, 1)") from error
        except (GPIOZeroError, ImportError, OSError) as error:
            self._free()
            self._refuse(error)
            raise NoPins(f"the pins of this computer cannot be used: {error}") from error
        self._buttons, self._encoder = devices[: len(self._names)], devices[len(self._names) :]
        self._thread.start()

    def _refuse(self, error: Exception) -> None:
        """Raises: PortInUse where there are pins that this user may not use."""
        for pattern in (CHIPS, BUSES)[: 1 if self._settings.spi is None else 2]:
            found = sorted(glob.glob(pattern))
            if found and not any(os.access(path, os.R_OK | os.W_OK) for path in found):
                raise no_access("pins", found[0]) from error

    def send(self, line: str) -> bool:
        """Takes a line as any board would; whether it was understood."""
        try:
            name, value, _ = wire.command(line.encode())
        except wire.BadSentence:
            return False
        if name == "DEBOUNCE":
            self._debouncer.hold_us = value * 1000
        elif name == "HELLO":
            self._wants_hello = True
        return True

    def close(self) -> None:
        """Stops scanning and frees the pins."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join()
        self._free()

    def _free(self) -> None:
        for device in (*self._buttons, *self._encoder, *([self._chain] if self._chain else [])):
            device.close()
        self._chain, self._buttons, self._encoder = None, [], []

    def _run(self) -> None:
        period_s = 1 / self._settings.scan_hz
        due = self._scanned = self._clock()
        self._begin()
        while not self._stop.is_set():
            self.scan(self._clock())
            due = max(due + period_s, self._clock() - period_s)
            pause = due - self._clock()
            if pause > 0:
                time.sleep(pause)

    def _begin(self) -> None:
        self._teller.cable(True, "pins")
        levels = self._levels()
        self._is_broken = not self._is_whole(levels)
        if not self._is_broken:
            self._debouncer.stable[:] = bytes(level ^ 255 for level in levels[: self._registers])
        self._hello()

    def scan(self, now: float) -> None:
        """One scan of everything."""
        elapsed_us = min(max(0, int((now - self._scanned) * 1e6)), LONGEST_SCAN_US)
        self._scanned = now
        levels = self._levels()
        if self._is_whole(levels) == self._is_broken:
            self._odd_scans += 1
            if self._odd_scans >= BROKEN_SCANS:
                self._odd_scans, self._is_broken = 0, not self._is_broken
                self._say("FAULT", "bus" if self._is_broken else "clear", "-")
        else:
            self._odd_scans = 0
            raw = bytes(level ^ 255 for level in levels[: self._registers])
            if not self._is_broken and self._debouncer.update(raw, elapsed_us):
                self._occ()
        if self._names:
            self._press(elapsed_us)
        if self._encoder:
            self._turn()
        if self._wants_hello:
            self._wants_hello = False
            self._hello()
        elif now - self._beat >= HEARTBEAT_S:
            self._occ()

    def _levels(self) -> bytes:
        assert self._chain is not None
        return self._chain.read(self._registers + 1)

    def _is_whole(self, levels: bytes) -> bool:
        """Whether the chain is: behind its last register it reads as low, and so does all that is cut off."""
        quarters = [levels[at : at + QUARTER] for at in range(0, self._registers, QUARTER)]
        return levels[self._registers] == 0 and all(any(quarter) for quarter in quarters)

    def _press(self, elapsed_us: int) -> None:
        raw = bytearray(len(self._pressing.stable))
        for number, device in enumerate(self._buttons):
            if device.value:
                raw[number >> 3] |= 128 >> (number & 7)
        if self._pressing.update(bytes(raw), elapsed_us):
            for number, name in enumerate(self._names):
                bit = 128 >> (number & 7)
                if self._pressing.changed[number >> 3] & bit:
                    self._say("BTN", name, "down" if self._pressing.stable[number >> 3] & bit else "up")

    def _turn(self) -> None:
        """A click of the encoder is four quarter steps; it counts as a button pressed and let go."""
        a, b = (0 if device.value else 1 for device in self._encoder)
        at = a << 1 | b
        self._steps += CLICK.get((self._turned, at), 0)
        self._turned = at
        encoder = self._settings.encoder
        if at == 0b11 and encoder is not None:
            if abs(self._steps) >= 3:
                name = encoder.right if self._steps > 0 else encoder.left
                self._say("BTN", name, "down")
                self._say("BTN", name, "up")
            self._steps = 0

    def _hello(self) -> None:
        """Its name, its picture, and the fault that lasts: who has just come did not hear of it when it began."""
        self._teller.hello(self._settings.board, VERSION, len(self._order))
        self._occ()
        if self._is_broken:
            self._say("FAULT", "bus", "-")

    def _occ(self) -> None:
        stable, picture = self._debouncer.stable, 0
        for contact, index in enumerate(self._order):
            if stable[contact >> 3] & 128 >> (contact & 7):
                picture |= 1 << index
        self._beat = self._clock()
        self._say("OCC", wire.to_hex(picture, len(self._order)))

    def _say(self, kind: str, *fields: str) -> None:
        self._teller.say(kind, fields)
