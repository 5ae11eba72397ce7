# Glint's build targets; `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
# Below share/zsh, where zsh looks for completions: distributions use separate folders for packages.
ZSH_FOLDER ?= site-functions
# Additional flags for `swift build` and `swift test`, for example -Xswiftc -warnings-as-errors.
SWIFT_FLAGS ?=
# How long `make fuzz` and `make soak` run, and how many slider events the latter sends through the render
# queue.
MINUTES ?= 10
EVENTS ?= 1000000
# The seed of random input; a new one each time if empty.
SEED ?=
# Arguments of Tests/Desktop/run, to select desktop tests for `make test`; all of them if empty.
DESKTOP_TESTS ?=
# The sections of `make bench`; all of them if empty.
SECTIONS ?=
# The target of `make fuzz` (all if empty), and the number of runs of each after which it ends instead.
TARGET ?=
RUNS ?=
# The sanitizer of `make sanitize`; all of them if empty.
SANITIZER ?=
# `make faults` injects each EVERY-th failure into ONLY (everything if empty); `make kills` kills COUNT times.
EVERY ?= 1
ONLY ?=
COUNT ?= 500

APP_ID := io.github.glintapp.Glint
VERSION := $(shell sed -n 's/.*current = "\(.*\)"/\1/p' Sources/Filters/GlintVersion.swift)
RELEASE := -c release --static-swift-stdlib --disable-local-rpath $(SWIFT_FLAGS)
BIN := .build/release

# Installs missing Debian packages from the lists beside it.
INSTALL_PACKAGES := packaging/packages/install

# The languages of the window, and their catalogs, in the folders where gettext looks for them.
LANGUAGES := $(shell cat po/LINGUAS)
CATALOGS := $(LANGUAGES:%=.build/po/%/LC_MESSAGES/glint.mo)
# The desktop entry and the metainfo, with all translations.
SPOKEN := .build/po/$(APP_ID)

.build/po/%/LC_MESSAGES/glint.mo: po/%.po
	@mkdir -p $(@D)
	msgfmt -o $@ $<

$(SPOKEN).desktop: Resources/$(APP_ID).desktop po/LINGUAS $(LANGUAGES:%=po/%.po)
	@mkdir -p $(@D)
	msgfmt --desktop --template=$< -d po -o $@

$(SPOKEN).metainfo.xml: Resources/$(APP_ID).metainfo.xml po/LINGUAS $(LANGUAGES:%=po/%.po)
	@mkdir -p $(@D)
	msgfmt --xml --template=$< -d po -o $@

.PHONY: languages
languages: $(CATALOGS) $(SPOKEN).desktop $(SPOKEN).metainfo.xml

.PHONY: template
template: test-deps ## update the translation template and the translations from the sources
	po/update

.PHONY: build
build: check-deps languages ## build both programs for release (the default)
	swift build $(RELEASE) --product glint
	swift build $(RELEASE) --product glint-cli

.PHONY: run
run: deps ## install dependencies, build, and open the sample picture
	@$(MAKE) --no-print-directory build
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then \
		exec $(BIN)/glint --new-instance data/landscape.jpg; \
	fi; \
	echo "No display found (neither DISPLAY nor WAYLAND_DISPLAY is set); rendering the sample to a file."; \
	$(BIN)/glint-cli render data/landscape.jpg -o .build/landscape-filtered.png -y \
		-- saturation amount=0.3 gaussian-blur radius=10 && \
	echo "Rendered to $(CURDIR)/.build/landscape-filtered.png"

# Optimized, since the double-precision references would otherwise take twice as long. Built in a separate
# folder, since different flags would cause a full rebuild of the usual one. The window's tests drive the
# programs built here.
TESTS := --build-path .build/tests -Xswiftc -O $(SWIFT_FLAGS)

.PHONY: test
test: deps test-deps languages ## run the tests, including those of the real window
	swift test $(TESTS)
	GLINT_BUILT="$(CURDIR)/.build/tests/debug" Tests/Desktop/run $(DESKTOP_TESTS)

.PHONY: test-debian13
test-debian13: ## run the tests in Debian 13 (needs root and a Debian mirror), kept in .build
	packaging/in-debian trixie $(MAKE) test

.PHONY: test-drivers
test-drivers: deps test-deps ## compare zink, a second OpenGL driver, with llvmpipe; SHORT=1 runs fewer tests on it
	swift build --build-tests $(TESTS)
	Tests/Drivers/run $(if $(SHORT),--short) .build/tests/debug $(TESTS)

.PHONY: long-tests
long-tests: deps test-deps ## run the randomized tests with far more iterations; SEED repeats a run
	@seed=$${SEED:-$$(date +%s)}; echo "SEED=$$seed"; \
	GLINT_LONG_TESTS=$$seed swift test $(TESTS) --filter 'NTSCRobustnessTests|HistoryTests'

