"""Three tables of different kinds, as readers write them into the text of a document."""

from askwell.tools.queries.query import Query
from askwell.tools.queries.reading import read
from askwell.tools.queries.schema import Schema
from askwell.tools.queries.text_tables import tables_of
from askwell.tools.queries.wording import answer_lines

MUSEUMS = """Museum | City | Founded | Visitors | Ticket ($) | Closed on | Audio guide | Café
Maritime Hall | Port Ellery | 1911 | 1,204,000 | 14.50 | Monday | yes | yes
Glass House | Port Ellery | 1968 | 310,500 | 9.00 | Tuesday | no | yes
Museum of Clocks | Danbury | 1893 | 88,200 | 6.50 | Mon-Tue | no | no
Toy Attic | Danbury | 2004 | 145,000 | 11.00 | Wednesday | yes | yes
Rail Sheds | Corfield | 1975 | 402,300 | 12.00 | Monday | yes | yes
Salt Works | Corfield | 1999 | 57,400 | 5.00 | Sun-Mon | no | no
Moor Gallery | Corfield | 2011 | 99,900 |  | Monday | yes | no
Lantern Museum | Ashby | 1950 | 41,000 | 4.00 | Monday | no | no
"""
BICYCLES = """Fiets | Merk | Soort | Prijs per dag | Versnellingen | Gewicht | Maat | Kinderzitje
Stadsrit | Zonder | stadsfiets | € 9,50 | 3 | 17 kg | M | ja
Duinpad | Kust | mountainbike | € 16,00 | 21 | 14,2 kg | L | nee
Dijkloper | Kust | toerfiets | € 13,50 | 24 | 15,8 kg | M | nee
Wolk | Zonder | e-bike | € 24,00 | 8 | 23,5 kg | L | ja
Bakker | Bolder | bakfiets | € 28,00 | 7 | 36 kg | - | ja
Spriet | Bolder | kinderfiets | € 7,00 | 1 | 9,5 kg | S | nee
Flits | Kust | e-bike | € 26,50 | 10 | 21 kg | M | nee
"""
WINES = """Vino | Produttore | Regione | Anno | Colore | Prezzo | Gradazione (%)
Collerosso | Cantina Ferro | Toscana | 2019 | rosso | 18,50 € | 13,5
Brina | Cantina Ferro | Toscana | 2022 | bianco | 11,00 € | 12
Notturno | Tenuta Alba | Piemonte | 2016 | rosso | 32,00 € | 14,5
Vento | Tenuta Alba | Piemonte | 2021 | bianco | 14,00 € | 12,5
Salino | Isole Unite | Sicilia | 2021 | bianco | 9,80 € | 12
Lava | Isole Unite | Sicilia | 2018 | rosso | 21,00 € | 14
Rosa di Maggio | Tenuta Alba | Piemonte | 2023 | rosato | 10,50 € | 12
"""


def schema_of(text: str, language: str = "en", subject: str = "") -> Schema:
    """The first table of a text."""
    return Schema(tables_of(text)[0], language, subject)


SCHEMAS = {
    "en": schema_of(MUSEUMS, "en", "museums"),
    "nl": schema_of(BICYCLES, "nl", "verhuur van fietsen"),
    "it": schema_of(WINES, "it", "carta dei vini"),
}


def ask(language: str, *questions: str) -> Query:
    """The query of the last of these questions, which are one conversation."""
    query: Query | None = None
    for question in questions:
        query = read(question, SCHEMAS[language], language, query)
    assert query is not None
    return query


def answer(language: str, *questions: str) -> list[str]:
    """The lines of the answer to the last of these questions."""
    query = ask(language, *questions)
    assert query.is_sure, query.unknown
    return answer_lines(query, SCHEMAS[language], language)[0]


def rows(language: str, *questions: str) -> list[str]:
    """The names of the rows of that answer, in order."""
    query = ask(language, *questions)
    assert query.is_sure, query.unknown
    schema = SCHEMAS[language]
    return [schema.name_of(row) for row in answer_lines(query, schema, language)[1]]
