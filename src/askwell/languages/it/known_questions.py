"""The words of Italian that change what a question asks for."""

from askwell.languages.known_questions import KnownQuestionWords

KNOWN_QUESTIONS = KnownQuestionWords(
    past=r"er[aoi]|erano|eravamo|\w+av[aoi]|\w+avano|\w{2,}ev[ao]|\w{2,}evano|\w+ivano|fu|furono|prima d'ora|già|gia"
    r"|(?:ho|hai|ha|abbiamo|avete|hanno) (?:\w+ )?(?:\w+(?:at|it|ut)|fatt|dett|disdett|scritt|lett|pres|chiest|richiest"
    r"|mess|vist|apert|chius|pers|spes)o"
    r"|(?:è|e['’]?|sono|siamo) (?:\w+ )?stat[oaie]",
    future=r"sar(?:[àò]|[ao]['’])|saranno|avr(?:[àò]|[ao]['’])|avranno|\w{2,}[eiar]r(?:[àò]|[ao]['’])|\w{2,}[eia]r+anno"
    r"|prossimamente",
    neutral=frozenset(
        """
        faccio fa fare facciamo modo maniera possibile permesso permessi permessa consentito consentita consentiti
        ammesso ammessa ammessi lecito occorre occorrono serve servono bisogna esattamente precisamente
        salve buongiorno buonasera ciao scusi scusa scusate grazie favore cortesia gentilmente cortesemente
        dite dirmi dire dica dimmi sapere sapete sa sai capire vorrei volevo potrei si entro
        legge norma regola solito normalmente generalmente solitamente previsto prevista previsti prevede
        ammonta ammontano corrisponde risulta esiste aver potere poter dovere dover viene vengono va vanno fatto fatta
        fatti fatte
        """.split()
    ),
    alternations=(("ie", "e"), ("uo", "o")),
    asks=(
        ("time", r"quando|(?:che|quale) (?:giorno|mese|anno|ora|data|scadenza|termine)"),
        ("duration", r"quanto (?:tempo|dur\w+)|quant[ie] (?:giorni|gg|settimane|mesi|anni|ore)"),
        ("amount", r"quant[oaie](?! (?:tempo|dur|giorni|gg|settimane|mesi|anni|ore)\w*)|quant'è"),
        ("person", r"^(?:e )?chi|(?<=[,;:] )chi|(?:da|di|a|fra) chi|chi l[aoie]|paga chi"),
        ("place", r"dove|dov'è"),
        ("reason", r"perché|come mai|per qual[ei] (?:motiv[oi]|ragion[ei])|a (?:che )?cosa serv\w+|a che serv\w+"),
        ("way", r"^(?:e )?come|(?<=[,;:] )come|come (?:si|posso|devo|faccio|fare)"),
    ),
    open=r"qual(?:e|i)?|qual è|che|cosa",
    now="adesso|ora|attualmente|al momento|oggi|ancora|oggigiorno"
    r"|(?<!termine )ultim[oaie](?! (?:giorn[oi]|data|termine|momento|scadenza)\b)",
    must=r"dev[oei]|dobbiamo|dovete|devono|debba|debbano|dovr\w+|obbligat[oaie]|obbligo|obbligatori\w+|tenut[oaie]",
    may=r"poss(?:o|a|ono|ano|iamo|iate|ibile)|puoi|puo|potete|potr\w+|permess[oaie]|consentit[oaie]|ammess[oaie]|lecit[oaie]|facolta",
    since=r"da quando|da (?:che|quale) \w+|da quant\w+|a partire da\w*|a decorrere da\w*|decorr\w+"
    r"|da(?:l|ll['’])? ?(?=\d)|dal (?:mese|giorno|primo)",
    until=r"a quando|fino? (?:a\w*)|entro|non oltre|al piu tardi|scad\w+|ultim[oa] (?:giorno|data|termine)",
    either="o|od|oppure",
    enclitics=r"(?:mi|ti|si|ci|vi|lo|la|li|le|ne|gli|(?:me|te|se|ce|ve|glie)(?:lo|la|li|le|ne))",
    asked_by=(
        ("quando", "data giorno scadenza termine ultimo"),
        ("quanto", "importo somma cifra limite massimo tetto soglia"),
        ("quanti", "numero"),
        ("quante", "numero"),
        ("chi", "carico tenuto obbligato"),
    ),
    same=(
        "limite massimo tetto soglia",
        "importo somma cifra ammontare quantità",
        "soldi denaro",
        "contanti contante cash banconote",
        "pagare pagamento pagabile saldare",
        "pagare liquidare monetizzare monetizzazione",
        "spendere pagare",
        "costo prezzo tariffa costare",
        "scadere scade scadenza finire finisce terminare termina cessare termine",
        "termine scadenza",
        "giorno giorni gg giornata settimana",
        "anno annuo annua annuale annualmente",
        "mese mensile mensilmente",
        "settimana settimanale",
        "valere vale valido valida validità durare dura durata buono",
        "tempo giorni durata",
        "tempo anni",
        "mandare inviare invio trasmettere trasmissione presentare presentazione consegnare consegna inoltrare",
        "compilare riempire",
        "annullare annullamento revocare revoca ritirare ritiro ripensare ripensarci ripensamento disdire disdetta",
        "cambiare modificare variare modifica variazione",
        "chiedere chiesto richiedere richiesta domandare domanda",
        "avere ottenere ottenuto ottiene riceve ricevere prendere riscuotere",
        "spettare spetta dovuto dovuti toccare tocca diritto",
        "dovere obbligo obbligato obbligatorio obbligatoria obbligatorie tenuto tenuta carico",
        "usare uso utilizzare utilizzo usufruire usufruite fruire fruite godere godute godimento usate fatte",
        "ferie vacanza vacanze",
        "inquilino locatario conduttore affittuario",
        "proprietario locatore padrone",
        "affitto affittare locazione locare",
        "casa abitazione alloggio appartamento",
        "datore azienda ditta impresa",
        "lavoratore dipendente lavorare lavoro",
        "requisito requisiti condizione condizioni",
        "documento documenti carte documentazione",
        "modulo formulario",
        "domanda istanza richiesta",
        "iniziare inizio cominciare partire decorrere decorrenza",
        "aprire apertura",
        "chiudere chiusura chiude finire terminare scadere",
        "automobile auto macchina vettura",
        "telefonare telefono chiamare",
        "perdere smarrire smarrito",
        "duplicato copia",
        "iscriversi iscrizione iscrivere registrarsi registrazione",
    ),
)
