"""The synthesizer: libespeak-ng through ctypes, on one thread of its own.

The library keeps global state and must be called from one thread only; the first chunk of a text comes after less
than a millisecond, and returning 1 from its callback ends a text at once.
"""

from __future__ import annotations

import ctypes
import itertools
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from companion.speech.errors import SpeechError, VoiceClosed, VoiceMissing

LIBRARIES = ("libespeak-ng.so.1", "libespeak-ng.so", "libespeak-ng.dylib")
PACKAGE = "espeak-ng"
_OUTPUT_SYNCHRONOUS = 2
_CHARS_UTF8 = 1
"""Without the library's pause at the end: the next sentence follows at its own time."""
_PARAMETER_RATE, _PARAMETER_VOLUME, _PARAMETER_PITCH = 1, 2, 3
_CHUNK_MS = 60
_DONT_EXIT = 0x8000
"""Without this option the library ends the whole process when its data is missing."""

Sink = Callable[[bytes], bool]
"""Takes PCM (signed 16 bit, one channel); False: no more of it is wanted."""
_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.c_void_p)


class _VoiceQuery(ctypes.Structure):
    """The library's `espeak_VOICE`."""

    _fields_ = (("name", ctypes.c_char_p), ("languages", ctypes.c_char_p), ("identifier", ctypes.c_char_p),
                ("gender", ctypes.c_ubyte), ("age", ctypes.c_ubyte), ("variant", ctypes.c_ubyte),
                ("xx1", ctypes.c_ubyte), ("score", ctypes.c_int), ("spare", ctypes.c_void_p))  # fmt: skip


@dataclass(slots=True)
class Job:
    """One text on its way to sound. `done` is set when the last sample is out, or the text was given up."""

    text: str
    voice: str
    rate: int
    volume: int
    pitch: int
    sink: Sink
    on_done: Callable[[], None] = lambda: None
    samples: int = 0
    error: Exception | None = None
    done: threading.Event = field(default_factory=threading.Event)

    def finish(self) -> None:
        """Tells whoever waits that no more comes."""
        try:
            self.on_done()
        except OSError as error:
            self.error = error
        self.done.set()


class _Core:
    """The library and its thread; there is never more than one in a process, and it is never ended.

    eSpeak NG 1.51 now and then hangs for good in `espeak_Terminate`.
    """

    def __init__(self) -> None:
        self.sample_rate = 0
        self.voices: frozenset[str] = frozenset()
        """The names of its voices, those of variants (`+f3`) too, and their languages."""
        self.jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._job: Job | None = None
        self._callback = _Callback(self._chunk)
        self._failure: Exception | None = None
        started = threading.Event()
        threading.Thread(target=self._run, args=(started,), name="espeak", daemon=True).start()
        started.wait()
        if self._failure is not None:
            raise self._failure

    def _run(self, started: threading.Event) -> None:
        try:
            library = self._open()
        except (SpeechError, OSError) as error:
            self._failure = error  # raised in the thread that waits for it
            return
        finally:
            started.set()
        while True:
            self._render(library, self.jobs.get())

    def _open(self) -> Any:
        library, data = _load()
        rate = library.espeak_Initialize(_OUTPUT_SYNCHRONOUS, _CHUNK_MS, data, _DONT_EXIT)
        if rate <= 0:
            raise VoiceMissing("eSpeak NG has no voice data", "espeak-ng-data")
        library.espeak_SetSynthCallback(self._callback)
        self.sample_rate = rate
        self.voices = _voices(library)
        return library

    def _render(self, library: Any, job: Job) -> None:
        self._job = job
        try:
            _choose(library, job.voice)
            library.espeak_SetParameter(_PARAMETER_RATE, job.rate, 0)
            library.espeak_SetParameter(_PARAMETER_VOLUME, job.volume, 0)
            library.espeak_SetParameter(_PARAMETER_PITCH, job.pitch, 0)
            text = job.text.encode() + b"\0"
            library.espeak_Synth(text, len(text), 0, 0, 0, _CHARS_UTF8, None, None)
        except (SpeechError, OSError) as error:
            job.error = error
        finally:
            self._job = None
            job.finish()

    def _chunk(self, wave: Any, count: int, events: Any) -> int:
        """Called by the library with each chunk; nothing may be raised through it."""
        job = self._job
        if job is None:
            return 1
        if not wave or count <= 0:
            return 0
        try:
            is_wanted = job.sink(ctypes.string_at(wave, count * 2))
        except OSError as error:
            job.error, is_wanted = error, False
        job.samples += count
        return 0 if is_wanted else 1


