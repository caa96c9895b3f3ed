"""Positions made by hand from the text of the rules alone: what follows a play, or which rule it breaks."""

# ruff: noqa: E501 (a position is one line, as in a record)

from __future__ import annotations

import pytest
from by_hand import replayed, walked

from engine.registry import commands
from engine.tactiki.board import SHOWN
from engine.tactiki.position import Position as Tactiki
from engine.tactiki.state import begin

START = "a1=w53 b1=w13 c1=w23 d1=w63 e1=wK f1=w63 g1=w23 h1=w13 i1=w53 "
BLACK = "a9=b54 b9=b14 c9=b24 d9=b64 e9=bK f9=b64 g9=b24 h9=b14 i9=b54"
KINGS = "e1=wK e9=bK w"

# rule, variant, position before, action of the side to move, position after or None where the action breaks that rule
TACTIX = [
    ("X1.1", "full", f"{START}{BLACK} w", "a9-a4", None),
    ("X1.2", "full", f"{START}{BLACK} w", "b1-b2", f"{START.replace('b1=w13 ', '')}b2=w36 {BLACK} b"),
    ("X1.2", "full", f"{START}{BLACK} w", "c1-c2-d2", f"{START.replace('c1=w23 ', '')}d2=w65 {BLACK} b"),
    ("X1.2", "full", f"{START}{BLACK} w", "c1-c2-b2", f"{START.replace('c1=w23 ', '')}b2=w15 {BLACK} b"),
    ("X2.1", "full", f"{START}{BLACK} w", "c1-c4", None),
    ("X2.1", "full", f"{START}{BLACK} w", "a1-a3", None),
    ("X2.1", "full", KINGS, "e1-e3", None),
    ("X2.1", "full", KINGS, "e1-e2-d2", None),
    ("X2.2", "full", "e1=wK c3=w23 e9=bK w", "c3-d4", None),
    ("X2.2", "full", "e1=wK c3=w23 e9=bK w", "c3-c4-c3", None),
    ("X2.2", "full", "e1=wK c3=w45 e9=bK w", "c3-c6-c5", None),
    ("X2.2", "full", "e1=wK c3=w45 e9=bK w", "c3-c4-d4-d6", None),
    ("X2.2", "full", "e1=wK c3=w45 e9=bK w", "c3-c4-f4", "e1=wK f4=w63 e9=bK b"),
    ("X2.3", "full", f"{START}{BLACK} w", "a1-f1", None),
    ("X2.3", "full", f"{START}{BLACK} w", "e1-d1", None),
    ("X2.3", "full", "a1=w53 e1=wK a3=b54 e9=bK w", "a1-a6", None),
    ("X2.3", "full", "a1=w53 e1=wK a3=b54 e9=bK w", "a1-a3-d3", None),
    ("X2.3", "full", "a1=w53 e1=wK a6=b54 e9=bK w", "a1-a6", "e1=wK a6=w32 e9=bK b"),
    ("X2.4", "full", "e1=wK c3=w23 e9=bK w", "c3-c4-d4", "e1=wK d4=w65 e9=bK b"),
    ("X2.4", "full", "e1=wK c3=w23 e9=bK w", "c3-d3-d4", "e1=wK d4=w31 e9=bK b"),
    ("X3.1", "full", "e1=wK a8=w12 a9=bK w", "a8-a9", "e1=wK a9=w26 won:w"),
    ("X3.1", "full", "e1=wK a5=bK e8=w12 w", "e8-e9", "e1=wK a5=bK e9=w26 b"),
    ("X3.1", "full", "d1=wK e9=bK w", "d1-e1", "e1=wK e9=bK b"),
    ("X3.1", "full", "e2=bK a5=wK b", "e2-e1", "e1=bK a5=wK won:b"),
    ("X3.1", "full", "e4=wK e9=bK w", "e4-e5", "e5=wK e9=bK b"),
    ("X3.1", "short", "e4=wK e9=bK w", "e4-e5", "e5=wK e9=bK won:w"),
    ("X3.1", "short", "e1=wK e6=bK b", "e6-e5", "e1=wK e5=bK won:b"),
    ("X3.1", "short", "e1=wK e3=w23 e9=bK w", "e3-e5", "e1=wK e5=w54 e9=bK b"),
    ("X4.2", "full", "e1=wK a8=b14 e9=bK w", "a8-a7", None),
]  # fmt: skip

