package house

import (
	"fmt"
	"slices"
	"strings"
)

// module is the path of this module; every import below it is one of our packages.
const module = "consider"

// A room is a package, with the packages below it, and the packages of ours that it may import.
type room struct {
	path string
	uses []string
	// alone: it may not use the rooms in common either.
	alone bool
	// tool: it is not part of the program. It may use anything, and product code may not use it.
	tool bool
}

// rooms lists all rooms. Arrows point down the list and never back:
//
//	cmd -> commands -> servers -> verb -> review -> { gitstore, treediff -> gitrepo -> gitrun -> gitdir -> worktree, anchor -> linemap }
//
// One arrow skips review on purpose: commands opens the user's repository, because the working folder is its to know.
var rooms = []room{
	{path: "cmd/consider", uses: []string{"commands", "commands/early", "commands/early/hooks"}},
	// These answer before the program is initialized: each import delays the answer.
	{path: "commands/early", uses: []string{"internal/agents"}},
	{path: "commands/early/hooks", uses: []string{"internal/agents", "internal/hook"}},
	{path: "commands", uses: append([]string{
		"commands/present", "internal/agents",
		"internal/mcpserver", "internal/rpcserver", "internal/webserver", "internal/verb", "internal/gitrepo", "internal/worktree", "internal/transcript",
		"internal/memory/keep", "internal/editor", "internal/watch", "internal/review/takeover", "internal/setup", "internal/hook", "internal/presence", "internal/programs", "internal/tryout", "skills",
	}, verbs...)},
	{path: "commands/present", uses: append([]string{"internal/verb", "internal/editor", "internal/setup"}, verbs...)},
	{path: "internal/mcpserver", uses: []string{"internal/verb", "internal/session", "internal/fail", "internal/presence"}},
	{path: "internal/rpcserver", uses: []string{
		"internal/verb", "internal/review/feedback", "internal/session", "internal/fail", "internal/watch", "internal/transcript",
	}},
	{path: "internal/webserver", uses: append([]string{
		"internal/verb", "internal/watch", "internal/transcript", "internal/folds", "internal/gitdiff", "internal/safefs", "internal/presence",
	}, verbs...)},
	{path: "internal/verb", uses: verbs},

	// The verbs, and what they use. Each room may use those below it.
	{path: "internal/project", uses: append([]string{
		"internal/memory", "internal/memory/keep", "internal/backup", "internal/review/feedback", "internal/review/plan", "internal/review/round", "internal/editor", "internal/setup", "internal/transcript", "skills",
	}, core...)},
	{path: "internal/review/exchange", uses: append([]string{
		"internal/review/submission", "internal/review/plan", "internal/review", "internal/review/history", "internal/finding", "internal/suggest", "internal/agents", "anchor",
	}, core...)},
	{path: "internal/review/takeover", uses: append([]string{"internal/memory", "internal/review/plan", "internal/review/submission", "internal/extra"}, core...)},
	{path: "internal/review/submission", uses: append([]string{
		"internal/review", "internal/review/compare", "internal/review/round", "internal/review/history", "internal/folds", "internal/gitdiff", "anchor",
	}, core...)},
	{path: "internal/review/turns", uses: append([]string{"internal/review/claim", "internal/review/round", "internal/turn", "internal/gitdiff"}, core...)},
	{path: "internal/review/undo", uses: append([]string{"internal/memory", "internal/review/apply", "internal/review/history"}, core...)},
	{path: "internal/review/apply", uses: append([]string{"internal/review", "internal/suggest", "internal/safefs", "internal/origin"}, core...)},
	{path: "internal/review/plan", uses: append([]string{
		"internal/review/feedback", "internal/review/history", "internal/gitdiff", "internal/presence", "anchor",
	}, core...)},
	{path: "internal/review/feedback", uses: append([]string{
		"internal/review/history", "internal/lazy", "internal/transcript", "internal/watch",
	}, core...)},
	{path: "internal/review", uses: append([]string{
		"internal/memory", "internal/review/claim", "internal/review/compare", "internal/review/round", "internal/review/history", "internal/lazy", "internal/gitdiff", "internal/picture", "internal/presence", "internal/suggest", "internal/watch", "anchor",
	}, core...)},
	{path: "internal/review/claim", uses: append([]string{"internal/review/round", "internal/gitdiff", "anchor"}, core...)},
	{path: "internal/review/compare", uses: append([]string{"internal/review/round", "internal/folds", "internal/turn", "internal/gitdiff"}, core...)},
	{path: "internal/review/round", uses: append([]string{"internal/review/history", "internal/folds", "internal/secrets", "internal/turn"}, core...)},
	{path: "internal/memory", uses: append([]string{"internal/review/history", "internal/memory/keep"}, core...)},
	{path: "internal/review/history", uses: append([]string{"internal/presence", "internal/watch", "internal/agents"}, core...)},

	// One caller working on one project.
	{path: "internal/session", uses: []string{
		"internal/settings", "internal/place", "internal/thread", "internal/fail", "gitstore", "internal/treediff", "internal/gitrepo", "internal/gitdir", "internal/worktree", "internal/agents",
		"internal/backup", "internal/safefs", "internal/editor", "internal/memory/keep", "internal/origin", "internal/picture", "internal/transcript", "internal/watch",
	}},
	{path: "internal/backup", uses: []string{"gitstore", "internal/safefs"}},
	{path: "internal/settings", uses: []string{
		"internal/fail", "internal/extra", "gitstore", "internal/worktree", "internal/editor", "internal/memory/keep",
	}},
	{path: "internal/place", uses: []string{
		"internal/checkpoint", "internal/thread", "internal/fail", "internal/suggest", "gitstore", "internal/treediff", "internal/gitrepo", "internal/worktree", "anchor",
	}},
	{path: "internal/checkpoint", uses: []string{
		"internal/thread", "internal/fail", "internal/extra", "gitstore", "internal/treediff",
	}},
	{path: "internal/thread", uses: []string{
		"internal/agents", "internal/fail", "internal/extra", "gitstore", "anchor", "internal/safefs", "internal/suggest",
	}},
	{path: "internal/extra"},

	// Packages outside the review.
	{path: "internal/setup", uses: append([]string{"internal/agents", "internal/safefs", "skills"}, common...)},
	{path: "internal/hook", uses: append([]string{"internal/agents", "internal/presence", "internal/safefs"}, common...)},
	{path: "internal/tryout", uses: append([]string{"internal/fail", "internal/programs"}, common...)},
	{path: "internal/transcript", uses: append([]string{"internal/programs"}, common...)},
	{path: "internal/memory/keep", uses: append([]string{"internal/fail", "internal/safefs", "internal/secrets"}, common...)},
	{path: "internal/editor", uses: append([]string{"internal/safefs", "internal/secrets"}, common...)},
	{path: "internal/watch", uses: common},
	{path: "internal/folds", uses: append([]string{"internal/treediff", "internal/gitdir", "internal/gitdiff"}, common...)},
	// Only these open the user's repository, and none of them can write there.
	{path: "internal/treediff", uses: append([]string{"internal/fail", "internal/gitrepo", "internal/gitrun", "internal/gitdir", "internal/worktree", "internal/gitfmt", "internal/safefs", "internal/gitdiff"}, common...)},
	{path: "internal/gitrepo", uses: append([]string{"internal/fail", "internal/gitrun", "internal/gitdir", "internal/worktree", "internal/gitfmt"}, common...)},
	{path: "internal/gitrun", uses: append([]string{"internal/fail", "internal/gitdir", "internal/worktree", "internal/programs"}, common...)},
	{path: "internal/gitdir", uses: append([]string{"internal/fail", "internal/worktree", "internal/gitfmt", "internal/safefs"}, common...)},
	{path: "internal/worktree", uses: append([]string{"internal/fail", "internal/gitfmt", "internal/safefs"}, common...)},
	// Other programs can use the store: it imports only the kinds of errors, and the rooms that read git's formats and files.
	{path: "gitstore", uses: []string{"internal/fail", "internal/gitfmt", "internal/safefs"}, alone: true},
	{path: "internal/gitfmt", uses: []string{"internal/safefs"}, alone: true},
	{path: "internal/turn", uses: []string{"internal/enum", "internal/safefs"}},
	{path: "internal/presence", uses: []string{"internal/enum", "internal/agents", "internal/safefs"}},
	{path: "internal/origin", uses: []string{"internal/safefs"}},
	{path: "internal/safefs"},
	{path: "anchor", uses: []string{"internal/linemap"}, alone: true},
	{path: "internal/finding"},
	{path: "internal/suggest", uses: append([]string{"internal/gitdiff"}, common...)},
	{path: "internal/gitdiff", uses: []string{"internal/linemap"}, alone: true},
	{path: "internal/linemap"},
	{path: "internal/fail", uses: []string{"internal/words"}, alone: true},
	{path: "internal/enum"},
	{path: "internal/agents"},
	{path: "internal/digest"},
	{path: "internal/lazy"},
	{path: "internal/nearest"},
	{path: "internal/picture"},
	{path: "internal/printable"},
	{path: "internal/programs", uses: common},
	{path: "internal/secrets"},
	{path: "internal/version"},
	{path: "internal/words"},
	{path: "skills", uses: []string{"internal/lazy"}},

	{path: "internal/gittest", tool: true},
	{path: "internal/review/reviewtest", tool: true},
	{path: "internal/proof", tool: true},
	{path: "internal/verb/verbtest", tool: true},
	{path: "tools/release", tool: true},
	{path: "tools/bench", tool: true},
	{path: "tools/gen", tool: true},
	{path: "tools/house", tool: true},
	{path: "tools/figures", tool: true},
	{path: "tools/torture", tool: true},
	{path: "scenarios", tool: true},
}

