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

# Undeclared imports between modules are errors in every build.
FLAGS := -c release --explicit-target-dependency-import-check error
# What is shipped carries Swift's libraries in itself: it starts in a third of the time, and needs no Swift installed.
# A scratch folder of its own, because the same folder would be built anew each time the flag changes.
SHIPPED := --scratch-path .build/shipped --static-swift-stdlib
BIN := .build/shipped/release

.PHONY: help demo test build install uninstall bench fit man format clean swift packages-build packages-test packages-bench

help:
	@echo 'make demo       build, and scan: the camera if there is one, else the simulated one'
	@echo 'make test       run every test, those in the virtual machine with real V4L2 devices included'
	@echo 'make build      build the command, $(BIN)/candela, and the studio beside it'
	@echo 'make install    install it below PREFIX (now $(PREFIX)); DESTDIR for packagers'
	@echo 'make uninstall  take it away again'
	@echo 'make bench      measure it beside its peers; CORPUS=DIR for recall on labelled pictures'
	@echo 'make fit        what the doctor'"'"'s thresholds for pictures rest on; CORPUS=DIR'
	@echo 'make man        write the manual pages anew from the commands'"'"' own help'
	@echo 'make format     format the sources'
	@echo 'make clean      remove what was built'

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
	$(SWIFT) build $(FLAGS) $(SHIPPED) --product candela
	$(SWIFT) build $(FLAGS) $(SHIPPED) --product candela-studio
	@$(MAKE) --no-print-directory $(BIN)/libcandela-zxing.so

# The bridge to libZXing is C++ alone. Built by SwiftPM it would look for Swift's runtime, which the machine it runs on
# need not have; so it is built here, by the compiler that comes with Swift.
$(BIN)/libcandela-zxing.so: $(wildcard Sources/CZXingPlugin/*) $(wildcard Sources/CZXing/include/*)
	"$$(dirname "$$(readlink -f "$$(command -v $(SWIFT))")")/clang++" -std=c++20 -O2 -fPIC -shared -fvisibility=hidden \
		-ISources/CZXing/include $(wildcard Sources/CZXingPlugin/*.cpp) -lZXing -o $@

demo: build
	@.ci/demo $(BIN)/candela

test: build packages-test
	$(SWIFT) build $(FLAGS) --build-tests
	CANDELA_BINARY="$(CURDIR)/$(BIN)/candela" .ci/test $(SWIFT) test $(FLAGS) --skip-build

# Figures, never a verdict: quote ratios of one run, on a quiet machine.
bench: build packages-bench
	$(SWIFT) build $(FLAGS) --product candela-bench
	$(SWIFT) build $(FLAGS) --product candela-zxing
	$(SWIFT) build $(FLAGS) --product uvc-device
	CANDELA_BINARY="$(CURDIR)/$(BIN)/candela" .build/release/candela-bench startup
	CANDELA_BINARY="$(CURDIR)/$(BIN)/candela" Tests/Laboratory/bench.sh
ifeq ($(CORPUS),)
	@echo 'Recall: NOT MEASURED, as no labelled pictures were named; run: make bench CORPUS=DIR'
else
	.build/release/candela-bench recall "$(CORPUS)"
	.build/release/candela-bench live "$(CORPUS)"
	CANDELA_BINARY="$(CURDIR)/$(BIN)/candela" .build/release/candela-bench folder "$(CORPUS)"
	.build/release/candela-bench degraded "$(CORPUS)" 3 $(STOPS)
	.build/release/candela-bench find "$(CORPUS)"
endif
	.build/release/candela-bench scenes
	.build/release/candela-bench rooms
	.build/release/candela-bench kernels
	CANDELA_BINARY="$(CURDIR)/$(BIN)/candela" .build/release/candela-bench worker
	CANDELA_BINARY="$(CURDIR)/$(BIN)/candela" .build/release/candela-bench studio
	.build/release/candela-bench store
	CANDELA_BINARY="$(CURDIR)/$(BIN)/candela" .build/release/candela-bench memory

# What the thresholds of the doctor's picture checks rest on.
fit: packages-bench
ifeq ($(CORPUS),)
	@echo 'Not fitted, as no labelled pictures were named; run: make fit CORPUS=DIR'
else
	$(SWIFT) build $(FLAGS) --product candela-bench
	$(SWIFT) build $(FLAGS) --product candela-zxing
	.build/release/candela-bench fit "$(CORPUS)" 3 $(STOPS)
endif

install: build
	install -D -s -m 755 $(BIN)/candela "$(DESTDIR)$(PREFIX)/bin/candela"
	install -D -s -m 755 $(BIN)/candela-studio "$(DESTDIR)$(PREFIX)/libexec/candela/candela-studio"
	install -D -s -m 755 $(BIN)/libcandela-zxing.so "$(DESTDIR)$(PREFIX)/lib/candela/libcandela-zxing.so"
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 644 man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/candela" "$(DESTDIR)$(PREFIX)/lib/candela/libcandela-zxing.so"
	rm -f "$(DESTDIR)$(PREFIX)/libexec/candela/candela-studio"
	-rmdir "$(DESTDIR)$(PREFIX)/lib/candela" "$(DESTDIR)$(PREFIX)/libexec/candela"
	for page in man/*.1; do rm -f "$(DESTDIR)$(PREFIX)/share/man/man1/$$(basename $$page)"; done

man: build
	$(SWIFT) build $(FLAGS) --product candela-manual
	.build/release/candela-manual $(BIN)/candela man

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

clean:
	rm -rf .build

# The laboratory: the command against real drivers, in a guest with a kernel of its own. See Tests/Laboratory/boot.sh.
KERNEL ?= 6.12

.PHONY: laboratory laboratory-kernel

# The laboratory's tests and nothing else, on the guest's kernel KERNEL: 6.12 or 6.1.
laboratory: build packages-test
	@$(MAKE) --no-print-directory laboratory-kernel
	$(SWIFT) build $(FLAGS) --build-tests
	CANDELA_LAB_KERNEL=$(KERNEL) CANDELA_BINARY="$(CURDIR)/$(BIN)/candela" \
		.ci/test $(SWIFT) test $(FLAGS) --skip-build --filter LaboratoryTests

# Gets everything that the guest boots from, by booting it once: the first time, this compiles a kernel for some 12 minutes
# of one CPU, which can run beside the compilation of the tests.
laboratory-kernel:
	CANDELA_LAB_KERNEL=$(KERNEL) Tests/Laboratory/run.sh true