# libFuzzer's runtime has its own main function, which the program's takes precedence over; only LLVM's linker
# can link both. C is instrumented like Swift.
FUZZ := -c release --build-path .build/fuzz --sanitize=address -Xswiftc -sanitize=fuzzer -Xcc -fsanitize=fuzzer-no-link \
	-Xswiftc -DFUZZING -Xswiftc -use-ld=lld -Xlinker --allow-multiple-definition $(SWIFT_FLAGS)

.PHONY: fuzz
fuzz: deps test-deps ## fuzz decoders and parsers; TARGET selects one, MINUTES limits the time
	swift build $(FUZZ) --product fuzz
	TARGET="$(TARGET)" MINUTES="$(MINUTES)" RUNS="$(RUNS)" Tests/Fuzzing/run

.PHONY: sanitize
sanitize: deps test-deps ## run tests under sanitizers; SANITIZER is address (with undefined behavior in C) or thread
	Tests/Sanitizers/run $(SANITIZER)

.PHONY: bench
bench: build test-deps ## benchmark against other programs; SECTIONS of: window peers command sizes video live gpu
	swift build $(RELEASE) --product launch-peer
	swift build $(RELEASE) --product filter-video
	Tests/Bench/run $(SECTIONS)

.PHONY: soak
soak: build test-deps ## drive the window for MINUTES and send EVENTS slider events, to check for leaks
	Tests/Desktop/soak.py $(MINUTES) $(SEED)
	GLINT_SOAK_EVENTS=$(EVENTS) GLINT_SOAK_SEED=$(SEED) swift test $(TESTS) --filter SoakTests

.PHONY: faults
faults: build test-deps ## inject a failure into every system call and check the outcome; EVERY=K takes each K-th
	swift build $(RELEASE) --product editing-probe
	Tests/Faults/run faults --every $(EVERY) $(if $(ONLY),--only "$(ONLY)")

.PHONY: kills
kills: build test-deps ## kill renders, saves and the storing of edits at COUNT random moments
	swift build $(RELEASE) --product editing-probe
	Tests/Faults/run kills --count $(COUNT)

.PHONY: lint
lint: lint-format lint-desktop lint-shaders ## check code style, desktop files and shaders

.PHONY: lint-format
lint-format:
	swift format lint --strict --recursive Package.swift \
		$(wildcard Sources Plugins Shaders Resources Examples Tests data docs)

# These also run as part of the tests.
.PHONY: lint-shaders
lint-shaders: test-deps
	swift test $(TESTS) --filter ShaderTests