// verbs lists the rooms whose functions are in the table of verbs, and the rooms of which their answers are made.
var verbs = []string{
	"internal/review", "internal/review/apply", "internal/review/exchange", "internal/review/submission", "internal/review/turns", "internal/turn", "internal/review/undo", "internal/review/feedback", "internal/review/plan",
	"internal/review/compare", "internal/review/round", "internal/review/history", "internal/memory", "internal/project",
	"internal/session", "internal/settings", "internal/place", "internal/checkpoint", "internal/thread", "internal/fail",
}

// core lists the rooms that all verbs use.
var core = []string{
	"internal/session", "internal/settings", "internal/place", "internal/checkpoint", "internal/thread", "internal/fail", "internal/extra",
	"gitstore", "internal/treediff", "internal/gitrepo", "internal/worktree",
}

// common lists small general rooms. Every room that has arrows of its own may use them, unless it is alone.
var common = []string{"internal/digest", "internal/enum", "internal/lazy", "internal/nearest", "internal/printable", "internal/version", "internal/words"}

// libraries lists the rooms that may use each third-party library, so that only one place knows it and it can be
// replaced. Those that only tests may use have "tests", which is not a room. os/exec is in the table because one room
// decides which programs are run.
var libraries = []struct {
	path  string
	rooms []string
}{
	{"github.com/go-git/", []string{"gitstore", "internal/gitfmt", "internal/gitdir", "internal/gitrepo", "internal/treediff"}},
	{"os/exec", []string{"internal/programs"}},
	{"github.com/pmezard/go-difflib", []string{"internal/gitdiff"}},
	{"github.com/urfave/cli/", []string{"commands"}},
	{"github.com/modelcontextprotocol/go-sdk", []string{"internal/mcpserver"}},
	{"github.com/creachadair/jrpc2", []string{"internal/rpcserver"}},
	{"github.com/fsnotify/fsnotify", []string{"internal/watch"}},
	{"github.com/clipperhouse/", []string{"internal/printable"}},
	{"github.com/klauspost/compress", []string{"internal/transcript"}},
	{"golang.org/x/text", []string{"internal/memory/keep", "internal/session", "internal/transcript"}},
	{"github.com/go-json-experiment/json", []string{"internal/extra"}},
	{"github.com/tailscale/hujson", []string{"internal/setup"}},
	{"github.com/pelletier/go-toml/", []string{"internal/setup"}},
	{"filippo.io/age", []string{"internal/memory/keep"}},
	{"github.com/zalando/go-keyring", []string{"internal/memory/keep"}},
	{"github.com/google/go-cmp", []string{"tests"}},
	{"golang.org/x/net/html", []string{"tests"}},
	{"github.com/rogpeppe/go-internal", []string{"tests"}},
}

