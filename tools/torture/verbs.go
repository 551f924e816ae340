//go:build linux && amd64

package main

import (
	"fmt"
	"slices"
	"strings"
)

// change is a command that changes something, and how to check that it did. In its words, OPEN and similar names stand
// for ids of the stage.
type change struct {
	name  string
	on    string // the stage on which it is made; "" for the common one
	args  string // words
	stdin string
	look  string // a command
	shows string // text that the output of look contains afterwards; with a leading !, that it does not contain
	drops string // ids of the stage that may be missing from the list afterwards
	gone  bool   // the store may be missing before it, or afterwards
	mends bool   // the stage is damaged until it succeeds
	aside bool   // it is a read, which answers even if it cannot write
}

// through reports whether the change is requested over JSON-RPC.
func (c change) through() bool { return c.args == "serve" }

// memories lists the four backends of the memory.
var memories = []string{"workspace", "branch", "disk", "secret"}

const everyThread = "list --workflow all"

// reviewed lists the changes to threads, answers, plans and the project.
var reviewed = []change{
	{name: "first add", on: "empty", args: "add a.txt:1 -m tortured", look: everyThread, shows: "tortured", gone: true},
	{name: "first plan", on: "empty", args: "plan add a.txt", look: "plan list", shows: `"versions":1`, gone: true},
	{name: "add", args: "add a.txt:5 -m tortured", look: everyThread, shows: "tortured"},
	{name: "reply", args: "reply OPEN -m tortured", look: "get OPEN", shows: "tortured"},
	{name: "resolve", args: "resolve OPEN", look: "list --workflow resolved", shows: "OPEN"},
	{name: "triage", on: "found", args: "triage FOUND", look: "get FOUND", shows: "accepted"},
	{name: "unresolve", args: "unresolve RESOLVED", look: "list", shows: "RESOLVED"},
	{name: "edit", args: "edit OPEN -m tortured", look: "get OPEN", shows: "tortured"},
	{name: "apply", on: "suggested", args: "apply SUGGESTED", look: "get SUGGESTED", shows: `"applied":true`},
	{name: "undo of apply", on: "applied", args: "undo", look: "get APPLIED", shows: `!"applied":true`},
	{name: "apply of two", on: "two suggested", args: "apply TWIN OTHER", look: "get OTHER", shows: `"applied":true`},
	{name: "undo of two", on: "two applied", args: "undo", look: "get OTHER", shows: `!"applied":true`},
	{name: "label", args: "label OPEN +tortured", look: everyThread, shows: "tortured"},
	{name: "reanchor", args: "reanchor OPEN a.txt:9", look: "log", shows: "reanchor"},
	{name: "takeover and adopt", on: "left", args: "adopt REMOVED --as human", look: "get REMOVED", shows: `!"author":"elsewhere"`},
	{name: "get, which marks", args: "get OPEN --as agent --name tortured", look: "get OPEN", shows: `"tortured"`, aside: true},
	{name: "archive", args: "archive RESOLVED", look: "list --archived", shows: "RESOLVED", drops: "RESOLVED"},
	{name: "unarchive", args: "unarchive ARCHIVED", look: everyThread, shows: "ARCHIVED"},
	{name: "delete", args: "delete OPEN", look: everyThread, shows: "!OPEN", drops: "OPEN"},
	{name: "delete of a reply", on: "replied", args: "delete REPLY", look: "get OPEN", shows: "(comment deleted)"},
	{name: "undelete", args: "undelete DELETED", look: everyThread, shows: "DELETED"},
	{name: "checkpoint create", args: "checkpoint create tortured", look: "checkpoint list", shows: "tortured"},
	{name: "checkpoint restore", args: "checkpoint restore round", look: "log", shows: "restore", drops: "MARK LAST"},
	{name: "turn delete", args: "turn delete --all", look: "turn list", shows: `"turns":[]`},
	{name: "checkpoint delete", args: "checkpoint delete round", look: "checkpoint list", shows: `!"round"`},
	{name: "undo", args: "undo", look: "log", shows: "undo", drops: "OPEN RESOLVED ARCHIVED LAST"},
	{name: "redo", on: "undone", args: "undo --redo", look: "log", shows: "redo", drops: "LAST"},
	{name: "review submit", args: "serve", stdin: frame("review submit", `{"globalComment":"tortured","verdict":"comment"}`), look: everyThread, shows: "tortured"},
	{name: "responses mark", args: "responses mark last --drop walls", look: everyThread, shows: "walls"},
	{name: "responses unmark", args: "responses unmark MARK", look: "log", shows: "unmark", drops: "MARK"},
	{name: "plan add", args: "plan add a.txt", look: "plan list", shows: `"versions":1`},
	{name: "plan comment", on: "planned", args: "plan comment --lines 1 -m tortured", look: everyThread, shows: "tortured"},
	{name: "plan approve", on: "planned", args: "plan approve -m tortured", look: "plan show", shows: "tortured"},
	{name: "plan reject", on: "planned", args: "plan reject -m tortured", look: "plan show", shows: "tortured"},
	{name: "import", args: "import threads.json", look: everyThread, shows: "OPEN"},
	{name: "config", args: "config resolve human", look: "config resolve", shows: "human"},
	{name: "gc", args: "gc", look: everyThread, shows: "OPEN"},
	{name: "fsck --accept", args: "fsck --accept --as human", look: everyThread, shows: "OPEN"},
	{name: "fsck --repair", on: "damaged", args: "fsck --repair --as human", look: everyThread, shows: "LAST", drops: "LAST", mends: true},
	{name: "fsck --restore of all", on: "gone", args: "fsck --restore --as human", look: everyThread, shows: "LAST", mends: true},
	{name: "fsck --restore of what was rolled back", on: "rolled back", args: "fsck --restore --as human", look: "get OPEN", shows: "restored", mends: true},
	{name: "fsck --restore beside newer words", on: "gone on", args: "fsck --restore --as human", look: "get OPEN", shows: "restored", mends: true},
	{name: "setup", args: "setup claude codex --mcp --hooks on-stop --yes", look: "doctor", shows: "claude"},
	{name: "uninstall", on: "taught", args: "uninstall --yes", look: everyThread, shows: "OPEN"},
	{name: "uninstall --mode full", on: "taught", args: "uninstall --mode full --yes", look: everyThread, shows: "no_store", gone: true},
}

