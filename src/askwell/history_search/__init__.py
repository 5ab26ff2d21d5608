"""How older turns of a conversation are found again: what is kept of each, and what speaks for it.

imprint (what is kept of a turn), units (those of one line, as columns), sought (a question as it is looked for), score
(the order, and how sure it is: a pure function over units), find (the port `Recollector` over the lines of a store).
"""