// heavyRoot is go-git's root package. Its ssh and openpgp packages initialize themselves at every start of the program,
// for any command.
const heavyRoot = "github.com/go-git/go-git/v5"

// findRoom returns the room of a folder: the one with the longest matching path.
func findRoom(folder string) (room, bool) {
	var found room
	for _, r := range rooms {
		if (folder == r.path || strings.HasPrefix(folder, r.path+"/")) && len(r.path) > len(found.path) {
			found = r
		}
	}
	return found, found.path != ""
}

// may reports whether r may import the room to.
func (r room) may(to room) bool {
	switch {
	case r.tool || r.path == to.path || slices.Contains(r.uses, to.path):
		return true
	case r.alone || len(r.uses) == 0:
		return false
	}
	return slices.Contains(common, to.path)
}

// arrows finds imports against the direction, and packages without a room.
func arrows(t *tree) []problem {
	return eachImport(t, func(from room, imported string) string {
		folder, ours := strings.CutPrefix(imported, module+"/")
		if !ours {
			return ""
		}
		to, known := findRoom(folder)
		switch {
		case !known:
			return fmt.Sprintf("imports %s, which is in no room: give it a row in tools/house/arrows.go", imported)
		case to.tool && !from.tool:
			return fmt.Sprintf("imports %s, which is for tests and tools: move what is needed out of it", imported)
		case !from.may(to):
			return fmt.Sprintf("%s may not import %s: move the code to the side that may, or pass a value or a function down",
				from.path, to.path)
		}
		return ""
	})
}

