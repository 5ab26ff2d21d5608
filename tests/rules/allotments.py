"""Documents of an allotment society that does not exist, with lists, tables, code and quotations."""

from dataclasses import replace

from askwell.text.sentences import sentences
from askwell.text.words import words
from askwell.types import Language, Passage
from tests.passages import passage


def _document(name: str, title: str, language: Language, *parts: tuple[tuple[str, ...], str]) -> list[Passage]:
    return [
        passage(text, title=title, headings=(title, *headings), document=name, ordinal=at, language=language)
        for at, (headings, text) in enumerate(parts)
    ]


PASSAGES = [
    *_document(
        "rules",
        "Rules of Fernhill allotments",
        "en",
        (
            (),
            "Fernhill is an allotment society with 64 plots. An allotment (also called a plot) is a piece of land that "
            "a member rents to grow food. The society was founded in 1921 by Agnes Tuttle because bread was dear.",
        ),
        (
            ("Rent",),
            "The rent for a full plot is £48 a year. The rent for a half plot is £26 a year. It is due on 1 March. "
            "Members over 67 pay half. However, this does not apply to half plots.\n\n"
            "Plot | Rent | Deposit\nFull plot | £48 | £60\nHalf plot | £26 | £30\nStarter bed | £12 | none",
        ),
        (
            ("Sheds and ponds",),
            "A shed may have at most 6 square metres. You must ask the committee before you build one. The committee "
            "decides within 3 weeks.\n\nThe following are not allowed:\n- fires between April and October\n- barbed "
            "wire\n- ponds deeper than 50 centimetres\n\nBees may be kept by members with a certificate.",
        ),
        (
            ("Giving notice",),
            "A member who wants to leave gives notice in writing. The notice period is two months. The deposit is "
            "returned within 30 days if the plot is clean.\n\n"
            "“The plot was handed over in better order than we found it.” This is what we like to read.",
        ),
    ),
    *_document(
        "apply",
        "How to get a plot",
        "en",
        (
            (),
            "Anyone who lives in Fernhill can apply. To apply, follow these steps:\n\n1. Fill in the form on "
            "www.fernhill.example.\n\n2. Wait for the letter with your number.\n\n3. Visit the plot with Mr Osei, "
            "the steward.\n\n4. Sign the agreement and pay the deposit.",
        ),
        (
            ("Waiting list",),
            "The waiting list had 112 names in 2025. Most people wait about two years. Families with children under 5 "
            "do not go first. You keep your place if you move within Fernhill.",
        ),
    ),
    *_document(
        "pump",
        "Water pump PX-20",
        "en",
        (
            ("Starting the pump",),
            "The PX-20 is a pump that runs on petrol. To start it, open the valve and pull the cord twice. If the "
            "pump does not start, check the filter.\n\nTo see the pressure, choose Menu → Status → Pressure, or press "
            "F4.\n\nFor example:\n\n```\npxctl start --valve open\n```",
        ),
        (
            ("Error codes",),
            "Code | Meaning\nE1 | The tank is empty\nE2 | The filter is blocked\nE7 | The pump is too hot\n\nError E2 "
            "goes away when you clean the filter. Run `pxctl reset` after that.",
        ),
        (
            ("The PX-30",),
            "The PX-30 moves 30 litres a minute, the PX-20 only 20 litres. The PX-30 is heavier than the PX-20.",
        ),
    ),
    *_document(
        "news",
        "Newsletter of May 2024",
        "en",
        (
            ("Seed swap",),
            "The seed swap takes place on Sunday 12 May 2024 at 10:30 in the hut. Bring seeds in labelled bags. Tea is "
            "free. For questions, call Ines Duarte on 0117 496 0142.",
        ),
    ),
    *_document(
        "nl",
        "Compost maken",
        "nl",
        (
            (),
            "Compost is verteerd plantaardig afval. Een composthoop heeft lucht, water en warmte nodig. De hoop wordt "
            "elke drie weken omgezet, omdat hij anders gaat rotten.\n\nDit mag erin:\n- koffiedik\n- bladeren\n- "
            "gras in dunne lagen\n\nVlees mag er niet in. Een bak kost 35 euro.",
        ),
    ),
    *_document(
        "it",
        "L'orto a settembre",
        "it",
        (
            (),
            "Il sovescio è una coltura che si interra per nutrire il suolo. A settembre si seminano spinaci, valeriana "
            "e rape. La semina si fa entro il 20 settembre. Il corso per i soci costa 15 euro e dura due ore.",
        ),
    ),
]

QUESTIONS: list[tuple[Language, str]] = [
    ("en", "What is an allotment?"),
    ("en", "What is the PX-20?"),
    ("en", "How much is the rent for a half plot?"),
    ("en", "What does a full plot cost and when is it due?"),
    ("en", "How many plots does Fernhill have?"),
    ("en", "Who founded the society?"),
    ("en", "Why was the society founded?"),
    ("en", "When was the society founded?"),
    ("en", "Since when has the waiting list had 112 names?"),
    ("en", "How long is the notice period?"),
    ("en", "How do I apply for a plot?"),
    ("en", "How do I start the pump?"),
    ("en", "How do I see the pressure?"),
    ("en", "What does E2 mean?"),
    ("en", "What is the difference between the PX-20 and the PX-30?"),
    ("en", "Which things are not allowed?"),
    ("en", "Is barbed wire allowed?"),
    ("en", "Can I keep bees?"),
    ("en", "May a pond be 70 centimetres deep?"),
    ("en", "Where do I find the form?"),
    ("en", "Where is the seed swap?"),
    ("en", "What is the phone number of Ines Duarte?"),
    ("en", "What percentage of members is over 67?"),
    ("en", "Does the discount apply to half plots?"),
    ("en", "Which members pay half?"),
    ("en", "Who decides on sheds?"),
    ("en", "How do I bake bread?"),
    ("en", "What was better than before?"),
    ("en", "Waht is teh depozit?"),
    ("en", "When?"),
    ("nl", "Wat is compost?"),
    ("nl", "Wat mag er in de compost?"),
    ("nl", "Hoeveel kost een bak?"),
    ("nl", "Waarom moet ik de hoop omzetten?"),
    ("nl", "Hoe hoog is de huur van een halve tuin?"),
    ("it", "Che cos'è il sovescio?"),
    ("it", "Entro quando si semina?"),
    ("it", "Quanto costa il corso?"),
    ("it", "Che cosa si semina a settembre?"),
]


def found(question: str) -> list[Passage]:
    """All passages with the scores of a search: shares of words in common stand for cosines."""
    asked = set(words(question))

    def like(text: str) -> float:
        said = set(words(text))
        return round(len(asked & said) / (len(asked | said) or 1), 3)

    scored = []
    for each in PASSAGES:
        near = like(each.chunk.text) ** 0.5
        spans = sentences(each.chunk.text)
        meant = tuple(like(each.chunk.text[start:end]) ** 0.5 for start, end in spans)
        lexical = float(sum(word in each.chunk.text.lower() for word in asked))
        scores = {"lexical": lexical, "dense": near, "near": near}
        scored.append(replace(each, score=lexical / (len(asked) or 1), scores=scores, sentences=meant))
    return scored
