"""Questions of 64 KB that are built to take long: one hundred shapes, each a name and a text."""

import random
from collections.abc import Callable, Iterator

CHARS = 65_536
"""Bytes of the longest question that is accepted."""
SEED = 18


def shapes() -> dict[str, str]:
    """One hundred texts of 64 KB of UTF-8 by name, the same at every call."""
    found = dict(_shapes())
    assert len(found) >= 100, "a shape is missing"
    return {name: _cut(text) for name, text in found.items()}


def _cut(text: str) -> str:
    """The longest beginning of the text, repeated as needed, that has at most 64 KB."""
    if len(text) < CHARS:
        text *= CHARS // len(text) + 1
    return text.encode()[:CHARS].decode(errors="ignore")


def _shapes() -> Iterator[tuple[str, str]]:
    yield from _REPEATED.items()
    random_ = random.Random(SEED)
    for name, make in _MADE.items():
        yield name, make(random_)


_REPEATED = {
    # Repetition of what the rules look for.
    "compare": "compare A with B ",
    "compare, other things": "compare the blue car with the red house and ",
    "compare, Dutch": "vergelijk A met B ",
    "compare, Italian": "confronta A con B ",
    "difference": "what is the difference between X and Y, ",
    "pronoun": "it ",
    "pronouns": "he she it they them his her its ",
    "pronoun, Dutch": "het hij zij hun ",
    "pronoun, Italian": "lo la li le suo sua ",
    "noun, pronoun": "the cat it ",
    "names, pronoun": "Ann met Bob when he and she saw them and their dog ",
    "nouns, pronoun, Dutch": "de kat hij het hun ",
    "nouns, possessive": "the cat its tail ",
    "attributes": "the price the cost the size the side effects ",
    "that": "that ",
    "that he said": "that he said ",
    "zeggen dat hij": "zeggen dat hij ",
    "which": "which ",
    "which of those": "which of those which of them ",
    "of": "the second one of ",
    "nested of": "the cost of the side effects of the dose of ",
    "nested of, Dutch": "de kosten van de gevolgen van de aanvraag van ",
    "nested of, Italian": "il costo degli effetti della dose del ",
    "and": "and ",
    "and what about": "and what about ",
    "or": "this or that or ",
    "not": "not ",
    "ordinals": "the first the second the third the last ",
    "comparatives": "cheaper bigger more less better most ",
    "more about": "more about ",
    "no, I meant": "no, I meant X. ",
    "corrections": "Actually it is 5, not 4. No, 6. I mean 7. ",
    "remember": "remember that my name is Ann. ",
    "my is": "my x is y and ",
    "facts": "I live in Waco. I have 4 children. I earn 3,000 dollars. ",
    "thanks": "thanks hello bye ",
    "meta": "what did I ask before? what did you say? ",
    "who": "who was X? ",
    "how many": "how many are there? ",
    "are there any": "are there any near ",
    "under": "under $500 over $20 between 5 and 10 ",
    "cheapest": "the cheapest the biggest the newest ",
    "if then": "if a then b else ",
    "because": "because ",
    "questions": "why? ",
    "question marks": "?",
    "letters": "a b c d e f g h i j k l m n o p q r s t u v w x y z ",
    "initials": "A. B. C. D. ",
    "capitals": "A ",
    "article, name": "the A the B the C ",
    "possessives": "Ann's Bob's dog's tail's ",
    "elisions": "l'acqua d'oro dell'anno ",
    "hyphens": "state-of-the-art-",
    "dots": "a.b.",
    "apostrophes": "'",
    "apostrophes between letters": "a'",
    "quotes": '"',
    "quoted": '"a" ',
    "typographic quotes": "“a” ‘b’ «c» ",
    "open quotes": '"a ',
    "brackets": "(",
    "nested brackets": "([{",
    "closed brackets": "() [] {} ",
    "marks": "[1]",
    "open marks": "[1",
    "footnotes": "[1][2][3] a ",
    "Markdown": "**a** _b_ `c` [d](e) ",
    "stars": "*",
    "tags": "<a><b></b>",
    "open tags": "<",
    "comments": "<!--",
    "entities": "&amp;",
    "XML": "</question><question>",
    "JSON": '{"a":[',
    "slashes": "/",
    "backslashes": "\\",
    "URLs": "https://example.org/a?b=c&d=e ",
    "one URL": "https://example.org/" + "a/" * 30_000,
    "mail": "a@b.",
    "one address": "a" * 30_000 + "@" + "b." * 15_000,
    "paths": "../",
    "dates": "2024-02-29 1/2/2024 3 March 2024 ",
    "times": "12:30 yesterday last week in 2020 ",
    "durations": "two weeks ago for three months ",
    "amounts": "$1,234.56 €5 3% 4 km ",
    "digits": "7",
    "numbers": "1 2 3 4 5 6 7 8 9 0 ",
    "thousands": "1,000,",
    "decimals": "1.",
    "spelled numbers": "twenty-one hundred and five ",
    "signs": "!@#$%^&*()_+-=",
    "dashes": "-",
    "underscores": "_",
    "commas": ",",
    "commas between letters": "a,",
    "list": "1. one\n2. two\n",
    "bullets": "- a\n",
    "lines": "\n",
    "lines of letters": "a\n",
    "blanks": "a" + " " * 30_000,
    "tabs": "a\t",
    "dots alone": ".",
    "ellipses": "wait... ",
    "sentences": "A cat sat. ",
    "one word": "a",
    "two words": "a" * 32_000 + " " + "b" * 32_000,
    "CJK": "它多少钱",
    "Japanese": "これはいくらですか。",
    "Korean": "얼마예요 ",
    "Thai": "ราคาเท่าไหร่",
    "Arabic": "كم يكلف ",
    "Hebrew": "כמה זה עולה ",
    "Hindi": "यह कितने का है ",
    "Greek": "ΠΟΣΟΣ ",
    "dotted capitals": "İ",
    "alternating scripts": "aяα中ا",
    "alternating words": "what что τι 什么 ",
    "full width": "ＷＨＡＴ ",
    "combining marks": "e\u0301",
    "marks over one letter": "a" + "\u0301" * 32_000,
    "mixed marks": "a" + "\u0316\u0301" * 16_000,
    "ligatures": "\ufdfa",
    "emoji": "👩‍👩‍👧‍👦",
    "flags": "🇳🇱",
    "invisible": "\u200b",
    "joined": "a\u200d",
    "soft hyphens": "w\u00adh\u00ady ",
    "direction": "\u202ea\u202c ",
    "separators": "a\u2028b\u2029",
    "tag characters": "\U000e0041",
    "mathematical": "𝐀𝐁 ",
    "a+b": "a+",
    "aab": "aaaaaaaaab",
    "abab": "ab",
    "blanks and signs": " ! ",
    "word and blanks": "word          ",
    "acronyms": "TFR (Trattamento di Fine Rapporto) ABC ",
    "compounds": "huurtoeslagaanvraagformulier",
    "imitation": "User: a\nAssistant: b\n",
    "templates": "{question} %s ",
}


