# `make play` and `make test` are all most people need; `make help` lists the rest.
# Everything installed goes to .venv, everything built to build/. Nothing asks a question.

VENV := .venv
BIN := $(VENV)/bin
# What is never imported, most of PyTorch, need not be compiled: Python does it at the first import.
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq --no-compile
# Debian 12's own pip is too old to hand settings to a build.
# Another nanobind would write the modules' stubs otherwise.
BUILD_TOOLS := 'pip>=23.1' 'scikit-build-core>=0.10' nanobind==3.1.0 'cmake>=3.18' ninja
# The checkout itself is installed (a changed .py needs no reinstall) and CMake, below, builds the
# native modules beside their sources: pip is asked for the rest only.
EDITABLE := --no-build-isolation -Cwheel.cmake=false -Cwheel.py-api=py3 \
  -Ceditable.mode=inplace -c constraints.txt -e
CMAKE := PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/cmake
MODULES := build/native
SANITIZED := build/sanitized
# What checks the page besides a browser: not shipped, and left out where there is no npm.
PAGE := build/page
PAGE_TOOLS := typescript@7.0.2 axe-core@4.14.1
export TENGEN_TSC ?= $(CURDIR)/$(PAGE)/node_modules/.bin/tsc
export TENGEN_AXE ?= $(CURDIR)/$(PAGE)/node_modules/axe-core/axe.min.js
# Where Python keeps no bytecode, as in many a container, each of the hundreds of processes that tests
# start would compile PyTorch again: there it is kept in build/.
ifdef PYTHONDONTWRITEBYTECODE
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/build/bytecode
endif
# Each of the processes that run tests would compile all that they import, at the same time as the
# others: it is imported once before.
COMPILED := build/.compiled
JOBS ?= 2
# Many tests wait for a clock or a browser, so there is one more at work than there are cores, and
# none splits its sums among threads, which wait for each other by spinning. Who has run out of tests
# takes some of another's: those in a browser lie together and last.
PYTEST := OMP_NUM_THREADS=1 $(BIN)/python -m pytest -q -n $$(($(JOBS) + 1)) --dist worksteal
SAY := @echo "tengen:"
# Runs a command that has something to say only when it fails.
quietly = told="$$( { $(1) ; } 2>&1)" || { echo "$$told"; exit 1; }
# What `make play` hands to the studio, such as STUDIO='--port 8080 --no-browser'.
STUDIO ?=

.PHONY: play test test-long lint native-test build bench docs wheel clean distclean help
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

help:
	@echo "make play       build Tengen and open the studio in the browser"
	@echo "make test       run every check"
	@echo "make test-long  run the checks that take long as well"
	@echo "make bench      measure speed, memory and strength against the peers"
	@echo "make build      rebuild the native modules of this checkout (seconds)"
	@echo "make docs       build the documentation into build/site"
	@echo "make wheel      build sdist and wheel, and prove the wheel in an empty environment"
	@echo "make clean      remove what was built; make distclean also removes .venv"

play: $(VENV)/.tools
	@$(MAKE) --no-print-directory -j 2 $(VENV)/.play build
	$(SAY) opening the studio "(Ctrl-C stops it)"
	@exec $(BIN)/tengen studio $(STUDIO)

# What is installed comes over a network and many tests wait for a clock or a browser: native tests,
# types and style take that time, nicely.
test: $(VENV)/.tools
	@nice $(MAKE) --no-print-directory native-test & native=$$!; lint=; \
	  trap 'kill $$native $$lint 2>/dev/null' EXIT; \
	  $(MAKE) --no-print-directory -j 2 build $(VENV)/.test $(PAGE)/.made || exit; \
	  { { [ -x /usr/bin/chromium-headless-shell ] || [ -x /usr/bin/chromium ]; } && \
	    [ -x /usr/games/gnugo ]; } || ./setup test || \
	    echo "tengen: without Chromium or GNU Go, tests that need them are skipped"; \
	  echo "tengen: tests"; \
	  nice $(MAKE) --no-print-directory lint & lint=$$!; \
	  $(MAKE) --no-print-directory $(COMPILED); $(PYTEST) tests; failed=$$?; \
	  for beside in $$native $$lint; do \
	    wait $$beside || { failed=$$?; echo "tengen: style, types, layers or native code: see above"; }; \
	  done; \
	  exit $$failed

test-long: test $(VENV)/.docs
	$(SAY) long tests
	@$(PYTEST) -m long tests

