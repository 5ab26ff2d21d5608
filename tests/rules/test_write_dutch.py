"""Which sentences answer in Dutch: headings that ask the same, dates that tell since when, words that point back."""

from askwell.rules.write import answer_pieces
from tests.passages import brief, passage

BIO = passage(
    "De eerste BIO kende drie basisbeveiligingsniveaus. In BIO2 vervallen deze niveaus. BIO2 werkt met risico's.",
    title="De BIO",
    headings=("De BIO", "Basisbeveiligingsniveaus"),
    document="bio",
    language="nl",
)
DPIA = passage(
    "Artikel 36 verplicht tot raadpleging als uit een DPIA een hoog restrisico blijkt.\n\nWanneer is een DPIA verplicht"
    "\n\nDie is verplicht bij een hoog risico. Een DPIA is verplicht als een verwerking veel risico inhoudt.",
    title="Gegevensbescherming",
    document="dpia",
    language="nl",
)
ARTICLE = passage(
    "Artikel 50 van de AI-verordening bevat transparantieplichten die gelden. Artikel 50 geldt sinds 2 augustus 2026.",
    title="Transparantie over AI",
    document="ai",
    language="nl",
)
DUTIES = passage(
    "Artikel 26 noemt de plichten van wie AI gebruikt.\n\nDe plichten\n\nDe gebruiksverantwoordelijke:"
    "\n\n- bewaakt de werking;\n- bewaart de logs ten minste zes maanden;",
    title="De gebruiksverantwoordelijke",
    document="duties",
    language="nl",
)
SAMPLE = passage(
    '"Wij bewaren gesprekken 30 dagen. Daarna worden ze gewist."', title="Voorbeeld", document="s", language="nl"
)


def said(question: str, *passages: object) -> str:
    given = [each for each in (BIO, DPIA, ARTICLE, DUTIES, SAMPLE) if each in passages]
    return "".join(answer_pieces(brief(question, given, language="nl")))


def test_what_these_point_to_comes_along() -> None:
    assert "drie basisbeveiligingsniveaus" in said("Welke niveaus vervallen in BIO2?", BIO)


def test_a_date_behind_since_answers_since_when() -> None:
    assert said("Sinds wanneer geldt artikel 50?", ARTICLE).startswith("Artikel 50 geldt sinds 2 augustus 2026. [1]")


def test_under_a_heading_that_asks_the_same_stands_the_answer() -> None:
    assert "als een verwerking veel risico inhoudt" in said("Wanneer is een DPIA verplicht?", DPIA)


def test_a_list_under_the_kind_that_is_asked_for_is_taken_whole() -> None:
    answer = said("Welke plichten heeft een gebruiksverantwoordelijke?", DUTIES)
    assert "- bewaakt de werking;" in answer
    assert "zes maanden" in answer


def test_a_sentence_out_of_a_quotation_has_no_stray_mark() -> None:
    assert said("Hoe lang bewaren wij gesprekken?", SAMPLE).startswith('"Wij bewaren gesprekken 30 dagen." [1]')
