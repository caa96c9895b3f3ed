"""TAC. Where to look, each folder needing only those above it:

| folder | what | modules |
| --- | --- | --- |
| `board` | the board, the pieces on it | `holes` `position` `edit` `picture` |
| `hands` | cards, hands, what is known of them | `cards` `hands` `knowledge` |
| `settings` | variants, house rules, the lesson | `variants` `rules` `choices` `lesson` |
| `moves` | what a card does | `actions` `situation` `steps` `seven` `masters` `options` |
| `course` | how a game goes on | `state` `flow` `course` `perft` |
| `explain` | why a play or a board is not right | `attempt` `play` `cards` `moves` `seven` `picture` `seen` `parts` |
| `unseen` | what is likely where nobody tells a card | `moment` `uses` `sevens` `nearby` `chances` |
| `record` | written down, played again, asked and told | `notation` `replay` `questions` `account` |
| `players` | who plays by itself | `contract` `lot` `sensible` `open_hands` `match` `usefulness` `worth` |
| | as the table and the command line see it | `game` `commands` |

What it shares with TAC-TIK stands in `engine.ring`.
"""
