"""The instructions of Italian documents."""

from askwell.languages.instructions import Instructions

_STEMS = (
    "aggiung|apr|attiv|avvi|cancell|cerc|chiud|clicc|collega|collegh|compil|conferm|configur|consult|controll|copi"
    "|cre|deselezion|disattiv|digit|elimin|esegu|esport|import|impost|incoll|indic|inser|install|invi|lasci|mant"
    "|mett|modific|muov|pag|porta|posizion|prem|prend|presta|rimuov|ripet|ripristin|riavvi|salv|scaric|sceglie|scegli"
    "|scorr|scriv|scollega|selezion|sostitu|spegn|spost|spunt|stamp|trascin|trov|usa|utilizz|vers|telefon|contatt"
    "|present|spedi|togli|tagli|tir|spin|gir|asciug|lav|append|mescol|attend|aspett|leg|allent|string|colleg|regol"
)
_ENDINGS = "are|ere|ire|rre|ate|ete|ite|a|i|isci|ca|ga|iare|iate|gliere|gliete"

INSTRUCTIONS = Instructions(
    # The first person after any verb's pronouns, `come lo salvo`, but not `come sono` and `come titolo`.
    asks=r"\bcome (?:posso|devo|si(?! chiama)|faccio|fare|chiedere|richiedere|presentare|ottenere|pagare|fa)\b"
    r"|(?:^|[,.:;] |\b(?:e|ma|ok|ah|allora|poi|quindi|invece|dire|intendo|bene) )"
    r"come (?:(?:lo|la|li|le|ne|mi|ci|gli|glielo|me lo|me la) |l')?\w{2,}(?<!on)(?<!an)(?<!ann)o\b"
    r"|\b(?:che )?cosa devo fare\b",
    imperatives=rf"(?:{_STEMS})(?:{_ENDINGS})?(?:l[oaie]|ne|vi|si)?(?!\w)"
    r"|(?:fai|fate|fare|fa') (?:doppio )?clic\b|(?:va|vai|andate|andare|va') (?:a|al|alla|ai|su|nel|nella|in)\b"
    r"|assicurarsi|assicurati|assicuratevi|si (?:prema|scelga|selezioni|apra|faccia clic)\b",
    before="poi|quindi|ora|prima|infine|adesso|eventualmente|successivamente|anche|dapprima|in seguito",
    openers="per|se|quando|in|nel|nella|nell'|nelle|nei|dal|dalla|dall'|da|sul|sulla|dopo|prima|con|una volta|poi"
    "|quindi|infine|successivamente|sotto|facendo",
    ways=r"(?:basta|è sufficiente|occorre|bisogna|si deve|è possibile|puoi|potete|si può|dovete|devi) "
    r"(?:(?:anche|poi|quindi) )?(?:fare (?:doppio )?clic|scegliere|selezionare|premere|usare|utilizzare|aprire"
    r"|trascinare|digitare|inserire|impostare|andare|attivare|disattivare|eseguire)",
    purpose=r"(?:per|se (?:volete|vuoi|si (?:vuole|desidera)|desiderate|desideri)) \w+[aei]r(?:e|l[oaie]|ne|si|vi|ci)?",
    introduces=r"\b(?:permett(?:e|ono)|consent(?:e|ono)|serv(?:e|ono) (?:a|per)|offr(?:e|ono)|support(?:a|ano))\b"
    r"|\baiuta(?:no)?\b"
    r"|\b(?:è|sono) (?:usat|utilizzat|destinat)\w (?:per|a)\b"
    r"|^[^,:;]{1,60}? (?:è|sono) (?:(?:uno?|una|il|la|lo|i|le|gli)\b|un'|l')",
    particles=frozenset(),
)
