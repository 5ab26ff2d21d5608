"""Words around personal data in Dutch."""

from askwell.languages.privacy import PersonalWords

PERSONAL = PersonalWords(
    phone=r"telefoon(?:nummer|nr)?|tel|mobiel(?:e)?|gsm|fax|bel(?:len|t|de)?|gebeld|bereikbaar|bereiken|whatsapp|app(?:en)?|"
    r"sms|06-nummer|toestel|terug(?:bel\w*|gebeld)|opbellen|telegram",
    phone_or_not=r"(?<!-)nummer",
    card=r"(?:credit|betaal|bank)?kaart(?:nummer|nr)?|creditcard(?:nummer|nr)?|pas(?:nummer|nr)?|visa|mastercard|amex|maestro",
    citizen=r"b\.?s\.?n\.?(?:-?(?:nummer|nr))?|burger ?service ?(?:nummer|nr)|sofi(?:-?(?:nummer|nr))?|"
    r"persoons(?:nummer|nr)",
    company=r"btw(?:-?(?:nummer|nr|id))?|btw-identificatienummer|omzetbelastingnummer|rsin",
    account=r"iban|rekening(?:nummer|nr)?|bank|bankrekening",
    document=r"paspoort(?:nummer|nr)?|identiteitskaart|id-kaart|rijbewijs(?:nummer|nr)?|documentnummer",
    reference=r"(?:bestel|order|factuur|artikel|zaak|dossier|klant|polis|track(?:ing)?|referentie|kenmerk|ticket|contract|"
    r"serie|pakket|zending|aanvraag|reserverings?|boekings?|klacht|melding|meldings?)-?(?:nummers?|nrs?|code)?|bestelling|bon|kassabon|"
    r"kvk(?:-?(?:nummer|nr))?|vestigingsnummer|zaaknummer|beschikking|besluit|ref|isbn|ean",
    numbered=r"no|nr|[\w-]{0,20}(?:nummer|nr)",
    digits=tuple("nul een|één twee drie vier vijf zes zeven acht negen".split()),
    amounts=r"euro|eur|dollar|pond|miljoen",
    versions=r"v|versie|release|firmware|build|paragraaf",
    at_sign=r"apenstaartje|apestaartje|at",
    dot=r"punt|dot",
    own_site=r"mijn (?:eigen |persoonlijke )?(?:web ?site|site|blog|web ?pagina|pagina|portfolio)",
    own_pages=r"over-?mij|wie-?ben-?ik|mijn-?profiel|mijn-?cv",
    born=r"geboren|geboortedatum|geboortedag|geb\.?(?:-?dat(?:um|\.)?)?|gebdat(?:um)?|verjaardag|jarig",
    months=r"januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|jan|feb|mrt|apr|"
    r"jun|jul|aug|sept?|okt|nov|dec",
    titles=r"dhr|mevr|mw|meneer|mevrouw|mijnheer|heer|dr|drs|ir|ing|mr|prof|professor|dokter|juf|meester|familie|fam",
    introductions=r"(?:mijn|m'n|me|mn) naam is|naam op (?:de )?kaart|ik heet|t\.?n\.?v\.?|ten name van|op naam van",
    closings=r"groet(?:en|jes)?|mvg|hoogachtend|gr\.?",
    streets=r"plein|straat|weg|laan|gracht|kade|dijk|park|hof|markt|boulevard|singel",
    street_ends=r"straat|str|weg|laan|plein|gracht|kade|singel|dijk|hof|steeg|pad|dreef|baan|markt|burgwal|haven|"
    r"plantsoen|park|ring|kamp|veld|wal|brink|es|akker|donk|horst|oord|rak|sloot|vaart|wijk|zoom|berg|heuvel",
    in_town="te|in",
    small_words="van de der den het 't ter ten te",
    units=r"bus|hs|app(?:artement)?|verdieping",
    boxes="Postbus",
    age=r"N jaar oud|N-jarige?|N jaar|leeftijd:? N",
)
