"""The patterns of Dutch."""

from askwell.languages.patterns import (
    History,
    Notations,
    Patterns,
    Questions,
    Repairs,
    Reversal,
    Settling,
    Signs,
    Talk,
    Times,
)

_QUESTIONS = Questions(
    forms=(
        ("comparison", r"\bverschil(?:len|t)?\b|\bvergelijk\w*\b|\bvs\b|\bversus\b|\banders dan\b"),
        ("reason", r"^waarom\b|\bhoe komt het\b|\breden(?:en)?\b|\boorza(?:ak|ken)\b|\bwaardoor\b"),
        ("duration", r"\bhoe (?:lang|vaak|snel|oud)\b|\btermijn\b|\bbinnen hoeveel\b|\bleeftijd\b"),
        (
            "number",
            r"\bhoeveel\b|\bhoe (?:hoog|groot|duur|ver|laag)\b|\b(?:wat|welke?)\b.{0,40}\b(?:bedrag|bedragen|kosten"
            r"|kost|prijs"
            r"|percentage|aantal|maximum|minimum|grens|tarief|telefoonnummer|nummer|hoogte)\b",
        ),
        # Under what condition, not on which day.
        (
            "other",
            r"^(?:en )?wanneer (?:mag|mogen|moet|moeten|kan|kunnen)\b|^(?:en )?wanneer (?:is|zijn) .*\b"
            r"(?:verplicht|nodig|toegestaan|verboden)$",
        ),
        ("time", r"^(?:en )?wanneer\b|\b(?:welk jaar|welke datum|welke dag|hoe laat)\b|\bsinds wanneer\b"),
        ("person", r"^(?:en )?wie\b|\bdoor wie\b|\bvan wie\b"),
        ("place", r"^(?:en )?waar\b(?! (?:bestaat|gaat))|\bwelk(?:e)? (?:adres|plaats|website)\b"),
        (
            "steps",
            r"\bhoe (?:kan|moet|kun|doe|vraag|meld|dien|krijg|regel|maak|stop|zeg|wijzig|geef|betaal)\w* (?:ik|je|u"
            r"|we|men|iemand)\b"
            r"|\bstappen\b|\bwat moet (?:ik|je|u) doen\b|\bhoe (?:ik|je|u)\b|^hoe voorkom\w* (?:ik|je|u|we)\b",
        ),
        (
            "list",
            r"^(?:en )?welke\b|\bnoem\b|\bwat zijn de\b|\bwat heb ik nodig\b|\bsoorten\b"
            r"|^wat (?:moet|moeten|hoort|horen) (?:er )?in\b.* (?:staan|komen)$|^wat staat er in\b",
        ),
        (
            "definition",
            r"^hoe werk(?:t|en)\b|^wat (?:is|zijn|was|waren|betekent|houdt)\b|^(?:leg uit|beschrijf|omschrijf)\b"
            r"|\bvertel\b.*\bover\b|\bstaat voor\b",
        ),
        (
            "yes_no",
            r"^(?:en |maar )?(?:is|zijn|was|waren|kan|kun|kunt|kunnen|mag|mogen|moet|moeten|heb|hebt|heeft|hebben"
            r"|krijg|krijgt"
            r"|wordt|word|worden|zal|zou|geldt|doet|ben|bent|telt)\b",
        ),
    ),
    kind=r"\b(?:hoeveel|welke?|wat voor|soorten|wat zijn de) ([\w'@-]{3,})",
    sides=r"\btussen (?P<a>.+?) en (?P<b>.+)$|(?P<c>.+?) (?:vs\.?|versus|vergeleken met|anders dan) (?P<d>.+)$"
    r"|\b(?:verschilt|verschillen) (?P<g>.+?) van (?P<h>.+)$|\bvergelijk (?P<e>.+?) (?:en|met) (?P<f>.+)$",
    number=r"hoeveel|hoe (?:lang|oud|ver|vaak|groot|hoog|zwaar|snel|duur|laat)|wat kost(?:te|en)?|welk(?:e)? (?:prijs"
    r"|bedrag|leeftijd|aantal|nummer)",
    name=r"wie|waar|hoe heet(?:te)?|welk(?:e)? (?:stad|plaats|land|dorp|merk|bedrijf)",
    values=(
        (
            r"\b(?:wat|hoeveel)\b.{0,60}\b(?:kost|kosten|prijs|tarief)\b|\bhoe duur\b",
            r"[$€£]|\b(?:euro|cent|gratis|kosteloos|niets)\b",
        ),
        (
            r"\btelefoon(?:nr|nummer)\b",
            r"\d(?:[ ()./-]{0,2}\d){5}",
        ),
        (
            r"\b(?:welk|hoeveel)\b.{0,20}\b(?:percentage|procent)\b",
            r"\d\s?%|\bprocent\b",
        ),
    ),
)

