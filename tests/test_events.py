import pytest

from askwell.errors import BadInput
from askwell.events import Accepted, Cited, Place, Stepped, Token, Warned, placed
from askwell.runtime.run import Run
from tests.logs import DONE, FAILED, SOURCE, collected, filled


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("3.17.240.2", Place(3, 17, 240, 2)),
        ("3.17.240", Place(3, 17, 240, None)),
        ("3.21.end", Place(3, 21, None, None, ended=True)),
        ("0.1.0.0", Place(0, 1)),
    ],
)
def test_a_place_is_read_back_as_it_was_written(text: str, place: Place) -> None:
    assert Place.parse(text) == place
    assert str(place) == text


def test_a_plain_number_is_an_event_of_the_turn_that_is_followed() -> None:
    assert Place.parse("7", turn=3) == Place(3, 7, None, None)
    assert Place.parse("0", turn=3) == Place(3)


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "1.2", "1.2.3.4.5", "1.2.end.4", "1.2.ende", "9999999999", "٣.1.2", "1 "]
)
def test_an_invalid_place_is_refused(text: str) -> None:
    with pytest.raises(BadInput) as caught:
        Place.parse(text)
    assert caught.value.code == "bad_event_id"


async def test_places_count_events_text_and_sources() -> None:
    run = await filled(Token(0, "Two words"), Cited(0, SOURCE), Token(0, " [1]."), Warned(0, "w", "W"), DONE)
    places = [str(place) for place, _ in await collected(placed(run.follow(), Place(3)))]
    assert places == ["3.1.0.0", "3.2.9.0", "3.3.9.1", "3.4.14.1", "3.5.14.1", "3.6.end"]


async def test_an_answer_neither_begins_nor_ends_blank_however_it_is_cut() -> None:
    run = await filled(
        Token(0, " \n"), Token(0, " It"), Token(0, " is \n"), Token(0, ""), Token(0, " so. "), Token(0, "\n"), DONE
    )
    assert [event.text for event in [event async for event in run.follow()] if isinstance(event, Token)] == [
        "It",
        " is",
        " \n so.",
    ]
    assert run.partial == "It is \n so."


async def test_a_log_resumes_after_each_of_its_places() -> None:
    run = await filled(Stepped(0, "screen", 1.0, ()), Token(0, "One"), Cited(0, SOURCE), Token(0, " two [1]."), DONE)
    whole = await collected(run.placed_events())
    for seen in range(len(whole) + 1):
        place = whole[seen - 1][0] if seen else run.start
        assert await collected(run.placed_events(place)) == whole[seen:]


async def test_a_plain_number_resumes_the_log_with_full_places() -> None:
    run = await filled(Token(0, "One"), Token(0, " two."), DONE)
    assert await collected(run.placed_events(Place.parse("2", turn=3))) == (await collected(run.placed_events()))[2:]


@pytest.mark.parametrize("end", [DONE, FAILED])
async def test_a_reader_of_another_replay_gets_only_new_text(end: object) -> None:
    assert isinstance(end, type(DONE) | type(FAILED))
    run = await filled(
        Stepped(0, "screen", 1.0, ()), Token(0, "One two"), Cited(0, SOURCE), Token(0, " three [1]."), end
    )
    found = await collected(run.placed_events(Place(3, 2, 4, 0)))
    events = [event for _, event in found]
    assert [type(event) for event in events] == [Token, Cited, Token, type(end)]
    assert "".join(event.text for event in events if isinstance(event, Token)) == "two three [1]."
    assert [event.number for event in events] == [3, 4, 5, 6]


async def test_a_number_beyond_the_log_gets_the_end_alone() -> None:
    run = await filled(Token(0, "One"), DONE)
    assert [type(event) for _, event in await collected(run.placed_events(Place.parse("99", turn=3)))] == [type(DONE)]


async def test_a_reader_who_comes_at_the_end_gets_nothing() -> None:
    run = await filled(Token(0, "One"), DONE)
    last = (await collected(run.placed_events()))[-1][0]
    assert await collected(run.placed_events(last)) == []
    assert await collected(run.placed_events(Place(3, 99, None, None, ended=True))) == []


def test_a_run_that_is_not_stored_has_turn_zero() -> None:
    assert Run("t", None).start == Place()
    assert Place().after(Accepted(1, "t", None, None)) == Place(0, 1)
