"""Italian words for questions about tables."""

from askwell.languages.tables import Concept, TableWords


def _words(written: str) -> frozenset[str]:
    return frozenset(word.strip() for word in written.split(","))


TABLES = TableWords(
    concepts={
        "price": Concept(
            _words("prezzo,prezzi,costo,tariffa,importo,canone"),
            _words("costa,costano,caro,cara,cari,care,quanto costa,quanto costano,pago,paga"),
            _words(
                "piu economico,piu economica,piu economici,piu economiche,meno caro,meno cara,meno cari,meno care,"
                "costa meno,costano meno,costa di meno,prezzo piu basso"
            ),
            _words(
                "piu caro,piu cara,piu cari,piu care,piu costoso,piu costosa,costa di piu,costano di piu,costa piu,"
                "prezzo piu alto"
            ),
        ),
        "height": Concept(
            _words("quota,altezza,altitudine"),
            _words("alto,alta,alti,alte,in alto"),
            _words("piu basso,piu bassa,piu bassi,piu basse,piu in basso"),
            _words("piu alto,piu alta,piu alti,piu alte,piu in alto"),
        ),
        "length": Concept(
            _words("lunghezza,distanza"),
            _words("lungo,lunga,lontano,distante,dista"),
            _words("piu corto,piu corta,piu breve,piu vicino,piu vicina"),
            _words("piu lungo,piu lunga,piu lontano,piu lontana,piu distante"),
        ),
        "weight": Concept(
            _words("peso"),
            _words("pesa,pesano,pesante"),
            _words("piu leggero,piu leggera,piu leggeri"),
            _words("piu pesante,piu pesanti"),
        ),
        "size": Concept(
            _words("grandezza,superficie,capacita,capienza,dimensione,abitanti"),
            _words("grande"),
            _words("piu piccolo,piu piccola,piu piccoli"),
            _words("piu grande,piu grandi,piu capiente"),
        ),
        "time": Concept(
            _words("ora,orario,partenza,arrivo,inizio"),
            _words("quando,presto,tardi,che ora"),
            _words("piu presto,prima,primo"),
            _words("piu tardi,ultimo,ultima"),
        ),
        "date": Concept(
            _words("data,anno,costruito,fondato,nato"),
            _words("quando,vecchio,nuovo,recente"),
            _words("piu vecchio,piu vecchia,piu antico,piu antica"),
            _words("piu nuovo,piu nuova,piu recente,piu giovane"),
        ),
        "duration": Concept(
            _words("durata,minuti,ore,giorni,tempo"),
            _words("dura,durano,lungo"),
            _words("piu breve,piu corto"),
            _words("piu lungo,piu lunga"),
        ),
        "temperature": Concept(
            _words("temperatura"),
            _words("caldo,freddo,calda,fredda"),
            _words("piu freddo,piu fredda"),
            _words("piu caldo,piu calda"),
        ),
        "speed": Concept(
            _words("velocita"), _words("veloce,lento"), _words("piu lento,piu lenta"), _words("piu veloce,piu veloci")
        ),
        "depth": Concept(
            _words("profondita"),
            _words("profondo,profonda"),
            _words("meno profondo,meno profonda"),
            _words("piu profondo,piu profonda"),
        ),
        "width": Concept(
            _words("larghezza"),
            _words("largo,larga"),
            _words("piu stretto,piu stretta"),
            _words("piu largo,piu larga"),
        ),
        "age": Concept(
            _words("eta"),
            _words("vecchio,vecchia"),
            _words("piu giovane"),
            _words("piu vecchio,piu vecchia,piu anziano,piu anziana"),
        ),
        "pay": Concept(
            _words("stipendio,salario,paga,reddito"),
            _words("guadagna,guadagnano"),
            _words("meno pagato,meno pagata,guadagna meno"),
            _words("piu pagato,piu pagata,guadagna di piu"),
        ),
        "stock": Concept(
            _words("magazzino,giacenza,disponibilita,disponibile,disponibili,scorte,scorta"),
            frozenset(),
            frozenset(),
            frozenset(),
        ),
        "phone": Concept(
            _words("telefono,cellulare,interno,tel"), _words("chiamare,chiamo,telefonare"), frozenset(), frozenset()
        ),
    },
    least=_words("minimo,minima,minore,meno,piu basso,piu bassa,il minor numero di,piu piccolo,piu piccola"),
    most=_words("massimo,massima,maggiore,piu,piu alto,piu alta,il maggior numero di,piu grande"),
    below=_words(
        "sotto,sotto i,prima del,sotto gli,sotto le,meno di,inferiore a,al di sotto di,prima di,prima delle,minore di"
    ),
    above=_words(
        "sopra,sopra i,sopra gli,sopra le,piu di,superiore a,superiori a,oltre,oltre i,al di sopra di,dopo,dopo le,"
        "maggiore di"
    ),
    at_most=_words("al massimo,fino a,entro,non piu di,o meno,massimo"),
    at_least=_words("almeno,minimo,a partire da,non meno di,o piu,da,dal,dai"),
    between=_words("tra,fra,da"),
    until=_words("e,a"),
    dated=_words(
        "prima del,prima di,dopo il,dopo,dal,da,fino al,entro il,entro,tra il,tra,fra il,fra,piu vecchio di,"
        "piu recente di"
    ),
    than=_words("di,dei,del,degli"),
    by=_words("per,ordinati per,ordinate per,in ordine di,ordina per"),
    top=_words("top,primi,prime,migliori"),
    count=_words("quanti,quante,numero di,il numero di"),
    total=_words("totale,in totale,somma,in tutto,complessivo,complessivamente"),
    average=_words("media,in media,medio,mediamente"),
    per=_words("per,ogni,in ogni,per ogni,di ogni,per ciascun,per ciascuna"),
    compare=_words("confronta,confronto,rispetto,differenza,o,oppure"),
    yes=_words("si,s,vero,x,presente,incluso"),
    no=_words("no,n,falso,assente,nessuno"),
    nothing=_words("n.d.,nd,n.p.,sconosciuto"),
    range_to=_words("a,al,fino,alla"),
    range_and=_words("e,o,da,dal,dalla"),
    in_stock=_words("in magazzino,a magazzino,disponibile,disponibili,in giacenza"),
    out_of_stock=_words("esaurito,esauriti,esaurita,esaurite,non disponibile,non disponibili,non in magazzino"),
    without=_words("senza,non,nessuna,nessun,no"),
    months=tuple(
        _words(each)
        for each in (
            "gennaio,gen;febbraio,feb;marzo,mar;aprile,apr;maggio,mag;giugno,giu;luglio,lug;agosto,ago;"
            "settembre,set,sett;ottobre,ott;novembre,nov;dicembre,dic"
        ).split(";")
    ),
    days=tuple(
        _words(each)
        for each in ("lunedi,lun;martedi,mar;mercoledi,mer;giovedi,gio;venerdi,ven;sabato,sab;domenica,dom").split(";")
    ),
    weekend=_words("weekend,fine settimana"),
    weekdays=_words("feriale,feriali,giorni feriali"),
    those=_words(
        "di questi,di queste,di quelli,di quelle,tra questi,tra questi,fra questi,di loro,questi,quelli,quelle"
    ),
    them=_words("suo,sua,suoi,sue,loro,esso,essa,questo,questa,quello,quella,lui,lei"),
    ranks={
        "secondo": 2,
        "seconda": 2,
        "successivo": 2,
        "successiva": 2,
        "terzo": 3,
        "terza": 3,
        "quarto": 4,
        "quarta": 4,
        "quinto": 5,
        "quinta": 5,
    },
    units={
        "metri": "m",
        "metro": "m",
        "chilometri": "km",
        "chilometro": "km",
        "centimetri": "cm",
        "grammi": "g",
        "chili": "kg",
        "chilo": "kg",
        "litri": "l",
        "litro": "l",
        "minuti": "min",
        "minuto": "min",
        "ore": "h",
        "ora": "h",
        "giorni": "d",
        "euro": "€",
        "dollari": "$",
        "sterline": "£",
        "gradi": "°c",
        "percento": "%",
    },
    general=_words(
        "modello,modelli,"
        "lista,elenco,riga,righe,tabella,voce,voci,qualcuno,persona,persone,gente,cosa,cose,tutti,tutte,ogni,mostra,"
        "dammi,dimmi,nome,nomi,numero,valore,tipo,favore,informazioni,trova,trovano,trovo,situato,anche,solo,"
        "disponibile,disponibili,prodotto,prodotti,posto,c'e,ci sono"
    ),
    verbs=_words(
        "e,sono,era,erano,ha,hanno,ho,abbiamo,avete,avere,aveva,fa,fare,fanno,puo,posso,possono,vorrei,"
        "voglio,devo,bisogna,cerco,cercare,vedo,vedere,so,sapere,vado,va,andare,vanno,parte,ferma,prende,"
        "viene,vengono,lavora,lavorano,abita,sta,stanno,si,esiste,esistono,contiene,usa,confronta,ordina,"
        "misurato,misurata,diventa,mostra,mostrami,dimmi,dammi,trovare,trovi"
    ),
    fitting="{count} di {all}:",
    fitting_cut="{count} di {all}, i primi {shown}:",
    shown="{shown} di {count}:",
    shown_known="{shown} di {count}, e altri {without} di cui il valore non è noto:",
    lowest="{column}, valore più basso di {all}:",
    highest="{column}, valore più alto di {all}:",
    lowest_cut="{column}, dal più basso, {shown} di {all}:",
    highest_cut="{column}, dal più alto, {shown} di {all}:",
    rank_lowest="Numero {rank} di {all} per {column}, dal più basso:",
    rank_highest="Numero {rank} di {all} per {column}, dal più alto:",
    average_of="La media di {column} è {value} (valori: {count}).",
    total_of="Il totale di {column} è {value} (valori: {count}).",
    grouped="Per {column}, {count} in tutto:",
    none_fits="Nessuno di {all} corrisponde; i più vicini:",
    unknown="La tabella non dice nulla di: {words}. Ecco che cosa contiene:",
    empty="non indicato",
)
