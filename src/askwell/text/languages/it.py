"""Italian."""

from askwell.text.languages.lexicon import Lexicon

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
)
