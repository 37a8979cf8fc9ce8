# SPDX-License-Identifier: Apache-2.0
#
# `make` lists the targets. A new machine needs only `make demo` and `make test`.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
# The folder of labelled photographs for `make bench`; see docs/testing.md, "Benchmarks".
CORPUS ?=

# The degradation at which each picture stops decoding. It is cached, because finding it takes 15 minutes. Delete it when a
# reader has changed.
STOPS ?= .build/spoilt.tsv

# Undeclared imports between modules are errors in every build. Nothing uses debug information. The other flags are for packages
# that are the same byte for byte. For incremental builds, Swift writes digests into the program that depend on the path of the
# sources. When it indexes the tests, it compiles system modules such as Synchronization anew into the module cache, where they
# come before its own: the program would depend on whether the tests have been compiled before.
FLAGS ?= -c release --explicit-target-dependency-import-check error -debug-info-format none \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen -Xswiftc -index-ignore-system-modules
# The product and the tests share one build folder: nothing is compiled twice.
BIN := $(or $(CANDELA_BIN),.build/release)

# The products that the command loads at run time: libNAME.so each.
PLUGINS := candela-libcamera candela-video candela-zxing

# The workers of other people's programs that use the library. The command is also these.
HELPERS := candela-worker candela-network-worker

# Folders of examples that are installed, too: alert rules and a dashboard for many stations, a consumer for PostgreSQL.
FLEET := monitoring postgresql

# For `make test` and its parts. ONLY: a regular expression of the tests to run. KERNEL: the kernel of the guest.
ONLY ?=
# If not empty, `make check` also repeats tests whose inputs have not changed since they passed.
ALL ?=
KERNEL ?= 6.12
# ARCH=arm64 cross-builds: see .ci/arm64.
ARCH ?=

export SWIFT FLAGS ONLY KERNEL ALL CORPUS

.PHONY: help demo check test laboratory threads build compile plugins install install-files uninstall deb bench fit man api format clean swift \
	packages-build packages-test packages-deb packages-bench

help:
	@echo 'make demo        build, then scan with a camera, or with the simulated camera if there is none'
	@echo 'make check       run the tests that need no laboratory and whose inputs changed; ALL=1 runs all'
	@echo 'make laboratory  run the tests against real V4L2 drivers in a virtual machine; KERNEL=6.12 or 6.1'
	@echo 'make test        run both; ONLY=NAME runs the tests whose names match'
	@echo 'make build       build the command, $(BIN)/candela'
	@echo 'make install     install it below PREFIX (now $(PREFIX)); DESTDIR for packagers'
	@echo 'make uninstall   remove the installed files'
	@echo 'make deb         make a Debian package and a tarball, in .build/packages'
	@echo '                 build, deb and check: ARCH=arm64 for a Raspberry Pi'
	@echo 'make threads     judge all machines out of real threads, also those with pictures that the tests leave out: 6 minutes'
	@echo 'make bench       measure it next to similar programs; CORPUS=DIR adds recall on labelled pictures'
	@echo 'make fit         measure what the thresholds of the picture doctor are based on; CORPUS=DIR'
	@echo 'make devices     check the rules that hold for all cameras on DEVICES=DIR, a folder of output of v4l2-ctl'
	@echo 'make devices-calibrate  calibrate all published cameras in the simulator'
	@echo 'make man         write the manual pages from the help texts'
	@echo 'make api         write the listing of the library'"'"'s interface, docs/api, and its documentation'
	@echo 'make format      format the sources'
	@echo 'make clean       remove the build folder'

swift:
	@SWIFT='$(SWIFT)' .ci/ensure-swift

packages-build: swift
	@.ci/ensure-packages build
packages-test: packages-build
	@.ci/ensure-packages test
packages-deb: swift
	@.ci/ensure-packages deb
packages-bench: packages-test
	@.ci/ensure-packages bench
	@.ci/ensure-peers

ifeq ($(ARCH),)
build: packages-build compile
else
build:
	@.ci/$(ARCH) build
