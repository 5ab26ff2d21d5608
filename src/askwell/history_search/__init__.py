"""How older turns of a conversation are found again: what is kept of each, and what speaks for it.

turn_index (what is kept of a turn), units (those of one line, as columns), query (a question as it is looked for),
score (the order, and how sure it is: a pure function over units), branch_index (one line, ready to be searched), search
(the port `HistorySearcher` over the lines of a store).
"""
