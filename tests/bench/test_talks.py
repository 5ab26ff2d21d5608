"""The conversations that history search is learnt from."""

from pathlib import Path

from bench.talks import joined, own_talks

TALK = """\
@ Anna and Ben
= 2025-03-01 18:00
- [boat] Anna: I sold the boat.
- Ben: Which one?
= 2025-03-08 09:30
> What glue holds on teak? [glue]
< An epoxy glue.
? What did Anna sell? => boat
? What have we said about boats? => boat glue
"""


def test_a_question_points_to_the_turns_that_answer_it(tmp_path: Path) -> None:
    (tmp_path / "talk.txt").write_text(TALK, encoding="utf-8")
    (talk,) = own_talks(tmp_path)
    assert [(turn.question, turn.answer) for turn in talk.turns] == [
        ("Anna: I sold the boat.", "Noted."),
        ("Ben: Which one?", "Noted."),
        ("What glue holds on teak?", "An epoxy glue."),
    ]
    assert [each.turns for each in talk.questions] == [{0}, {0, 2}]
    assert talk.turns[2].created_at.isoformat() == "2025-03-08T09:30:00+00:00"


def test_joined_conversations_keep_what_answers_their_questions() -> None:
    talks = own_talks()
    whole = joined(talks)
    asked = iter(whole.questions)
    for talk in talks:
        for question in talk.questions:
            moved = next(asked)
            assert {talk.turns[at].question for at in question.turns} == {
                whole.turns[at].question for at in moved.turns
            }
