# Glint's build targets; `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
# The folder for completions below share/zsh. Distributions use a separate one for packages.
ZSH_FOLDER ?= site-functions
# Additional flags for `swift build` and `swift test`, for example -Xswiftc -warnings-as-errors.
SWIFT_FLAGS ?=
# The duration of `make fuzz` and `make soak`, and the slider events that the latter sends to the render queue.
MINUTES ?= 10
EVENTS ?= 1000000
# The seed for random input; if empty, a new one each time.
SEED ?=
# A regular expression that selects the Swift tests of `make test`, and arguments for Tests/Desktop/run that select
# its desktop tests; if empty, all are run.
SWIFT_TESTS ?=
DESKTOP_TESTS ?=
# The sections of `make bench`; if empty, all are run.
SECTIONS ?=
# The target of `make fuzz` (all if empty), and the number of runs of each that replaces the duration.
TARGET ?=
RUNS ?=
# The sanitizer of `make sanitize`; if empty, each of them.
SANITIZER ?=
# `make faults` injects every EVERY-th failure, into ONLY (everything if empty); `make kills` kills COUNT times.
EVERY ?= 1
ONLY ?=
COUNT ?= 500

.PHONY: languages template build run test build-tests desktop-tests build-tested-programs test-debian13 test-drivers \
	long-tests fuzz sanitize bench soak faults kills lint lint-format lint-text lint-shaders lint-desktop samples docs \
	api-docs deps test-deps lint-deps frei0r-plugin gstreamer-plugin obs-plugin host-deps check-deps install uninstall \
	deb check-deb check-deb-debian13 bundle check-bundle check-bundle-debian13 metainfo release package-deps clean help
.DEFAULT_GOAL := build

APP_ID := io.github.glintapp.Glint
VERSION := $(shell sed -n 's/.*current = "\(.*\)"/\1/p' Sources/Filters/GlintVersion.swift)
# The toolchain's own linker protects relocated data; Debian 13's makes even constants writable.
RELEASE := -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld $(SWIFT_FLAGS)
BIN := .build/release

# Installs missing Debian packages from the lists in its folder.
INSTALL_PACKAGES := packaging/packages/install

# The languages of the window, and their catalogs in the folder structure that gettext expects.
LANGUAGES := $(shell cat po/LINGUAS)
CATALOGS := $(LANGUAGES:%=.build/po/%/LC_MESSAGES/glint.mo)
# The desktop entry, the menu of KDE's file manager and the metainfo, with translations merged.
SPOKEN := .build/po/$(APP_ID)

.build/po/%/LC_MESSAGES/glint.mo: po/%.po
	@mkdir -p $(@D)
	msgfmt -o $@ $<

$(SPOKEN).desktop: Resources/$(APP_ID).desktop po/LINGUAS $(LANGUAGES:%=po/%.po)
	@mkdir -p $(@D)
	msgfmt --desktop --template=$< -d po -o $@

$(SPOKEN).filter.desktop.in: Resources/files/$(APP_ID).filter.desktop.in po/LINGUAS $(LANGUAGES:%=po/%.po)
	@mkdir -p $(@D)
	msgfmt --desktop --template=$< -d po -o $@

$(SPOKEN).metainfo.xml: Resources/$(APP_ID).metainfo.xml po/LINGUAS $(LANGUAGES:%=po/%.po)
	@mkdir -p $(@D)
	msgfmt --xml --template=$< -d po -o $@

languages: $(CATALOGS) $(SPOKEN).desktop $(SPOKEN).filter.desktop.in $(SPOKEN).metainfo.xml ## compile the translations and print their shares
	@$(if $(filter languages,$(MAKECMDGOALS)),po/shares)

template: test-deps ## update the translation template and the translations from the sources
	po/update

build: check-deps languages ## build the programs for release (the default)
	for program in glint glint-cli glint-bench; do swift build $(RELEASE) --product $$program || exit; done

run: deps ## install dependencies, build, and open the sample picture
	@$(MAKE) --no-print-directory build
	@BIN="$(BIN)" packaging/run-sample

# Optimized, since the double-precision references would otherwise take twice as long. Uses a separate build
# folder, since different flags would cause a full rebuild of the usual one. The window's tests drive the
# programs built here, and the package of the examples shares the modules.
TESTS := --build-path "$(CURDIR)/.build/tests" -Xswiftc -O $(SWIFT_FLAGS)

RUN_DESKTOP_TESTS = GLINT_BUILT="$(CURDIR)/.build/tests/debug" Tests/Desktop/run $(DESKTOP_TESTS)

test: build-tests ## run the tests, including those of the real window
	Tests/run "$(CURDIR)/.build/tests/debug" '$(SWIFT_TESTS)'
	$(RUN_DESKTOP_TESTS)

