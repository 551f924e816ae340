# One line a target. What is longer is a script in .ci/.
PREFIX   ?=
FUZZTIME ?= 30s
VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)

.DEFAULT_GOAL := help
export PREFIX FUZZTIME VERSION

build: ## the static binary, as bin/consider
	.ci/build bin

test: ## all tests, on a fresh machine too
	.ci/test

scenarios: ## the scenarios only (RUN=list_stale for those whose name matches)
	go test ./scenarios $(if $(RUN),-run '/files/$(RUN)')

fuzz: ## every fuzz target for FUZZTIME (30s) each
	.ci/fuzz

lint: ## golangci-lint, at the version of .ci/tools.mod
	.ci/lint

generate: ## write the generated files anew
	go generate ./...

words: ## every text that users and models read, into docs/words.txt, and the counts of wording
	go generate ./tools/house

goldens: ## write what tests expect of tools, help and answers anew (read what changed before you commit it)
	go test ./internal/mcpserver ./scenarios -run 'TestToolsAreAsCommitted|TestScenarios' -update

extension: ## the VS Code extension for every platform, as dist/*.vsix
	.ci/extension

release: ## all that a release is, in dist/ (docs/internals/release.md); publishes nothing
	.ci/release

extension-test: ## the extension in a real VS Code in a real browser
	.ci/extension-test

ui: ## the pages of consider review, into what the binary embeds
	.ci/ui

ui-test: ## the pages in a real Chromium, against the real program
	.ci/ui-test

ui-random: ## random acts on the page, in two tabs with slow answers; no thread and no word may be missing (SEED, ROUNDS of eight acts)
	SCRIPT=random.mjs .ci/ui-test $(or $(SEED),1) $(or $(ROUNDS),7)

ui-measure: ## how fast the pages are (DIFIT=path compares with difit)
	.ci/ui-measure

same: ## two builds of HEAD in two folders, every file of the release compared
	.ci/same all

picture: ## the moving picture of the README, from the real page and program
	.ci/picture

site: ## the documents as a site of plain files with a search, in dist/site
	.ci/site

machine: ## every way to install, on a fresh Debian: the loop, an upgrade, and out again without a trace (as root)
	.ci/machine

shops: ## what the shops of agents say of the plugin, the skill and the MCP server, by their own checks
	.ci/shops

mcp-clients: ## the protocol's inspector and conformance suite against consider mcp
	.ci/mcp-clients

tokens: ## what agents pay for the tools, their answers and the skill
	.ci/tokens

agents: ## Claude Code, Codex and OpenCode, as setup sets them up and over MCP, offline (900 MB from npm)
	.ci/mcp-clients agents && .ci/agents/run

house: ## figures of how the code is built: rooms, sizes, names, tests
	go run ./tools/figures

bench: ## measure the speed budget and single functions (OLD=path compares with another consider, in turns)
	go run ./tools/bench $(if $(OLD),-old '$(OLD)')
	go test -run '^$$' -bench . -benchtime 1s ./anchor ./gitstore ./internal/editor ./internal/transcript ./internal/treediff

anchors: ## how well threads follow code: MIRROR, JUDGED, MOVED name folders with data (docs/internals/anchoring.md)
	.ci/anchors

bench-growth: ## measure how each verb grows with the number of threads: some ten minutes
	go run ./tools/bench -rounds 5 -sizes 30,1000,10000,100000

torture: ## kills, failing calls, power cuts and damage, in a sandbox (POINTS=60 of each kind for each change, 0 for all)
	go run -ldflags=-X=consider/internal/agents.look=no ./tools/torture -points $(or $(POINTS),60)

demo: ## play a review from the first comment to the last
	TESTS=1 .ci/build bin/demo && bin/demo/consider try

install: ## put consider into PREFIX/bin, else where go install puts programs
	.ci/install

uninstall: ## take consider out of there again
	.ci/install --remove

sure: ## all that CI will say
	.ci/run

nightly: ## everything that CI checks, and what is too slow for every change
	.ci/nightly

times: ## what each stage, package, fuzz target, flow and scenario of the last .ci/run took, beside the baseline
	.ci/times

clean: ## remove what build made
	rm -rf bin/consider bin/consider.exe bin/tests

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' Makefile

.PHONY: words site picture same machine shops release build test scenarios fuzz lint generate extension extension-test ui ui-test ui-random ui-measure mcp-clients tokens agents house bench anchors bench-growth torture demo install uninstall sure nightly times clean help
