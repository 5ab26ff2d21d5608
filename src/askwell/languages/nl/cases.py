"""The cases of Dutch."""

from askwell.languages.cases import Cases

CASES = Cases(
    texts=("Waar kan ik mijn bibliotheekpas verlengen?", "De veerboot vaart niet wanneer het stormt."),
    sentences=(
        "Mevr. De Wit verhuisde in 1990.",
        "Neem gereedschap mee, bijv. een zaag.",
        "Zie blz. 4 voor de lijst.",
    ),
    asked=(
        ("Wat is een getijdenmolen?", "definition"),
        ("Hoeveel bruggen zijn er?", "number"),
        ("Hoe lang duurt de overtocht?", "duration"),
        ("Wanneer begint het seizoen?", "time"),
        ("Wie leidt de haven?", "person"),
        ("Waar is het loket?", "place"),
        ("Waarom is de brug dicht?", "reason"),
        ("Hoe vraag ik een pas aan?", "steps"),
        ("Wat is het verschil tussen een kano en een kajak?", "comparison"),
        ("Welke spullen heb ik nodig?", "list"),
        ("Mag ik een hond meenemen?", "yes_no"),
    ),
    talk=(
        ("Goedemorgen!", "greeting"),
        ("Hartelijk dank", "thanks"),
        ("Tot ziens", "goodbye"),
        ("Wie bent u?", "about_us"),
    ),
    history=(
        ("Wat was mijn eerste vraag?", "first_question"),
        ("Wat was mijn laatste vraag?", "last_question"),
        ("Kun je dat herhalen? Herhaal het antwoord.", "last_answer"),
        ("Wat hebben we tot nu toe besproken?", "discussed"),
    ),
    about_us=("Wanneer is mijn zus jarig?",),
    numbers=(("twaalf boten en 1.400 gasten", ("12", "1400")), ("geen enkel getal", ())),
    times=(("Open vanaf 3 mei 2024.", 5, 3), ("Gebouwd voor oktober.", 10, 0)),
    same=(("kinderen", "kind"), ("betaald", "betalen")),
    leaning=("Daarom is het gesloten.", "Zij varen om twaalf uur."),
    corrections=(("Nee, de boot is blauw.", "De boot is blauw."),),
    follow_ups=(
        ("Wat is een getijdenmolen?", "Hoe werkt die?", "Hoe werkt een getijdenmolen?"),
        ("Wat is huurtoeslag?", "Wat zijn de voorwaarden daarvan?", "Wat zijn de voorwaarden van huurtoeslag?"),
    ),
    complete=(("Wat is een getijdenmolen?", "Hoe hoog is de Eiffeltoren?"),),
)
