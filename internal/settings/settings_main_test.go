package settings_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/editor"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
)

// another returns a value of a setting that is not its default.
func another(row settings.Setting, t *testing.T) string {
	t.Helper()
	for _, v := range append(row.Values.Names(), "AGENTS.md") {
		if v != row.Default && row.Allows(v) == nil {
			return v
		}
	}
	t.Fatalf("no other value of %s is known to this test", row.Name)
	return ""
}

// wantSetting compares one setting with the output of the verb.
func wantSetting(d *reviewtest.Desk, when, name, value, from string) {
	d.T.Helper()
	out, err := project.Config(d.T.Context(), d.Human(), project.ConfigInput{Name: name})
	if err != nil {
		d.T.Errorf("%s: %v", when, err)
		return
	}
	if sources, _ := out[project.FromField].(map[string]string); out[name] != value || sources[name] != from {
		d.T.Errorf("%s: %s is %v, from %q; want %q from %q", when, name, out[name], sources[name], value, from)
	}
}

// TestALinkedWorktreeHasTheMainOnesSettings covers a bug: all settings had their defaults in a linked worktree.
func TestALinkedWorktreeHasTheMainOnesSettings(t *testing.T) {
	for _, row := range settings.AllSettings {
		t.Run(row.Name, func(t *testing.T) {
			d := reviewtest.New(t)
			d.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
			other := another(row, t)
			side := d.Side("x")
			wantSetting(side, "no store anywhere", row.Name, row.Default, settings.FromDefault)
			d.Set(row.Name, other)
			wantSetting(side, "chosen in the main one", row.Name, other, settings.FromMain)
			side.Add("a.txt:1", "a store of its own")
			wantSetting(side, "with a store of its own", row.Name, other, settings.FromMain)
			side.Set(row.Name, row.Default)
			wantSetting(side, "the default chosen here", row.Name, row.Default, settings.FromHere)
			gittest.Must(project.Config(t.Context(), side.Human(), project.ConfigInput{Name: row.Name, Unset: true}))(t)
			wantSetting(side, "taken back", row.Name, other, settings.FromMain)
			d.Set(row.Name, row.Default)
			wantSetting(side, "back at the default in the main one", row.Name, row.Default, settings.FromDefault)
			if out := gittest.Must(project.Config(t.Context(), d.Human(), project.ConfigInput{}))(t); out[project.FromField] != nil {
				t.Errorf("the main one says where its own are from: %v", out)
			}
		})
	}
}

// settingsAtWork checks the effect of each setting in a linked worktree when the main one has another value than the
// default. A setting without an entry fails.
var settingsAtWork = map[string]func(t *testing.T, d, side *reviewtest.Desk){
	"resolve": func(t *testing.T, _, side *reviewtest.Desk) {
		id := side.Add("a.txt:1", "why?")
		side.Reads(side.Agent("codex"), id)
		out := gittest.Must(review.Resolve(t.Context(), side.Agent("codex"), review.ResolveInput{IDs: []string{id}}))(t)
		if out.Threads[0].WorkflowState != thread.Open || out.Threads[0].ProposedBy != "codex" {
			t.Errorf("an agent's word is more than a proposal: %+v", out.Threads)
		}
	},
	settings.EditorSetting: func(t *testing.T, _, side *reviewtest.Desk) {
		side.Add("a.txt:1", "why?")
		window(side)
		if got := side.Agent("codex").EditorNow(t.Context()); got != nil {
			t.Errorf("told: %+v", got)
		}
		side.Set(settings.EditorSetting, "path")
		if side.Agent("codex").EditorNow(t.Context()) == nil {
			t.Error("the window of this test is not found, whatever the setting")
		}
	},
	"memory": func(t *testing.T, _, side *reviewtest.Desk) {
		text := "x"
		_, err := memory.MemoryCreate(t.Context(), side.Agent("codex"), memory.MemoryCreateInput{Path: "/memories/a.md", Text: &text})
		if !errors.Is(err, fail.ErrDenied) || !strings.Contains(err.Error(), "off") {
			t.Errorf("create: %v", err)
		}
	},
	"memory.backend": func(t *testing.T, d, side *reviewtest.Desk) {
		d.Set("memory.backend", settings.InSecret)
		d.Keep("/memories/plans.md", "main's friday")
		side.WantKept("before a write", "/memories/plans.md=main's friday")
		side.Keep("/memories/takeover.md", "linked's monday")
		s := side.Agent("codex")
		gittest.Must(memory.MemoryView(t.Context(), s, memory.MemoryViewInput{Path: "/memories/takeover.md"}))(t)
		s.Mirror(t.Context())
		d.WantKept("the main one", "/memories/plans.md=main's friday")
		side.WantKept("the same key opens both", "/memories/plans.md=main's friday /memories/takeover.md=linked's monday")
		for _, at := range []*reviewtest.Desk{d, side} {
			at.WantNoWords("plans", "friday", "takeover", "monday")
		}
		d.Git("--git-dir=.consider", "rev-parse", "--verify", "refs/worktrees/x/threads")
	},
	"memory.start": func(t *testing.T, d, side *reviewtest.Desk) {
		d.Set("memory.backend", settings.InBranch)
		side.Keep("/memories/a.md", "x's")
		side.Git("checkout", "-q", "-b", "y")
		side.WantKept("on a branch that came from x", "/memories/a.md=x's")
	},
	"memory.sync": func(_ *testing.T, _, side *reviewtest.Desk) {
		side.Keep("/memories/a.md", "one")
		if got := side.Read("AGENTS.md"); !strings.Contains(got, "/memories/a.md") {
			side.T.Errorf("AGENTS.md: %q", got)
		}
	},
	"memory.syncSize": func(t *testing.T, _, side *reviewtest.Desk) {
		side.Set("memory.sync", "AGENTS.md")
		out, err := memory.MemorySync(t.Context(), side.Human(), memory.MemorySyncInput{})
		if err != nil || out.Most != 8<<10 {
			t.Errorf("%+v, %v", out, err)
		}
	},
}

