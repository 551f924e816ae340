package review

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/editor"
	"consider/internal/memory"
)

// another returns a value of a setting that is not its default.
func (row Setting) another(t *testing.T) string {
	t.Helper()
	for _, v := range append(row.Values, "AGENTS.md") {
		if v != row.Default && row.allows(v) == nil {
			return v
		}
	}
	t.Fatalf("no other value of %s is known to this test", row.Name)
	return ""
}

// wantSetting compares one setting as the verb shows it.
func (d *desk) wantSetting(when, name, value, from string) {
	d.t.Helper()
	out, err := d.human().Config(d.t.Context(), ConfigInput{Name: name})
	if err != nil {
		d.t.Errorf("%s: %v", when, err)
		return
	}
	if sources, _ := out[fromField].(map[string]string); out[name] != value || sources[name] != from {
		d.t.Errorf("%s: %s is %v, from %q; want %q from %q", when, name, out[name], sources[name], value, from)
	}
}

// TestALinkedWorktreeHasTheMainOnesSettings: all of them used to be back at their defaults there.
func TestALinkedWorktreeHasTheMainOnesSettings(t *testing.T) {
	for _, row := range AllSettings {
		t.Run(row.Name, func(t *testing.T) {
			d := newDesk(t)
			d.keys = memory.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
			other := row.another(t)
			side := d.side("x")
			side.wantSetting("no store anywhere", row.Name, row.Default, fromDefault)
			d.set(row.Name, other)
			side.wantSetting("chosen in the main one", row.Name, other, fromMain)
			side.add("a.txt:1", "a store of its own")
			side.wantSetting("with a store of its own", row.Name, other, fromMain)
			side.set(row.Name, row.Default)
			side.wantSetting("the default chosen here", row.Name, row.Default, fromHere)
			must(side.human().Config(t.Context(), ConfigInput{Name: row.Name, Unset: true}))(t)
			side.wantSetting("taken back", row.Name, other, fromMain)
			d.set(row.Name, row.Default)
			side.wantSetting("back at the default in the main one", row.Name, row.Default, fromDefault)
			if out := must(d.human().Config(t.Context(), ConfigInput{}))(t); out[fromField] != nil {
				t.Errorf("the main one says where its own are from: %v", out)
			}
		})
	}
}

// settingsAtWork is what each setting does in a linked worktree when it has another value than its default in the main
// one. A setting without a row fails.
var settingsAtWork = map[string]func(t *testing.T, d, side *desk){
	"resolve": func(t *testing.T, _, side *desk) {
		id := side.add("a.txt:1", "why?")
		must(side.agent("codex").Get(t.Context(), GetInput{ID: id}))(t)
		out := must(side.agent("codex").Resolve(t.Context(), ResolveInput{IDs: []string{id}}))(t)
		if out.Threads[0].WorkflowState != Open || out.Threads[0].ProposedBy != "codex" {
			t.Errorf("an agent's word is more than a proposal: %+v", out.Threads)
		}
	},
	editorSetting: func(t *testing.T, _, side *desk) {
		side.add("a.txt:1", "why?")
		side.window()
		if got := side.agent("codex").LookAtEditor(t.Context()); got != nil {
			t.Errorf("told: %+v", got)
		}
		side.set(editorSetting, "path")
		if side.agent("codex").LookAtEditor(t.Context()) == nil {
			t.Error("the window of this test is not found, whatever the setting")
		}
	},
	"memory": func(t *testing.T, _, side *desk) {
		text := "x"
		_, err := side.agent("codex").MemoryCreate(t.Context(), MemoryCreateInput{Path: "/memories/a.md", Text: &text})
		if !errors.Is(err, ErrDenied) || !strings.Contains(err.Error(), "off") {
			t.Errorf("create: %v", err)
		}
	},
	"memory.backend": func(t *testing.T, d, side *desk) {
		d.set("memory.backend", inSecret)
		d.keep("/memories/plans.md", "main's friday")
		side.wantKept("before a write", "/memories/plans.md=main's friday")
		side.keep("/memories/takeover.md", "linked's monday")
		s := side.agent("codex")
		must(s.MemoryView(t.Context(), MemoryViewInput{Path: "/memories/takeover.md"}))(t)
		s.Mirror(t.Context())
		d.wantKept("the main one", "/memories/plans.md=main's friday")
		side.wantKept("the same key opens both", "/memories/plans.md=main's friday /memories/takeover.md=linked's monday")
		for _, at := range []*desk{d, side} {
			at.wantNoWords("plans", "friday", "takeover", "monday")
		}
		d.Git("--git-dir=.consider", "rev-parse", "--verify", "refs/worktrees/x/threads")
	},
	"memory.start": func(t *testing.T, d, side *desk) {
		d.set("memory.backend", inBranch)
		side.keep("/memories/a.md", "x's")
		side.Git("checkout", "-q", "-b", "y")
		side.wantKept("on a branch that came from x", "/memories/a.md=x's")
	},
	"memory.sync": func(_ *testing.T, _, side *desk) {
		side.keep("/memories/a.md", "one")
		if got := side.read("AGENTS.md"); !strings.Contains(got, "/memories/a.md") {
			side.t.Errorf("AGENTS.md: %q", got)
		}
	},
}