_TALK = Talk(
    greeting="hallo|hoi|hey|hi|dag|goedemorgen|goedemiddag|goedenavond|goedendag|goeiemorgen|goeiedag|hallo daar",
    thanks="dank|bedankt|dank u|dank je|dank u wel|dank je wel|dankuwel|dankjewel|hartelijk dank|heel erg bedankt"
    "|veel dank|dank u zeer|merci|bedankt voor de hulp|bedankt voor uw hulp|bedankt voor je hulp",
    goodbye="doei|tot ziens|dag dag|tot later|tot straks|tot de volgende keer|fijne dag|fijne dag nog|goedenacht"
    "|welterusten"
    "|prettige dag",
    about_us="wie ben je|wie bent u|wat ben je|wat bent u|wat kun je|wat kan je|wat kunt u|wat kun je doen"
    "|wat kunt u doen|wat kun je voor mij doen"
    "|wat kunt u voor mij doen|wat kan ik vragen|wat kan ik u vragen|wat kan ik je vragen"
    "|mag ik nog iets vragen|mag ik nog een vraag stellen|mag ik iets anders vragen|kan ik nog iets vragen"
    "|kan ik nog een vraag stellen|mag ik iets vragen"
    "|hoe heet je|hoe heet u|help|hulp|ben je een robot|bent u een robot|ben je een mens|bent u een mens"
    "|waarmee kun je helpen|waarmee kunt u helpen|waarmee kunt u mij helpen|waar kun je mee helpen|hoe werk je",
    fillers="oke|ok|goed|mooi|prima|super|top|fijn|perfect|geweldig|en|nou|dan|weer|allemaal|voor uw hulp|voor je hulp"
    "|voor de hulp|dat was alles|dat is alles|daar|ja|nee|graag",
)

_HISTORY = History(
    parts=(
        (
            "first_question",
            r"\beerste\b.*\b(?:vraag|vroeg|bericht)\b|\bvroeg\b.*\beerst\w*\b|\b(?:begonnen|begon)\b.*\b(?:gesprek"
            r"|mee)\b|\bals eerste\b",
        ),
        (
            "last_answer",
            r"\bwat (?:zei|zeg|antwoordde|vertelde) (?:je|u)\b|\b(?:laatste|vorige) antwoord\b|\bherhaal\b"
            r"|\bnog een keer\b|\b(?:heb je|hebt u) gezegd\b",
        ),
        (
            "last_question",
            r"\b(?:laatste|vorige) vraag\b|\bwat vroeg ik\b|\bwat heb ik (?:net )?gevraagd\b|\bwat was mijn vraag\b",
        ),
        (
            "discussed",
            r"\b(?:besproken|bespraken|gepraat|gehad over|gesprek|tot nu toe|samenvatt\w+|samenvatten|vat)\b"
            r"|\bmijn vragen\b|\bhebben we\b|\bhadden we het\b.*\bover\b",
        ),
    ),
    question="vraag",
    us=r"ik|mijn|m'n|mij|we|wij|ons|onze",
    whole=r"\b(?:volledige?|hele|helemaal|nog eens|nog een keer|opnieuw|herhaal)\b",
    answer=r"\bantwoord\b",
    about=r"\b(?:over|omtrent|betreffende)\s+(.+)",
)

_TIMES = Times(
    when=r"wanneer|hoe laat|hoe lang|(?:in |op )?(?:welk|welke) (?:maand|jaar|dag|datum|week|tijd)|sinds wanneer",
    opener="en ",
    before_month="sinds|tot|voor|na|begin|eind|half",
    day_endings="e|de|ste",
    day_of="",
)

_SIGNS = Signs(
    months="januari|februari|maart|mei|juni|juli|augustus|oktober",
    periods=r"minuten|uur|uren|dag|dagen|weken|week|maand(?:en)?|jaar|jaren",
    time="zodra|voordat|nadat|tot",
    person=r"door|wie|ouders?",
    place="op|te|kantoor",
    reason="omdat|zodat|daarom|wegens|vanwege|doordat",
    steps="moet|moeten|kan|kunt|eerst|daarna|vul|stuur|vraag",
    yes_no="niet|geen|alleen|kan|mag|moet|ook",
    articles="de |het |een ",
    be="zijn",
    means="betekent|staat voor",
    noun_phrase="een|de|het",
    by="door",
    since=((r"\bsinds wanneer\b", r"\bsinds \d"), (r"\bvanaf wanneer\b", r"\b(?:vanaf|sinds) \d|^\d[^:]+: ")),
)

