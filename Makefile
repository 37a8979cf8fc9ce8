# SPDX-License-Identifier: Apache-2.0
#
# `make` alone lists the targets. `make demo` and `make test` are all that a new machine needs.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# The labelled photographs for `make bench`; see README, "Benchmarks".
CORPUS ?=

# How far each picture can be spoilt until it no longer reads: kept, as finding it takes a quarter of an hour. Remove it
# when a reader has changed.
STOPS ?= .build/spoilt.tsv

# Undeclared imports between modules are errors in every build. Without debug information, which nothing reads.
FLAGS ?= -c release --explicit-target-dependency-import-check error -debug-info-format none
# One folder serves what is shipped and the tests: nothing is compiled twice.
BIN := .build/release

# Of `make test` and its parts: a regular expression, run only what matches it; the kernel of the laboratory's guest.
ONLY ?=
# Not empty: `make check` repeats also tests of which nothing has changed since they passed.
ALL ?=
KERNEL ?= 6.12

export SWIFT FLAGS ONLY KERNEL ALL

.PHONY: help demo check test laboratory build install uninstall bench fit man format clean swift packages-build \
	packages-test packages-bench

help:
	@echo 'make demo        build, and scan: the camera if there is one, else the simulated one'
	@echo 'make check       run the tests that need no laboratory and may have changed; ALL=1 runs all'
	@echo 'make laboratory  run the tests against real V4L2 drivers, in a guest; KERNEL=6.12 or 6.1'
	@echo 'make test        run both; ONLY=NAME runs the tests whose names match'
	@echo 'make build       build the command, $(BIN)/candela'
	@echo 'make install     install it below PREFIX (now $(PREFIX)); DESTDIR for packagers'
	@echo 'make uninstall   remove it again'
	@echo 'make bench       measure it beside its peers; CORPUS=DIR for recall on labelled pictures'
	@echo 'make fit         what the thresholds of the doctor for pictures rest on; CORPUS=DIR'
	@echo 'make man         write the manual pages from the help of the commands'
	@echo 'make format      format the sources'
	@echo 'make clean       remove what was built'

swift:
	@SWIFT='$(SWIFT)' .ci/ensure-swift

packages-build: swift
	@.ci/ensure-packages build
packages-test: packages-build
	@.ci/ensure-packages test
packages-bench: packages-test
	@.ci/ensure-packages bench
	@.ci/ensure-peers

build: packages-build
	$(SWIFT) build $(FLAGS) --product candela
	$(SWIFT) build $(FLAGS) --product candela-zxing

demo: build
	@.ci/demo $(BIN)/candela

check: packages-test
	@.ci/prove check

laboratory: packages-test
	@.ci/prove laboratory

test: packages-test
	@.ci/prove all

# Figures, never a verdict: quote ratios of one run, on a quiet machine.
bench: build packages-bench
	$(SWIFT) build $(FLAGS) --product candela-bench
	$(SWIFT) build $(FLAGS) --product candela-zxing
	$(SWIFT) build $(FLAGS) --product uvc-device
	$(BIN)/candela-bench startup
	Tests/Laboratory/bench.sh
ifeq ($(CORPUS),)
	@echo 'Recall: NOT MEASURED, as no labelled pictures were named; run: make bench CORPUS=DIR'
else
	$(BIN)/candela-bench recall "$(CORPUS)"
	$(BIN)/candela-bench live "$(CORPUS)"
	$(BIN)/candela-bench folder "$(CORPUS)"
	$(BIN)/candela-bench degraded "$(CORPUS)" 3 $(STOPS)
	$(BIN)/candela-bench find "$(CORPUS)"
endif
	$(BIN)/candela-bench scenes
	$(BIN)/candela-bench rooms
	$(BIN)/candela-bench kernels
	$(BIN)/candela-bench worker
	$(BIN)/candela-bench studio
	$(BIN)/candela-bench store
	$(BIN)/candela-bench memory

# What the thresholds of the doctor's picture checks rest on.
fit: packages-bench
ifeq ($(CORPUS),)
	@echo 'Not fitted, as no labelled pictures were named; run: make fit CORPUS=DIR'
else
	$(SWIFT) build $(FLAGS) --product candela-bench
	$(SWIFT) build $(FLAGS) --product candela-zxing
	$(BIN)/candela-bench fit "$(CORPUS)" 3 $(STOPS)
endif

install: build
	install -D -s -m 755 $(BIN)/candela "$(DESTDIR)$(PREFIX)/bin/candela"
	install -D -s -m 755 $(BIN)/libcandela-zxing.so "$(DESTDIR)$(PREFIX)/lib/candela/libcandela-zxing.so"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 644 man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/candela" "$(DESTDIR)$(PREFIX)/lib/candela/libcandela-zxing.so"
	-rmdir "$(DESTDIR)$(PREFIX)/lib/candela"
	for page in man/*.1; do rm -f "$(DESTDIR)$(PREFIX)/share/man/man1/$$(basename $$page)"; done

man: build
	$(SWIFT) build $(FLAGS) --product candela-manual
	$(BIN)/candela-manual $(BIN)/candela man

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

clean:
	rm -rf .build

# Gets everything that the laboratory's guest boots from, by booting it once: the first time, this compiles a kernel for
# some 12 minutes of one CPU. `make laboratory` and `make test` do it beside the compilation.
.PHONY: laboratory-kernel
laboratory-kernel: packages-test
	CANDELA_LAB_KERNEL=$(KERNEL) Tests/Laboratory/run.sh true
