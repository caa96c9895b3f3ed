"""TAC. Where to look:

| what | modules |
| --- | --- |
| the board, the pieces on it | `board` `position` `position_edit` `picture` |
| cards, hands, what is known of them | `cards` `hands` `knowledge` |
| what a card does | `actions` `steps` `seven` `parts` `masters` `options` `uses` `perft` |
| how a game goes on | `variants` `rules` `settings` `situation` `state` `flow` `course` |
| without cards | `chances` `moment` |
| why a play is not allowed | `attempt` `explain` `explain_cards` `explain_moves` `explain_seven` |
| why a board is not right | `explain_picture` `explain_seen` |
| written down, asked and told | `record` `replay` `questions` `account` |
| as the table and the command line see it | `game` `commands` |
| who plays by itself | `players` |

What it shares with TAC-TIK stands in `engine.ring`.
"""