func TestEverySettingOfTheMainOneWorksInALinkedWorktree(t *testing.T) {
	for _, row := range settings.AllSettings {
		t.Run(row.Name, func(t *testing.T) {
			works := settingsAtWork[row.Name]
			if works == nil {
				t.Fatalf("nothing here says what %s does", row.Name)
			}
			d := reviewtest.New(t)
			d.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
			d.Set(row.Name, another(row, t))
			works(t, d, d.Side("x"))
		})
	}
}

// window opens an editor on a.txt.
func window(d *reviewtest.Desk) {
	d.T.Helper()
	ms := d.Now.UnixMilli()
	data := gittest.Must(extra.Marshal(editor.State{
		Version: editor.Version, Window: "w", PID: os.Getpid(), HeartbeatAt: ms, FocusedAt: ms, Folders: []string{d.Dir},
		Editor: &editor.Open{
			ChangedAt: ms, File: "a.txt", Language: "plaintext", Lines: 4,
			Cursor: editor.CursorPosition{Line: 2, Character: 1}, Symbols: editor.Found{Scopes: []editor.Scope{}},
		},
	}))(d.T)
	run := filepath.Join(d.Dir, ".consider", editor.Folder)
	if err := os.MkdirAll(run, 0o700); err != nil {
		d.T.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(run, "editor-1.json"), data, 0o600); err != nil {
		d.T.Fatal(err)
	}
}

