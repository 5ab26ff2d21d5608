"""The cases of Italian."""

from askwell.languages.cases import Cases

CASES = Cases(
    texts=("Dove posso rinnovare la tessera della biblioteca?", "Il traghetto non parte quando c'è una tempesta."),
    sentences=(
        "Il dott. Rossi si trasferì nel 1990.",
        "Servono attrezzi, p.es. una sega.",
        "Vedi pag. 4 per l'elenco.",
    ),
    asked=(
        ("Che cos'è un mulino a marea?", "definition"),
        ("Quanti ponti ci sono?", "number"),
        ("Quanto tempo dura la traversata?", "duration"),
        ("Quando comincia la stagione?", "time"),
        ("Chi dirige il porto?", "person"),
        ("Dove si trova la biglietteria?", "place"),
        ("Perché il ponte è chiuso?", "reason"),
        ("Come posso rinnovare la tessera?", "steps"),
        ("Qual è la differenza tra una canoa e un kayak?", "comparison"),
        ("Quali attrezzi servono?", "list"),
        ("Posso portare un cane?", "yes_no"),
    ),
    talk=(
        ("Buongiorno!", "greeting"),
        ("Grazie mille", "thanks"),
        ("Arrivederci", "goodbye"),
        ("Chi sei?", "about_us"),
    ),
    history=(
        ("Qual è stata la mia prima domanda?", "first_question"),
        ("Qual era la mia ultima domanda?", "last_question"),
        ("Che cosa hai risposto?", "last_answer"),
        ("Di che cosa abbiamo parlato finora?", "discussed"),
    ),
    about_us=("Quando è il compleanno di mia sorella?",),
    numbers=(("dodici barche e 1.400 ospiti", ("12", "1400")), ("nessun numero", ())),
    times=(("Apre il 3 maggio 2024.", 5, 3), ("La fine di ottobre.", 10, 0)),
    same=(("uomini", "uomo"), ("pagato", "pagare")),
    leaning=("Inoltre è chiuso il lunedì.", "Questo parte a mezzogiorno."),
    corrections=(("In realtà la barca è blu.", "La barca è blu."),),
    follow_ups=(("Che cos'è un aliante?", "E come funziona?", "Come funziona un aliante?"),),
    complete=(("Che cos'è un mulino a marea?", "Chi ha inventato il telescopio?"),),
)
