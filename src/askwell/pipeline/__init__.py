"""One turn as a line of steps, one step a file, in the order in which a turn runs them.

state screen recall resolve route search rank grade pack write cite remember, then close (for a turn that did not
come through), digest (what is remembered of it), graph (the line and its forks) and plugged (steps of others in it).
"""