_NOTATIONS = Notations(
    money="",
    percent="",
    page=r"pagina|blz\.",
    places=r"art(?:ikel|\.)|lid|bijlage|hoofdstuk",
    sources=r"bron(?:nen)?",
    versus="met",
    empty_titles=r"naam|titel|(?:nieuw |naamloos )?document|naamloos|inhoud(?:sopgave)?|startpagina|pagina|bestand|blad"
    r"|dia|omslag|(?:powerpoint-?)?presentatie",
    contents=r"inhoud(?:sopgave)?|op deze pagina",
    changes=r"versie(?:geschiedenis|notities|-informatie)|release ?notes|wijzigingen|nieuws"
    r"|wat is er nieuw(?: in .{1,40})?",
    changes_asked=r"nieuwe?|nieuws|veranderd|gewijzigd|wijzigingen|versies?|wanneer|sinds",
    legal=r"kunnen geen rechten worden ontleend|niets uit deze uitgave mag worden verveelvoudigd",
    last_article="de|het|een",
    refusals=r"\bals (?:ai|taalmodel)\b|\bik kan (?:dit|dat|u|je|hier) niet\b|\bhet spijt me\b|\bsorry, ik\b",
)

_SETTLING = Settling(
    openers=r"nee+n?(?: hoor)?(?=[,.;:!–—-]|$)|nee nee|sorry|o nee|oeps|wacht(?: even)?|ho|excuus|pardon|welnee",
    no="nee",
    marks=r"eigenlijk|correctie|ik bedoel(?:de)?|dat klopt niet|dat is (?:niet juist|fout|onjuist)|ik vergis(?:te)? me"
    r"|fout(?=[,:])|verbetering|bij nader inzien|toch(?: maar)?|of nee",
    change=r"^(?:graag |maak er )?(?:verander|wijzig|vervang|corrigeer|pas)(?: de| het| mijn| ons| onze)?"
    r" (?P<old>.{1,60}?)"
    r" (?:in|naar|door|aan naar) (?P<new>.{1,80})$"
    r"|\b(?:verzet|verplaatst|verschoven|uitgesteld|vervroegd) van (?P<old2>.{1,40}?) naar (?P<new2>.{1,60})$",
    instead=r"in plaats van|i\.p\.v\.|ipv",
    rather=r"^(?:(?:ik|we|wij) (?:heb|hebben|wil|willen|zou|zouden) )?(?:liever|eerder|beter) (?P<new>.{1,60}?) dan"
    r" (?P<old>.{1,60})$",
    negation=r"niet meer|niet langer|niet|geen|nooit",
    but=r"maar|doch",
    linking=r"en|dus",
    fillers=r"toch|meer|langer|wel|graag|maar|liever|echt|hoor|nu|dan|dus|eigenlijk|inmiddels|voortaan|zeker|ook",
    only=r"alleen(?: maar)?|slechts|enkel",
    any_more=r"toch|niet meer|niet langer|bij nader inzien",
    asides=r"want|omdat|vanwege|wegens|die|dat|wie|waar|dankzij|zegt|volgens",
    requests=r"vertel|geef|toon|laat|leg|zet|maak|schrijf|noem|vat|zoek|herhaal|vergelijk|bereken|help|beschrijf"
    r"|definieer|vertaal|som|kun|kan|kunt|weet|graag (?:meer|uitleg)|ik wil (?:graag )?weten|ik zou graag weten"
    r"|(?:en )?hoe zit|wat dacht|meer over|stel|ik vraag me af",
    idle=r"ik (?:snap|begrijp)(?: het| dat)?|(?:je|u) hebt gelijk|wauw|ik zie het"
    r"|dat is (?:interessant|mooi|goed|fijn|waar)",
    wish=r"\b(?:ik|we|wij) (?:wil|willen|zou|zouden|zoek|zoeken|hoop|hopen|hoef|hoeven)\b"
    r"|\b(?:wil|willen|zou|zouden|zoek|zoeken) (?:ik|we|wij)\b|\b(?:graag|liefst|liever|moet|moeten)\b",
    decision=r"\b(?:ik|we|wij) (?:neem|nemen|kies|kiezen|koos|kozen|gaan|ga|boek|boeken|besluit|besloten|doen|doe)\b"
    r"|\b(?:gekozen|besloten|afgesproken|geboekt|besteld|wordt)\b",
    months=r"januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december"
    r"|jan|feb|mrt|apr|jun|jul|aug|sept?|okt|nov|dec",
    weekdays=r"(?:maan|dins|woens|donder|vrij|zater|zon)dag(?:en|ochtend|middag|avond|nacht)?",
    clock=r"uur|u",
    clock_before="om",
    ones="één",
)