TACTIKI = [
    ("K2.1", "", "T:b2.1=3 K:d4.1=1 T 2", "d4-d3", None),
    ("K2.2", "", "T:b2.1=3 K:d4.1=1 T 2", "b2-b3", "T:b3.1=3 K:d4.1=1 T 1"),
    ("K2.2", "", "T:b2.1=3 K:d4.1=1 T 1", "b2-a2", "T:a2.1=3 K:d4.1=1 K 2"),
    ("K2.2", "", "T:c4.1=3 K:e5.1=1 T 2", "c4-c5", "T:c5.1=3 K:e5.1=1 K 2"),
    ("K2.3", "", "T:b2.1=3 K:d4.1=1 T 2", "b2-b1", None),
    ("K2.3", "", "T:b2.1=3 K:d4.1=1 T 2", "b2-c3", None),
    ("K2.3", "", "T:b2.1=3 K:d4.1=1 T 2", "b2-b4", None),
    ("K2.3", "", "T:b2.1=3 K:d4.1=1 K 2", "d4-d5", None),
    ("K2.3", "", "T:e2.1=3 K:d4.1=1 T 2", "e2-a3", None),
    ("K2.4", "", "T:c3.1=2,b5.1=3 K:e5.1=1 T 2", "b5-c5", None),
    ("K2.4", "", "T:c3.1=2,b5.1=3 K:a5.1=1 K 2", "a5-b5", None),
    ("K2.4", "", "T:c3.1=2,b4.1=2,b5.1=3 K:a5.1=1 T 2", "b4-b5", "T:c3.1=2,b5.1=3,b5.2=2 K:a5.1=1 T 1"),
    ("K2.5", "", "T:b2.1=3+4 K:e5.1=1 T 2", "reincarnate:4@a1", "T:a1.1=4,b2.1=3 K:e5.1=1 K 2"),
    ("K2.5", "", "T:b2.1=3+4 K:e5.1=1 T 1", "reincarnate:4@a1", None),
    ("K2.5", "", "T:a1.1=3+4 K:e5.1=1 T 2", "reincarnate:4@a1", None),
    ("K2.5", "", "T:b2.1=3+4 K:e5.1=1 T 2", "reincarnate:4@a2", None),
    ("K2.5", "", "T:b2.1=3+4 K:e5.1=1 T 2", "reincarnate:4@a5", None),
    ("K2.5", "", "T:b2.1=3+4 K:e5.1=1 T 2", "reincarnate:5@a1", None),
    ("K2.5", "", "T:b2.1=3 K:e5.1=1 T 2", "reincarnate:?@a1", None),
    ("K5.2", "", "T:b2.1=3+4 K:e5.1=1 T 2", "reincarnate:?@a1", "T:a1.1=?,b2.1=3 K:e5.1=1 K 2"),
    ("K5.2", "", "T:b2.1=3+45 K:e5.1=1 T 2", "reincarnate:?@a1", "T:a1.1=?,b2.1=3+? K:e5.1=1 K 2"),
    ("K3.2", "", "T:c3.1=1 K:c4.1=5,e5.1=2 T 2", "c3-c4", "T:c4.1=1 K:e5.1=2+5 T 1"),
    ("K3.2", "", "T:a1.1=2,c3.1=5 K:c4.1=1,e5.1=2 T 2", "c3-c4", "T:a1.1=2+5 K:c4.1=1,e5.1=2 T 1"),
    ("K3.2", "", "T:a1.1=2,c3.1=1 K:c4.1=4,e5.1=2 T 2", "c3-c4", "T:a1.1=2+1 K:c4.1=4,e5.1=2 T 1"),
    ("K3.3", "", "T:c3.1=4 K:c4.1=2,c4.2=3,e5.1=2 T 2", "c3-c4", "T:c4.1=4 K:e5.1=2+23 T 1"),
    ("K3.3", "", "T:a1.1=2,c3.1=4 K:c4.1=5,c4.2=2,e5.1=2 T 2", "c3-c4", "T:a1.1=2+4 K:c4.1=5,e5.1=2+2 T 1"),
    ("K3.3", "", "T:c3.1=4,c4.2=1 K:c4.1=2,c4.3=3,e5.1=2 T 2", "c3-c4", "T:c4.2=1,c4.3=4 K:c4.1=2,e5.1=2+3 T 1"),
    ("K3.4", "", "T:c3.1=3 K:c4.1=3,e5.1=2 T 2", "c3-c4", "T:c4.2=3 K:c4.1=3,e5.1=2 T 1"),
    ("K2.3", "", "T:c4.2=3 K:c4.1=3,e5.1=2 K 2", "c4-c3", None),
    ("K4.1", "", "T:a4.1=5,a5.1=1,a5.2=2,a5.3=3,a5.4=4 K:e5.1=1 T 2", "a4-a5", "T:a5.1=1,a5.2=2,a5.3=3,a5.4=4,a5.5=5 K:e5.1=1 won:T"),
    ("K4.1", "", "T:a4.1=5,a5.2=2,a5.3=3,a5.4=4,a5.5=4 K:a5.1=2,e5.1=1 T 2", "a4-a5", "T:a5.2=2,a5.3=3,a5.4=4,a5.5=4,a5.6=5 K:a5.1=2,e5.1=1 won:T"),
    ("K4.1", "", "T:a3.1=5,a4.1=1,a4.2=2,a4.3=3,a4.4=4 K:e5.1=1 T 2", "a3-a4", "T:a4.1=1,a4.2=2,a4.3=3,a4.4=4,a4.5=5 K:e5.1=1 T 1"),
]  # fmt: skip