// unreadable are the ways in which a main worktree's store exists and cannot be read.
var unreadable = map[string]func(t *testing.T, d *reviewtest.Desk){
	"damaged": func(t *testing.T, d *reviewtest.Desk) {
		for _, name := range []string{"objects", "logs"} {
			if err := os.Rename(d.Path(".consider/"+name), d.Path(".consider/"+name+".gone")); err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(d.Path(".consider/"+name), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	},
	"without its objects": func(t *testing.T, d *reviewtest.Desk) {
		if err := os.Rename(d.Path(".consider/objects"), d.Path("gone")); err != nil {
			t.Fatal(err)
		}
	},
	"of a newer version": func(_ *testing.T, d *reviewtest.Desk) {
		d.Write(".consider/config", strings.Replace(d.Read(".consider/config"), "layout = 1", "layout = 2", 1))
	},
	"a file": func(t *testing.T, d *reviewtest.Desk) {
		if err := os.Rename(d.Path(".consider"), d.Path("gone")); err != nil {
			t.Fatal(err)
		}
		d.Write(".consider", "not a folder")
	},
	"with damaged settings": func(t *testing.T, d *reviewtest.Desk) {
		gittest.Must(d.Human().OpenStore(t.Context(), true))(t)
		s := d.Human()
		err := s.Update(t.Context(), false, func(c *session.Change) error {
			c.Record("config", thread.Author{Kind: thread.Human}, "")
			c.Tx.Put(settings.SettingsFile, []byte("{"))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	},
	"with a value of a newer version": func(t *testing.T, d *reviewtest.Desk) {
		err := d.Human().Update(t.Context(), false, func(c *session.Change) error {
			c.Record("config", thread.Author{Kind: thread.Human}, "")
			c.Tx.Put(settings.SettingsFile, []byte(`{"editorContext":"new","memory":"new","memory.backend":"vault","memory.start":"new","memory.sync":"//","memory.syncSize":"7","resolve":"new"}`))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	},
	"moved away": func(t *testing.T, d *reviewtest.Desk) {
		if err := os.Rename(d.Dir, d.Dir+".moved"); err != nil {
			t.Fatal(err)
		}
	},
}

// TestSettingsThatCannotBeReadAreTheStrictOnes checks that unknown values count as the strict ones, because the user
// may have chosen those.
func TestSettingsThatCannotBeReadAreTheStrictOnes(t *testing.T) {
	for name, spoil := range unreadable {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			d.Set("memory.backend", settings.InSecret)
			side := d.Side("x")
			id := side.Add("a.txt:1", "why?")
			spoil(t, d)
			out := gittest.Must(project.Config(t.Context(), side.Human(), project.ConfigInput{}))(t)
			for _, row := range settings.AllSettings {
				if out[row.Name] != row.Strict {
					t.Errorf("%s is %v, want %q", row.Name, out[row.Name], row.Strict)
				}
			}
			text := "PLAIN"
			for _, s := range []*session.Session{side.Agent("codex"), side.Human()} {
				_, err := memory.MemoryCreate(t.Context(), s, memory.MemoryCreateInput{Path: "/memories/s", Text: &text})
				e, ok := fail.As(err)
				if !errors.Is(err, fail.ErrDenied) || !ok || len(e.Hints) < 2 {
					t.Errorf("create: %v %+v", err, e)
				}
			}
			side.WantNoWords("PLAIN", "/memories/s")
			side.Reads(side.Agent("codex"), id)
			if st := gittest.Must(review.Resolve(t.Context(), side.Agent("codex"), review.ResolveInput{IDs: []string{id}}))(t); st.Threads[0].WorkflowState != thread.Open {
				t.Errorf("resolve: %+v", st)
			}
			checks := gittest.Must(project.Doctor(t.Context(), side.Human(), project.DoctorInput{}))(t).Checks
			if !slices.ContainsFunc(checks, func(c fail.Check) bool { return c.Name == "settings" && c.State == "problem" && !c.Hint.IsZero() }) {
				t.Errorf("doctor: %+v", checks)
			}
			side.Set("memory.backend", settings.InWorkspace)
			side.Set("memory", "on")
			side.Keep("/memories/a.md", "chosen here, it is known")
		})
	}
}

// TestASettingOfAnotherRepositoryIsNotBelieved checks that a repository from elsewhere, which may name any folder as
// its main worktree, does not get that folder's settings.
func TestASettingOfAnotherRepositoryIsNotBelieved(t *testing.T) {
	d, stranger := reviewtest.New(t), reviewtest.New(t)
	stranger.Set("memory.backend", settings.OnDisk)
	side := d.Side("x")
	d.Git("config", "core.worktree", stranger.Dir)
	chosen := gittest.Must(side.Human().Settings(t.Context()))(t)
	if got := chosen.Get("memory.backend"); got != settings.InSecret || chosen.Known("memory.backend") == nil {
		t.Errorf("memory.backend is %q", got)
	}
}

// TestReadsOfThreadsDoNotOpenTheMainStore checks that reads do not open the main store, because they do not need its
// settings.
func TestReadsOfThreadsDoNotOpenTheMainStore(t *testing.T) {
	d := reviewtest.New(t)
	d.Set("resolve", "human")
	side := d.Side("x")
	id := side.Add("a.txt:1", "why?")
	s := side.Agent("codex")
	gittest.Must(review.List(t.Context(), s, review.ListInput{}))(t)
	gittest.Must(review.Get(t.Context(), s, review.GetInput{ID: id}))(t)
	gittest.Must(review.Reply(t.Context(), s, review.ReplyInput{ID: id, Message: "because"}))(t)
	s.EditorNow(t.Context())
	if s.MainRead != nil {
		t.Error("the main worktree's settings were read, and nothing asked for one")
	}
}
