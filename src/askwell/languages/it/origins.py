"""The origins of Italian."""

from askwell.languages.origins import Origins

_FILES = (
    r"(?:file|allegat[oi]|pdf|scansion[ei]|letter[ae]|contratt[oi]|fattur[ae]|relazion[ei]|rapport[oi]"
    r"|document[oi])"
)

ORIGINS = Origins(
    attachments=r"(?:quest[oaie]|quel(?:l[oaie])?|quei|mi[oa]|miei|mie|nostr[oaie]|prim[oa]|second[oa]|terz[oa]|ultim[oa])"
    rf" {_FILES}"
    rf"|{_FILES} (?:allegat[oaie]|caricat[oaie])"
    r"|(?:il|i|lo|gli|l'|nel|nell'|dal|dall'|sul|sull') ?(?:file|allegat[oi]|pdf)"
    rf"|(?:ho|abbiamo) (?:appena )?(?:caricato|allegato|inviato|mandato|aggiunto)",
    collections=r"(?:tuoi|vostri|suoi) documenti|(?:tua|vostra) documentazione|(?:tue|vostre) fonti"
    r"|base di conoscenza|(?:la|le|il|i) (?:legge|norm[ae]|regole|regolament[oi]|normativa|manuale|linee guida)"
    r"|in generale|generalmente|normalmente|di solito|ufficialmente",
)
