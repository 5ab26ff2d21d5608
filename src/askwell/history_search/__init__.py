"""Search for older turns of a conversation.

turn_index (the stored index entry of a turn), units (the turns of one branch as columns), query (a parsed question),
score (relevance scores and probabilities, a pure function over units), branch_index (the index of one branch), search
(the port `HistorySearcher` over the branches of a store).
"""