.PHONY: lint-desktop
lint-desktop: test-deps ## check desktop entry, metainfo, man pages, icons and interface files
	desktop-file-validate Resources/$(APP_ID).desktop
	appstreamcli validate --strict --no-net --override=unknown-tag=pedantic Resources/$(APP_ID).metainfo.xml
	packaging/changelog metainfo Resources/$(APP_ID).metainfo.xml --check
	mandoc -T lint -W warning Resources/man/*.1
	xmllint --noout Resources/$(APP_ID).metainfo.xml \
		$(wildcard Resources/icons/*/apps/*.svg Resources/ui/*.ui)

.PHONY: samples
samples: ## regenerate the pictures in data/
	swift run -c release $(SWIFT_FLAGS) make-samples data

.PHONY: docs
docs: ## regenerate docs/filters.md, its pictures, and the Swift API of the filters
	swift run -c release $(SWIFT_FLAGS) make-docs .

.PHONY: api-docs
api-docs: check-deps ## build the documentation of GlintKit in .build/docs
	swift build $(SWIFT_FLAGS) --target GlintKit
	docs/api-docs .build/debug .build/symbols .build/docs
	@echo "Run python3 -m http.server -d .build/docs and open http://localhost:8000/documentation/glintkit"

.PHONY: deps
deps: ## install the Debian packages needed to build
	@$(INSTALL_PACKAGES) build

.PHONY: test-deps
test-deps: ## install the Debian packages needed by tests and checks
	@$(INSTALL_PACKAGES) build test

.PHONY: check-deps
check-deps:
	@command -v swift >/dev/null || { \
		echo "Swift not found; Glint needs Swift 6 or newer: https://www.swift.org/install/linux/" >&2; exit 1; }
	@$(INSTALL_PACKAGES) --check build

# Installation paths: the installed file, from the file here.
BINDIR = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
DESKTOP_ENTRY = $(SHARE)/applications/$(APP_ID).desktop
SERVICE = $(SHARE)/dbus-1/services/$(APP_ID).service
METAINFO = $(SHARE)/metainfo/$(APP_ID).metainfo.xml
ICONS = $(SHARE)/icons/hicolor
ICON = scalable/apps/$(APP_ID).svg
SYMBOLIC_ICON = symbolic/apps/$(APP_ID)-symbolic.svg
MAN = $(SHARE)/man/man1
BASH_COMPLETION = $(SHARE)/bash-completion/completions/glint-cli
ZSH_COMPLETION = $(SHARE)/zsh/$(ZSH_FOLDER)/_glint-cli
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/glint-cli.fish

# Shell: notifies a running desktop of the change; a package under DESTDIR leaves that to its installer.
define update-caches
if [ -z "$(DESTDIR)" ]; then \
	if command -v update-desktop-database >/dev/null; then \
		update-desktop-database -q "$(SHARE)/applications" || true; \
	fi; \
	if [ -e "$(ICONS)/icon-theme.cache" ] && command -v gtk-update-icon-cache >/dev/null; then \
		gtk-update-icon-cache -q -t -f "$(ICONS)" || true; \
	fi; \
fi
endef

.PHONY: install
# `sudo make install` often has no Swift: it then installs what was built before.
install: $(if $(shell command -v swift),build) ## install below PREFIX (/usr/local), or DESTDIR and PREFIX
	install -D -s -m 755 $(BIN)/glint "$(BINDIR)/glint"
	install -D -s -m 755 $(BIN)/glint-cli "$(BINDIR)/glint-cli"
	install -D -m 644 $(SPOKEN).desktop "$(DESKTOP_ENTRY)"
	install -d "$(dir $(SERVICE))"
	sed 's|@BINDIR@|$(PREFIX)/bin|' Resources/$(APP_ID).service.in > "$(SERVICE)"
	install -D -m 644 $(SPOKEN).metainfo.xml "$(METAINFO)"
	for language in $(LANGUAGES); do install -D -m 644 .build/po/$$language/LC_MESSAGES/glint.mo \
		"$(SHARE)/locale/$$language/LC_MESSAGES/glint.mo" || exit 1; done
	install -D -m 644 Resources/icons/$(ICON) "$(ICONS)/$(ICON)"
	install -D -m 644 Resources/icons/$(SYMBOLIC_ICON) "$(ICONS)/$(SYMBOLIC_ICON)"
	install -d "$(MAN)" "$(dir $(BASH_COMPLETION))" "$(dir $(ZSH_COMPLETION))" "$(dir $(FISH_COMPLETION))"
	@# The footer of a page shows the version.
	sed 's/^\.Os$$/.Os Glint $(VERSION)/' Resources/man/glint.1 > "$(MAN)/glint.1"
	sed 's/^\.Os$$/.Os Glint $(VERSION)/' Resources/man/glint-cli.1 > "$(MAN)/glint-cli.1"
	$(BIN)/glint-cli completions bash > "$(BASH_COMPLETION)"
	$(BIN)/glint-cli completions zsh > "$(ZSH_COMPLETION)"
	$(BIN)/glint-cli completions fish > "$(FISH_COMPLETION)"
	@$(update-caches)

.PHONY: uninstall
uninstall: ## remove the installed files
	rm -f "$(BINDIR)/glint" "$(BINDIR)/glint-cli" "$(DESKTOP_ENTRY)" "$(SERVICE)" "$(METAINFO)" \
		"$(ICONS)/$(ICON)" "$(ICONS)/$(SYMBOLIC_ICON)" "$(MAN)/glint.1" "$(MAN)/glint-cli.1" \
		"$(BASH_COMPLETION)" "$(ZSH_COMPLETION)" "$(FISH_COMPLETION)"
	rm -f $(LANGUAGES:%="$(SHARE)/locale/%/LC_MESSAGES/glint.mo")
	@$(update-caches)
	@# A cache without entries was created only for Glint.
	@cache="$(SHARE)/applications/mimeinfo.cache"; \
	if [ -z "$(DESTDIR)" ] && [ -e "$$cache" ] && ! grep -q = "$$cache"; then rm -f "$$cache"; fi

# Packages are written to .build/packages; docs/packages.md describes their contents.
.PHONY: deb
deb: build package-deps ## build a Debian package
	packaging/debian/build $(VERSION)

.PHONY: check-deb
check-deb: deb ## install, run, upgrade and remove the package in a fresh Debian (needs root and a Debian mirror)
	packaging/debian/check $(VERSION)

.PHONY: check-deb-debian13
check-deb-debian13: package-deps ## build the package for Debian 13 in one, and test it in a fresh one
	packaging/in-debian trixie $(MAKE) deps deb
	mkdir -p .build/packages && cp .build/debian-trixie/build/packages/glint_*.deb .build/packages
	packaging/debian/check $(VERSION) trixie

.PHONY: bundle
bundle: build package-deps ## build a tarball that runs from any folder, with the libraries it needs
	packaging/bundle/build $(VERSION)

.PHONY: check-bundle
check-bundle: bundle ## run the tarball's programs in a fresh, newer Debian (needs root and a Debian mirror)
	packaging/bundle/check $(VERSION)

.PHONY: metainfo
metainfo: ## write the releases of CHANGELOG.md into the metainfo file
	packaging/changelog metainfo Resources/$(APP_ID).metainfo.xml

.PHONY: release
release: ## build all packages of this version; UNRELEASED=1 tests it with unreleased changes
	packaging/release $(VERSION) $(if $(UNRELEASED),--unreleased)

.PHONY: package-deps
package-deps: ## install the Debian packages needed to build packages
	@$(INSTALL_PACKAGES) build package

.PHONY: clean
clean: ## remove everything that was built
	rm -rf .build

.PHONY: help
help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.* ## \(.*\)/  make \1\t\2/p' Makefile | expand -t 22