TACOCAT = [
    ("O2.2", "A", "3 covered:4 A:1,2,3,4,5,6 B:1,3,4,5,6,8 exchange:A/1", "exchange:1,2", None),
    ("O2.2", "B", "3 covered:4 A:1,2,3,4,5,6 B:1,3,4,5,6,8 exchange:B", "exchange:-", "3 covered:4 A:1,2,3,4,5,6 B:1,3,4,5,6,8 duel:AB"),
    ("O2.7", "A", "3 covered:4 A:1,2,3,4,5,6 B:1,3,4,5,6,8 exchange:B", "exchange:1", None),
    ("O2.7", "B", "3 covered:4 A:1,2,3,4,5,6 B:1,3,4,5,6,8 exchange:B", "exchange:7", None),
    ("O2.3", "B", "3 covered:4 A:5,9 B:5,7,7 duel:B/9", "duel:5", "3 covered:4 A:5,9 B:7,7 attack:A"),
    ("O2.3", "B", "3 covered:4 A:5,9 B:5,7,12 duel:B/9", "duel:12", "3 covered:4 A:5,9 B:5,7 attack:B"),
    ("O2.3", "B", "3 covered:4 A:5,9 B:5,7,8 duel:B/8", "duel:8", "3 covered:4 A:5,9 B:5,7 duel:AB"),
    ("O2.3", "B", "3 covered:4 A:5 B:7,9 duel:B/9", "duel:9", "3 covered:4 A:- B:- deal"),
    ("O2.3", "B", "3 covered:4 A:5 B:7,9 duel:B/8", "duel:9", "3 covered:4 A:5 B:7 show:AB"),
    ("O2.4", "A", "3 covered:4 A:5,5 B:6,7 attack:A", "attack:5,5", None),
    ("O2.4", "A", "3 covered:4 A:5,5 B:6,7 attack:A", "attack:5", "3 covered:4 A:5 B:6,7 answer:B/5"),
    ("O2.4", "A", "3 covered:4 A:3,4,5,9 B:6,7,8,9 attack:A", "attack:3,4", None),
    ("O2.4", "A", "3 covered:4 A:3,3,4,9 B:6,7,8,9 attack:A", "attack:3,3,4", None),
    ("O2.4", "A", "3 covered:4 A:3,4,5,9 B:6,7,8,9 attack:A", "attack:3,4,5", "3 covered:4 A:9 B:6,7,8,9 answer:B/3,4,5"),
    ("O2.4", "A", "3 covered:4 A:3,5,6,9 B:6,7,8,9 attack:A", "attack:3,5,6", None),
    ("O2.7", "A", "3 covered:4 A:5,5 B:6,7 attack:A", "attack:6", None),
    ("O2.5", "B", "3 covered:4 A:5,7 B:4,5,6 answer:B/5", "answer:4", None),
    ("O2.5", "B", "3 covered:4 A:5,7 B:4,5,6 answer:B/5", "answer:low5", None),
    ("O2.5", "B", "3 covered:4 A:5,7 B:4,5,6 answer:B/5", "answer:5", "3 covered:4 A:5,7 B:4,6 attack:B"),
    ("O2.5", "B", "3 covered:4 A:5,7 B:4,5,6 answer:B/5", "answer:low4", "3 covered:4 A:5,7 B:5,6 attack:A"),
    ("O2.5", "B", "3 covered:4 A:5,7 B:6,8,9 answer:B/5", "answer:low6", "3 covered:4 A:5,7 B:8,9 attack:A"),
    ("O2.5", "B", "3 covered:4 A:7 B:4,5,6 answer:B/5,5", "answer:5,6", "3 covered:4 A:7 B:4 show:AB"),
    ("O2.5", "B", "3 covered:4 A:7 B:4,5,6 answer:B/5,5", "answer:low4,low6", None),
    ("O2.5", "B", "3 covered:4 A:7 B:4,5,6 answer:B/5,5", "answer:6,low4", "3 covered:4 A:7 B:5 show:AB"),
    ("O2.6", "B", "3 covered:4 A:3 B:5 show:B/3", "show:5", "2 covered:3,4 A:- B:- deal"),
    ("O2.6", "B", "3 covered:4 A:3 B:3 show:B/3", "show:3", "3 covered:4 A:- B:- deal"),
    ("O3.1", "B", "3 covered:4 A:5 B:3 show:B/5", "show:3", "5 covered:3,4 A:- B:- deal"),
    ("O3.1", "B", "5 covered:3,4 A:2 B:3 show:B/2", "show:3", "2 covered:3,4,5 A:- B:- deal"),
    ("O3.2", "B", "1 covered:2,3,4 A:2 B:3 show:B/2", "show:3", "0 covered:1,2,3,4 A:- B:- won:A"),
    ("O3.2", "B", "7 covered:4,5,6 A:4 B:3 show:B/4", "show:3", "8 covered:4,5,6,7 A:- B:- won:B"),
]  # fmt: skip

