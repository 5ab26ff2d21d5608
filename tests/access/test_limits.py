"""Limits of users, counted in this process and in a store that is down."""

import asyncio
import socket
from pathlib import Path

import pytest

from askwell.access import counters
from askwell.access.counters import Counters
from askwell.access.limits import Allowance, UserLimits
from askwell.composition.access import make_access
from askwell.errors import BadConfig, LimitReached
from askwell.settings import Settings
from askwell.stores.sql.database import open_database
from askwell.types import OPERATOR, Caller, Principal, Usage
from tests.access.clock import TestClock

ANN, BEN = Principal("acme", "ann"), Principal("acme", "ben")


def limits(**allowance: float) -> UserLimits:
    return UserLimits(Allowance(**allowance), Counters())  # type: ignore[arg-type]  # numbers by name


def caller(principal: Principal, credential: str = "key:1") -> Caller:
    return Caller(principal, frozenset({"ask"}), credential)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> TestClock:
    """The time of the counters."""
    clock = TestClock()
    monkeypatch.setattr("time.time", clock.monotonic)
    return clock


async def test_requests_of_a_minute_are_counted_for_each_credential(clock: TestClock) -> None:
    limited = limits(requests_per_minute=3)
    left = [await limited.request(caller(ANN)) for _ in range(3)]
    assert [each.left for each in left if each is not None] == [2, 1, 0]
    for _ in range(3):
        with pytest.raises(LimitReached) as caught:
            await limited.request(caller(ANN))
        assert (caught.value.code, caught.value.http_status) == ("rate_limited", 429)
        assert 1 <= caught.value.retry_after_s <= 60
    assert await limited.request(caller(ANN, "key:2")) is not None
    assert await limited.request(caller(BEN)) is not None
    clock.pass_s(120)
    assert await limited.request(caller(ANN)) is not None


async def test_no_minute_has_twice_as_many(clock: TestClock) -> None:
    """A window that slides: what was used at the end of a minute counts at the beginning of the next."""
    limited, passed = limits(requests_per_minute=60), 0
    clock.pass_s(59)
    for _ in range(120):
        try:
            await limited.request(caller(ANN))
            passed += 1
        except LimitReached:
            pass
        clock.pass_s(0.02)
    assert passed <= 66


async def test_of_a_burst_only_so_many_turns_pass_as_are_allowed() -> None:
    limited = limits(concurrent_turns=3, tokens_per_day=100)
    found = await asyncio.gather(*(limited.admit(ANN) for _ in range(20)), return_exceptions=True)
    refused = [each for each in found if isinstance(each, LimitReached)]
    assert len(refused) == 17
    assert {each.code for each in refused} == {"too_many_turns"}
    (await limited.admit(BEN)).close()
    places = [each for each in found if not isinstance(each, BaseException)]
    for _ in range(2):
        places[0].close()
    (await limited.admit(ANN)).close()
    second = await limited.admit(ANN)
    with pytest.raises(LimitReached):
        await limited.admit(ANN)
    second.close()


async def test_tokens_and_spend_of_a_day_are_checked_before_a_turn(clock: TestClock) -> None:
    for allowance, code in (
        ({"tokens_per_day": 1000}, "tokens_spent"),
        ({"spend_per_day": 0.005}, "budget_spent"),
    ):
        limited = limits(**allowance, concurrent_turns=1)
        for _ in range(2):
            (await limited.admit(ANN)).close()
            await limited.record(ANN, Usage(400, 250, 1, 0.0029))
        for _ in range(3):  # a refusal keeps no place
            with pytest.raises(LimitReached) as caught:
                await limited.admit(ANN)
            assert caught.value.code == code
            assert 80_000 < caught.value.retry_after_s <= 86_400
        (await limited.admit(BEN)).close()
        clock.pass_s(86_400)
        (await limited.admit(ANN)).close()


def test_spend_is_counted_in_millionths_rounded_up() -> None:
    allowance = Allowance(spend_per_day=1)
    assert allowance.spend_of(Usage(1_000_000, 1_000_000, 1, 0.75)) == 750_000
    assert allowance.spend_of(Usage(1, 0, 1, 0.000_000_15)) == 1
    assert allowance.spend_of(Usage()) == 0


def test_a_limit_of_spend_needs_a_price(tmp_path: Path) -> None:
    settings = Settings(home=tmp_path, limit_spend=1.0)
    with pytest.raises(BadConfig, match="limit_spend"):
        make_access(settings, open_database(f"sqlite+aiosqlite:///{tmp_path / 'a.db'}"), TestClock())


async def test_the_operator_has_no_limit() -> None:
    limited = limits(requests_per_minute=1, concurrent_turns=1, tokens_per_day=1)
    for _ in range(3):
        assert await limited.request(caller(OPERATOR)) is None
        await limited.admit(OPERATOR)
        await limited.record(OPERATOR, Usage(10, 10, 1))


async def test_without_a_limit_nothing_is_counted() -> None:
    limited = limits()
    for _ in range(30):
        assert await limited.request(caller(ANN)) is None
        await limited.admit(ANN)


async def test_a_user_cannot_choose_a_name_that_uses_up_another_s() -> None:
    limited = limits(requests_per_minute=1)
    for who in (Principal("a", "b/c"), Principal("a/b", "c"), Principal("a', 'b", "c")):
        assert await limited.request(caller(who)) is not None


async def test_a_store_that_is_down_or_slow_keeps_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters, "WAIT_S", 0.2)
    with socket.socket() as silent:  # it accepts connections and never answers
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            closed = free.getsockname()[1]
        for port in (silent.getsockname()[1], closed):
            shared = Counters(f"redis://127.0.0.1:{port}")
            limited = UserLimits(Allowance(requests_per_minute=2, tokens_per_day=10), shared)
            began = asyncio.get_running_loop().time()
            for _ in range(2):
                assert await limited.request(caller(ANN)) is not None
            with pytest.raises(LimitReached):  # it is counted here meanwhile
                await limited.request(caller(ANN))
            (await limited.admit(ANN)).close()
            assert asyncio.get_running_loop().time() - began < 1


@pytest.mark.parametrize("url", ["nowhere", "sqlite:///x", "ftp://host", ""])
def test_an_unknown_store_is_refused(url: str) -> None:
    if not url:
        Counters(url)
        return
    with pytest.raises(BadConfig):
        Counters(url)