func TestEverySettingOfTheMainOneWorksInALinkedWorktree(t *testing.T) {
	for _, row := range AllSettings {
		t.Run(row.Name, func(t *testing.T) {
			works := settingsAtWork[row.Name]
			if works == nil {
				t.Fatalf("nothing here says what %s does", row.Name)
			}
			d := newDesk(t)
			d.keys = memory.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
			d.set(row.Name, row.another(t))
			works(t, d, d.side("x"))
		})
	}
}

// window opens an editor on a.txt.
func (d *desk) window() {
	d.t.Helper()
	ms := d.now.UnixMilli()
	data := must(marshal(editor.State{
		Version: editor.Version, Window: "w", PID: os.Getpid(), HeartbeatAt: ms, FocusedAt: ms, Folders: []string{d.Dir},
		Editor: &editor.Open{
			ChangedAt: ms, File: "a.txt", Language: "plaintext", Lines: 4,
			Cursor: editor.CursorPosition{Line: 2, Character: 1}, Symbols: editor.Found{Scopes: []editor.Scope{}},
		},
	}))(d.t)
	run := filepath.Join(d.Dir, ".consider", editor.Folder)
	if err := os.MkdirAll(run, 0o700); err != nil {
		d.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(run, "editor-1.json"), data, 0o600); err != nil {
		d.t.Fatal(err)
	}
}

// wantNoWords looks for words in every file of the store as it is, and in every object that it has, named or not.
func (d *desk) wantNoWords(words ...string) {
	d.t.Helper()
	all := d.stored() + d.Git("--git-dir=.consider", "cat-file", "--batch-all-objects", "--batch", "--unordered")
	for _, w := range words {
		if strings.Contains(all, w) {
			d.t.Errorf("the store in %s gives away %q", d.Dir, w)
		}
	}
}

