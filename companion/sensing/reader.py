"""The reader of a sensing board: bytes or lines in, inputs out. Nothing that arrives can end the reading."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.inputs import Button, CardTag, Fault, Hello, Input, Lost, OccupancyFrame
from companion.sensing.lines import LineSplitter
from companion.sensing.sequence import Numbers, Standing
from engine.contract import Layout
from firmware import wire

FOREIGN_PROTOCOL, FOREIGN_LAYOUT, FOREIGN_PLACES = "protocol", "layout", "places"
"""Codes of a `Fault`: the board cannot be read, because it is of another kind, or tells other places than it has."""
FOREIGN = (FOREIGN_PROTOCOL, FOREIGN_LAYOUT, FOREIGN_PLACES)
MISFITS = 2
"""Whole pictures, or names, in a row that cannot be read: no line damages them twice and leaves the check sum right."""
NO_PLACE = -1
"""A channel that belongs to no place."""
TAKEN_AWAY = "-"
"""`CardTag.tag` when the card was taken away; any other tag with `card` None is a tag that nobody knows."""
BLINK_S = 1.0
"""A reader loses a card that is touched for less than this; nobody takes a card, and lays it again, as quickly."""
WAKE_S = 5.0
"""So long after its start a board tells of a card that lay there before."""
CUT_S = 60.0
"""A card that lay there when the cable was pulled still lies there when it is put back within this time."""
_PROTOCOL_AT = 3
"""The part of a HELLO that names its protocol, whatever else another protocol tells there."""
_WHOLE = ("fields", "type")
"""What is wrong with a sentence whose check sum is right."""
_SHORTEST = 5
"""Characters behind its `$` that a sentence has at least."""
_TAG = re.compile(r"[0-9A-Fa-f]{1,64}")
_WORD = re.compile(r"[a-z0-9-]{1,24}")
_READER = re.compile(r"pit|[A-Z]")


def card_of_tag(tag: str) -> str | None:
    """The card that a self-describing tag names (`card:7` in hex), None for any other tag."""
    try:
        text = bytes.fromhex(tag).decode("ascii")
    except ValueError:
        return None
    name = text.removeprefix("card:")
    return name if name != text and _WORD.fullmatch(name) else None


class SentenceReader:
    """Turns what a board sends into inputs.

    1. A line is cut at every `$`; what stands before the first is noise.
    2. A sentence that is damaged, unknown or doubled is dropped and counted in `counts` by its reason.
    3. The numbers of the good ones tell how many were lost; a restart or a pulled cable counts as 1000.
    4. A card that vanishes for a moment and comes back is the same card still lying there. So is one that lay there
       before the board was started anew, when it is told again.
    5. After the HELLO of a board of another kind nothing that it tells counts, until another HELLO; it is told as a
       `Fault` that names its protocol or layout. Whatever it tells is a sign of life, readable or not. So it is with
       a board whose names cannot be read, until one can: nobody knows which it is, nor what its places are.
    6. Places on the wire become places of the layout through `channels` (channel i is place `channels[i]`; -1: none).
    """

    def __init__(
        self,
        layout: Layout,
        tags: Mapping[str, str],
        *,
        channels: Sequence[int] | None = None,
        without: int = 0,
        source: str = "board",
    ) -> None:
        self.layout, self.source = layout, source
        self.counts: Counter[str] = Counter()
        self.raw: dict[int, int] = {}
        """Latest raw value of each place, from a board in raw mode."""
        self.sentences = 0
        """Good sentences so far, and whole ones of a board of another kind."""
        self._tags = {tag.upper(): card for tag, card in tags.items()}
        self._without = without
        self._channels = None if channels is None or list(channels) == list(range(layout.size)) else tuple(channels)
        self._size = layout.size if self._channels is None else len(self._channels)
        self._splitter = LineSplitter()
        self._numbers = Numbers()
        self.is_foreign = False
        """Whether the board that is there named itself, and is of another kind."""
        self._is_cut = False
        self._is_named: bool | None = None
        """Whether the board has told its name since the cable is in; None: it has told nothing that can be read."""
        self._misfits: Counter[bytes] = Counter()
        """Of each kind of sentence, the whole ones in a row whose fields cannot be read."""
        self._lying: dict[str, tuple[str, float | None]] = {}
        """On each reader the last tag, and when it was taken away."""
        self._awaited: dict[str, str] = {}
        """On each reader the tag that a board which has just been started will tell again."""
        self._awake: float | None = None
        """When the board was started, as far as anybody knows."""
        self._is_restarted = False
        """Whether it was started anew, and no HELLO has told so: its own can be lost."""

    def lay_before(self, tags: Mapping[str, str]) -> None:
        """Tells what lay on each reader before the companion was started."""
        self._awaited, self._awake = dict(tags), None

    def feed(self, data: bytes, t: float) -> list[Input]:
        """The inputs in the next bytes of a live stream."""
        return [each for line in self._splitter.feed(data) for each in self.sentence(line, t)]

    def interrupt(self, t: float) -> list[Input]:
        """The cable was pulled: half a line is lost, and the next frame counts 1000 lost sentences."""
        inputs = self.sentence(self._splitter.flush(), t)
        self._numbers.interrupt()
        self.raw.clear()
        self._misfits.clear()
        self._is_cut, self.is_foreign, self._is_named = True, False, None
        for on, (tag, gone) in self._lying.items():
            self._lying[on] = (tag, t + CUT_S - BLINK_S if gone is None else gone)
        return inputs

    def resume(self, t: float) -> list[Input]:
        """The cable was put back. A sentence still on its way when it was pulled has not ended the gap."""
        inputs = self.interrupt(t) if self._is_cut else []
        self._is_cut = False
        return inputs

    def sentence(self, line: bytes, t: float) -> list[Input]:
        """The inputs in one line of the wire, without its line feed."""
        before, *candidates = line.split(b"$")
        inputs: list[Input] = []
        if before.strip(b"\r"):
            self._drop("noise", t, inputs)
        whole = [candidate for candidate in candidates if len(candidate) >= _SHORTEST]
        if len(whole) < len(candidates):
            self._drop("form", t, inputs, len(candidates) - len(whole))
        for candidate in whole:
            try:
                kind, seq, ms, fields = wire.decode(b"$" + candidate)
                read = self._read(kind, fields, t, seq, ms)
            except wire.BadSentence as error:
                misfits = self._misfit(candidate, t, inputs) if error.reason == "fields" else 0
                if misfits >= MISFITS or (self.is_foreign and error.reason in _WHOLE):
                    self._count_foreign()
                else:
                    self._drop(error.reason, t, inputs)
                continue
            if read is not None:
                inputs.append(read)
        return inputs

    def _drop(self, reason: str, t: float, inputs: list[Input], count: int = 1) -> None:
        """Counts what was lost. However much of it stands in a row, it is told once."""
        self.counts[reason] += count
        if not inputs or not isinstance(inputs[-1], Lost):
            inputs.append(Lost(t, reason))

    def _misfit(self, candidate: bytes, t: float, inputs: list[Input]) -> int:
        """How many whole sentences of this kind in a row could not be read; tells it when it is no chance any more."""
        kind, *parts = candidate.partition(b"*")[0].split(b",")
        protocol = parts[_PROTOCOL_AT - 1].decode("ascii") if len(parts) >= _PROTOCOL_AT else wire.PROTOCOL
        if kind == b"HELLO" and protocol != wire.PROTOCOL:
            self.is_foreign = True
            inputs.append(Fault(t, FOREIGN_PROTOCOL, None, protocol))
        elif kind in (b"HELLO", b"OCC"):
            self._misfits[kind] += 1
            if self._misfits[kind] == MISFITS and (kind == b"HELLO" or not self.is_foreign):
                inputs.append(Fault(t, FOREIGN_PLACES, None))
            is_first = self._is_named is None or self._misfits[kind] >= MISFITS
            self.is_foreign |= kind == b"HELLO" and is_first and not self._is_named
        return self._misfits[kind]

    def _count_foreign(self) -> None:
        """A board of another kind is there, and says what is not for this table."""
        self.sentences += 1
        self.counts["foreign"] += 1

    def _read(self, kind: str, fields: list[str], t: float, seq: int, ms: int) -> Input | None:
        """Checks the fields first: a line with wrong ones must not move the count of numbers."""
        read: Input | None
        if kind == "OCC":
            read = OccupancyFrame(t, self._places(wire.from_hex(fields[0], self._size)), 0, self.source)
        elif kind == "CARD":
            read = self._card(fields, t)
        elif kind == "RAW":
            self._raw(fields)
            read = None
        elif kind == "HELLO":
            read = self._hello(fields, t)
        elif kind == "BTN":
            read = self._button(fields, t)
        else:
            read = self._fault(fields, t)
        standing = self._numbers.follow(kind, seq, ms, fields)
        if standing in (Standing.DOUBLED, Standing.LATE):
            self.counts[standing.value] += 1
            return None
        if self.is_foreign and kind != "HELLO":
            self._count_foreign()
            return None
        self.sentences += 1
        self._misfits[kind.encode()] = 0
        self._is_named = bool(self._is_named)
        if kind == "HELLO":
            self._is_named = isinstance(read, Hello)
            self.is_foreign = not self._is_named
        if standing is Standing.RESTARTED:
            self._awaited = {on: tag for on, (tag, gone) in self._lying.items() if gone is None or t - gone < BLINK_S}
            self._awake, self._is_restarted = t, True
        if self._awake is None:
            self._awake = t
            self._awaited = self._awaited if ms < 1000 * WAKE_S else {}
        if isinstance(read, OccupancyFrame):
            return replace(read, lost=self._numbers.take_lost())
        if isinstance(read, Hello):
            is_restart, self._is_restarted = self._is_restarted, False
            return replace(read, is_restart=is_restart)
        return None if isinstance(read, CardTag) and self._lies_still(read) else read

    def _hello(self, fields: list[str], t: float) -> Hello | Fault:
        protocol, board, firmware, layout, mask_hex = fields
        if protocol != wire.PROTOCOL:
            return Fault(t, FOREIGN_PROTOCOL, None, protocol, board)
        if layout != self.layout.name:
            return Fault(t, FOREIGN_LAYOUT, None, layout, board)
        mask = self._places(wire.from_hex(mask_hex, self._size)) & ~self._without
        return Hello(t, board, firmware, layout, mask)

    def _card(self, fields: list[str], t: float) -> CardTag:
        reader, tag = fields
        if not _READER.fullmatch(reader):
            raise wire.BadSentence("fields", "unknown reader " + reader)
        if tag == TAKEN_AWAY:
            return CardTag(t, reader, tag, None)
        if not _TAG.fullmatch(tag):
            raise wire.BadSentence("fields", "no tag id: " + tag)
        tag = tag.upper()
        return CardTag(t, reader, tag, self._tags.get(tag) or card_of_tag(tag))

    def _lies_still(self, card: CardTag) -> bool:
        """Whether a card that the reader tells of is the very one that lies there: lost for a moment, or told again.

        Only tags of the deck file tell one card from another of the same kind.
        """
        tag, gone = self._lying.get(card.reader, ("", card.t))
        awaited = self._awaited.pop(card.reader, "")
        if card.tag == TAKEN_AWAY:
            self._lying[card.reader] = (tag, card.t if gone is None else gone)
            return False
        self._lying[card.reader] = (card.tag, None)
        is_same = tag == card.tag and card.tag in self._tags and (gone is None or card.t - gone < BLINK_S)
        is_same |= awaited == card.tag and card.t - (self._awake or 0.0) < WAKE_S
        self.counts["blink"] += is_same
        return is_same

    def _button(self, fields: list[str], t: float) -> Button:
        name, state = fields
        if not name or state not in ("down", "up"):
            raise wire.BadSentence("fields", "button neither down nor up")
        return Button(t, name, state == "down")

    def _fault(self, fields: list[str], t: float) -> Fault:
        code, index = fields
        if not _WORD.fullmatch(code):
            raise wire.BadSentence("fields", "no fault code: " + code)
        place = None if index == "-" else self._place(wire.number(index, self._size))
        return Fault(t, code, None if place == NO_PLACE else place)

    def _raw(self, fields: list[str]) -> None:
        first = wire.number(fields[0], self._size)
        values = [wire.number(text, 1024) for text in fields[1:]]
        if first + len(values) > self._size:
            raise wire.BadSentence("fields", "raw values beyond the last place")
        self.raw.update({self._place(first + offset): value for offset, value in enumerate(values)})

    def _place(self, channel: int) -> int:
        return channel if self._channels is None else self._channels[channel]

    def _places(self, bits: int) -> int:
        """A picture by channels as a picture by places."""
        if self._channels is None:
            return bits
        places = 0
        while bits:
            low = bits & -bits
            place = self._channels[low.bit_length() - 1]
            if place != NO_PLACE:
                places |= 1 << place
            bits ^= low
        return places
