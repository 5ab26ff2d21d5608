"""The words of Dutch for judging answers."""

from askwell.languages.judging import JudgingWords, pairs

JUDGING = JudgingWords(
    denial=r"(?:documenten|document|bronnen|bron|teksten|tekst|informatie|pagina's|stukken|handleiding|regeling)\b.{0,60}?"
    r"\b(?:niet|geen|niets|nergens)\b.{0,60}?"
    r"\b(?:vermeld\w*|genoemd|zegg\w*|zegt|staat|staan|over|gegeven|antwoord|beantwoord\w*|informatie|bevat\w*|terug)"
    r"|(?:niet|geen|niets|nergens)\b.{0,60}?\b(?:gevonden|vinden|terugvinden|vermeld|genoemd)\b"
    r"|(?:staat|staan) (?:hier |er )?(?:niet|niets|geen|nergens)\b.{0,60}?"
    r"\b(?:documenten|document|bronnen|tekst|stukken|over)"
    r"|(?:ik|wij|we) (?:heb|hebben) (?:daar|hier)(?:over)? (?:niets|geen|geen enkele)\b"
    r"|(?:kan|kon|weet) (?:ik )?(?:u |je |dat |dit |het |hier )*(?:niet|niets)\b"
    r"|(?:zeggen|vermelden|noemen|geven|bevatten) (?:daar |hier |er )?(?:niets|geen|niet)\b",
    yes=r"ja|jazeker|zeker|inderdaad|klopt|dat (?:klopt|mag|kan)(?! niet)",
    no=r"nee|neen|dat (?:mag|kan|hoeft) niet",
    against=frozenset(
        (
            "afgewezen alleen behalve enkel gesloten geweigerd illegaal ongeldig onmogelijk schadelijk slechts "
            "uitgesloten uitgezonderd verbiedt verbieden verbod verboden vervalt vervallen weigert weigeren "
            "weggooien zonder"
        ).split()
    ),
    opposites=pairs(
        "voor/na vóór/na voordat/nadat meer/minder meeste/minste meest/minst maximaal/minimaal "
        "hoogstens/minstens maximum/minimum boven/onder vroeg/laat eerder/later vroegste/laatste "
        "toename/afname stijgt/daalt hoger/lager hoogste/laagste hoog/laag langer/korter lang/kort "
        "groter/kleiner groot/klein duurder/goedkoper toegestaan/verboden verplicht/vrijwillig "
        "verplicht/facultatief inclusief/exclusief open/gesloten opent/sluit eerste/laatste binnen/buiten "
        "met/zonder altijd/nooit begin/einde begint/eindigt zomer/winter ochtend/avond ochtend/middag "
        "links/rechts voorkant/achterkant heet/koud warm/koud warmer/kouder nat/droog makkelijk/moeilijk "
        "oud/nieuw ouder/nieuwer ouder/jonger openbaar/vertrouwelijk openbaar/geheim zelfde/ander dag/nacht "
        "werkdagen/weekend maandelijks/jaarlijks wekelijks/maandelijks dagelijks/wekelijks bruto/netto "
        "mannen/vrouwen bovenste/onderste noord/zuid oost/west veilig/gevaarlijk vol/leeg snel/langzaam "
        "sneller/langzamer sterk/zwak beter/slechter beste/slechtste iedereen/niemand alle/geen "
        "kopen/verkopen betaald/onbetaald gratis/betaald direct/indirect zwaar/licht zwaarder/lichter "
        "grof/fijn voorkant/achterkant"
    ),
)
