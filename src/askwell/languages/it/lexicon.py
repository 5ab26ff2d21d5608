"""The lexicon of Italian."""

from askwell.languages.lexicon import Lexicon, by_first_word, by_word, families, numbers

_VERBS = """
    abitare accettare acquistare aggiungere aiutare amare andare annullare applicare aprire arrivare aspettare
    aumentare avvenire bastare calcolare cambiare capire cercare chiamare chiedere chiudere cominciare comprare
    comportare comunicare confrontare consegnare considerare consigliare contare contenere continuare controllare
    convenire costare creare credere decidere dedurre denunciare depositare descrivere detrarre dichiarare differire
    dimostrare dipendere diventare durare entrare esistere essere fare finire firmare fissare funzionare garantire
    giocare guadagnare guardare imparare indicare iniziare installare interessare inviare iscrivere lasciare lavorare
    leggere licenziare mandare mangiare migliorare mettere mostrare nascere offrire ottenere pagare parlare partecipare
    partire passare pensare perdere permettere portare potere preferire prendere presentare prevedere produrre
    proteggere pubblicare raggiungere registrare rendere restare restituire ricevere richiedere ridurre riguardare
    rimborsare rinnovare risolvere rispettare rispondere ritirare riuscire salire scadere scaricare scegliere scoprire
    scrivere seguire sentire servire significare smettere spettare spedire spendere spiegare succedere superare
    svolgere tenere tornare trattare trovare usare utilizzare uscire valere vedere vendere venire versare vincere vivere
    volere
"""

_VERB_FORMS = """
    vale vado vai va andiamo vanno viene vengono tiene ottiene contiene fatto detto visto scritto letto preso messo
    chiesto scelto deciso vinto nato morto morì nacque scrisse vinse aperto chiuso spiegami dimmi parlami mostrami
    dammi elenca descrivi confronta riguarda bisogna
"""

_OWNED = """
    aliquota ammontare anno area aspetto attività autore bisogno beneficio calcolo capacità capitale
    caratteristica causa classifica codice colore compito condizione conseguenza contenuto contributo costo criterio
    data deadline definizione detrazione dettaglio differenza dimensione diritto direttore documento dose durata
    eccezione effetto efficacia elenco esempio età fattore fase fine forma formato formula funzionamento funzione futuro
    garanzia importo importanza impatto indirizzo inizio influenza ingrediente inventore limite livello luogo lunghezza
    materiale memoria metodo minimo massimo misura modalità modello motivo nome norma numero obbligo obiettivo opinione
    opzione origine parte passaggio penale percentuale periodo peso pericolo popolazione posizione prezzo principio
    procedura processo produttore proprietà punteggio qualità quantità ragione rapporto regola requisito responsabilità
    risultato rischio ruolo salario sanzione scadenza scopo sede significato simbolo sintomo soglia soluzione
    sovranità spesa stipendio storia struttura svantaggio tariffa tasso temperatura tempo termine tipo titolo utilizzo
    valore vantaggio variante versione
"""