REST = "B:y,y,y,y C:y,y,y,y D:y,y,y,y"
# rule, variant, position before, seat and card, position after, whether it may be reached
TACTIK = [
    ("I4.1", "teams4", f"A:05,y,y,y {REST}", "A 4", f"A:01,y,y,y {REST}", True),
    ("I4.1", "teams4", f"A:02,y,y,y {REST}", "A 4", f"A:62,y,y,y {REST}", True),
    ("I4.1", "teams4", f"A:y,y,y,y {REST}", "A 1", f"A:00*,y,y,y {REST}", True),
    ("I4.1", "teams4", f"A:y,y,y,y {REST}", "A 10", f"A:00*,y,y,y {REST}", True),
    ("I4.1", "teams4", f"A:y,y,y,y {REST}", "A 12", f"A:00*,y,y,y {REST}", False),
    ("I4.2", "teams4", f"A:00*,y,y,y {REST}", "A 2", f"A:A2,y,y,y {REST}", False),
    ("I4.2", "teams4", f"A:00*,y,y,y {REST}", "A 2", f"A:02,y,y,y {REST}", True),
    ("I4.2", "teams4", f"A:00*,60,y,y {REST}", "A 5", f"A:00*,01,y,y {REST}", False),
    ("I4.2", "teams4", f"A:00*,60,y,y {REST}", "A 6", f"A:00*,A2,y,y {REST}", False),
    ("I4.2", "teams4", f"A:00*,y,y,y {REST}", "A 10", f"A:00*,00*,y,y {REST}", False),
    ("I4.3", "teams4", "A:y,y,y,y B:00,y,y,y C:y,y,y,y D:y,y,y,y", "A 1", f"A:00*,y,y,y {REST}", True),
    ("I4.3", "teams4", f"A:00,y,y,y {REST}", "A 1", f"A:00*,y,y,y {REST}", True),
    ("I4.4", "teams4", "A:10,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y", "A 8", "A:18,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y", False),
    ("I4.4", "teams4", "A:10,y,y,y B:16,y,y,y C:y,y,y,y D:y,y,y,y", "A 8", "A:18,y,y,y B:16,y,y,y C:y,y,y,y D:y,y,y,y", True),
    ("I4.4", "teams4", "A:18,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y", "A 4", "A:14,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y", False),
    ("I4.5", "teams4", "A:10,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y", "A 6", f"A:16,y,y,y {REST}", False),
    ("I4.5", "teams4", "A:10,y,y,y B:y,y,y,y C:16,y,y,y D:y,y,y,y", "A 6", f"A:16,y,y,y {REST}", True),
    ("I4.6", "teams4", f"A:62,y,y,y {REST}", "A 3", f"A:A1,y,y,y {REST}", True),
    ("I4.6", "teams4", f"A:62,y,y,y {REST}", "A 3", f"A:01,y,y,y {REST}", True),
    ("I4.6", "teams4", f"A:02,y,y,y {REST}", "A 4", f"A:A2,y,y,y {REST}", False),
    ("I4.6", "teams4", f"A:62,A1,y,y {REST}", "A 5", f"A:A1,A3,y,y {REST}", False),
    ("I4.6", "teams4", f"A:00,y,y,y {REST}", "A 3", f"A:A3,y,y,y {REST}", True),
    ("I4.6", "teams6", "A:94,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y E:y,y,y,y F:y,y,y,y", "A 3", "A:A1,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y E:y,y,y,y F:y,y,y,y", True),
    ("I4.7", "teams4", "A:00*,y,y,y B:20,y,y,y C:y,y,y,y D:y,y,y,y", "A swap", "A:20,y,y,y B:00,y,y,y C:y,y,y,y D:y,y,y,y", True),
    ("I4.7", "teams4", "A:05,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y", "A swap", "A:16,y,y,y B:05,y,y,y C:y,y,y,y D:y,y,y,y", False),
    ("I4.7", "two", "A:00*,y,y,y B:y,y,y,y C:32*,y,y,y D:y,y,y,y", "A swap", "A:32,y,y,y B:y,y,y,y C:00,y,y,y D:y,y,y,y", True),
    ("I4.7", "teams4", f"A:05,09,y,y {REST}", "A swap", f"A:05,09,y,y {REST}", True),
    ("I4.8", "teams4", "A:05,y,y,y B:08,y,y,y C:y,y,y,y D:y,y,y,y", "A 7x1", f"A:12,y,y,y {REST}", True),
    ("I4.8", "teams4", f"A:05,08,y,y {REST}", "A 7x1", f"A:12,y,y,y {REST}", True),
    ("I4.8", "teams4", "A:12,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y", "A 7x1", "A:19,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y", False),
    ("I4.8", "two", "A:05,y,y,y B:y,y,y,y C:40,y,y,y D:y,y,y,y", "A 7x1", "A:09,y,y,y B:y,y,y,y C:43,y,y,y D:y,y,y,y", False),
    ("I3.2", "teams4", "A:A1,A2,A3,A4 B:y,y,y,y C:40,y,y,y D:y,y,y,y", "A 2", "A:A1,A2,A3,A4 B:y,y,y,y C:42,y,y,y D:y,y,y,y", True),
    ("I3.2", "teams4", "A:05,A2,A3,A4 B:y,y,y,y C:40,y,y,y D:y,y,y,y", "A 2", "A:05,A2,A3,A4 B:y,y,y,y C:42,y,y,y D:y,y,y,y", False),
    ("I2.3", "three", "A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y E:y,y,y,y F:y,y,y,y", "A 1", "A:y,y,y,y B:y,y,y,y C:y,y,y,y D:48*,y,y,y E:y,y,y,y F:y,y,y,y", True),
    ("I2.3", "three", "A:y,y,y,y B:y,y,y,y C:y,y,y,y D:y,y,y,y E:y,y,y,y F:y,y,y,y", "A 1", "A:y,y,y,y B:16*,y,y,y C:y,y,y,y D:y,y,y,y E:y,y,y,y F:y,y,y,y", False),
    ("I3.2", "simple4", "A:A1,A2,A3,A4 B:y,y,y,y C:40,y,y,y D:y,y,y,y", "A 2", "A:A1,A2,A3,A4 B:y,y,y,y C:42,y,y,y D:y,y,y,y", True),
    ("I2.4", "simple4", "A:05,y,y,y B:y,y,y,y C:40,y,y,y D:y,y,y,y", "A 2", "A:05,y,y,y B:y,y,y,y C:42,y,y,y D:y,y,y,y", False),
    ("I2.4", "simple2", "A:05,y,y,y C:40,y,y,y", "A 2", "A:05,y,y,y C:42,y,y,y", False),
]  # fmt: skip