def _words(random_: random.Random, count: int, letters: str = "abcdefghijklmnopqrstuvwxyz") -> list[str]:
    return ["".join(random_.choices(letters, k=random_.randint(2, 9))) for _ in range(count)]


def _pairs_of(random_: random.Random) -> list[tuple[str, str]]:
    return list(zip(_words(random_, 4_000), _words(random_, 4_000), strict=True))


def _distinct(random_: random.Random) -> str:
    return " ".join(_words(random_, 14_000))


def _names(random_: random.Random) -> str:
    return " and ".join(word.capitalize() for word in _words(random_, 9_000))


def _bare_names(random_: random.Random) -> str:
    return " ".join(word.capitalize() for word in _words(random_, 14_000))


def _names_in_a_list(random_: random.Random) -> str:
    return "compare " + ", ".join(word.capitalize() for word in _words(random_, 10_000))


def _phrases(random_: random.Random) -> str:
    return " of ".join(f"the {word}" for word in _words(random_, 8_000))


def _pairs(random_: random.Random) -> str:
    return "".join(f"compare {a.title()} with {b.title()} " for a, b in _pairs_of(random_))


def _sentences(random_: random.Random) -> str:
    return " ".join(f"The {a} of {b} is {random_.randint(1, 999)}." for a, b in _pairs_of(random_))


def _hyphenated(random_: random.Random) -> str:
    return "-".join(_words(random_, 14_000))


def _any_characters(random_: random.Random) -> str:
    return "".join(
        chr(random_.choice((random_.randint(32, 0xD7FF), random_.randint(0xE000, 0x1FFFF)))) for _ in range(22_000)
    )


def _any_signs(random_: random.Random) -> str:
    return "".join(random_.choices("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ab1", k=CHARS))


def _function_words(random_: random.Random) -> str:
    return " ".join(
        random_.choices("the a of and it that which who for in on to is are was not more than with".split(), k=20_000)
    )


def _known_words(random_: random.Random) -> str:
    known = "child care income family limit Texas board pay provider apply cost form parent eligible weeks policy"
    return " ".join(random_.choices(known.split(), k=14_000))


def _numbers(random_: random.Random) -> str:
    return " ".join(str(random_.randint(0, 10 ** random_.randint(1, 9))) for _ in range(12_000))


def _long_words(random_: random.Random) -> str:
    return " ".join("".join(random_.choices("abcdefghij", k=500)) for _ in range(130))


_MADE: dict[str, Callable[[random.Random], str]] = {
    "distinct words": _distinct,
    "distinct names": _names,
    "distinct bare names": _bare_names,
    "distinct names in a list": _names_in_a_list,
    "distinct phrases": _phrases,
    "distinct pairs": _pairs,
    "distinct sentences": _sentences,
    "distinct parts of one word": _hyphenated,
    "any characters": _any_characters,
    "any signs": _any_signs,
    "function words": _function_words,
    "words of the documents": _known_words,
    "distinct numbers": _numbers,
    "long words": _long_words,
}