_REPAIRS = Repairs(
    dissent="(?:oh)?nee+|neen|sorry|eigenlijk|wacht(?: even| eens)?|oeps|pardon|excuus|neem me niet kwalijk",
    soft="oh?w?|ah|h?m+|eh|ok[eé]?|toch|dan|natuurlijk|trouwens|he|hé|hoor|eige(?:n)?lijk|dus|en",
    slips=r"foutje|(?:ik )?vergis(?:te)? me|ik heb (?:het |me )?verkeerd \w+|typ(?:e)?fout(?:je)?|verkeerd",
    meant=r"ik bedoel(?:de)?(?: eigenlijk)?|ik mein(?:de)?|ik had het over|ik vroeg(?: naar)?|ik wilde weten"
    r"|ik heb het over|het gaat (?:mij |me )?(?:om|over)|doe(?! maar niet)(?: mij| me)?(?: dan)?(?: maar| toch)?"
    r"|maak er",
    meant_after="(?:bedoel(?:de)?|mein(?:de)?)(?: ?ik|k)",
    rejects=r"(?:doe maar )?niet(?! \w+ dan\b)|geen|laat(?= [\w ]+ maar)|in plaats van",
    rejected="(?:interesseert me |hoeft |bedoel ik )?niet|doet er niet toe|heeft er niets mee te maken",
    rather="maar|alleen|wel|liever|toch|dan|enkel|gewoon|slechts|louter|simpelweg",
    presents=r"het (?:is|zijn)(?: er)?|dat (?:is|van(?! \d))|'t is|dit is"
    r"|ik (?:ben|heb|doe|woon)|we (?:zijn|hebben|doen)",
    denial="nee+|neen|nooit",
    assent="ja|jawel|graag|ok[eé]?|doe (?:dat )?maar|prima|goed|alstublieft|aub|dank (?:je|u)(?: wel)?|zeker",
    hedges="denk ik|geloof ik|meestal|misschien|graag|alleen|maar|ja|nee|nou|eh|hm+|ok[eé]?|aub|waarschijnlijk|dus|stel"
    "|het is|'t is|gewoon|he|hé",
    complains=r"\bdat is niet (?:wat|de|het)\b|\bniet (?:die|dat|deze|dit)(?: ene)?(?=[\s,.!]*$|[,.!])|\bniet wat ik\b"
    r"|\bbedoel(?:de)? ik niet\b|\bvroeg ik niet\b|\bverkeerde? (?:antwoord|pagina|plek|stuk)\b"
    r"|\b(?:je|u) begrijpt me (?:niet|verkeerd)\b|\bgeen antwoord op\b|\bmaar dat vroeg ik\b",
    declines=r"ik (?:wil|wilde|bedoel|bedoelde|hoef|vroeg)(?: (?:het|dat|er))? (?:niet|geen)(?: (?:dat|over|naar))?",
)

_REVERSAL = Reversal(
    asks=r"\bweer (?:uit|af|weg|los|terug|ongedaan)\b"
    r"|\b(?:zet|haal|doe|schakel|krijg|maak|gooi|draai)\b.{0,40}\b(?:uit|af|weg|los|terug|ongedaan)\b"
    r"|\b(?:uitzetten|uitschakelen|verwijder\w*|opheffen|annuleren|ongedaan|wissen|stoppen|deactiveren|losmaken"
    r"|terugdraaien|afzetten|weghalen|loshalen)\b",
    says=r"\b(?:uit(?:zet\w*|ge(?:zet|schakeld|vinkt)|schakel\w*)|verwijder\w*|opgeheven|op(?:heffen|heft)"
    r"|annule\w+|ongedaan"
    r"|wis(?:sen|t)?|gewist|deactiv\w+|opnieuw|herstel\w*|deselect\w*|niet (?:langer|meer)"
    r"|terug\w*|losmak\w*|stop\w*)\b"
    r"|\b(?:zet\w*|schakel\w*|haal\w*|hef\w*)\b.{0,40}\b(?:uit|weg|af|op)\b",
)