def last_of(game, variant, position, seat, action):
    head = {"game": game, "notation": 1, "position": position, **({"variant": variant} if variant else {})}
    play = {"seat": seat, "action": action, **({"draw": None} if action.startswith("exchange") else {})}
    return replayed(head, play)[0]


def judged(game, case, variant, seat):
    rule, _, before, action, after = case
    step = last_of(game, variant, before, seat, action)
    if after is None:
        # Whoever moves a piece of the other side breaks the rule of the turn or that of whose piece it is.
        allowed = {"X1.1": {"X4.2"}, "K2.1": {"K2.3", "K2.1"}}.get(rule, {rule})
        assert "violation" in step, step
        assert step["violation"].rule in allowed
    else:
        assert step.get("position") == after, step


@pytest.mark.parametrize("case", TACTIX, ids=lambda case: f"{case[0]} {case[3]}")
def test_tactix(case):
    side = case[2][-1]
    judged("tactix", case, case[1], side)


@pytest.mark.parametrize("case", TACTIKI, ids=lambda case: f"{case[0]} {case[3]}")
def test_tactiki(case):
    judged("tactiki", case, "", case[2].split()[-2])


@pytest.mark.parametrize("case", TACOCAT, ids=lambda case: f"{case[0]} {case[3]}")
def test_tacocat(case):
    judged("tacocat", case, "", case[1])


