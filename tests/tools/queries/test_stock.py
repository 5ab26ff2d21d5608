"""What is in stock, on loan or included, as a condition of rows."""

import pytest

from askwell.tools.queries.reading import read
from askwell.tools.queries.wording import answer_lines
from tests.tools.queries.tables import schema_of

SEEDS = """Seed | Kind | Price | In stock | On order | Organic
Sugar snap | pea | 3 | 14 | 0 | yes
Tall telephone | pea | 4 | 0 | 25 | no
Early nantes | carrot | 2 | 0 | 0 | yes
Purple haze | carrot | 5 | 8 | 10 | no
Chantenay | carrot | 3 | 31 | 0 | yes
"""
ZADEN = """Zaad | Soort | Prijs | Voorraad
Suikererwt | erwt | 3 | 14
Doperwt | erwt | 4 | 0
Winterpeen | wortel | 2 | 0
Zomerpeen | wortel | 5 | 8
"""
SEMI = """Seme | Tipo | Prezzo | Disponibile
Pisello dolce | pisello | 3 | 14
Pisello nano | pisello | 4 | 0
Carota lunga | carota | 2 | 6
"""
TABLES = {
    "en": schema_of(SEEDS, subject="seeds"),
    "nl": schema_of(ZADEN, "nl", "zaden"),
    "it": schema_of(SEMI, "it", "semi"),
}


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "Which carrots are in stock?", "Purple haze,Chantenay"),
        ("en", "carrots not in stock", "Early nantes"),
        ("en", "which seeds are out of stock", "Tall telephone,Early nantes"),
        ("en", "cheapest carrot in stock", "Chantenay"),
        ("en", "in stock carrots cheaper than 4 euro", "Chantenay"),
        ("en", "seeds with more than 10 in stock", "Sugar snap,Chantenay"),
        ("en", "which seed has the most in stock", "Chantenay"),
        ("en", "which carrots are on order", "Purple haze"),
        ("en", "are any peas available?", "Sugar snap"),
        ("en", "how many carrots are in stock?", "Purple haze,Chantenay"),
        ("en", "is the Early nantes in stock?", "Early nantes"),
        ("en", "total in stock", "Sugar snap,Tall telephone,Early nantes,Purple haze,Chantenay"),
        ("en", "which carrots are organic", "Early nantes,Chantenay"),
        ("en", "is the Tall telephone organic", "Tall telephone"),
        ("nl", "welke zaden zijn op voorraad", "Suikererwt,Zomerpeen"),
        ("nl", "welke zaden zijn niet op voorraad", "Doperwt,Winterpeen"),
        ("nl", "de duurste wortel op voorraad", "Zomerpeen"),
        ("it", "quali semi sono disponibili", "Pisello dolce,Carota lunga"),
        ("it", "semi esauriti", "Pisello nano"),
    ],
)
def test_a_count_that_is_a_condition_means_more_than_none(language: str, question: str, expected: str) -> None:
    schema = TABLES[language]
    query = read(question, schema, language)
    assert query.is_sure, query.unknown
    names = [schema.name_of(row) for row in answer_lines(query, schema, language)[1]]
    assert names == expected.split(",")


def test_without_a_column_of_counts_nobody_knows_what_is_in_stock() -> None:
    table = "\n".join(line.rsplit(" | ", 3)[0] for line in SEEDS.splitlines())
    assert read("which carrots are in stock", schema_of(table, subject="seeds"), "en").unknown == ("stock",)
