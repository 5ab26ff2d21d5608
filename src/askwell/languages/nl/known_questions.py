"""The words of Dutch that change what a question asks for."""

from askwell.languages.known_questions import KnownQuestionWords

KNOWN_QUESTIONS = KnownQuestionWords(
    past=r"was|waren|had|hadden|werd|werden|kreeg|kregen|moest|moesten|kon|konden|mocht|mochten|gold|golden|ging"
    r"|gingen|deed|deden|kwam|kwamen|gaf|gaven|vroeger|destijds|al|reeds"
    r"|(?:heb|hebt|heeft|hebben|ben|bent|zijn) .*?\b\w{0,8}ge\w{2,}(?:d|t|en)",
    future="zal|zult|zullen|zou|zouden|straks|binnenkort",
    neutral=frozenset(
        """
        manier manieren wijze doe doen mogelijk toegestaan precies hallo hoi goedemorgen goedemiddag goedenavond dag
        alstublieft alsjeblieft graag bedankt dank sorry weet weten zeggen vertellen vraag eigenlijk normaal gewoonlijk
        meestal wettelijk worden wordt kunnen moeten
        """.split()
    ),
    infinitive="en",
    asks=(
        ("time", "wanneer|hoe laat|welke (?:dag|datum|termijn|maand)"),
        ("duration", r"hoe ?lang|hoe vaak|hoeveel (?:\w*dagen|weken|maanden|jaar|jaren|uur|uren|tijd)"),
        ("amount", r"hoeveel(?! (?:\w*dagen|weken|maanden|jaar|jaren|uur|uren|tijd)\b)|hoe hoog"),
        ("person", "wie"),
        ("place", "waar(?:heen)?"),
        ("reason", "waarom|hoezo|waarvoor|waartoe"),
        ("way", r"hoe(?! ?(?:lang|vaak|laat|hoog|oud)\b)|op welke (?:manier|wijze)"),
    ),
    open=r"wat|welke?",
    now="nu|momenteel|op dit moment|tegenwoordig|nog|thans|vandaag|nieuwste"
    r"|laatste(?! (?:dag|datum|moment)\b)",
    must=r"moet|moeten|hoef|hoeft|hoeven|verplicht|verplichte|verplichting|dien|dient|dienen",
    may=r"mag|mogen|kan|kun|kunt|kunnen|toegestaan|mogelijk",
    since=r"vanaf|sinds|met ingang van|in(?:gang|gaan|gaat)",
    until=r"tot(?: en met)?|t/m|uiterlijk|voor wanneer|binnen|deadline|laatste (?:dag|datum|moment)",
    either="of",
    asked_by=(
        ("wanneer", "datum dag termijn laatste"),
        ("hoeveel", "aantal bedrag"),
        ("wie", "verplicht"),
    ),
    same=(
        "limiet maximum maximaal grens bovengrens plafond",
        "bedrag som geldbedrag",
        "geld centen",
        "betalen betaal betaalt betaling voldoen",
        "kosten kost prijs tarief",
        "verlopen verloopt vervallen vervalt aflopen afloopt eindigen eindigt einddatum vervaldatum",
        "termijn deadline einddatum uiterlijk",
        "dag dagen",
        "jaar jaarlijks jaarlijkse",
        "maand maandelijks maandelijkse",
        "week wekelijks wekelijkse",
        "geldig geldigheid gelden geldt duren duurt duur",
        "tijd duur dagen",
        "sturen stuur opsturen verzenden versturen indienen inleveren insturen aanleveren inzenden",
        "invullen invul",
        "annuleren annuleer opzeggen zeg intrekken afzeggen herroepen",
        "veranderen verander wijzigen wijzig aanpassen wijziging",
        "vragen aanvragen aanvraag verzoek verzoeken",
        "krijgen krijg krijgt ontvangen ontvang",
        "recht toekomen",
        "verplicht moeten verplichting",
        "gebruiken gebruik benutten",
        "vakantie verlof vakantiedagen",
        "huurder huurders",
        "eigenaar verhuurder huisbaas",
        "huren huur verhuren",
        "huis woning",
        "werkgever bedrijf baas",
        "werknemer medewerker personeelslid",
        "voorwaarde voorwaarden eis eisen",
        "document documenten papieren stukken",
        "formulier formulieren",
        "beginnen begint begin start starten ingaan",
        "openen open opening",
        "sluiten sluit dicht",
        "auto wagen",
        "bellen bel telefoneren opbellen",
        "verliezen verloren kwijt kwijtraken",
        "inschrijven inschrijving aanmelden aanmelding registreren registratie",
        "ziek ziekmelden",
        "doorgeven melden meld",
    ),
)
