# Every command sets up what it needs first; after that the set-up costs nothing.
.PHONY: help setup install run demo test check bench hardware
.DEFAULT_GOAL := help

BIN := .venv/bin
ARGS ?=
# Half of the time tests wait for programs and clocks: three at a time, each file by one of them.
PYTEST = $(BIN)/python -m pytest -n 3 --dist loadfile $(ARGS)
export PATH := $(CURDIR)/$(BIN):$(PATH)
export NODE_PATH := $(CURDIR)/build/node/node_modules

help:
	@echo "make run      play: the companion at the table (ARGS=\"--board serial:auto\")"
	@echo "make demo     listen to a game that plays itself on the virtual table"
	@echo "make test     all tests"
	@echo "make check    style, types and all tests"
	@echo "make bench    the timed figures"
	@echo "make hardware draw templates, circuit boards and printed parts anew (installs KiCad and OpenSCAD)"
	@echo "make install  make this machine the companion of one table (docs/build.md)"
	@echo "make setup    only install what is needed to play"

setup:
	@sh .ci/setup run

install:
	@sh .ci/install $(ARGS)

run: setup
	@$(BIN)/tastkreis run $(ARGS)

demo: setup
	@$(BIN)/tastkreis demo $(ARGS)

test:
	@sh .ci/setup test
	@$(PYTEST)

check:
	@sh .ci/setup test
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(PYTEST)

bench:
	@sh .ci/setup test
	@status=0; for figures in tests/bench/*.py; do \
		name=$$(basename $$figures .py); echo "== $$name"; \
		$(BIN)/python -m tests.bench.$$name || status=1; \
	done; exit $$status

hardware:
	@sh .ci/setup test
	@sh hardware/making/make.sh