build-tests: deps test-deps languages ## build the programs and the tests for `make test`
	swift build --build-tests $(TESTS)
	swift build --package-path Examples $(TESTS)

desktop-tests: build-tested-programs ## run only the tests of the real window, and build no others
	$(RUN_DESKTOP_TESTS)

build-tested-programs: deps test-deps languages ## build the programs for `make desktop-tests`
	swift build $(TESTS)

test-debian13: ## run the tests in Debian 13 (needs root and a Debian mirror), kept in .build
	packaging/in-debian trixie $(MAKE) test

test-drivers: deps test-deps ## compare zink, a second OpenGL driver, with llvmpipe; SHORT=1 runs fewer tests on it
	swift build --build-tests $(TESTS)
	Tests/Drivers/run $(if $(SHORT),--short) .build/tests/debug $(TESTS)

long-tests: deps test-deps ## run the randomized tests with far more iterations; SEED repeats a run
	@seed=$${SEED:-$$(date +%s)}; echo "SEED=$$seed"; \
	GLINT_LONG_TESTS=$$seed swift test $(TESTS) --filter 'NTSCRobustnessTests|HistoryTests'

fuzz: deps test-deps ## fuzz decoders and parsers; TARGET selects one, MINUTES limits the time
	TARGET="$(TARGET)" MINUTES="$(MINUTES)" RUNS="$(RUNS)" Tests/Fuzzing/run

sanitize: deps test-deps ## run tests under sanitizers; SANITIZER is address (with undefined behavior in C) or thread
	Tests/Sanitizers/run $(SANITIZER)

bench: build test-deps ## benchmark against other programs; SECTIONS of: window peers command sizes video live hosts gpu
	swift build $(RELEASE) --product launch-peer
	swift build --package-path Examples $(RELEASE) --build-path "$(CURDIR)/.build"
	Tests/Bench/run $(SECTIONS)

soak: build test-deps ## drive the window for MINUTES and send EVENTS slider events, to check for leaks
	Tests/Desktop/soak.py $(MINUTES) $(SEED)
	GLINT_SOAK_EVENTS=$(EVENTS) GLINT_SOAK_SEED=$(SEED) swift test $(TESTS) --filter SoakTests

faults: build test-deps ## inject a failure into every system call and check the outcome; EVERY=K takes each K-th
	swift build $(RELEASE) --product probe
	Tests/Faults/run faults --every $(EVERY) $(if $(ONLY),--only "$(ONLY)")

kills: build test-deps ## kill renders, saves and the storing of edits at COUNT random moments
	swift build $(RELEASE) --product probe
	Tests/Faults/run kills --count $(COUNT)

lint: lint-format lint-text lint-desktop lint-shaders ## check code style, spelling, desktop files and shaders

lint-format:
	swift format lint --strict --recursive Package.swift \
		$(wildcard Sources Plugins Shaders Resources Examples Tests data docs)

lint-text: lint-deps ## check shell scripts, spelling, C and Python, and the width of lines
	packaging/lint-text

lint-shaders: test-deps
	swift test $(TESTS) --filter ShaderTests

lint-desktop: test-deps ## check desktop entry, metainfo, man pages, icons and interface files
	packaging/lint-desktop $(APP_ID)

samples: ## regenerate the pictures in data/
	swift run -c release $(SWIFT_FLAGS) generate samples data

docs: ## regenerate docs/filters.md, its pictures, and the Swift API of the filters
	swift run -c release $(SWIFT_FLAGS) generate docs .

api-docs: check-deps ## build the documentation of GlintKit in .build/docs
	swift build $(SWIFT_FLAGS) --target GlintKit
	docs/api-docs .build/debug .build/symbols .build/docs
	@echo "Run python3 -m http.server -d .build/docs and open http://localhost:8000/documentation/glintkit"

# Plugins for other programs, which find them by FREI0R_PATH and GST_PLUGIN_PATH. GStreamer scans its folder with all
# folders in it, so the element has one of its own. OBS finds a folder with a module and its texts.
FREI0R_PLUGIN ?= .build/glint.so
GSTREAMER_PLUGIN ?= .build/gstreamer/libgstglint.so
OBS_PLUGIN ?= .build/obs/glint
HOST_PLUGIN = cc -std=gnu11 -O2 -Wall -Wextra -fPIC -shared -DGLINT_VERSION='"$(VERSION)"' $(CPPFLAGS) $(CFLAGS) $(LDFLAGS)
HOST_CLIENT := hosts/client/glint-client.c hosts/client/glint-program.c