// changes returns a change for every verb that writes.
func changes() []change {
	all := slices.Clone(reviewed)
	for _, at := range memories {
		on := func(name, args, shows string) {
			all = append(all, change{name: "memory " + name + ", " + at, on: at, args: "memory " + args, look: "memory export", shows: shows})
		}
		on("create", "create /memories/new.md -m tortured", "tortured")
		on("str_replace", "str_replace /memories/old.md --old first --new tortured", "tortured")
		on("insert", "insert /memories/old.md --line 0 -m tortured", "tortured")
		on("delete", "delete /memories/old.md", "!old.md")
		on("rename", "rename /memories/old.md /memories/tortured.md", "tortured.md")
		on("pin", "pin /memories/old.md", "old.md")
		on("save", "save /memories/new.md -m tortured", "tortured")
		on("learn", "learn ARCHIVED -m tortured", "tortured")
		on("learn --accept", "learn RESOLVED --accept", "lessons")
		on("unpin", "unpin /memories/pinned.md", "pinned.md")
		on("import", "import memory.json", "pinned.md")
		on("clear", "clear", "!old.md")
	}
	return append(all,
		change{name: "memory", on: "workspace", args: "serve", stdin: frame("memory", `{"command":"create","path":"/memories/new.md","file_text":"tortured"}`), look: "memory export", shows: "tortured"},
		change{name: "config memory.backend", on: "workspace", args: "config memory.backend secret", look: "config memory.backend", shows: "secret"},
		change{name: "memory sync", on: "synced", args: "memory sync", look: "memory sync", shows: `"changed":false`},
		change{name: "config memory.sync", on: "workspace", args: "config memory.sync AGENTS.md", look: "config memory.sync", shows: "AGENTS.md"},
		change{name: "memory purge", on: "secret", args: "memory purge --force --yes", look: "memory export", shows: "old.md"},
	)
}

// words returns a command's arguments, with the ids of a stage.
func words(args string, ids map[string]string) []string {
	list := strings.Fields(args)
	for i, w := range list {
		if id, ok := ids[w]; ok {
			list[i] = id
		}
	}
	return list
}

// frame returns a request to consider serve.
func frame(method, params string) string {
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

// did reports whether an answer shows that a change was made.
func (c change) did(answer string, ids map[string]string) bool {
	want, not := strings.CutPrefix(c.shows, "!")
	if id, ok := ids[want]; ok {
		want = id
	}
	return strings.Contains(answer, want) != not
}

// may reports whether a thread of the stage may be missing afterwards.
func (c change) may(id string, ids map[string]string) bool {
	return slices.ContainsFunc(strings.Fields(c.drops), func(name string) bool { return ids[name] == id })
}
