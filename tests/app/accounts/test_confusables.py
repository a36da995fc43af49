"""Which names people could take for one another: the table `name_pairs.txt`, and what holds for all names."""

import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.confusables import skeleton
from accounts.names.choosing import LETTER

pytestmark = pytest.mark.once

ESCAPE = re.compile(r"\\u([0-9a-f]{4})|\\U([0-9a-f]{8})")
LATIN = "".join(filter(LETTER.fullmatch, map(chr, range(0x1F00))))
names = st.text(alphabet=LATIN + "0123456789-._' ", max_size=20)

# How long one example takes says how busy the machine is, and nothing about names.
patiently = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def pairs(sign: str) -> Iterator[tuple[str, str]]:
    for line in (Path(__file__).parent / "name_pairs.txt").read_text().splitlines():
        if not line.startswith("#") and f" {sign} " in line:
            left, right = line.split(f" {sign} ")
            yield plain(left), plain(right)


def plain(text: str) -> str:
    return ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), text)


@pytest.mark.parametrize(("one", "other"), list(pairs("=")), ids=ascii)
def test_names_that_look_alike_have_one_skeleton(one, other):
    assert one != other
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), list(pairs("≠")), ids=ascii)
def test_names_that_people_tell_apart_have_two(one, other):
    assert skeleton(one) != skeleton(other)


def test_the_table_is_long_and_balanced():
    same, different = len(list(pairs("="))), len(list(pairs("≠")))
    assert same + different >= 300
    assert min(same, different) >= 150


@patiently
@given(names)
def test_a_skeleton_is_its_own_skeleton(name):
    assert skeleton(skeleton(name)) == skeleton(name)


@patiently
@given(names)
def test_case_does_not_count(name):
    assert skeleton(name.upper()) == skeleton(name.lower()) == skeleton(name)


@patiently
@given(names, st.sampled_from(["\u0301", "\u0326", "\u0327", "\u0308", "\u200b", "\ufe0f"]), st.integers(0, 20))
def test_marks_and_what_cannot_be_seen_do_not_count(name, mark, place):
    assert skeleton(name[:place] + mark + name[place:]) == skeleton(name)


@patiently
@given(names)
def test_how_accents_are_composed_does_not_count(name):
    assert skeleton(unicodedata.normalize("NFD", name)) == skeleton(unicodedata.normalize("NFC", name))


@patiently
@given(names)
def test_a_skeleton_of_latin_letters_is_plain_and_fits_its_column(name):
    key = skeleton(name)
    assert key.isascii()
    assert len(key) <= 80
