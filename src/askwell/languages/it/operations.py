"""The operations of Italian."""

from askwell.languages.operations import Operations, phrases

_LANGUAGES = "inglese olandese italiano francese tedesco spagnolo portoghese polacco turco arabo cinese".split()
_IN_LANGUAGES = ", ".join(
    form.format(name)
    for name in (*_LANGUAGES, "altra lingua", "lingua diversa", "mia lingua")
    for form in ("in {}", "{} favore", "{} piacere", "{} grazie", "stesso in {}", "stessa in {}")
)

OPERATIONS = Operations(
    phrases=phrases(
        {
            "shorter": "breve, brevi, brevissimo, brevemente, corto, corta, corti, accorcia, accorciare, accorciala,"
            " accorcialo, conciso, concisa, concisamente, sintesi, sintetico, sintetica, sinteticamente, sintetizza,"
            " sintetizzare, riassumi, riassumere, riassunto, riassumendo, riassumilo, riassumila, riepilogo,"
            " riepiloga, troppo lungo, troppo lunga, meno parole, punti chiave, succo, tldr, tl dr, tl;dr, poche"
            " parole",
            "sentence": "una frase, sola frase, unica frase, 1 frase, una riga, sola riga, 1 riga, una frasetta",
            "example": "esempio, esempi, esempietto, esemplifica, tipo cosa, tipo, concretamente, ad es",
            "continue": "piu, altro, ancora, continua, continuare, avanti, prosegui, approfondisci, approfondire,"
            " approfondimento, approfondimenti, dettagli, dettaglio, dettagliato, dettagliata, spiega, spiegami,"
            " spiegare, spiegamelo, spiegazione, che altro, cos altro, cosa altro, qualcos altro, qualcosa altro,"
            " maggiori dettagli, lungo, lunga, estendi, spiegalo, spiegala, lista completa, elenco completo, tutta"
            " lista, intera lista, intero elenco, tutto elenco",
            "reason": "perche, come mai, quale motivo, che motivo, il motivo, quale ragione, per come mai, ragioni",
            "check": "sicuro, qual fonte, quale fonte, come sapere, come saperlo, sicura, sicuri, certo, certa,"
            " davvero, vero, veramente, corretto, giusto, fonte, fonti, prova, prove, dove scritto, dove dice, dove"
            " legge, chi dice, come sai, come fai sapere, come sa, secondo chi, su cosa basa, certezza, sei sicuro,"
            " sei sicura, e sicuro, e sicura, sei certo, sei certa, ne sei sicuro, mostra fonte, mostrami fonte,"
            " mostra fonti, mostrami fonti, tua fonte, tue fonti, vostra fonte, vostre fonti, indica fonte, indicami"
            " fonte, indica fonti, indicami fonti, cita fonte, cita fonti",
            "reword": "altre parole, parole diverse, altri termini, altro modo, modo diverso, diversamente,"
            " riformula, riformulare, riformulalo, parafrasa, riscrivi, cosa intendi, che intendi, cosa vuoi dire,"
            " che vuoi dire, cioe, ossia, ovvero",
            "list": "elenco, come elenco, come lista, elenchi, lista, listare, elenca, elencali, elencare, punto per"
            " punto, puntato, numerato, per punti, in punti",
            "repeat": "ripeti, ripetere, ripetilo, ripetila, ripetimelo, ripeta, ridillo, ridimmelo, ridimmi, di"
            " nuovo, altra volta, ancora volta, dillo ancora, dimmelo ancora, da capo, nuovamente",
            "transform": f"{_IN_LANGUAGES}, traduci, traducilo, traducila, tradurre, traduzione, tradotto, poesia,"
            " rima, rime, canzone, filastrocca, barzelletta, battuta, storiella, parole semplici, modo semplice,"
            " termini semplici, piu semplice, piu semplici, semplicemente, semplifica, semplificare, piu facile,"
            " parole facili, linguaggio semplice, spiega bambino, scrivi mail, scrivi e-mail, scrivi lettera, scrivi"
            " tweet, in tabella, tabella, grafico, diagramma, disegno, formale, informale, divertente,"
            " comprensibile, troppo complicato, troppo complicata, troppo difficile",
        }
    ),
    ordered=phrases(
        {
            "check": "da dove viene questo, da dove viene questa informazione, da dove arriva questo, da dove arriva"
            " questa informazione, da dove lo prendi, da dove lo sai, dove lo hai letto, dove hai letto, dove lo hai"
            " preso, dove hai preso, dove lo hai trovato, dove hai trovato, in quale documento lo dice, in quale"
            " documento sta scritto, quale documento lo dice",
            "reword": "non capisco, non lo capisco, non ho capito, non e chiaro",
            "continue": "il resto, mostrami il resto, dimmi il resto, dammi il resto",
            "transform": "come se avessi cinque anni, come se avessi 5 anni, spiega come a un bambino, spiegamelo"
            " come a un bambino, spiegalo come a un bambino",
        }
    ),
    frame=frozenset(
        """
        risposta risposte rispondi versione forma formato stile modo maniera parole parola testo frase frasi dai
        dammi dare dacci dimmi dimmelo dillo dilla dire dirlo dirmelo darmelo dici di dice metti mettilo mettila
        mettere scrivi scrivilo scrivimi fai fallo falla fammi facci fare mostra mostrami vorrei voglio puoi puo
        potresti potrebbe potete vai meglio favore piacere cortesia grazie pf pls plz per piu un uno una l qualche sotto
        punto cosa cose quello questo poco tantino pochino precedente ultima ultimo scusa scusi ok beh mah ehm
        uhm possibile forse adesso ora davvero detto tuo tua sua mi ci lo la ne e ed magari anche proprio
        """.split()
    ),
    no_frame=frozenset(
        """
        noi che chi cosa quale quali qual quanto quanta quanti quante come dove quando perche cui altra altre altri
        altro quella quelle quelli lei lui loro meno senza tra fra contro dopo prima non
        """.split()
    ),
    examples=r"per esempio|ad esempio|ad es\.|per es\.|come (?:nel caso|il caso)|tra cui|esempio?:|esempi:"
    r"|esempi? (?:e|sono|di|include)|un esempio|quali (?:il|la|i|gli|le|un|una)\b",
    reasons=r"perche|poiche|siccome|giacche|in quanto|dato che|visto che|a causa|grazie a|dovut[oaie] a|il motivo"
    r"|motiv[oi] (?:e|sono|per)|la ragione|per questo|percio|pertanto",
)
