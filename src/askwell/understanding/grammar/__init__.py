"""The grammar of follow-ups: what points outside a question, what that may mean, and how a wording is put together.

`resolve` drafts one complete wording. Knowledge of a language comes from `languages/`.
"""
