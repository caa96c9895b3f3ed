"""Five games, each a package of its own behind one contract: `tac`, `tactik`, `tactix`, `tacocat`, `tactiki`.

`contract` is what a game offers the table, `values` what both tell each other, `registry` the list of all games, `ring`
what the two games on a ring of holes share, `house_rules` the open points of a rule book as data, `jsonlines` and
`errors` what all read and raise.
"""