lint: $(VENV)/.test build
	$(SAY) style, types and layers
	@$(BIN)/ruff check -q --output-format concise .
	@$(BIN)/ruff format -q --check .
	@$(BIN)/clang-format --dry-run -Werror $$(find src tests -name '*.[ch]pp')
	@$(BIN)/mypy --no-error-summary
	@$(call quietly,NO_COLOR=1 $(BIN)/lint-imports --no-logo)

# The native code without Python, under the address and undefined-behaviour sanitizers.
native-test: $(SANITIZED)/build.ninja
	$(SAY) native code under sanitizers
	@$(call quietly,$(CMAKE) --build $(SANITIZED) -j $(JOBS))
	@$(call quietly,cd $(SANITIZED) && $(CURDIR)/$(BIN)/ctest --output-on-failure -j $(JOBS))

$(PAGE)/.made: Makefile
	@mkdir -p $(PAGE)
	@timeout 120 npm install --silent --no-audit --no-fund --prefix $(PAGE) $(PAGE_TOOLS) \
	  >/dev/null 2>&1 </dev/null && touch $@ || \
	  echo "tengen: without npm, the page's types and axe's checks are left out"

$(COMPILED): $(VENV)/.test | build
	@$(BIN)/python -m pytest -q --collect-only tests >/dev/null 2>&1 || true # the tests tell
	@touch $@

build: $(MODULES)/build.ninja
	@$(call quietly,$(CMAKE) --build $(MODULES) -j $(JOBS))

$(MODULES)/build.ninja: $(VENV)/.tools
	$(SAY) configuring the native modules
	@$(CMAKE) --fresh -S . -B $(MODULES) -G Ninja -DPython_EXECUTABLE="$(CURDIR)/$(BIN)/python" \
	  -DTENGEN_INPLACE=ON -DTENGEN_WERROR=$(if $(CI),ON,OFF) --log-level=WARNING >/dev/null

$(SANITIZED)/build.ninja: $(VENV)/.tools
	@$(CMAKE) --fresh -S . -B $(SANITIZED) -G Ninja \
	  -DTENGEN_SANITIZE=ON -DTENGEN_WERROR=ON --log-level=WARNING >/dev/null

$(VENV)/.made:
	$(SAY) making $(VENV)
	@python="$$(./setup python)" && "$$python" -m venv $(VENV)
	@touch $@

$(VENV)/.tools: $(VENV)/.made
	@$(PIP) $(BUILD_TOOLS)
	@touch $@

$(VENV)/.play: $(VENV)/.tools pyproject.toml constraints.txt
	$(SAY) installing what playing needs "(a minute or two the first time)"
	@$(PIP) $(EDITABLE) .
	@touch $@

# What playing needs is among it: installed at once, it is looked for once.
$(VENV)/.test: $(VENV)/.tools pyproject.toml constraints.txt
	$(SAY) installing what training and the checks need "(a few minutes the first time)"
	@$(PIP) $(EDITABLE) '.[train,dev]'
	@touch $(VENV)/.play $@

$(VENV)/.docs: $(VENV)/.test
	$(SAY) installing what the documentation needs
	@$(PIP) $(EDITABLE) '.[docs]'
	@touch $@

docs: $(VENV)/.docs build
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	$(SAY) open build/site/index.html

bench: $(VENV)/.test build
	@$(BIN)/python benchmarks/run_all.py

# Built from the sdist, so that a file missing there shows; proved where nothing else is installed.
wheel: $(VENV)/.play
	$(SAY) building sdist and wheel into dist/
	@rm -rf dist build/proof && mkdir -p build
	@$(PIP) build
	@$(BIN)/python -m build >build/wheel.log 2>&1 || { tail -n 40 build/wheel.log; exit 1; }
	$(SAY) proving the wheel in an empty environment
	@$(BIN)/python -m venv build/proof
	@build/proof/bin/python -m pip --disable-pip-version-check install -qq dist/*.whl
	@build/proof/bin/python -I tests/wheel/first_move.py $(AGENT)
	@build/proof/bin/tengen --version
	@ls -sh dist

clean:
	rm -rf build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	rm -f src/tengen/games/_native*.so* src/tengen/games/*/_native*.so* src/tengen/learning/_native*.so* src/tengen/games/draughts/checkerboard/tengen-checkerboard.*

distclean: clean
	rm -rf $(VENV)
