"""The origins of Dutch."""

from askwell.languages.origins import Origins

_FILES = (
    r"(?:bestand(?:en)?|bijlagen?|uploads?|pdf(?:'s)?|scans?|brie(?:f|ven)|contract(?:en)?|fact(?:uur|uren)|rapport(?:en)?"
    r"|document(?:en)?)"
)

ORIGINS = Origins(
    attachments=rf"(?:dit|dat|deze|die|mijn|ons|onze|beide|bijgevoegde?|geüploade?|eerste|tweede|derde|laatste)"
    rf" {_FILES}"
    rf"|(?:het|de) (?:bijgevoegde |geüploade )?(?:bestand(?:en)?|bijlagen?|uploads?|pdf(?:'s)?|scans?)"
    rf"|(?:ik|we|wij) (?:\w+ ){{0,3}}(?:geüpload|bijgevoegd|gestuurd|toegevoegd)",
    collections=r"(?:jullie|je|uw) (?:documenten|documentatie|bronnen|kennisbank)|de kennisbank"
    r"|(?:de|het) (?:officiële|algemene|gebruikelijke|geldende) \w+"
    r"|de (?:regels|wet|regelgeving|richtlijnen|handleiding)"
    r"|het (?:beleid|reglement|handboek)|in het algemeen|normaal|meestal|gewoonlijk|officieel",
)
