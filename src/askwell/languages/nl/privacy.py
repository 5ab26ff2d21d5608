"""Words around personal data in Dutch."""

from askwell.languages.privacy import PersonalWords

PERSONAL = PersonalWords(
    phone=r"telefoon(?:nummer)?|tel|mobiel(?:e)?|gsm|fax|bel(?:len|t|de)?|gebeld|bereikbaar|bereiken|whatsapp|app(?:en)?|"
    r"sms|nummer|06-nummer|toestel",
    card=r"(?:credit|betaal|bank)?kaart(?:nummer)?|creditcard(?:nummer)?|pas(?:nummer)?|visa|mastercard|amex|maestro",
    citizen=r"bsn|burgerservicenummer|burger service nummer|sofi(?:-?nummer)?|sofinr|bsn-nummer|persoonsnummer",
    company=r"btw(?:-?(?:nummer|nr|id))?|btw-identificatienummer|omzetbelastingnummer|rsin",
    account=r"iban|rekening(?:nummer)?|bank|bankrekening",
    document=r"paspoort(?:nummer)?|identiteitskaart|id-kaart|rijbewijs(?:nummer)?|documentnummer",
    born=r"geboren|geboortedatum|geboortedag|geb\.?|verjaardag|jarig",
    months=r"januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|jan|feb|mrt|apr|"
    r"jun|jul|aug|sept?|okt|nov|dec",
    titles=r"dhr|mevr|mw|meneer|mevrouw|mijnheer|heer|dr|drs|ir|ing|mr|prof|professor|dokter|juf|meester|familie|fam",
    streets=r"plein|straat|weg|laan|gracht|kade|dijk|park|hof|markt|boulevard|singel",
    street_ends=r"straat|str|weg|laan|plein|gracht|kade|singel|dijk|hof|steeg|pad|dreef|baan|markt|burgwal|haven|"
    r"plantsoen|park|ring|kamp|veld|wal|brink|es|akker|donk|horst|oord|rak|sloot|vaart|wijk|zoom|berg|heuvel",
    small_words="van de der den het 't ter ten te",
    units=r"bus|hs|app(?:artement)?|verdieping",
    boxes="Postbus",
    age=r"N jaar oud|N-jarige?|N jaar|leeftijd:? N",
)
