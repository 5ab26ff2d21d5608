import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.cli.terminal import Flow, Terminal, printable, this_terminal, wrap


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_long_text_is_wrapped_between_words_with_the_indent() -> None:
    assert wrap("one two three four", 12, "  ") == "  one two\n  three four"


def test_a_list_item_hangs() -> None:
    assert wrap("- one two three", 10) == "- one two\n  three"


def test_lines_and_marks_are_kept() -> None:
    assert wrap("a [1]\n\nb [2]", 80) == "a [1]\n\nb [2]"


def test_a_word_longer_than_the_line_gets_its_own_line() -> None:
    assert wrap("a longerthanline b", 6) == "a\nlongerthanline\nb"


@given(st.lists(st.text(alphabet="ab -*1.\n[]", max_size=12)), st.integers(4, 40))
def test_pieces_are_wrapped_like_the_whole_text(pieces: list[str], width: int) -> None:
    written: list[str] = []
    flow = Flow(written.append, width, "  ")
    for piece in pieces:
        flow.feed(piece)
    flow.end()
    assert "".join(written) == wrap("".join(pieces), width, "  ")


@given(st.text(alphabet="abc \n", max_size=60), st.integers(6, 20))
def test_no_line_is_longer_than_the_width_unless_one_word_is(text: str, width: int) -> None:
    for line in wrap(text, width).split("\n"):
        assert len(line.rstrip()) <= width or len(line.split()) == 1


def test_without_a_width_text_is_unchanged() -> None:
    written: list[str] = []
    Flow(written.append, None).feed("a  b\n\n" + "c" * 300)
    assert "".join(written) == "a  b\n\n" + "c" * 300


def test_control_characters_of_documents_do_not_reach_the_terminal() -> None:
    assert printable("a\x1b[31mb\x07\rc\x9b\n\td") == "a[31mbc\n\td"


def test_nothing_is_styled_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    piped = Terminal(io.StringIO(), io.StringIO(), 80)
    assert piped.styled("x", "bold", piped.out) == "x"
    seen = Terminal(Screen(), Screen(), 80)
    assert seen.styled("x\n\ny", "bold", seen.out) == "\x1b[1mx\x1b[0m\n\n\x1b[1my\x1b[0m"


def test_no_color_and_the_option_decide_about_styles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert Terminal(Screen(), Screen(), 80).styled("x", "bold", Screen()) == "x"
    assert Terminal(io.StringIO(), io.StringIO(), 80, "always").styled("x", "dim", io.StringIO()) == "\x1b[2mx\x1b[0m"
    assert Terminal(Screen(), Screen(), 80, "never").styled("x", "bold", Screen()) == "x"


def test_running_text_is_at_most_100_columns_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "300")
    assert this_terminal().width == 100
    monkeypatch.setenv("COLUMNS", "70")
    assert this_terminal().width == 70


def test_a_styled_line_loses_its_own_control_characters() -> None:
    terminal = Terminal(io.StringIO(), io.StringIO(), 80, "always")
    terminal.write("a\x1b[31mb", "bold")
    assert isinstance(terminal.out, io.StringIO)
    assert terminal.out.getvalue() == "\x1b[1ma[31mb\x1b[0m\n"


def test_quiet_hides_messages_but_not_warnings() -> None:
    terminal = Terminal(io.StringIO(), io.StringIO(), 80, quiet=True)
    terminal.info("message")
    terminal.warn("stopped")
    assert isinstance(terminal.err, io.StringIO)
    assert terminal.err.getvalue() == "stopped\n"
