"""The steps of one turn, one module per step, in the order in which they run.

screen recall resolve route search rank grade pack write cite remember; then close (ends an unfinished turn), digest
(adds a turn to the memory), graph (the steps as a graph with forks) and plugin_steps (steps of plug-ins).
"""