LEXICON = Lexicon(
    language="it",
    stemmer="italian",
    stop_words=frozenset(
        """
        a ad agli ai al alcuni alla alle allo allora altra altre altri altro anche ancora avere aveva avevano c che chi
        ci cioè coi col come con contro cosa così cui d da dagli dai dal dalla dalle dallo degli dei del dell della
        delle dello dentro deve devo devono di dimmi dopo dove dunque e è ecc ed era erano essere fa fanno fare fino
        fra fu furono gli ha hai hanno ho i il in invece io l la le lei li lo loro lui ma me meno mi mia mie miei mio
        molti molto ne negli nei nel nell nella nelle nello no noi non nostra nostre nostri nostro o od ogni oltre
        oppure per perché perciò però più poi possiamo posso possono può puoi qual quale quali qualche quando quanta
        quante quanti quanto quella quelle quelli quello questa queste questi questo qui quindi sarà se sei senza sia
        siamo siano siete sono sopra sotto sta stata state stati stato su sua sue sugli sui sul sull sulla sulle sullo
        suo suoi te ti tra tu tua tue tuo tuoi tutta tutte tutti tutto un una uno v va vi voglio voi vorrei vostra
        vostre vostri vostro
        """.split()
    ),
    pronouns=by_word(
        {"thing": "esso essa", "plural": "essi esse loro", "person": "egli lui lei", "any": "ne", "place": "ci c'"}
    ),
    possessives=by_word({"thing": "suo sua suoi sue", "plural": "loro"}),
    demonstratives=frozenset(
        "questo questa questi queste quello quella quelli quelle quel quei quegli quell quest ciò".split()
    ),
    stand_ins=frozenset("quello quella quelli quelle uno una".split()),
    speakers=frozenset(
        "io mi me mio mia miei mie tu ti te tuo tua tuoi tue noi nostro nostra voi vostro vostra".split()
    ),
    addressees=frozenset("te ti tu tua tue tuo tuoi vi voi vostra vostre vostri vostro".split()),
    owners=frozenset(
        """
        mio mia miei mie tuo tua tuoi tue nostro nostra nostri nostre vostro vostra vostri vostre
        """.split()
    ),
    counting=frozenset("alcuni alcune".split()),
    both=frozenset("entrambi entrambe".split()),
    two="due",
    definite=frozenset("il lo la i gli le l".split()),
    generic_article=True,
    drops_subject=True,
    indefinite=frozenset(
        "un uno una alcuni alcune ogni qualche nessun nessuna molti molte tutti tutte entrambi".split()
    ),
    question_words=frozenset(
        """
            che chi cosa quale quali qual quanto quanta quanti quante come dove quando perché perche dov com cos cui
        ke xke perke xché xchè
        """.split()
    ),
    auxiliaries=frozenset(
        """
        è e' sono sei siamo siete era erano fu furono sarà saranno sia siano essere stato stata stati state ho hai ha
        abbiamo avete hanno aveva avevano avere avrà può puoi posso possiamo possono potete potrebbe potrei deve devo
        devi dobbiamo devono dovrebbe dovrei vuole voglio vorrei vogliono fa fanno fare sta stanno
        """.split()
    ),
    prepositions=frozenset(
        """
        a ad al allo alla all ai agli alle con col contro da dal dallo dalla dall dai dagli dalle dentro di d del dello
        della dell dei degli delle dopo durante entro fino fra in nel nello nella nell nei negli nelle oltre per presso
        senza sopra sotto su sul sullo sulla sull sui sugli sulle tra verso tramite riguardo rispetto
        x
        """.split()
    ),
    of_words=frozenset(
        """
        di d del dello della dell dei degli delle per con contro tra fra in nel nella nell nei nelle a al alla all ai
        alle su sul sulla da dal dalla
        """.split()
    ),
    conjunctions=frozenset("e ed o oppure ma però quindi perché se mentre anche dunque né affinché pero xo xò".split()),
    relatives=frozenset("che cui dove quale quali".split()),
    adverbs=frozenset(
        """
        abbastanza adesso allora ancora anche appena assai attualmente bene c circa comunque così dopo già inoltre
        invece lì là mai meglio meno molto non oggi ora piuttosto più poi prima proprio qui quasi sempre solo
        soltanto soprattutto spesso subito tanto troppo v
        nn si ce cmq piu cosi semplicemente solamente unicamente
        """.split()
    ),
    fixed=by_first_word(
        """
        da solo; da sola; da soli; da sole; sé; da sé; da se; da sé stesso; da sé stessa; per conto suo;
        per conto proprio; del tutto; affatto
        """
    ),
    adjectives=frozenset(
        """
        alto alta alti alte altro altra altri altre basso bassa bello bella breve buono buona caro cara comune corto
        diverso diversa diversi diverse economico economica economici economiche facile difficile famoso famosa generale
        giovane giusto grande grandi grave importante importanti
        italiano italiana lungo lunga maggiore maggiori migliore
        migliori minimo minore minori massimo nazionale necessario necessaria necessari necessarie nuovo nuova nuovi
        nuove piccolo piccola possibile possibili prossimo prossima primo prima principale principali pubblico pubblica
        secondo seconda semplice stesso stessa stessi stesse terzo terza ultimo ultima vecchio vecchia veloce
        """.split()
    ),
    verbs=frozenset(_VERBS.split()),
    verb_forms=frozenset(_VERB_FORMS.split()),
    verb_cut=("are", "ere", "ire"),
    verb_endings=frozenset(
        """
        are ere ire a e i o iamo ate ete ite ano ono isce iscono isco ava eva iva avano evano ivano ato uto ito ata uta
        ita ati uti iti erà irà eranno iranno ando endo ò ì arono arsi ersi irsi arlo arla erlo erla irlo irla
        """.split()
    ),
    owned=frozenset(_OWNED.split()),
    prices=frozenset("cifra costo importo prezzo somma tariffa".split()),
    personal=frozenset("età indirizzo nome numero peso salario stipendio".split()),
    kinds=frozenset("articolo film legge libro metodo modello programma progetto sistema".split()),
    unique=frozenset(
        """
        mondo terra sole luna internet tempo governo polizia
        legge ambiente natura uomo corpo futuro passato presente mare
        papa presidente stato ue usa italia giorno settimana mese anno mattina sera notte
        """.split()
    ),
    persons=frozenset(
        """
        attore attrice autore bambino bambina cantante cittadino dipendente direttore dottore figlia figlio genitore
        lavoratore madre marito medico ministro moglie padre persona presidente re ragazza ragazzo regina scrittore
        signora signore uomo donna
        """.split()
    ),
    comparing=frozenset(
        """
        meglio peggio migliore peggiore altro altra altri altre diverso diversa diversi diverse differenza differenze
        stesso stessa stessi stesse simile simili entrambi entrambe resto più meno
        """.split()
    ),
    pairing=frozenset("tra fra comune".split()),
    joiners=("e", "o"),
    than=frozenset("di del della dell dei che tra fra da dal dalla rispetto a con".split()),
    ordinals=by_word(
        {
            0: "primo prima primi prime 1o 1a",
            1: "secondo seconda 2o 2a",
            2: "terzo terza 3o 3a",
            3: "quarto quarta",
            4: "quinto quinta",
            5: "sesto sesta",
            -1: "ultimo ultima ultimi ultime",
        }
    ),
    openers=frozenset("e ed ma anche pure quindi allora o oppure poi".split()),
    about=("e per quanto riguarda", "e che mi dici di", "che mi dici di", "che ne dici di", "e invece", "e per", "e"),
    interjections=frozenset(
        "sì no ok okay grazie bene perfetto ottimo ciao salve scusa certo capito interessante prego".split()
    ),
    negations=frozenset("neanche né nemmeno neppure nessun nessuna nessuno niente non nulla senza".split()),
    again=frozenset("invece anche lì allora poi quindi".split()),
    calls_for={},
    parts=frozenset(),
    roles=frozenset(),
    needs_object=by_word(
        {
            "": """
                richiedere richiedo chiedere chiedo fare presento compro comprare usare uso ottenere ottengo
                installare annullare rinnovare rinnovo calcolare calcolo scaricare detrarre costa costano funziona
                funzionano dura durano scade scadono vale spetta significa conviene
            """,
            "per": "presentare portare pagare pago serve servono",
            "a": "iscrivermi",
        }
    ),
    scaffold=frozenset(
        """
        differenza differenze confronto confronta significa significato spiega descrivi parlami funziona motivo
        bisogno sapere elenca tipo tipi esattamente succede dice
        """.split()
    ),
    talking=frozenset(
        """
        discusso discutere parlato parlare parlavamo trattato detto dicevo dicevi chiesto chiedere domanda domande
        risposta risposte risposto menzionato conversazione argomento argomenti riassunto riassumi riassumere
        riepilogo riepiloga lista elenco prima finora gia adesso primo ultima ultimo precedente ancora ricordi ricorda
        noi io lei tu mio mia mie nostra nostro qualcosa tutto fammi fai dammi mostrami abbiamo hai ha ho avevamo
        avevo
        """.split()
    ),
    numbers=numbers(
        """
        due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 tredici=13
        quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 diciannove=19 venti=20 trenta=30 quaranta=40
        cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90
        """
    ),
    amounts=frozenset(
        """
        due tre quattro cinque sei sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta cento
        mille mezzo mezza
        """.split()
    ),
    families=families(
        """
        pagare paga pagato pagamento; chiedere chiede chiesto; richiedere richiede richiesto richiesta; scrivere
        scrive scritto; prendere prende preso; perdere perde perso; ricevere riceve ricevuto; scegliere sceglie
        scelto; uomo uomini; figlio figli; presentare presentazione presentato; iscrivere iscrive iscritto iscrizione;
        detrarre detrae detratto detrazione; dedurre deduce dedotto deduzione; spendere spende speso spesa
        """
    ),
    time_words=frozenset(
        """
        ieri oggi domani dopodomani scorso scorsa scorsi scorse prossimo prossima prossimi prossime fa settimana
        settimane mese mesi anno anni giorno giorni mattino mattina sera notte recentemente appena presto lunedi
        martedi mercoledi giovedi venerdi sabato domenica
        """.split()
    ),
    elided=frozenset("l d c v n s t m un all dall dell nell sull quell quest dov com cos".split()),
    titles=frozenset(
        """
        sig sigg sig.ra dott dott.ssa avv geom prof.ssa p.es ad.es es cfr c.d s.m.i d.lgs d.l d.p.r l.r spett gent
        """.split()
    ),
    before_number=frozenset("n num art artt cap pag lett tab".split()),
    may_end=frozenset("ecc s.p.a s.r.l".split()),
    everyday=(
        "Che tempo farà domani?",
        "Chi ha vinto la partita di calcio ieri sera?",
        "Come si fa una torta al cioccolato?",
        "Qual è la capitale del Portogallo?",
        "Raccontami una barzelletta.",
        "Come si fa passare il mal di testa?",
        "Quale film guardo stasera?",
        "Quanto è lontana la luna?",
        "Che ore sono a Tokyo?",
        "Come si ripara una gomma bucata della bicicletta?",
        "Chi ha dipinto la Gioconda?",
        "Qual è un bel nome per un gattino?",
        "Come faccio a dimagrire?",
        "Quando parte il prossimo autobus?",
        "Qual è la radice quadrata di 144?",
        "Quali piante amano l'ombra?",
    ),
)
