# The project's commands. Each one makes .venv first when it is missing or older than the lock file.
PYTHON = .venv/bin/python
PORT ?= 8000
ARENA ?= normal easy --matches 20

.PHONY: play setup test soak bench crowd arena lint fmt messages

play: .venv/.ready  ## play in the browser: http://127.0.0.1:8000 (PORT=…)
	@PORT=$(PORT) $(PYTHON) manage.py play

setup:  ## make .venv
	@bin/setup

.venv/.ready: uv.lock pyproject.toml bin/setup .python-version
	@bin/setup

test: .venv/.ready  ## all tests, on SQLite, on PostgreSQL with Redis and Celery, and in a browser
	@$(PYTHON) bin/test

soak: .venv/.ready  ## kills, attacks, memory (SOAK_MATCHES=3 SOAK_SEED=… SOAK_ATTACKS=… SOAK_MOVES=… SOAK="-k six")
	@services="$$(bin/services start)" && eval "$$services" && $(PYTHON) manage.py collectstatic --no-input --clear -v0 && \
		$(PYTHON) -m pytest tests/soak -s $(SOAK); status=$$?; bin/services stop; exit $$status

bench: .venv/.ready  ## how fast engine, bots and tables are; a move beside boardgame.io (ROUNDS=3 DURATION=4)
	@for name in tests/bench/*.py; do echo "== $$name"; $(PYTHON) -m tests.bench.$$(basename $$name .py) || exit 1; done
	@echo "== tests/bench/comparison"; $(PYTHON) -m tests.bench.comparison

crowd: .venv/.ready  ## whether one core carries many tables for a minute (TABLES=300 EVERY=5 DURATION=60)
	@$(PYTHON) -m tests.bench.comparison.crowd

arena: .venv/.ready  ## how well the bots play, level against level (ARENA="normal easy --seats 6 --matches 40")
	@$(PYTHON) manage.py arena $(ARENA)

lint: .venv/.ready  ## style, of templates too, types and the arrows between packages
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/djhtml --tabwidth 2 --check templates
	bin/lines
	.venv/bin/mypy
	.venv/bin/lint-imports

fmt: .venv/.ready  ## let ruff tidy the code, and djhtml indent the templates
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .
	.venv/bin/djhtml --tabwidth 2 templates

messages: .venv/.ready  ## collect the texts into locale/ (needs gettext) and compile them
	$(PYTHON) manage.py makemessages --locale de --locale ro --no-location --no-obsolete \
		--ignore .venv --ignore var --ignore tests
	$(PYTHON) manage.py compile_messages
