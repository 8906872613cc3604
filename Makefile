# The commands that people and .ci/run use. `make demo` and `make test` work straight after cloning.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
JOBS ?= 2

.PHONY: demo test check lock contract audit clean

demo: $(VENV)/installed  ## set up, then show the whole job on a GitHub that lives on loopback
	@$(BIN)/python -m examples.demo

test: $(VENV)/installed  ## set up, then run all tests
	$(BIN)/python -m pytest -n $(JOBS) -q

check: $(VENV)/installed  ## formatting, lint, types, import contracts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

contract: $(VENV)/installed  ## fetch what the contract tests hold the stand-in to
	npm ci --prefix tests/contract --no-audit --no-fund --loglevel=error
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/contract.txt

audit: $(VENV)/installed  ## known vulnerabilities of what is pinned, as far as the data can be had
	$(BIN)/pip-audit -r requirements/service.txt --disable-pip --require-hashes --progress-spinner off

lock: $(VENV)/installed  ## write the lock files anew
	$(BIN)/uv pip compile -q pyproject.toml -o requirements/action.txt $(LOCK)
	$(BIN)/uv pip compile -q pyproject.toml --extra service -o requirements/service.txt $(LOCK)
	$(BIN)/uv pip compile -q pyproject.toml --extra service --group dev --group contract -o requirements/contract.txt $(LOCK)
	$(BIN)/uv pip compile -q pyproject.toml --extra service --group dev -o requirements/dev.txt $(LOCK)
	$(BIN)/uv pip compile -q --group pyproject.toml:build -o requirements/build.txt $(LOCK)

LOCK := --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

$(VENV)/installed: requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed: make PYTHON=python3.12 …"; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
	  { echo "This Python cannot make virtual environments: apt install python3-venv"; exit 1; }
	@echo "Setting up $(VENV) (once; a minute or two) …"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