// borrowed finds third-party libraries outside the rooms that may use them.
func borrowed(t *tree) []problem {
	return eachImport(t, func(from room, imported string) string {
		if from.tool {
			return ""
		}
		if imported == heavyRoot {
			return "imports go-git's root package, which slows every start: use its plumbing and storage packages"
		}
		for _, library := range libraries {
			if strings.HasPrefix(imported+"/", library.path) && !slices.Contains(library.rooms, from.path) {
				return fmt.Sprintf("imports %s, which is for %s: ask that room for what you need",
					imported, strings.Join(library.rooms, " and "))
			}
		}
		return ""
	})
}

// eachImport calls ask for each import of the product's files; tests may import anything. An empty answer means that
// there is no problem.
func eachImport(t *tree, ask func(from room, imported string) string) []problem {
	var problems []problem
	for _, f := range t.goFiles() {
		if f.isTest() {
			continue
		}
		from, known := findRoom(f.folder())
		if !known {
			problems = append(problems, problem{
				f.path, 0,
				"is in no room: give its folder a row in tools/house/arrows.go, or put it where it belongs",
			})
			continue
		}
		for _, spec := range f.syntax.Imports {
			if what := ask(from, strings.Trim(spec.Path.Value, "`\"")); what != "" {
				problems = append(problems, f.at(spec, "%s", what))
			}
		}
	}
	return problems
}
