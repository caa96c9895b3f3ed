"""Speech errors: broken contracts and missing equipment. A voice that fails in use is a value (`Progress.FAILED`).

    SpeechError
      BadCatalogue (ValueError)      a catalogue of words cannot be used; names the file and the key
      UnknownLanguage (ValueError)   no catalogue for this language
      UnknownVoice (ValueError)      no voice of this name
      UnknownQuery (ValueError)      a saying for the voice that it does not know
      BadSetting (ValueError)        a setting of the voice that there is not, or a value that it cannot have
      VoiceMissing (OSError)         no synthesizer or no player on this machine; says what to install
      NoSound (OSError)              everything is installed, and nothing was to be heard; says what the device told
      VoiceStuck (TimeoutError)      a player hangs, and there is no other
      VoiceClosed (RuntimeError)     a synthesizer that was closed was asked to speak
"""

from __future__ import annotations

from typing import Any


class SpeechError(Exception):
    """Root of the speech room's errors."""


class BadCatalogue(SpeechError, ValueError):
    """A catalogue of words that cannot be used."""

    def __init__(self, language: str, key: str, why: str) -> None:
        self.language, self.key, self.why = language, key, why
        super().__init__(f"catalogue {language}.toml, key {key!r}: {why}")


class UnknownLanguage(SpeechError, ValueError):
    """A language without a catalogue."""

    key = "language"

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

    key = "saying"

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(f"the voice does not know {text!r}; it knows again, stop, ask QUERY, language LANGUAGE, "
                         "speech SETTING")


class BadSetting(SpeechError, ValueError):
    """A setting that there is not, or a value that it cannot have. `key` and `facts` are those of the sentence
    `refused.KEY`: `name`, `range`, `choice` or `voice`."""

    def __init__(self, key: str, name: str, value: str, wanted: str, **facts: Any) -> None:
        self.key, self.facts = f"setting_{key}", {"name": name, "value": value, **facts}
        told = f"no setting {name!r} of the voice" if key == "name" else f"{name} cannot be {value!r}"
        super().__init__(f"{told}; wanted: {wanted}")


class VoiceMissing(SpeechError, OSError):
    """A synthesizer or player that is not there. `package` is the package of the operating system to install."""

    def __init__(self, what: str, package: str) -> None:
        self.what, self.package = what, package
        super().__init__(f"{what} (package {package})")


class NoSound(SpeechError, OSError):
    """A sound that was not to be heard, although all programs are there: what the device or its player told."""


class VoiceStuck(SpeechError, TimeoutError):
    """A player that goes on for longer than its sound lasts, or cannot be had because it did so just now."""


class VoiceClosed(SpeechError, RuntimeError):
    """A synthesizer that was closed was asked to speak."""