@pytest.mark.parametrize("case", TACTIK, ids=lambda case: f"{case[0]} {case[3]}")
def test_tactik(case):
    _, variant, before, turn, after, possible = case
    seat, card = turn.split()
    request = {"game": "tactik", "variant": variant, "position": before, "seat": seat, "card": card}
    assert (after in commands("tactik").legal(request)) is possible


TWO_KINGS = {"game": "tactix", "notation": 1, "variant": "full", "position": KINGS}
THERE_AND_BACK = [("w", "e1-d1"), ("b", "e9-d9"), ("w", "d1-e1"), ("b", "d9-e9")]


def test_tactix_third_time():
    # X3.2: the first position counts, so that it stands for the third time after eight plies and not before
    assert walked(TWO_KINGS, THERE_AND_BACK * 2)[-1]["draw"] == "repetition"
    assert "draw" not in walked(TWO_KINGS, (THERE_AND_BACK * 2)[:-1])[-1]


def ring(squares):
    return [f"{a}-{b}" for a, b in zip(squares, squares[1:] + squares[:1], strict=True)]


def fifty(moves):
    """So many moves of each side in which the kings go about on rings of 4 and 14 squares: the board returns after 28."""
    white = ring(["a1", "a2", "b2", "b1"])
    black = ring([f"{file}9" for file in "abcdefg"] + [f"{file}8" for file in "gfedcba"])
    head = {**TWO_KINGS, "position": "a1=wK a9=bK w"}
    turns = [(side, way[n % len(way)]) for n in range(moves) for side, way in (("w", white), ("b", black))]
    return walked(head, turns)


def test_tactix_fifty_moves():
    assert "draw" not in fifty(49)[-1]
    assert fifty(50)[-1]["draw"] == "fifty"
    assert fifty(50)[-1]["plies"] == 100


TIKI = "a5=35,b5=12,c5=42,d5=35,e5=14"


@pytest.mark.parametrize(("setup", "rules"), [
    ("a1=35,b1=12,c1=42,d1=35,e1=1", {"K1.2", "K1.3"}),
    ("a1=35,b1=124,c1=42,d1=35,e1=1", {"K1.2", "K1.3"}),
    ("a1=35,b1=12,c1=42,d1=35,e2=14", {"K1.3"}),
    ("a1=35,b1=12,c1=42,d1=35,e1=13", {"K1.2"}),
])  # fmt: skip
def test_tactiki_setups(setup, rules):
    step = replayed({"game": "tactiki", "notation": 1}, {"setup": {"T": setup, "K": TIKI}})[-1]
    assert step["violation"].rule in rules


