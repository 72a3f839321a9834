# The same verbs everywhere; each language underneath uses its own tool.

UV := $(CURDIR)/.wirebench/tools/uv/bin/uv
# Drivers that are built with uv find the same one.
export PATH := $(CURDIR)/.wirebench/tools/uv/bin:$(PATH)
export UV_PYTHON_DOWNLOADS := never

.DEFAULT_GOAL := help
.PHONY: help setup run build test bench fmt lint docs clean

help: ## say what there is
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

setup: ## the bench's own environment (every other verb does it)
	@./wirebench --version >/dev/null

run: ## measure the suite `quick` and show it
	./wirebench run

build: ## every codec and driver
	./wirebench build

test: test-rust test-python test-go test-c test-bench ## everything that can be checked without a clock
	./wirebench check

bench: ## every suite
	./wirebench run bson-document bson-records bson-types bson-corpus

fmt: setup ## write everything in its language's form
	for d in codecs/rust codecs/python drivers/rust; do (cd $$d && cargo fmt); done
	for d in bench codecs/python drivers/python; do (cd $$d && $(RUFF) format . && $(RUFF) check --fix .); done
	gofmt -w drivers/go && $(CLANG_FORMAT) -i $(C_FILES)

lint: lint-rust lint-python lint-go lint-c ## formats, lints and types

docs: setup ## what is generated in documents, from its recorded run; API documentation
	./wirebench report docs/results/quick.json --format readme --into README.md
	./wirebench report docs/results/quick.json --format markdown --output docs/results/quick.md
	cd codecs/rust && cargo doc --no-deps --quiet

clean: ## what builds made; never the history
	rm -rf codecs/*/target codecs/*/.venv drivers/*/target drivers/*/build drivers/*/.venv* bench/.venv .wirebench/tools

RUFF := $(CURDIR)/bench/.venv/bin/ruff
CLANG_FORMAT := $(CURDIR)/bench/.venv/bin/clang-format
C_FILES = $(wildcard drivers/c/src/*.[ch] drivers/c/tests/*.[ch])

.PHONY: test-rust test-python test-go test-c test-bench lint-rust lint-python lint-go lint-c

test-rust: setup
	cd codecs/rust && cargo test --locked --quiet
	cd drivers/rust && cargo test --locked --quiet

test-python: setup
	cd codecs/python && $(UV) run --frozen --quiet pytest
	cd drivers/python && $(UV) run --frozen --quiet pytest
	cd drivers/python && UV_PROJECT_ENVIRONMENT=.venv-pypi-bson $(UV) run --frozen --quiet --no-default-groups --group pypi-bson --group dev pytest

test-go:
	cd drivers/go && go test ./...

test-c: setup
	./wirebench build c --strict
	ctest --test-dir drivers/c/build --output-on-failure

test-bench: setup
	cd bench && .venv/bin/pytest

lint-rust:
	for d in codecs/rust codecs/python drivers/rust; do (cd $$d && cargo fmt --check && cargo clippy --locked --quiet --all-targets -- -D warnings) || exit 1; done

lint-python: setup
	for d in bench codecs/python drivers/python; do (cd $$d && $(RUFF) format --check --quiet . && $(RUFF) check --quiet .) || exit 1; done
	cd bench && .venv/bin/mypy
	cd codecs/python && $(UV) run --frozen --quiet mypy
	cd drivers/python && $(UV) run --frozen --quiet mypy

lint-go:
	cd drivers/go && test -z "$$(gofmt -l .)" && go vet ./... && go tool -modfile=tools/go.mod staticcheck ./...

lint-c: setup
	$(CLANG_FORMAT) --dry-run -Werror $(C_FILES)
