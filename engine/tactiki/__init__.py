"""TacTiki: TAC and TIKI with ten pieces each, whose ranks only the owner sees, stacked on five by five squares."""