endif

# For packagers: installs nothing on this machine.
compile: plugins
	$(SWIFT) build $(FLAGS) --product candela

plugins:
	for plugin in $(PLUGINS); do $(SWIFT) build $(FLAGS) --product $$plugin || exit 1; done

demo: build
	@.ci/demo $(BIN)/candela

ifeq ($(ARCH),)
check: packages-test
	@.ci/prove check
else
# What it reads is compared with what this machine's own build reads, and the tests of that build run its command.
check: packages-test compile
	$(SWIFT) build $(FLAGS) --build-tests
	@.ci/$(ARCH) check
	@.ci/$(ARCH) pages
endif

laboratory: packages-test
	@.ci/prove laboratory

test: packages-test
	@.ci/prove all

# The machines with pictures take ten minutes of processor time: three quarters of them are judged here only. For each change of a
# reader, of the doctor or of its pictures.
threads: packages-test
	$(SWIFT) build $(FLAGS) --build-tests
	@CANDELA_THREADS=all .build/release/candelaPackageTests.xctest --testing-library swift-testing --filter '^DiagnosticsTests\.ThreadTests'

# It prints figures and does not judge them. Quote only ratios of one run, on an idle machine.
bench: build packages-bench
	$(SWIFT) build $(FLAGS) --product candela-bench
	$(SWIFT) build $(FLAGS) --product uvc-device
	$(BIN)/candela-bench startup
	Tests/Laboratory/bench.sh
ifeq ($(CORPUS),)
	@echo 'Recall: NOT MEASURED, no labelled pictures given; run: make bench CORPUS=DIR'
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
	$(BIN)/candela-bench decoder $(CORPUS)
	.build/peers/bin/python Tests/Tools/Benchmarks/peers/network-camera.py "$(abspath $(BIN))/candela"
	.build/peers/bin/python Tests/Tools/Benchmarks/peers/pipewire-camera.py "$(abspath $(BIN))/candela"
	Tests/Tools/Benchmarks/peers/video-camera.py "$(abspath $(BIN))/candela"
	Tests/Tools/mutated-streams.py "$(abspath $(BIN))/candela"
	Tests/Tools/mutated-video.py "$(abspath $(BIN))/candela"
	$(BIN)/candela-bench studio
	$(BIN)/candela-bench store
	$(BIN)/candela-bench memory

# Measures what the thresholds of the doctor's picture checks are based on.
fit: packages-bench plugins
ifeq ($(CORPUS),)
	@echo 'NOT FITTED, no labelled pictures given; run: make fit CORPUS=DIR'
else
	$(SWIFT) build $(FLAGS) --product candela-bench
	$(BIN)/candela-bench fit "$(CORPUS)" 3 $(STOPS)
endif

# Each file of the folder is the output of v4l2-ctl for one camera; see Tests/Support/PublishedCameras/Cameras/README.md. One line
# a file; it fails if a rule is contradicted.
DEVICES ?= Tests/Support/PublishedCameras/Cameras

.PHONY: devices devices-calibrate
devices: packages-test
	$(SWIFT) build $(FLAGS) --build-tests
	@.ci/devices "$(abspath $(DEVICES))" rules

# About a minute and a half.
devices-calibrate: packages-test
	$(SWIFT) build $(FLAGS) --build-tests
	@.ci/devices "$(abspath $(DEVICES))" calibrate

install: build install-files

