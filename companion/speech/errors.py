"""Speech errors: broken contracts and missing equipment. A voice that fails in use is a value (`Progress.FAILED`).

    SpeechError
      BadCatalogue (ValueError)      a catalogue of words cannot be used; names the file and the key
      UnknownLanguage (ValueError)   no catalogue for this language
      UnknownVoice (ValueError)      no voice of this name
      UnknownQuery (ValueError)      a saying for the voice that it does not know
      VoiceMissing (OSError)         no synthesizer or no player on this machine; says what to install
      VoiceStuck (TimeoutError)      a player hangs, and there is no other
      VoiceBusy (RuntimeError)       the synthesizer is already in use in this process
"""

from __future__ import annotations


class SpeechError(Exception):
    """Root of the speech room's errors."""


class BadCatalogue(SpeechError, ValueError):
    """A catalogue of words that cannot be used."""

    def __init__(self, language: str, key: str, why: str) -> None:
        self.language, self.key, self.why = language, key, why
        super().__init__(f"catalogue {language}.toml, key {key!r}: {why}")


class UnknownLanguage(SpeechError, ValueError):
    """A language without a catalogue."""

    def __init__(self, language: str, known: tuple[str, ...]) -> None:
        self.language, self.known = language, known
        super().__init__(f"no words for language {language!r}; there are {', '.join(known)}")


class UnknownVoice(SpeechError, ValueError):
    """A name of no voice."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name, self.known = name, known
        super().__init__(f"no voice {name!r}; there are {', '.join(known)}")


class UnknownQuery(SpeechError, ValueError):
    """A saying for the voice that it does not know."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"the voice does not know {text!r}; it knows again, stop, ask QUERY, language LANGUAGE")


class VoiceMissing(SpeechError, OSError):
    """A synthesizer or player that is not there. `package` is the package of the operating system to install."""

    def __init__(self, what: str, package: str) -> None:
        self.what, self.package = what, package
        super().__init__(f"{what} (package {package})")


class VoiceStuck(SpeechError, TimeoutError):
    """A player that goes on for longer than its sound lasts, or cannot be had because it did so just now."""


class VoiceBusy(SpeechError, RuntimeError):
    """A second synthesizer was opened while the first is in use."""
