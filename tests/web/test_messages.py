"""The catalogues of messages: each has every message, none is unused, and the markup says what the English one says."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from boaf import web
from boaf.web.page import index_page

STATIC = Path(str(web.__file__)).parent / "static"
CATALOGUES = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted((STATIC / "messages").glob("*.json"))}
ENGLISH = CATALOGUES["en"]
MARKUP = (STATIC / "index.html").read_text("utf-8")
SCRIPTS = "".join(path.read_text("utf-8") for path in STATIC.rglob("*.js"))
PLURALS = {"en": {"one", "other"}, "de": {"one", "other"}, "ja": {"other"}, "zh": {"other"}}
"""The plural forms of a language; others have one, many and other."""


def texts(message: Any) -> list[str]:
    return [message] if isinstance(message, str) else list(message.values())


def values_in(message: Any) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", " ".join(texts(message))))


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_catalogue_has_every_message_with_its_values(language: str) -> None:
    catalogue = CATALOGUES[language]
    assert set(catalogue) == set(ENGLISH)
    forms = PLURALS.get(language, {"one", "many", "other"})
    for key, message in catalogue.items():
        assert all(text.strip() for text in texts(message)), key
        if key.startswith("card.ranks"):
            assert len(message.split()) == 13
        assert isinstance(message, str) == isinstance(ENGLISH[key], str), key
        assert values_in(message) <= values_in(ENGLISH[key]) | {"n"}, key
        missing = values_in(ENGLISH[key]) - values_in(message) - {"n"}
        assert not missing, key
        if not isinstance(message, str):
            assert set(message) == forms, key
    assert language in index_page().partition('data-languages="')[2].partition('"')[0].split()


def test_no_message_is_missing_or_unused() -> None:
    named = set(re.findall(r'data-t(?:-\w+)?="([^"]+)"', MARKUP))
    assert named <= set(ENGLISH)
    called = set(re.findall(r'\b(?:t|rich)\(\s*"([^"]+)"', SCRIPTS))
    assert called <= set(ENGLISH)
    quoted = set(re.findall(r'"([a-z]+\.[\w.-]+)"', SCRIPTS))
    built = re.findall(r"`([a-z]+\.(?:[\w.-]|\$\{[^}]*\})+)`", SCRIPTS)
    patterns = [re.compile(re.sub(r"\$\{[^}]*\}", r"[\\w-]+", text)) for text in built]
    unused = {key for key in set(ENGLISH) - named - quoted if not any(p.fullmatch(key) for p in patterns)}
    assert unused == set()


def test_the_markup_says_what_the_english_messages_say() -> None:
    for key, text in re.findall(r'data-t="([^"]+)"[^>]*>([^<]*)<', MARKUP):
        assert ENGLISH[key] == text
    for text, _, key in re.findall(r'(?:aria-label|title)="([^"]*)" data-t-(label|title)="([^"]+)"', MARKUP):
        assert ENGLISH[key] == text