PATTERNS = Patterns(
    expletive=(
        r"\b(?:is|was|klopt) het (?:dan |ook |echt |wel |nog |altijd )*(?:waar|zo|mogelijk|normaal|toegestaan|"
        r"verplicht|"
        r"verstandig|nodig|beter|makkelijk|moeilijk|legaal|illegaal|veilig|belangrijk)?(?: voor \w+(?: \w+)?)? ?"
        r"(?:dat|om|als|te)\b",
        r"\b(?:gaat|zal) het (?:\w+ ){0,2}(?:regenen|sneeuwen|waaien|vriezen|stormen)\b",
        r"\b(?:regent het|weer (?:is|wordt|was|blijft) het|voor het (?:eerst|laatst)\b|"
        r"het (?:meest|minst|vaakst|liefst)\b)",
        r"\bklopt het dat\b",
        r"\bhoe (?:laat|lang) (?:is|duurt) het(?:$| (?:om|voor|voordat)\b)",
        r"\ber (?:is|zijn|was|waren|bestaan?|geldt|gelden|zit|zitten|staat|staan)\b",
        r"\b(?:is|zijn|was|waren|bestaan?|geldt|gelden|zit|zitten|staat|staan|wordt|worden|kan|kunnen|moet|moeten|mag|"
        r"mogen|gebeurt|komt|komen|hoort|horen) er\b",
        r"\bhoe zit het met\b",
        r"\bhoe gaat het\b",
        r"\b(?:welke|hoeveel|wat voor|wie|wat)(?: \w+){0,3} (?:zijn|is|bestaan|staan|gebeurt|gelden) er\b",
    ),
    meta=(
        r"\bwat (?:hadden|hebben|heb|had) (?:we|wij|ik|je) (?:\w+ ){0,3}"
        r"(?:besproken|gezegd|gevraagd|verteld|behandeld|genoemd)\b",
        r"\bwaar (?:hadden|hebben) (?:we|wij) het (?:\w+ ){0,3}over\b",
        r"\bwat (?:was|waren) mijn (?:\w+ )?vra(?:ag|gen)\b",
        r"\bwat (?:vroeg|zei) (?:ik|je|u)\b",
        r"\bvat (?:het|dit|ons) (?:\w+ )?(?:gesprek )?samen\b",
        r"\bsamenvatting van (?:dit|ons|het) gesprek\b",
        r"\bheb ik (?:dat |dit )?al (?:\w+ )?gevraagd\b",
        r"\bwaar (?:hebben|hadden) we (?:\w+ )?over (?:gepraat|gesproken)\b",
    ),
    repairs=_REPAIRS,
    back="(?:(?:nog|maar|even|eens|dan|om|weer) )*"
    "(?:terug (?:naar|op|te komen op)|terugkomend op|nog (?:even |eens )?over|wat betreft|qua)",
    courtesy=(
        r"^(?:(?:oké|oke|ok|goed|prima|mooi|top|fijn|super|ja|nee)[\s,.!]*)*"
        r"(?:(?:hartelijk |heel erg |erg )?(?:dank|bedankt)(?: ?je ?wel| u ?wel| je| u)?"
        r"(?: voor (?:je|uw|de|het|alle)[\w\s]*)?|hallo|hoi|hé|dag|goede(?:morgen|middag|navond)|doei|tot ziens)"
        r"(?: allemaal| daar)?[\s,.!]*$",
        r"^(?:oké|oke|ok|goed|prima|mooi|top|fijn|super|duidelijk|ik begrijp het)[\s,.!]*$",
    ),
    more=(
        r"^(?:kun je |kunt u |graag )*(?:vertel (?:me |eens )?(?:iets |wat )?meer|meer(?: details|"
        r" informatie)?|ga verder|"
        r"leg (?:dat|het) (?:verder )?uit|licht toe)(?: graag| vertellen)?[\s.?!]*$",
        r"^(?:en )?(?:wat|iets|nog) (?:nog meer|anders|meer)[\s.?!]*$",
        r"^voorbeeld(?:en)?[\s.?!]*$",
    ),
    leans=r"het(?= (?:is|wordt|kan|heeft|gaat|moet|geldt|duurt))|dit|dat|deze|die|zij|ze|hij|hun|hen|haar|zijn"
    r"|daarom|daardoor|daarna"
    r"|daarnaast|daarbij|daarvoor|ook|echter|maar|dus|bovendien|verder|anders|dan|toch|bijvoorbeeld|in dat geval|zo"
    r"|hierdoor|hierbij"
    r"|hiervoor|en|of|wel|beide|er(?= (?:is|zijn))",
    points_back=r"\b(?:deze|zulke) \w{4,}|^in \w+ is dat \w+",
    questions=_QUESTIONS,
    talk=_TALK,
    history=_HISTORY,
    times=_TIMES,
    signs=_SIGNS,
    notations=_NOTATIONS,
    settling=_SETTLING,
    reversal=_REVERSAL,
)
