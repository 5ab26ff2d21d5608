"""The lexicon of English."""

from askwell.languages.lexicon import Lexicon, by_first_word, by_word, families, numbers

_VERBS = """
    refinance
    spread stain bother borrow confuse beat protest invade conquer surrender explode trade tax vaccinate emit
    digest inherit hatch migrate pollinate absorb dissolve conduct insure invoice ship deploy host hack encrypt tune
    erupt melt breathe sleep prune plug lend rent hike adopt apologise bake brew breed chew crash dance delete dive
    download dream erase float forgive freeze hibernate hunt leak mine paint park poison pollute pour preserve print
    purr rain repeat roast sail scan shout snow spawn steal swallow sweat taste throw toss upload vanish vote wake
    accept accuse achieve act adapt add admire advertise affect afford agree allow announce answer appear apply
    approve argue arise arrive ask associate attack attend attract avoid base battle become begin believe belong
    benefit bind boil borrow bring broadcast build buy calculate call cancel care carry cast categorise categorize
    cause celebrate change charge check choose claim classify clean climb close collapse collect combine come compare
    compete compose compute concern conclude confirm connect consider consist constitute construct consume contain
    continue contrast contribute control convert cook cope cost cover create criticise criticize cross cultivate cure
    cut damage deal decide decline decrease defeat define deliver depend derive describe design destroy detect
    determine develop diagnose die differ differentiate digest discover discuss display distinguish distribute donate
    draw drink drive drop dry earn eat edit educate elect emerge employ enable encounter encourage end endorse enforce
    enjoy enroll ensure enter escape establish evaluate evolve exist expand expect expire explain explore express
    extend extract face fail fall feature feed feel fight file fill film find finish fit fix fly focus follow forgive
    form found function gain generate get give go govern graduate grow handle happen harm harvest hate have hear help
    hide hire hold hurt identify impact implement implicate improve include increase indicate infect influence inspire
    install interact introduce invent invest involve join keep kill know lack last launch lay lead learn leave let lie
    like limit list live look lose love lower maintain make manage market marry matter mean measure meet mention merge
    migrate mix monitor motivate move need negotiate observe obtain occur offer open operate oppose organise organize
    originate outline overcome own participate pass pay perform pick plan plant play pop portray practice predict
    prefer prepare present prevent produce programme prohibit promote protect prove provide publish pull purchase push
    put qualify raise reach react read receive recognise recognize recommend record recover reduce refer regulate
    relate release rely remain remember remove renew repair replace report represent require research respond result
    retire return reuse reveal rise ruin rule run save say search secure see seem sell send separate serve set settle
    shape share shoot show sign sing sleep smoke solve sound speak spend split spread stand start state stay stop store
    strengthen study submit succeed suffer suggest support surprise survive swim switch take talk tap teach tell tend
    test think threaten thrive train transfer transform translate travel treat trigger try turn understand upgrade use
    vary view violate visit vote wait walk want warn wash watch weigh weigh wear win wish withdraw work worry write
"""

_VERB_FORMS = """
    became began begun bought broke broken brought built came caught chose chosen cost died done drank drew driven
    drove ate eaten fallen fell felt forgot forgotten fought found flew flown gave given gone got gotten grew grown
    heard held hid hidden hit hurt kept knew known laid lain lay led left lent let lost made meant met paid put ran
    read risen rose said sang sat saw seen sent set shot shown slept sold sought spent split spoke spoken spread stood
    stuck sung swam sworn swum taken taught thought told took understood went woke won wore worn wrote written born
    dying lying
"""

_OWNED = """
    ability address advantage aftermath age aim amount application approach area argument aspect author average award
    background battery basis beginning behaviour behavior benefit bonus brand budget cause challenge change
    characteristic choice climate color colour complication component composition con condition consequence content
    cost criterion culture cure date deadline death definition degree depth design detail development diagnosis diet
    difference dimension disadvantage discount document dose dosage downside drawback duration duty economy effect
    efficacy eligibility end environment etymology evidence exception experience explanation extent factor feature fee
    field filing finding fine flavor flavour focus form format formula function funding future goal group guarantee
    habitat head height history idea impact implication importance income influence ingredient intention inventor issue
    job key kind lead leader legacy length level life lifespan limit limitation location lyric maker manufacturer
    maximum meaning measure mechanism medium member memory method minimum mission model motive name nature need number
    objective office opinion option organ origin outcome owner parameter part payment penalty percentage performance
    phase plan plot policy population position possibility power precaution premise price principle pro problem
    procedure process producer product prognosis property purpose quality range rate rating reason reaction
    recommendation record relation relationship release requirement resolution result return reward risk role rule
    salary schedule score screen season setting shape side sign significance size source speed stage standard status
    step storage strategy strength structure style subject success summary supply support survival symptom taste team
    technique theory temperature term theme time title topic trait transmission treatment trend trigger type usage use
    value variation variety version view warranty weakness weight width year
"""

