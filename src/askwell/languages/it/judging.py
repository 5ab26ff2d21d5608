"""The words of Italian for judging answers."""

from askwell.languages.judging import JudgingWords, pairs

JUDGING = JudgingWords(
    denial=r"(?:documenti|documento|fonti|fonte|testi|testo|informazioni|pagine|guida|manuale)\b.{0,60}?"
    r"\b(?:non|nulla|niente|nessun\w*)\b.{0,60}?"
    r"\b(?:dic\w+|riport\w+|contien\w+|contengono|indic\w+|menzion\w+|cita\w*|precis\w+|specific\w+|rispond\w+|parla\w*"
    r"|present\w+|tratta\w*|trov\w+|pronunci\w+)"
    r"|\bnon (?:ho|abbiamo) (?:trovato|informazioni|elementi|dati|importi|cifre|indicazioni|notizie)\b"
    r"|\bnon (?:trovo|so|posso|sono in grado|risulta|risultano|è indicat\w|è riportat\w|è specificat\w|è precisat\w"
    r"|viene indicat\w|c'è nulla|ci sono informazioni)\b"
    r"|\b(?:nulla|niente|nessuna informazione|nessuna indicazione)\b.{0,60}?"
    r"\b(?:documenti|fonti|testi|su questo|al riguardo)",
    yes=r"sì|si(?=,)|certo|certamente|esatto|infatti",
    no=r"no",
    against=frozenset(
        (
            "bloccato chiusa chiusi chiuso divieto eccetto esclude esclusa escluse esclusi escluso illegale "
            "impossibile invece negata negato proibita proibito rifiutata rifiutato salvo scaduto senza "
            "solamente solo soltanto tranne vieta vietata vietate vietati vietato"
        ).split()
    ),
    opposites=pairs(
        "prima/dopo più/meno maggiore/minore massimo/minimo massima/minima massimi/minimi sopra/sotto "
        "presto/tardi aumenta/diminuisce aumento/diminuzione sale/scende superiore/inferiore alto/basso "
        "alta/bassa lungo/breve lunga/breve grande/piccolo grande/piccola permesso/vietato permessa/vietata "
        "consentito/vietato consentita/vietata incluso/escluso inclusa/esclusa compreso/escluso "
        "compresa/esclusa aperto/chiuso aperta/chiusa apre/chiude primo/ultimo prima/ultima dentro/fuori "
        "con/senza sempre/mai obbligatorio/facoltativo obbligatoria/facoltativa inizio/fine inizia/finisce "
        "estate/inverno mattina/sera mattina/pomeriggio sinistra/destra caldo/freddo calda/fredda "
        "facile/difficile vecchio/nuovo vecchia/nuova pubblico/privato pubblica/privata stesso/diverso "
        "stessa/diversa giorno/notte feriali/festivi mensile/annuale mensilmente/annualmente "
        "settimanale/mensile lordo/netto lorda/netta uomini/donne nord/sud est/ovest sicuro/pericoloso "
        "pieno/vuoto veloce/lento forte/debole migliore/peggiore tutti/nessuno comprare/vendere "
        "acquisto/vendita pagato/gratuito pagata/gratuita diretto/indiretto diretta/indiretta pesante/leggero"
    ),
)