def test_tactiki_begins_with_tiki():
    head, setup = {"game": "tactiki", "notation": 1}, {"setup": {"T": TIKI.replace("5=", "1="), "K": TIKI}}
    assert "violation" in replayed(head, setup, {"seat": "T", "action": "a1-a2"})[0]
    assert "position" in replayed(head, setup, {"seat": "K", "action": "a5-a4"})[0]


def test_tactiki_nobody_can_go():
    # K4.2: both pieces have arrived and nothing is defeated; the position names the other side
    head = {"game": "tactiki", "notation": 1, "position": "T:c4.1=3 K:a2.1=1 T 2"}
    step, other, end = walked(head, [("T", "c4-c5"), ("K", "a2-a1")])
    assert step["position"] == "T:c5.1=3 K:a2.1=1 K 2"
    assert other["position"] == "T:c5.1=3 K:a1.1=1 T 2"
    assert (end["winner"], end["draw"]) == (None, "no-move")


def test_tactix_turns():
    # X4.1: nobody plays twice, and nobody plays on once the side to move has no move (X3.2)
    head = {**TWO_KINGS, "position": "e1=wK c3=w23 e9=bK w"}
    assert walked(head, [("w", "c3-c5"), ("w", "e1-d1")])[-1]["violation"].rule == "X4.1"


def test_tactix_nobody_can_move():
    # X3.2: dice with a six on top that touch others on every side, a king behind them
    corner = "a1=wK b1=w63 c1=b54 a2=w63 b2=b54 a3=b54"
    step, end = walked({**TWO_KINGS, "position": f"{corner} e9=bK b"}, [("b", "e9-d9")])
    assert step["position"] == f"{corner} d9=bK w"
    assert (end["winner"], end["draw"]) == (None, "no-move")
    step, end = walked({**TWO_KINGS, "position": f"{corner.replace('a3=b54', 'a9=b54')} e9=bK b"}, [("b", "e9-d9")])
    assert "draw" not in end


BACK_AND_FORTH = [("T", "a1-b1"), ("T", "b1-a1"), ("K", "a5-b5"), ("K", "b5-a5")]


def test_tactiki_quiet_steps():
    # K4.2: two hundred steps in a row of both sides that went sideways
    head = {"game": "tactiki", "notation": 1, "position": "T:a1.1=3 K:a5.1=1,c5.1=2 T 2"}
    steps = BACK_AND_FORTH * 51
    assert walked(head, steps[:199])[-1] == {"winner": None, "plies": 199}
    assert walked(head, steps[:200])[-1] == {"winner": None, "plies": 200, "draw": "no-progress"}
    forward = [*steps[:150], ("K", "c5-c4"), ("K", "a5-b5")]  # one step forward begins the count anew
    rest = [("T", "a1-b1"), ("T", "b1-a1"), ("K", "c4-d4"), ("K", "d4-c4")] * 50
    assert "draw" not in walked(head, [*forward, *rest[:198]])[-1]
    assert walked(head, [*forward, *rest[:199]])[-1]["draw"] == "no-progress"
    assert walked(head, [*forward, *rest])[-1]["violation"].rule == "K4.2"


def test_tactiki_what_a_side_sees():
    # K5.1: the own ranks and those that were shown, no other; what was shown stays known where it moves
    text = "T:b2.1=3,b3.1=4 K:b4.1=2,c4.1=5,e4.1=1 T 2"
    columns = [tuple(one & ~SHOWN for one in column) for column in Tactiki.parse(text).columns]
    state = begin(Tactiki.parse(text)._replace(columns=tuple(columns)))
    assert str(state.board.view("T")) == "T:b2.1=3,b3.1=4 K:b4.1=?,c4.1=?,e4.1=? T 2"
    assert str(state.board.view("K")) == "T:b2.1=?,b3.1=? K:b4.1=2,c4.1=5,e4.1=1 T 2"
