"""The instructions of Dutch documents."""

from askwell.languages.instructions import Instructions

_DONE = (
    "kies|klik|dubbelklik|rechtsklik|selecteer|druk|typ|tik|sleep|vink|open|ga|vul|voer|zet|stel|schakel|maak|plaats"
    "|verwijder|wijzig|voeg|gebruik|herhaal|markeer|bevestig|sluit|start|stop|installeer|log|meld|stuur|vraag|bel|geef"
    "|schrijf|zoek|kopieer|plak|knip|activeer|deactiveer|sla|bewaar|controleer|pas|bewerk|verplaats|draai|trek|duw"
    "|haal|breng|leg|koppel|houd|laat|neem|verander|bepaal|download|upload|teken|scan|hang|giet|meng|spoel|droog|was"
    "|snijd|wacht|volg|bekijk|lees|noteer|ontgrendel|vergrendel|wis|annuleer|herstel|vervang|lever|bezoek|betaal"
    "|reserveer|wikkel|knoop|bind|steek|til|zorg|wijs|roep|importeer|exporteer|configureer|definieer|creëer|deel"
    "|druk|scroll|blader|navigeer|deselecteer|herstart|dien|bereid|schroef|schuif|span"
)

INSTRUCTIONS = Instructions(
    asks=r"\bhoe (?!heet|noem|weet|gaat|ben|bent|zijn|heb|hebt|hebben)\w+ (?:ik|je|jij|u|we|wij|men|iemand)\b"
    r"|\bhoe (?:kan|kun|moet)\w* (?:een|de|het|mijn|mn) \w+|^(?:welke|wat zijn de) stappen\b"
    r"|\bwat moet (?:ik|je|u) doen\b|\bhoe (?:ik|je|u)\b",
    imperatives=rf"(?:{_DONE})(?!\w)(?! (?:van|der)\b)"
    # Any verb before its subject, but not what only tells what is possible or happens.
    r"|(?!(?:\w*dat|met|wat|niet|uit|tot|kunt|hebt|wilt|zult|bent|ziet|krijgt|vindt|weet|merkt|moet|dient|hoeft) )"
    r"\w{2,}t u\b"
    r"|u (?:klikt|kiest|gaat naar|opent|typt|drukt|selecteert|sleept)\b",
    before="dan|nu|eerst|vervolgens|daarna|ten slotte|tot slot|ook|eventueel|opnieuw",
    openers="om|als|wanneer|in|uit|op|onder|na|voor|voordat|nadat|met|zodra|via|indien|wilt u|wil je|vervolgens|daarna"
    "|eerst|ten slotte|tot slot|door",
    ways=r"(?:u kunt|je kunt|je kan) .{3,80}\bdoor .{0,60}\bte (?:klikken|kiezen|drukken|slepen|typen|gebruiken)\b",
    purpose=r"om\b.{1,80}?\bte|wilt u|wil je",
    introduces=r"\b(?:laat|laten|helpt|stelt|stellen) (?:u|je|gebruikers)\b"
    r"|\b(?:dient|dienen|bedoeld|gebruikt) (?:om|voor)\b|\bmet [^,:;]{1,60} (?:kunt u|kun je|kan men)\b"
    r"|\b(?:biedt|bieden|ondersteun(?:t|en))\b"
    r"|^[^,:;]{1,60}? (?:is|zijn) (?:een|de|het)\b",
    particles=frozenset("aan af bij dicht door in los mee na om op open over toe uit terug vast voor weg".split()),
)
