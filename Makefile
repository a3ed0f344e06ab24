# `make run` and `make test` are all that is needed; `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
# WERROR=1 makes warnings errors. Only the project's own checks ask for it: a newer compiler's new warning must
# not keep anybody from building.
WERROR ?=
FLAGS := $(if $(WERROR),-Xswiftc -warnings-as-errors)
# The recogniser's pkg-config file asks for its recording library too, which nobody here calls and which draws in
# PulseAudio and X11: two fifths of what starting the program costs. Released programs are linked without it.
PKG_CONFIG_FILES := .build/pkg-config
RELEASE := -c release --static-swift-stdlib --pkg-config-path $(PKG_CONFIG_FILES) $(FLAGS)
BIN := .build/release/utter
SPEECH := /usr/share/pocketsphinx/test/data

# To build and run: the microphone, the recogniser, its English model, and some recorded speech to try it with.
RUN_PACKAGES := pkg-config libasound2-dev libpocketsphinx-dev pocketsphinx-en-us pocketsphinx-testdata
# To test: a sound server, terminals, shells, synthetic speech, and what looks at them.
TEST_PACKAGES := libasound2-plugins pulseaudio pulseaudio-utils alsa-utils kitty xvfb xdotool flite sox tmux \
	foot sway wtype zsh fish mandoc shellcheck strace imagemagick pocketsphinx

.PHONY: all help deps deps-run build run test lint bench accuracy soak sanitize fuzz mutants install install-refine uninstall \
	clean screens swift pkg-config generate

all: build

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

swift:
	@command -v swift >/dev/null 2>&1 || { \
		echo "utter: cannot build: there is no swift on PATH" >&2; \
		echo "Install Swift 6.2 or later: https://www.swift.org/install/linux/" >&2; exit 1; }

pkg-config:
	@mkdir -p $(PKG_CONFIG_FILES) && rm -f $(PKG_CONFIG_FILES)/*.pc
	@! pkg-config --exists pocketsphinx || { \
		echo "Name: pocketsphinx"; echo "Description: the recogniser alone"; echo "Version: 0"; \
		echo "Cflags: $$(pkg-config --cflags pocketsphinx)"; \
		echo "Libs: $$(pkg-config --libs pocketsphinx | sed 's/ *-lsphinxad//')"; \
	} > $(PKG_CONFIG_FILES)/pocketsphinx.pc

deps-run: ## install the Debian packages needed to build and run
	@.ci/packages "build and run utter" $(RUN_PACKAGES)

# Without the test packages the tests that need them are left out, and say so: exit status 3 is no failure.
deps: deps-run ## install the Debian packages needed to test
	@.ci/packages "test utter" $(TEST_PACKAGES) || [ $$? -eq 3 ]

build: swift pkg-config ## build the program
	swift build $(RELEASE) --product utter

run: deps-run ## install what is needed, build, and start utter
	@$(MAKE) --no-print-directory build
	@.ci/try $(BIN) $(SPEECH)

# Faster, and the same flags wherever tests are built: others would mean to build again.
test soak screens: export UTTER_OPTIMIZE = 1

# One after the other: the tests of real keys, sound and terminals are about instants.
test: swift deps ## install what is needed and run every test
	swift build --build-tests $(FLAGS)
	swift test --skip-build --disable-xctest --no-parallel

lint: swift ## check layout, imports and scripts
	@.ci/lint

bench: build deps ## measure start, rest, waits and memory
	swift build --product fakemic $(FLAGS)
	swift build --product bench $(FLAGS)
	.build/debug/bench listen $(BIN)

# STEP=10 takes every tenth recording only.
accuracy: build deps ## measure error rates on recordings (UTTER_TEST_DATA names them)
	swift build $(RELEASE) --product bench
	.build/release/bench accuracy $(STEP)
	.build/release/bench shell $(BIN) all

# SEED=N repeats a run.
MINUTES ?= 1
soak: swift deps ## random gestures and faults against the program, MINUTES=N
	swift build --build-tests $(FLAGS)
	UTTER_SOAK_SECONDS=$$(($(MINUTES) * 60)) UTTER_SOAK_SEED=$(SEED) \
		swift test --skip-build --disable-xctest --no-parallel --filter SoakTests

sanitize: swift deps ## the tests under the address and the thread sanitizer
	@.ci/sanitize

fuzz: swift ## fuzz what reads input from outside, FUZZ_SECONDS each
	Tests/Fuzz/run.sh

screens: swift deps ## make the pictures of the README anew
	mkdir -p Tests/Screens
	UTTER_SCREENS="$(CURDIR)/Tests/Screens" swift test --disable-xctest --filter ScreensTests

mutants: swift ## check that the tests notice the classic wrong versions
	Tests/Mutants/run.sh

install-refine: ## set up Moonshine as the better recogniser of refine =
	@config/refine/install

# The manual pages, the completions and the reference dotfile come out of the program's own option table; tests fail
# where the files here say something else.
generate: swift ## bring config/ up to date with the option table
	swift build --product utter
	.build/debug/utter generate conf > config/utter.conf
	.build/debug/utter generate man > config/man/utter.1
	.build/debug/utter generate man-conf > config/man/utter.conf.5
	.build/debug/utter generate bash > config/completions/utter.bash
	.build/debug/utter generate zsh > config/completions/_utter
	.build/debug/utter generate fish > config/completions/utter.fish

install: $(BIN) ## install into $(DESTDIR)$(PREFIX)
	install -D -m 755 $(BIN) $(DESTDIR)$(PREFIX)/bin/utter
	install -D -m 644 config/utter.conf $(DESTDIR)$(PREFIX)/share/doc/utter/utter.conf
	install -d $(DESTDIR)$(PREFIX)/share/utter
	install -m 644 config/lexicon config/phrases config/words config/letter-to-sound \
		$(DESTDIR)$(PREFIX)/share/utter
	install -D -m 644 config/man/utter.1 $(DESTDIR)$(PREFIX)/share/man/man1/utter.1
	install -D -m 644 config/man/utter.conf.5 $(DESTDIR)$(PREFIX)/share/man/man5/utter.conf.5
	install -D -m 644 config/completions/utter.bash \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions/utter
	install -D -m 644 config/completions/_utter $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_utter
	install -D -m 644 config/completions/utter.fish \
		$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/utter.fish

uninstall: ## remove what install put there
	rm -rf $(DESTDIR)$(PREFIX)/share/utter
	rm -f $(DESTDIR)$(PREFIX)/bin/utter
	rm -rf $(DESTDIR)$(PREFIX)/share/doc/utter
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/utter.1 $(DESTDIR)$(PREFIX)/share/man/man5/utter.conf.5
	rm -f $(DESTDIR)$(PREFIX)/share/bash-completion/completions/utter
	rm -f $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_utter
	rm -f $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/utter.fish

$(BIN):
	@$(MAKE) --no-print-directory build

clean: ## remove what was built
	rm -rf .build