frei0r-plugin: host-deps ## build the frei0r plugin for ffmpeg, Kdenlive and others in .build
	@mkdir -p "$(dir $(FREI0R_PLUGIN))"
	$(HOST_PLUGIN) -o "$(FREI0R_PLUGIN)" hosts/frei0r/glint.c $(HOST_CLIENT) \
		$$(pkg-config --cflags --libs json-c) -lm

gstreamer-plugin: host-deps ## build the GStreamer element glintfilter in .build/gstreamer
	@mkdir -p "$(dir $(GSTREAMER_PLUGIN))"
	$(HOST_PLUGIN) -o "$(GSTREAMER_PLUGIN)" hosts/gstreamer/glintfilter.c $(HOST_CLIENT) \
		$$(pkg-config --cflags --libs gstreamer-video-1.0 json-c) -lm

obs-plugin: host-deps ## build the filter for OBS Studio, a folder for its plugins, in .build/obs
	@mkdir -p "$(OBS_PLUGIN)/bin/64bit"
	$(HOST_PLUGIN) -pthread -o "$(OBS_PLUGIN)/bin/64bit/glint.so" $(wildcard hosts/obs/*.c) $(HOST_CLIENT) \
		$$(pkg-config --cflags --libs libobs json-c) -lm
	@cp -r hosts/obs/data "$(OBS_PLUGIN)"

host-deps: ## install the Debian packages needed to build plugins for other programs
	@$(INSTALL_PACKAGES) hosts

deps: ## install the Debian packages needed to build
	@$(INSTALL_PACKAGES) build

test-deps: ## install the Debian packages needed by tests and checks
	@$(INSTALL_PACKAGES) build test hosts

lint-deps: ## install the Debian packages needed by lint-text
	@$(INSTALL_PACKAGES) lint

check-deps:
	@command -v swift >/dev/null || { \
		echo "Swift not found; Glint needs Swift 6 or newer: https://www.swift.org/install/linux/" >&2; exit 1; }
	@$(INSTALL_PACKAGES) --check build

# Installs or removes the files.
INSTALL := BIN="$(BIN)" PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" ZSH_FOLDER="$(ZSH_FOLDER)" VERSION="$(VERSION)" \
	packaging/install

# Under sudo, Swift is often not in PATH: then the existing build is installed.
install: $(if $(shell command -v swift),build) ## install below PREFIX (/usr/local), or DESTDIR and PREFIX
	$(INSTALL)

uninstall: ## remove the installed files
	$(INSTALL) --uninstall

# Packages are written to .build/packages; docs/packages.md describes their contents.
deb: build package-deps ## build Debian packages of Glint, and of its plugins for Python, frei0r, GStreamer and OBS
	packaging/debian/build $(VERSION)

check-deb: deb ## install, run, upgrade and remove the packages in a fresh Debian (needs root and a Debian mirror)
	packaging/debian/check $(VERSION)

check-deb-debian13: package-deps ## build the packages for Debian 13 in one, and test them in a fresh one
	packaging/in-debian trixie $(MAKE) deps deb
	mkdir -p .build/packages && cp .build/debian-trixie/build/packages/*_$(VERSION)+deb13_*.deb .build/packages
	packaging/debian/check $(VERSION) trixie

bundle: build package-deps ## build a tarball that runs from any folder, with the libraries it needs
	packaging/bundle/build $(VERSION)

check-bundle: bundle ## run the tarball's programs in a fresh Debian 13 (needs root and a Debian mirror)
	packaging/bundle/check .build/packages/glint-$(VERSION)-$$(uname -m).tar.xz $(VERSION)

check-bundle-debian13: package-deps ## build the tarball in Debian 13, with its newer libraries, and test it
	packaging/in-debian trixie $(MAKE) deps bundle
	bundle=.build/packages/glint-$(VERSION)-$$(uname -m)-debian13.tar.xz && mkdir -p .build/packages && \
		cp .build/debian-trixie/build/packages/glint-$(VERSION)-$$(uname -m).tar.xz $$bundle && \
		packaging/bundle/check $$bundle $(VERSION)

metainfo: ## write the releases of CHANGELOG.md into the metainfo file
	packaging/changelog metainfo Resources/$(APP_ID).metainfo.xml

release: ## build all packages of this version; UNRELEASED=1 tests it with unreleased changes
	packaging/release $(VERSION) $(if $(UNRELEASED),--unreleased)

package-deps: ## install the Debian packages needed to build packages
	@$(INSTALL_PACKAGES) build package

clean: ## remove everything that was built
	rm -rf .build

help: ## list these targets
	@sed -n 's/^\([a-z0-9-]*\):.* ## \(.*\)/  make \1\t\2/p' Makefile | expand -t 28
