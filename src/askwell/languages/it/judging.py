"""The words of Italian for judging answers."""

from askwell.languages.judging import JudgingWords

JUDGING = JudgingWords(
    denial=r"(?:documenti|documento|fonti|fonte|testi|testo|informazioni|pagine|guida|manuale)\b.{0,60}?"
    r"\b(?:non|nulla|niente|nessun\w*)\b.{0,60}?"
    r"\b(?:dic\w+|riport\w+|contien\w+|contengono|indic\w+|menzion\w+|cita\w*|precis\w+|specific\w+|rispond\w+|parla\w*"
    r"|present\w+|tratta\w*|trov\w+)"
    r"|\bnon (?:ho|abbiamo) (?:trovato|informazioni|elementi)\b"
    r"|\bnon (?:trovo|so|posso|sono in grado|risulta|risultano|è indicat\w|è riportat\w|è specificat\w|è precisat\w"
    r"|viene indicat\w|c'è nulla|ci sono informazioni)\b"
    r"|\b(?:nulla|niente|nessuna informazione|nessuna indicazione)\b.{0,60}?"
    r"\b(?:documenti|fonti|testi|su questo|al riguardo)",
)
