"""TACTIX: two sides of eight dice and a king on nine by nine squares; dice are tipped from square to square."""
