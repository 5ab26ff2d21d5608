"""English words for questions about tables."""

from askwell.languages.tables import Concept, TableWords


def _words(written: str) -> frozenset[str]:
    return frozenset(word.strip() for word in written.split(","))


TABLES = TableWords(
    concepts={
        "price": Concept(
            _words("price,cost,fare,fee,rate,charge,rent,amount"),
            _words("cost,costs,expensive,how much,dear,pay,paid,charged"),
            _words("cheapest,cheaper,least expensive,less expensive,lowest price,costs least,costs the least"),
            _words("most expensive,more expensive,priciest,pricier,dearest,dearer,costs most,costs the most"),
        ),
        "height": Concept(
            _words("height,altitude,elevation"),
            _words("high,tall"),
            _words("lowest,lower,lowest lying,shortest,lower down,lowest down"),
            _words("highest,higher,tallest,taller,higher up,highest up"),
        ),
        "length": Concept(
            _words("length,distance,route,walk,way"),
            _words("long,far"),
            _words("shortest,shorter,nearest,nearer,closest,closer"),
            _words("longest,longer,furthest,further,farthest,farther"),
        ),
        "weight": Concept(
            _words("weight,mass"),
            _words("heavy,weigh,weighs"),
            _words("lightest,lighter"),
            _words("heaviest,heavier"),
        ),
        "size": Concept(
            _words("size,area,capacity,surface,volume,population"),
            _words("big,large"),
            _words("smallest,smaller,littlest"),
            _words("biggest,bigger,largest,larger"),
        ),
        "time": Concept(
            _words("time,start,departure,arrival,begin,opening"),
            _words("when,early,late,what time"),
            _words("earliest,earlier,first"),
            _words("latest,later,last"),
        ),
        "date": Concept(
            _words("date,year,born,founded,built,released,since"),
            _words("when,old,new,recent"),
            _words("oldest,older,earliest"),
            _words("newest,newer,latest,most recent,most recently,youngest,younger"),
        ),
        "duration": Concept(
            _words("duration,minutes,hours,days,time"),
            _words("long,last,lasts,take,takes"),
            _words("shortest,shorter,quickest,quicker"),
            _words("longest,longer"),
        ),
        "temperature": Concept(
            _words("temperature,temp"),
            _words("warm,hot,cold"),
            _words("coldest,colder,coolest,cooler"),
            _words("warmest,warmer,hottest,hotter"),
        ),
        "speed": Concept(
            _words("speed"), _words("fast,slow"), _words("slowest,slower"), _words("fastest,faster,quickest,quicker")
        ),
        "depth": Concept(
            _words("depth"),
            _words("deep"),
            _words("shallowest,shallower"),
            _words("deepest,deeper"),
        ),
        "width": Concept(
            _words("width"),
            _words("wide,broad"),
            _words("narrowest,narrower"),
            _words("widest,wider,broadest,broader"),
        ),
        "age": Concept(
            _words("age"),
            _words("old"),
            _words("youngest,younger"),
            _words("oldest,older,eldest"),
        ),
        "pay": Concept(
            _words("salary,wage,wages,pay,income,earnings"),
            _words("earn,earns,earning,earned,paid"),
            _words("lowest paid,worst paid,earns least,earns the least,earns less"),
            _words("highest paid,best paid,earns most,earns the most,earns more"),
        ),
        "stock": Concept(
            _words("stock,inventory,availability,available,in store"), frozenset(), frozenset(), frozenset()
        ),
        "phone": Concept(
            _words("phone,telephone,mobile,ext,extension,tel"), _words("call,ring,reach"), frozenset(), frozenset()
        ),
    },
    least=_words("lowest,least,fewest,smallest,minimum,lower,fewer,smaller,less"),
    most=_words("highest,most,greatest,largest,biggest,maximum,higher,larger,bigger,more"),
    below=_words("under,below,less than,fewer than,lower than,before,smaller than,earlier than"),
    above=_words("over,above,more than,higher than,greater than,after,larger than,exceeding,beyond,later than"),
    at_most=_words(
        "at most,no more than,not more than,up to,max,maximum,within,or less,or under,until,by,or fewer,or earlier"
    ),
    at_least=_words(
        "at least,no less than,not less than,minimum,min,from,starting at,or more,or over,since,and up,or later"
    ),
    between=_words("between,from"),
    until=_words("and,to,until"),
    dated=_words(
        "before,after,since,until,by,from,between,earlier than,later than,older than,newer than,or later,or earlier"
    ),
    than=_words("than"),
    by=_words("by,sorted by,ordered by,in order of,ranked by,sort by,order by,rank by"),
    top=_words("top,best"),
    count=_words("how many,number of,count of,count"),
    total=_words("total,sum,altogether,in total,combined,add up,sum of,total of"),
    average=_words("average,the mean,mean value,on average,the average"),
    per=_words("per,each,every,in each,for each,of each,at each,by each,in every,for every,by"),
    compare=_words("compare,compared,comparison,versus,vs,difference,differ,difference between,or"),
    yes=_words("yes,y,true,x,✓,✔,available,included"),
    no=_words("no,n,false,✗,✘,none,not available"),
    nothing=_words("n/a,n.a.,unknown,not known"),
    range_to=_words("to,through,till,until"),
    range_and=_words("and,or,from"),
    in_stock=_words("in stock,on stock,available,on hand,in store,left in stock"),
    out_of_stock=_words("out of stock,sold out,unavailable,not available,not in stock,no longer in stock"),
    without=_words("no,without,not,lack,lacks,lacking,don't,doesn't,isn't,aren't,haven't,hasn't"),
    months=tuple(
        _words(each)
        for each in (
            "january,jan;february,feb;march,mar;april,apr;may;june,jun;july,jul;august,aug;"
            "september,sep,sept;october,oct;november,nov;december,dec"
        ).split(";")
    ),
    days=tuple(
        _words(each)
        for each in (
            "monday,mon,mondays;tuesday,tue,tues,tuesdays;wednesday,wed,wednesdays;thursday,thu,thur,thurs,thursdays;"
            "friday,fri,fridays;saturday,sat,saturdays;sunday,sun,sundays"
        ).split(";")
    ),
    weekend=_words("weekend,weekends"),
    weekdays=_words("weekday,weekdays"),
    those=_words("of those,of these,of them,those,these,among them,among those"),
    them=_words("it,its,they,them,their,he,she,his,her,him,that one,this one"),
    ranks={
        "second": 2,
        "2nd": 2,
        "next": 2,
        "runner up": 2,
        "third": 3,
        "3rd": 3,
        "fourth": 4,
        "4th": 4,
        "fifth": 5,
    },
    units={
        "metres": "m",
        "meters": "m",
        "metre": "m",
        "meter": "m",
        "kilometres": "km",
        "kilometers": "km",
        "kilometre": "km",
        "centimetres": "cm",
        "centimeters": "cm",
        "feet": "ft",
        "foot": "ft",
        "inch": "inch",
        "inches": "inch",
        "grams": "g",
        "gram": "g",
        "kilos": "kg",
        "kilo": "kg",
        "kilograms": "kg",
        "litres": "l",
        "liters": "l",
        "litre": "l",
        "minutes": "min",
        "minute": "min",
        "mins": "min",
        "hours": "h",
        "hour": "h",
        "hrs": "h",
        "seconds": "s",
        "days": "d",
        "euros": "€",
        "euro": "€",
        "eur": "€",
        "dollars": "$",
        "dollar": "$",
        "bucks": "$",
        "usd": "$",
        "pounds": "£",
        "quid": "£",
        "gbp": "£",
        "degrees": "°c",
        "percent": "%",
    },
    general=_words(
        "model,models,"
        "list,row,rows,table,item,items,entry,entries,anyone,anybody,someone,people,person,thing,things,one,ones,all,"
        "every,each,any,show,give,tell,name,names,number,value,values,please,info,information,details,kind,type,me,"
        "available,exactly,currently,level,levels,option,options,also,only,just,still,listed,called,who,employee,"
        "employees,colleague,colleagues,product,products,place,places,located,found"
    ),
    verbs=_words(
        "is,are,was,were,be,been,has,have,had,having,do,does,did,can,could,would,will,should,may,might,"
        "get,gets,got,getting,find,see,look,looking,want,need,like,know,go,goes,going,leave,leaves,run,"
        "runs,running,stop,stops,take,takes,took,taken,come,comes,work,works,live,lives,stand,stands,"
        "stay,exist,exists,contain,contains,include,includes,hold,holds,offer,offers,reach,reaches,use,"
        "uses,list,lists,compare,sort,order,rank,check,tell,say,says,happen,happens,sit,sits,measure,"
        "measured,become,becomes,grow,grows,put"
    ),
    fitting="{count} of {all}:",
    fitting_cut="{count} of {all}, the first {shown}:",
    shown="{shown} of {count}:",
    shown_known="{shown} of {count}, and {without} more whose figure is not known:",
    lowest="Lowest {column} of {all}:",
    highest="Highest {column} of {all}:",
    lowest_cut="{column}, lowest first, {shown} of {all}:",
    highest_cut="{column}, highest first, {shown} of {all}:",
    rank_lowest="Number {rank} of {all} by {column}, lowest first:",
    rank_highest="Number {rank} of {all} by {column}, highest first:",
    average_of="The average of {column} is {value} (values: {count}).",
    total_of="The total of {column} is {value} (values: {count}).",
    grouped="By {column}, {count} in all:",
    none_fits="None of {all} fits; the nearest:",
    unknown="The table says nothing about: {words}. This is what it has:",
    empty="not given",
)
