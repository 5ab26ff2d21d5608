"""The orders of Dutch."""

from askwell.languages.orders import Orders

ORDERS = Orders(
    override="negeer|vergeet|sla .{0,20}over|omzeil|volg .{0,30}niet|houd je niet aan",
    rules=(
        "instructies?|regels|opdracht(?:en)?|richtlijnen|aanwijzingen|alles|hierboven|bovenstaande|vorige|eerdere"
        "|prompts?"
    ),
    model="ai|assistent|chatbot|taalmodel|bot|systeemprompt|systeembericht|ontwikkelaarsmodus",
    role=(
        "je bent nu|vanaf nu|gedraag je als|doe alsof|speel de rol|je moet (?:nu|antwoorden|zeggen|schrijven)"
        "|nieuwe (?:instructies?|taak|opdracht|regels?)|je (?:nieuwe|echte|eigenlijke) (?:taak|doel|opdracht)"
    ),
    opening="graag|ook|dan|en|nu|tot slot",
    command=(
        "schrijf|antwoord|zeg|print|geef|vertaal|vat .{0,30}samen|voeg|vervang|genereer|leg .{0,30}uit|beschrijf"
        "|vertel|begin|eindig|gebruik|maak|stuur|herhaal|noem|beveel .{0,30}aan|stel .{0,30}op|codeer|versleutel"
    ),
    output=(
        r"(?:je|jouw|uw|het|elk|ieder) (?:\w+ )?(?:antwoord(?:en)?|reacties?|uitvoer|bericht|code"
        "|samenvatting|tekst)|in plaats van (?:te antwoorden|het antwoord)|base64|emoji(?:'s)?"
        "|in het (?:frans|duits|spaans|italiaans|engels|latijn)"
    ),
    withheld=(
        "(?:vertel|zeg|noem|onthul|verraad) .{0,30}(?:niet|nooit|niemand)"
        "|zonder .{0,30}te (?:vertellen|noemen|melden)"
        r"|onthul (?:je|de|het) (?:\w+ )?(?:prompt|instructies|wachtwoord|sleutel|geheim)"
    ),
    form=(
        r"(?:in|aan|uit|van|aan het eind van|aan het begin van) (?:je|jouw|uw) (?:\w+ )?(?:antwoord(?:en)?"
        "|reacties?|uitvoer)"
        r"|(?:wijzig|verander|begin|eindig|schrijf|codeer|sluit) (?:je|jouw|uw) (?:\w+ )?(?:antwoord(?:en)?"
        "|reacties?|uitvoer)"
    ),
)