install-files:
	install -D -s -m 755 $(BIN)/candela "$(DESTDIR)$(PREFIX)/bin/candela"
	install -d "$(DESTDIR)$(PREFIX)/lib/candela"
	install -s -m 755 $(PLUGINS:%=$(BIN)/lib%.so) "$(DESTDIR)$(PREFIX)/lib/candela/"
	install -d "$(DESTDIR)$(PREFIX)/libexec/candela"
	for helper in $(HELPERS); do ln -sf ../../bin/candela "$(DESTDIR)$(PREFIX)/libexec/candela/$$helper" || exit 1; done
	install -d "$(DESTDIR)$(PREFIX)/share/man/man1"
	install -m 644 man/*.1 "$(DESTDIR)$(PREFIX)/share/man/man1/"
	install -d "$(DESTDIR)$(PREFIX)/share/candela/cameras"
	install -m 644 Tests/Support/PublishedCameras/Cameras/*.txt "$(DESTDIR)$(PREFIX)/share/candela/cameras/"
	install -d $(FLEET:%="$(DESTDIR)$(PREFIX)/share/candela/%")
	for folder in $(FLEET); do install -m 644 examples/$$folder/* "$(DESTDIR)$(PREFIX)/share/candela/$$folder/" || exit 1; done
	install -d "$(DESTDIR)$(PREFIX)/lib/systemd/system" "$(DESTDIR)$(PREFIX)/lib/sysusers.d"
	$(BIN)/candela station unit --program "$(PREFIX)/bin/candela" >"$(DESTDIR)$(PREFIX)/lib/systemd/system/candela-station.service"
	$(BIN)/candela station unit --account >"$(DESTDIR)$(PREFIX)/lib/sysusers.d/candela-station.conf"
	install -d $(foreach file,$(COMPLETIONS),"$(DESTDIR)$(PREFIX)/share/$(dir $(file))")
	$(BIN)/candela --generate-completion-script bash | sed 1d >"$(DESTDIR)$(PREFIX)/share/$(word 1,$(COMPLETIONS))"
	$(BIN)/candela --generate-completion-script zsh >"$(DESTDIR)$(PREFIX)/share/$(word 2,$(COMPLETIONS))"
	$(BIN)/candela --generate-completion-script fish >"$(DESTDIR)$(PREFIX)/share/$(word 3,$(COMPLETIONS))"

COMPLETIONS := bash-completion/completions/candela zsh/vendor-completions/_candela fish/vendor_completions.d/candela.fish

uninstall:
	rm -f "$(DESTDIR)$(PREFIX)/bin/candela" $(PLUGINS:%="$(DESTDIR)$(PREFIX)/lib/candela/lib%.so")
	-rmdir "$(DESTDIR)$(PREFIX)/lib/candela"
	rm -f $(HELPERS:%="$(DESTDIR)$(PREFIX)/libexec/candela/%")
	-rmdir "$(DESTDIR)$(PREFIX)/libexec/candela"
	rm -rf "$(DESTDIR)$(PREFIX)/share/candela/cameras" $(FLEET:%="$(DESTDIR)$(PREFIX)/share/candela/%")
	-rmdir "$(DESTDIR)$(PREFIX)/share/candela"
	rm -f "$(DESTDIR)$(PREFIX)/lib/systemd/system/candela-station.service" "$(DESTDIR)$(PREFIX)/lib/sysusers.d/candela-station.conf"
	for page in man/*.1; do rm -f "$(DESTDIR)$(PREFIX)/share/man/man1/$$(basename $$page)"; done
	rm -f $(foreach file,$(COMPLETIONS),"$(DESTDIR)$(PREFIX)/share/$(file)")

# A Debian package and a tarball for other systems in .build/packages, with checksums.
ifeq ($(ARCH),)
deb: packages-build packages-deb
	@SWIFT='$(SWIFT)' .ci/package
else
deb:
	@.ci/$(ARCH) package
endif

man: build
	$(SWIFT) build $(FLAGS) --product candela-manual
	$(BIN)/candela-manual $(BIN)/candela man

api: packages-test
	$(SWIFT) build $(FLAGS) --build-tests
	@.ci/api write
	@.ci/api check
	@.ci/api docs

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests

clean:
	rm -rf .build

# Prepares everything that the laboratory's guest needs by booting it once. The first time this compiles a kernel, which
# takes about 12 minutes on one CPU. `make laboratory` and `make test` do it during the compilation.
.PHONY: laboratory-kernel
laboratory-kernel: packages-test
	CANDELA_LAB_KERNEL=$(KERNEL) Tests/Laboratory/run.sh true
