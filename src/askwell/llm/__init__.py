"""The judgements by a language model: the same ports as the rules, and the rules behind them when a model fails."""
