"""What is analysed of a long text, and what is cached of it."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial

from askwell.text.bounds import ANALYSED_CHARS, TextCache, analysed


def _counted(calls: list[str], text: str) -> int:
    calls.append(text)
    return len(text)


def test_a_short_text_is_analysed_whole() -> None:
    assert analysed("a" * ANALYSED_CHARS) == "a" * ANALYSED_CHARS


def test_of_a_long_text_the_beginning_and_the_end_are_analysed() -> None:
    part = analysed("What is this? " + "x" * 60_000 + " Who wrote it?")
    assert len(part) == ANALYSED_CHARS
    assert part.startswith("What is this? ")
    assert part.endswith(" Who wrote it?")


def test_a_cache_calls_its_function_once_for_each_text() -> None:
    calls: list[str] = []
    cache = TextCache(partial(_counted, calls), 1_000)
    assert [cache("ab"), cache("ab"), cache("c")] == [2, 2, 1]
    assert calls == ["ab", "c"]


def test_a_cache_is_bounded_by_the_characters_of_its_texts() -> None:
    cache = TextCache(len, 10_000)
    for number in range(100):
        cache(f"{number} " * 300)
    assert cache.chars <= cache.max_chars
    assert 0 < len(cache) < 20
    cache("x" * 20_000)
    assert cache.chars <= cache.max_chars
    cache.clear()
    assert (len(cache), cache.chars) == (0, 0)


def test_a_cache_drops_what_was_not_used_for_longest() -> None:
    calls: list[str] = []
    cache = TextCache(partial(_counted, calls), 200)
    for text in ("a" * 30, "b" * 30, "a" * 30, "c" * 30, "a" * 30):
        cache(text)
    assert calls == ["a" * 30, "b" * 30, "c" * 30]


def test_texts_in_tuples_and_sets_count() -> None:
    def joined(above: tuple[str, ...], held: frozenset[str]) -> str:
        return "".join([*above, *held])

    cache = TextCache(joined, 1_000)
    cache(("a" * 300, "b" * 300), frozenset({"c" * 300}))
    assert cache.chars == 0, "with 50 for each entry it is over the bound"
    cache(("a" * 300,), frozenset({"c" * 300}))
    assert cache.chars >= 600


def test_threads_share_a_cache() -> None:
    cache = TextCache(len, 2_000)
    texts = [f"{number % 60} " * 5 for number in range(4_000)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(cache, texts)) == [len(text) for text in texts]
    assert cache.chars <= cache.max_chars


def test_of_long_texts_only_the_latest_are_kept() -> None:
    calls: list[str] = []
    cache = TextCache(partial(_counted, calls), 100_000)
    short = [f"passage {number}" for number in range(50)]
    long = [f"{number}" * 4_000 for number in range(9)]
    for text in (*short, *long, *short, long[-1], long[-2]):
        cache(text)
    assert calls == [*short, *long], "short ones stay, and the last two long ones"
    assert cache.chars - sum(len(text) + 50 for text in short) <= cache.max_long_chars
    cache(long[0])
    assert calls[-1] == long[0]
