"""Which rule a play breaks, and the facts of it: what a referee would say first.

`play.explain_play` judges a play as it is written, `picture` a board. Both answer with an `Explanation`:
rule id, key, facts, cells. The facts of every key:

| key | rule | facts |
| --- | --- | --- |
| **turn and hand** | | |
| game-over | T8.1 | seat, winner (tuple of seats): the game is won, no card may follow |
| win-unanswered | T8.2 | seat, card, winner: this seat must answer the winning move with its TAC |
| fool-second-card | T6.2 | seat (laid a card), expected (has still to lay its card after the Fool) |
| devil-decides | T6.6 | seat, by (chooses with the Devil; None: nobody), named (who chose; None: the seat) |
| out-of-turn | T2.8 | seat, expected (whose turn it is) |
| not-in-deck | T2.2 | seat, card: this deck has no such card |
| not-held | T3.13 | seat, card |
| sits-out | T4.4a | seat, card: sits out; may only discard or answer with TAC |
| usable-discarded | T3.3 | seat, card, example (an action that it allows): the discarded card itself was usable |
| other-usable | T3.3 | seat, card (discarded), usable (tuple of cards), example (an action of the first) |
| shown-later | T3.3 | seat, card (shown now, was held and usable then), discarded (card), ply (of that discard) |
| **a card with nothing to do** | | |
| tac-first | T5.2 | seat, card: no card before it in this deal |
| tac-after-win | T5.8 | seat, card: no TAC may follow on the TAC that answered the winning move |
| tac-useless | T5.3 | seat, card, taken (the card before, which this seat cannot use) |
| skip-last | T4.4b | seat, card: the last 8 of a deal can only be moved |
| skip-no-piece | T4.4 | seat, card: no own piece on the ring |
| skip-empty-hand | T10.3 | seat, card, next (seat whose hand is empty) |
| fool-last, devil-last | T6.2, T6.6 | seat, card: lapses as the last card of a deal |
| fool-empty-hand, devil-empty-hand | T6.2, T6.6 | seat, card, next (seat whose hand is empty) |
| **the wrong kind of action for the card** | | |
| skip-needs-eight | T4.4 | seat, card |
| exchange-needs-trickster | T4.9 | seat, card, origin, target |
| spread-needs-seven | T4.5 | seat, card, pieces (number) |
| opening-needs-card | T4.2 | seat, card, owner |
| strike-needs-warrior | T6.4 | seat, card |
| hands-need-fool | T6.2 | seat, card |
| needs-devil | T6.6 | seat, card |
| not-for-card | of the card | seat, card: the card does not do this at all |
| **which piece** | | |
| no-piece | T3.5 | seat, card, origin: no piece there |
| not-own | T3.5 | seat, card, origin, owner |
| partner-too-early | T3.5 | seat, card, origin, owner: the 7 is for the partner only once all own pieces are home |
| both-remaining | T9.2 | seat, card, owners (tuple): one card serves one of the two remaining seats |
| opening-other-seat | T3.5 | seat, card, owner |
| opening-empty-yard | T4.2 | seat, card, owner |
| opening-wrong-field | T4.2 | seat, card, owner, target, start (field where it has to go) |
| exchange-no-own-piece | T4.9 | seat, card: no own piece on the ring |
| exchange-off-ring | T4.9 | seat, card, origin: only pieces on the ring are exchanged |
| strike-not-own | T6.4 | seat, card, origin, owner (None: no piece there) |
| strike-not-next | T6.4 | seat, card, origin, target, next (field of the piece that it strikes) |
| angel-other-seat | T6.5 | seat, card, owner, meant (tuple of seats that the Angel is for) |
| angel-must-open | T6.5 | seat, card, owner: its yard is not empty |
| angel-count | T6.5 | seat, card, origin, target, made |
| **the way** | | |
| locked | T3.12 | seat, card, origin, target, owner |
| house-backward | T3.11 | seat, card, origin, target, owner: only steps of a 7 go backward in a house |
| leaves-house | T3.11 | seat, card, origin, target, owner |
| other-house | T1.3 | seat, card, origin, target, owner: into the house of another seat |
| backward | T1.6 | seat, card, origin, target, owner, made (fields backward) |
| four-forward | T4.3 | seat, card, origin, target, owner, made |
| too-few, too-many | T3.2 | seat, card, origin, target, owner, made, needed |
| seven-too-few, seven-too-many | T4.7 | seat, card, made, needed (7) |
| fresh | T3.9 | seat, card, origin, target, owner |
| jump | T3.6 | seat, card, origin, target, owner, over (field jumped), other (owner of the piece there) |
| house-occupied | T3.8 | seat, card, origin, target, owner |
| **only on a board** | | |
| card-first | T3.1 | seat (whose turn it is), owner (of the piece that was moved): moved before a card was laid |
| wrong-yard | T3.7 or T1.4 | seat, card, origin, owner (of the piece), heap (yard or field where it lies) |
| captured-left-out | T3.7 | seat, card, owner, origin: the captured piece is not in its yard |
| tac-no-undo | T5.1 | seat, card, taken: the action before was not taken back |
| tac-only-undone | T5.1 | seat, card, taken: the action before was taken back, nothing more was done |
| not-captured | T3.7 | seat, card, owner, origin: this piece left its field and was not captured |
| in-hand | T3.2 | seat, card, owner, origin: an own piece was taken up and put nowhere |
| no-such-action | of the card | seat, card: no use of the card gives this board |
| no-card | T3.2 | seat: cards are not told, and no card at all gives this board |

With TAC, `taken` (the card it takes over) is added to the facts of all keys; `card` is then still `tac`. Under a Devil
`by` is added. `seat` is the seat whose hand and pieces are used.
"""