// unreadable are the ways in which a main worktree's store is there and cannot be read.
var unreadable = map[string]func(t *testing.T, d *desk){
	"damaged": func(t *testing.T, d *desk) {
		for _, name := range []string{"objects", "logs"} {
			if err := os.Rename(d.Path(".consider/"+name), d.Path(".consider/"+name+".gone")); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(d.Path(".consider/"+name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	},
	"of a newer version": func(_ *testing.T, d *desk) {
		d.Write(".consider/config", strings.Replace(d.read(".consider/config"), "layout = 1", "layout = 2", 1))
	},
	"a file": func(t *testing.T, d *desk) {
		if err := os.Rename(d.Path(".consider"), d.Path("gone")); err != nil {
			t.Fatal(err)
		}
		d.Write(".consider", "not a folder")
	},
	"with damaged settings": func(t *testing.T, d *desk) {
		must(d.human().open(t.Context(), true))(t)
		s := d.human()
		err := s.update(t.Context(), false, func(c *change) error {
			c.record("config", author{Kind: Human}, "")
			c.tx.Put(settingsFile, []byte("{"))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	},
	"with a value of a newer version": func(t *testing.T, d *desk) {
		err := d.human().update(t.Context(), false, func(c *change) error {
			c.record("config", author{Kind: Human}, "")
			c.tx.Put(settingsFile, []byte(`{"editorContext":"new","memory":"new","memory.backend":"vault","memory.start":"new","memory.sync":"//","resolve":"new"}`))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	},
	"moved away": func(t *testing.T, d *desk) {
		if err := os.Rename(d.Dir, d.Dir+".moved"); err != nil {
			t.Fatal(err)
		}
	},
}

// TestSettingsThatCannotBeReadAreTheStrictOnes: what was chosen is not known, and it may have been no.
func TestSettingsThatCannotBeReadAreTheStrictOnes(t *testing.T) {
	for name, spoil := range unreadable {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.set("memory.backend", inSecret)
			side := d.side("x")
			id := side.add("a.txt:1", "why?")
			spoil(t, d)
			out := must(side.human().Config(t.Context(), ConfigInput{}))(t)
			for _, row := range AllSettings {
				if out[row.Name] != row.Strict {
					t.Errorf("%s is %v, want %q", row.Name, out[row.Name], row.Strict)
				}
			}
			text := "PLAIN"
			for _, s := range []*Service{side.agent("codex"), side.human()} {
				_, err := s.MemoryCreate(t.Context(), MemoryCreateInput{Path: "/memories/s", Text: &text})
				e, ok := asError(err)
				if !errors.Is(err, ErrDenied) || !ok || len(e.Hints) < 2 {
					t.Errorf("create: %v %+v", err, e)
				}
			}
			side.wantNoWords("PLAIN", "/memories/s")
			must(side.agent("codex").Get(t.Context(), GetInput{ID: id}))(t)
			if st := must(side.agent("codex").Resolve(t.Context(), ResolveInput{IDs: []string{id}}))(t); st.Threads[0].WorkflowState != Open {
				t.Errorf("resolve: %+v", st)
			}
			checks := must(side.human().Doctor(t.Context(), DoctorInput{}))(t).Checks
			if !slices.ContainsFunc(checks, func(c Check) bool { return c.Name == "settings" && c.State == "problem" && c.Hint != "" }) {
				t.Errorf("doctor: %+v", checks)
			}
			side.set("memory.backend", inWorkspace)
			side.set("memory", "on")
			side.keep("/memories/a.md", "chosen here, it is known")
		})
	}
}

// TestASettingOfAnotherRepositoryIsNotBelieved: a repository that somebody else made may name any folder as its main
// worktree.
func TestASettingOfAnotherRepositoryIsNotBelieved(t *testing.T) {
	d, stranger := newDesk(t), newDesk(t)
	stranger.set("memory.backend", onDisk)
	side := d.side("x")
	d.Git("config", "core.worktree", stranger.Dir)
	settings := must(side.human().Settings(t.Context()))(t)
	if got := settings.Get("memory.backend"); got != inSecret || settings.known("memory.backend") == nil {
		t.Errorf("memory.backend is %q", got)
	}
}

// TestReadsOfThreadsDoNotOpenTheMainStore: they need none of its settings.
func TestReadsOfThreadsDoNotOpenTheMainStore(t *testing.T) {
	d := newDesk(t)
	d.set("resolve", "human")
	side := d.side("x")
	id := side.add("a.txt:1", "why?")
	s := side.agent("codex")
	must(s.List(t.Context(), ListInput{}))(t)
	must(s.Get(t.Context(), GetInput{ID: id}))(t)
	must(s.Reply(t.Context(), ReplyInput{ID: id, Message: "because"}))(t)
	s.LookAtEditor(t.Context())
	if s.mainRead != nil {
		t.Error("the main worktree's settings were read, and nothing asked for one")
	}
}