class Synthesizer:
    """eSpeak NG in this process; all of them share one library and its thread, and speak in turn.

    1. `speak` queues a text and returns. 2. The library's thread renders it, chunk by chunk, into the job's sink.
    3. A sink that wants no more ends the text. 4. `close` ends this synthesizer, not the library.
    Raises: VoiceMissing without the library or its data.
    """

    _lock: ClassVar[threading.Lock] = threading.Lock()
    _shared: ClassVar[list[_Core]] = []

    def __init__(self) -> None:
        with Synthesizer._lock:
            if not Synthesizer._shared:
                Synthesizer._shared.append(_Core())
            self._core: _Core | None = Synthesizer._shared[0]
        self.sample_rate = self._core.sample_rate

    def speak(self, text: str, sink: Sink, *, voice: str = "de", rate: int = 175, volume: int = 100, pitch: int = 50,
              on_done: Callable[[], None] = lambda: None) -> Job:  # fmt: skip
        """Starts to render a text; `rate` in words a minute, `volume` in percent, `pitch` 0 to 99. `on_done`: called
        on the thread.

        Raises: VoiceClosed once it is closed.
        """
        if self._core is None:
            raise VoiceClosed("this synthesizer is closed")
        job = Job(text, voice, rate, volume, pitch, sink, on_done)
        self._core.jobs.put(job)
        return job

    def has_voice(self, name: str) -> bool:
        """Whether there is a voice, or a language, of this name; `NAME+VARIANT` too."""
        base, plus, variant = name.partition("+")
        known = self._core.voices if self._core else frozenset()
        return base in known and (not plus or plus + variant in known)

    def close(self) -> None:
        """Speaks no more; harmless the second time."""
        self._core = None


def _voices(library: Any) -> frozenset[str]:
    """The names and languages of all voices, and the variants with a plus."""
    library.espeak_ListVoices.restype = ctypes.POINTER(ctypes.POINTER(_VoiceQuery))
    found: set[str] = set()
    for mark, query in (("", None), ("+", _VoiceQuery(languages=b"variant"))):
        listed = library.espeak_ListVoices(ctypes.byref(query) if query else None)
        for pointer in itertools.takewhile(bool, listed):
            voice = pointer.contents
            names = {(voice.identifier or b"").rpartition(b"/")[2]}
            if not mark:
                names |= {voice.name or b"", (voice.languages or b"")[1:]}  # the first byte is a priority
            found |= {mark + name.decode(errors="replace") for name in names if name}
    return frozenset(found)


def _choose(library: Any, voice: str) -> None:
    """Selects a voice by its name, or else by its language. Raises: VoiceMissing."""
    if library.espeak_SetVoiceByName(voice.encode()) == 0:
        return
    query = _VoiceQuery(languages=voice.encode())
    if library.espeak_SetVoiceByProperties(ctypes.byref(query)) != 0:
        raise VoiceMissing(f"eSpeak NG has no voice {voice!r}", "espeak-ng-data")


def _load() -> tuple[Any, bytes | None]:
    """The library and the folder of its data (None: its own). Raises: VoiceMissing."""
    for name in LIBRARIES:
        try:
            return ctypes.CDLL(name), None
        except OSError:
            continue
    try:
        import espeakng_loader  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        raise VoiceMissing("eSpeak NG is not installed", PACKAGE) from None
    return ctypes.CDLL(espeakng_loader.get_library_path()), str(espeakng_loader.get_data_path()).encode()
