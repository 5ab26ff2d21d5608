"""The orders of Italian."""

from askwell.languages.orders import Orders

ORDERS = Orders(
    override="ignora(?:re|te)?|dimentica(?:re|te|ti)?|trascura|salta|aggira|non seguire|non rispettare",
    rules="istruzion[ei]|regole|direttive|indicazioni|ordini|tutto|(?:di )?sopra|precedent[ei]|prompt|linee guida",
    model=(
        "ia|ai|assistente|chatbot|modello linguistico|bot|prompt di sistema|messaggio di sistema|modalità sviluppatore"
    ),
    role=(
        "ora sei|adesso sei|d'ora in poi|da ora in poi|comportati come|fingi di|fai finta"
        "|devi (?:ora|rispondere|dire|scrivere)|nuov[aei] (?:istruzion[ei]|compito|regol[ae])"
        "|il tuo (?:nuovo|vero|reale) (?:compito|scopo|obiettivo)"
    ),
    opening="per favore|anche|poi|e|ora|infine",
    command=(
        "scrivi|rispondi|di'|stampa|traduci|riassumi|includi|inserisci|aggiungi|sostituisci|genera|fornisci|spiega"
        "|descrivi|racconta|inizia|termina|usa|utilizza|crea|dai|invia|manda|ripeti|menziona|consiglia|elenca"
        "|proponi|componi|codifica|cifra"
    ),
    output=(
        r"(?:la|nella|alla|ogni|tua|il|nel|al|tuo) (?:\w+ )?(?:rispost[ae]|output|messaggio|codice|riassunto"
        "|testo|conclusione)|invece di rispondere|base64|emoji"
        "|in (?:francese|tedesco|spagnolo|inglese|olandese|latino)"
    ),
    withheld=(
        "non (?:dire|menzionare|rivelare|informare|avvisare)|senza (?:dire|menzionare|informare|avvisare)"
        r"|rivela (?:il|la|le) (?:\w+ )?(?:prompt|istruzioni|password|chiave|segreto)"
    ),
    form=(
        r"(?:nella|della|alla|dalla|alla fine della|all'inizio della) tua (?:\w+ )?risposta"
        "|(?:nelle|delle) tue risposte"
        r"|(?:modifica|cambia|inizia|termina|concludi|scrivi|codifica) la tua (?:\w+ )?risposta|nel tuo output"
    ),
)