LEXICON = Lexicon(
    language="en",
    stemmer="english",
    stop_words=frozenset(
        """
        a about above after again against all also am an and any are aren't as at be because been before being below
        between both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each
        else etc few for from further get gets got had hadn't has hasn't have haven't having he her here hers herself
        him himself his how i i'd i'll i'm i've if in into is isn't it it's its itself just let's many may me might
        more most much must my myself no nor not now of off on once one ones only or other others ought our ours
        ourselves out over own per please same shall she should shouldn't since so some such tell than thanks that
        that's the their theirs them themselves then there these they they're this those through to too under until
        up upon us very was wasn't we were weren't what what's when where which while who whom whose why will with
        won't would wouldn't yes you your yours yourself yourselves
        """.split()
    ),
    pronouns=by_word(
        {
            "thing": "it itself",
            "person": "he him himself she her hers herself",
            "plural": "they them theirs themselves",
            "place": "there",
        }
    ),
    possessives=by_word({"thing": "its", "person": "his her", "plural": "their"}),
    demonstratives=frozenset("this that these those".split()),
    stand_ins=frozenset("one ones".split()),
    speakers=frozenset("i me my mine you your yours we us our ours myself yourself ourselves u ur".split()),
    addressees=frozenset("you your yours yourself yourselves".split()),
    owners=frozenset(
        """
        my your our
        """.split()
    ),
    counting=frozenset("any some many several few".split()),
    both=frozenset("both".split()),
    two="two",
    definite=frozenset(["the"]),
    generic_article=False,
    drops_subject=False,
    indefinite=frozenset("a an some any each every no many much several few most all both various enough".split()),
    question_words=frozenset("what which who whom whose when where why how whats wheres hows whos whens".split()),
    auxiliaries=frozenset(
        """
        am is are was were be been being do does did doing have has had having can could will would shall should may
        might must ought 's 're 've 'll 'd 'm isn't aren't wasn't weren't don't doesn't didn't haven't hasn't hadn't
        can't cannot couldn't won't wouldn't shouldn't shan't mustn't
        dont doesnt didnt cant isnt arent wasnt wont couldnt wouldnt
        """.split()
    ),
    prepositions=frozenset(
        """
        about above across after against along among amongst around as at before after below beneath beside besides
        between beyond by despite down during except for from in inside into like near of off on onto out outside over
        past per regarding since than through throughout till to toward towards under underneath unlike until up upon
        versus vs via with within without worth
        """.split()
    ),
    of_words=frozenset("of for in on to at between from with against about by".split()),
    conjunctions=frozenset("and or but nor so because if while although though whereas unless yet whether".split()),
    relatives=frozenset("that which who whose whom where when".split()),
    adverbs=frozenset(
        """
        abroad ahead apart aside forward nearby
        anybody anyone anything everybody everyone everything nobody nothing somebody someone something actually
        again ago almost already also always approximately away back basically currently else especially
        even eventually ever exactly first generally here how however instead just later mainly maybe merely mostly
        never not now n't often once only originally perhaps please possibly probably quite rather really recently
        simply solely still so soon then today together tomorrow too typically usually very well yesterday yet much
        """.split()
    ),
    fixed=by_first_word(
        """
        at all; as well; by itself; by himself; by herself; by themselves; by myself; by yourself; on its own;
        on his own; on her own; on their own; on my own; on your own
        """
    ),
    adjectives=frozenset(
        """
        able active actual advanced available average bad basic best better big biggest cheap cheaper cheapest clean
        clear cold common complex current dangerous different difficult early easier easiest easy effective expensive
        famous fast faster fastest few final first free fresh full further general good great greatest hard harder
        healthy heavy high higher highest hot huge important interesting key known large larger largest last late
        latest least less light local long longer longest low lower lowest main major many modern more most much
        natural necessary new newer newest next nice normal notable old older oldest open original other particular
        physical poor popular possible potential practical primary public quick rare real recent related responsible
        rich right safe same second secondary serious several severe short similar simple single slow small smaller
        smallest special specific strong stronger successful such suitable third top traditional true typical unique
        useful usual various well-known whole wide worse worst wrong young
        """.split()
    ),
    verbs=frozenset(_VERBS.split()),
    verb_forms=frozenset(_VERB_FORMS.split()),
    verb_cut=(),
    verb_endings=frozenset(),
    owned=frozenset(_OWNED.split()),
    prices=frozenset("amount budget cost fee price sum".split()),
    personal=frozenset(
        "address age birthday experience height income job memory name number office salary status weight".split()
    ),
    kinds=frozenset(
        """
        album app article benchmark book city company course device drug film framework game law library medicine
        method model movie organisation organization paper phone play program programme project series show software
        song study system team tool
        """.split()
    ),
    unique=frozenset(
        """
        world earth sun moon sky internet web weather government president us u.s usa uk eu un ocean sea country past
        future present media police law environment public difference way human body brain planet universe west east
        north south morning evening night day week month year time middle bible olympics economy stock market
        """.split()
    ),
    persons=frozenset(
        """
        actor actress artist athlete author boy brother candidate captain character child coach composer daughter
        director doctor driver engineer explorer father founder girl guitarist head hero husband inventor judge king
        lawyer leader man minister mother musician owner painter parent person philosopher player poet politician
        president prince princess producer queen rapper scientist senator singer sister son teacher wife winner woman
        writer
        """.split()
    ),
    comparing=frozenset(
        """
        better worse best worst cheaper cheapest other others another else different differ similar same alternative
        alternatives alike difference differences both either neither compare compared rest more most less least
        """.split()
    ),
    pairing=frozenset("between common".split()),
    joiners=("and", "or"),
    than=frozenset("than as from to with versus vs between among".split()),
    ordinals=by_word(
        {
            0: "first 1st former",
            1: "second 2nd",
            2: "third 3rd",
            3: "fourth 4th",
            4: "fifth 5th",
            5: "sixth 6th",
            6: "seventh",
            7: "eighth",
            8: "ninth",
            9: "tenth",
            -1: "last latter final",
        }
    ),
    openers=frozenset("and but also or then plus so".split()),
    about=("what about", "how about", "and what about", "and how about", "what if it's", "same for", "and for"),
    interjections=frozenset(
        """
        ah aha alright cool fine good great hello hey hi hm hmm interesting nah no nope oh ok okay please right sorry
        sure thank thanks understood wow yeah yep yes
        """.split()
    ),
    negations=frozenset("cannot neither never no nobody none nor not nothing nowhere without".split()),
    again=frozenset("instead too either then therefore thereby similarly likewise afterwards".split()),
    calls_for={},
    parts=frozenset(),
    roles=frozenset(),
    needs_object=by_word(
        {
            "for": """apply qualify register bring submit pay sign need needed require required qualified eligible
                available necessary""",
            "in": "enroll enrol participate included involved inside",
            "": """renew cancel use install prevent treat cure buy get avoid cause invent discover fix make choose
                return include involve contain cover receive develop create start found write direct produce""",
            "to": "compare contribute lead happen relate belong react reacted similar equivalent",
            "on": "depend",
            "from": "differ exempt withdraw withdrawn different",
        }
    ),
    scaffold=frozenset(
        """
        difference differ different compare comparison versus vs mean meaning stand explain describe define tell work
        works reason need know want find give list name kind type exactly according happen use say look like use does
        """.split()
    ),
    talking=frozenset(
        """
        discuss discussed discussion talk talked talking speak spoke spoken cover covered say said tell told ask asked
        asking question questions answer answers answered mention mentioned conversation chat topic topics subject
        subjects summary summarise summarize recap list earlier before previously already now first last previous
        again remember recall we us our i me my you your far thing things anything something everything give make
        please show
        """.split()
    ),
    numbers=numbers(
        """
        two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14
        fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60
        seventy=70 eighty=80 ninety=90
        """
    ),
    amounts=frozenset(
        """
        two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred thousand
        half dozen
        """.split()
    ),
    families=families(
        """
        begin began begun; break broke broken; bring brought; build built; buy bought; choose chose chosen; cost
        costs; draw drew drawn; fall fell fallen; find found; give gave given; grow grew grown; hold held; keep kept;
        know knew known; lead led; leave left; lend lent; lose lost loss; mean meant; meet met; pay paid payment; rise
        rose risen; run ran; say said; see saw seen; sell sold; send sent; show showed shown; spend spent; take took
        taken; teach taught; tell told; think thought; win won; write wrote written; child children; person people;
        wife wives; life lives; apply application; enroll enrol enrolment enrollment; eligible eligibility; train
        training trained
        """
    ),
    time_words=frozenset(
        """
        yesterday today tomorrow tonight last next ago since week weeks weekend month months year years day days
        morning mornings evening evenings night nights recently just soon monday tuesday wednesday thursday friday
        saturday sunday
        """.split()
    ),
    elided=frozenset(),
    titles=frozenset(
        """
        dr mr mrs ms prof st hon rev gov sen rep gen e.g i.e eg ie cf vs viz approx incl excl est dept
        """.split()
    ),
    before_number=frozenset("no nos num max min art p pp fig figs sec sect par vol ch col tab eq app §".split()),
    may_end=frozenset("etc inc ltd co corp jr sr a.m p.m al".split()),
    everyday=(
        "What will the weather be like tomorrow?",
        "Who won the football match last night?",
        "How do I bake a chocolate cake?",
        "What is the capital of Portugal?",
        "Tell me a joke.",
        "How do I get rid of a headache?",
        "Which film should I watch tonight?",
        "How far away is the moon?",
        "What time is it in Tokyo?",
        "How do I repair a flat bicycle tyre?",
        "Who painted the Mona Lisa?",
        "What is a good name for a kitten?",
        "How do I lose weight?",
        "When does the next bus leave?",
        "What is the square root of 144?",
        "Which plants like shade?",
    ),
)
