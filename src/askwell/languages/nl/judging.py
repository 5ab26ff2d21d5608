"""The words of Dutch for judging answers."""

from askwell.languages.judging import JudgingWords

JUDGING = JudgingWords(
    denial=r"(?:documenten|document|bronnen|bron|teksten|tekst|informatie|pagina's|stukken|handleiding|regeling)\b.{0,60}?"
    r"\b(?:niet|geen|niets|nergens)\b.{0,60}?"
    r"\b(?:vermeld\w*|genoemd|zegg\w*|zegt|staat|staan|over|gegeven|antwoord|beantwoord\w*|informatie|bevat\w*|terug)"
    r"|(?:niet|geen|niets|nergens)\b.{0,60}?\b(?:gevonden|vinden|terugvinden|vermeld|genoemd)\b"
    r"|(?:staat|staan) (?:hier |er )?(?:niet|niets|geen|nergens)\b.{0,60}?"
    r"\b(?:documenten|document|bronnen|tekst|stukken|over)"
    r"|(?:kan|kon|weet) (?:ik )?(?:u |je |dat |dit |het |hier )*(?:niet|niets)\b"
    r"|(?:zeggen|vermelden|noemen|geven|bevatten) (?:daar |hier |er )?(?:niets|geen|niet)\b",
)
