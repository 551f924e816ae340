package project_test

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/setup"
	"consider/internal/thread"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

func config(t *testing.T, s *session.Session, in project.ConfigInput) (project.ConfigOutput, error) {
	t.Helper()
	return project.Config(t.Context(), s, in)
}

// The help of setup is a constant, and names every agent of the table.
func TestTheHelpOfSetupNamesTheAgents(t *testing.T) {
	field, _ := reflect.TypeFor[project.SetupInput]().FieldByName("Integrations")
	names := setup.Names()
	last := len(names) - 1
	want := "agents to set up: " + strings.Join(names[:last], ", ") + " or " + names[last] + ";"
	if help := field.Tag.Get("help"); !strings.HasPrefix(help, want) {
		t.Errorf("the help is %q, want %q", help, want)
	}
}

func text(s string) *string { return &s }

func TestASettingIsChangedToAValueThatItAllows(t *testing.T) {
	d := reviewtest.New(t)
	if out, err := config(t, d.Human(), project.ConfigInput{}); err != nil || out["resolve"] != "any" {
		t.Errorf("without a store: %v, %v", out, err)
	}
	for _, c := range []struct {
		name string
		as   *session.Session
		in   project.ConfigInput
		kind error
		want any
	}{
		{"set", d.Human(), project.ConfigInput{Name: "resolve", Value: text("human")}, nil, "human"},
		{"read", d.Agent("codex"), project.ConfigInput{Name: "resolve"}, nil, "human"},
		{"no such value", d.Human(), project.ConfigInput{Name: "resolve", Value: text("nobody")}, fail.ErrUsage, nil},
		{"no such setting", d.Human(), project.ConfigInput{Name: "colour", Value: text("red")}, fail.ErrUsage, nil},
		{"a value and none", d.Human(), project.ConfigInput{Name: "resolve", Value: text("any"), Unset: true}, fail.ErrUsage, nil},
		{"still", d.Human(), project.ConfigInput{Name: "resolve"}, nil, "human"},
		{"taken back", d.Human(), project.ConfigInput{Name: "resolve", Unset: true}, nil, "any"},
	} {
		out, err := config(t, c.as, c.in)
		if c.kind != nil && !errors.Is(err, c.kind) || c.kind == nil && (err != nil || out["resolve"] != c.want) {
			t.Errorf("%s: %v, %v", c.name, out, err)
		}
	}
	out := gittest.Must(config(t, d.Human(), project.ConfigInput{}))(t)
	for _, row := range settings.AllSettings {
		if out[row.Name] != row.Default {
			t.Errorf("%s is %v, and was never set", row.Name, out[row.Name])
		}
	}
	if len(out) != len(settings.AllSettings) {
		t.Errorf("%v", out)
	}
}

func TestFsckNamesEveryDamageAndNothingElse(t *testing.T) {
	d := reviewtest.New(t)
	first, second := d.Add("a.txt:1", "first"), d.Add("a.txt:2", "second")
	fsck := func() project.FsckOutput {
		t.Helper()
		return gittest.Must(project.Fsck(t.Context(), d.Human(), project.FsckInput{}))(t)
	}
	if out := fsck(); !out.Sound || out.Threads != 2 || out.Commits != 3 || len(out.Problems)+len(out.Newer)+len(out.Debris) != 0 {
		t.Errorf("a sound store: %+v", out)
	}
	if _, err := project.Fsck(t.Context(), d.Agent("codex"), project.FsckInput{Accept: true}); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("an agent takes note of what was lost: %v", err)
	}
	err := d.Human().Update(t.Context(), false, func(c *session.Change) error {
		c.Tx.Put(thread.File(thread.Archived, "c_0badcafe"), []byte("junk"))
		c.Record("test", thread.Author{}, "")
		return nil
	})
	if out := fsck(); err != nil || out.Sound || len(out.Problems) != 1 || out.Problems[0].Path != thread.File(thread.Archived, "c_0badcafe") {
		t.Errorf("whole to git, and no thread: %+v, %v", out, err)
	}
	d.Junk(d.Loose("refs/heads/threads:"+thread.File(thread.Active, first)), false)
	out := fsck()
	if named := strings.Count(cmp.Diff(nil, out.Problems), thread.File(thread.Active, first)); out.Sound || out.Threads != 1 || named == 0 {
		t.Errorf("a damaged thread: %+v", out)
	}
	if list, err := review.List(t.Context(), d.Human(), review.ListInput{}); err != nil || len(list.Threads) != 1 || list.Threads[0].ID != second {
		t.Errorf("the other one: %+v, %v", list.Threads, err)
	}
}

func TestGCDropsNothingThatWasSaid(t *testing.T) {
	d := reviewtest.New(t)
	for range 6 {
		d.Add("a.txt:1", "words")
	}
	if project.NeedsGC(d.Human()) {
		t.Error("a store that is not open needs to be packed")
	}
	before, history := d.Tree(), d.StoreGit("rev-list", "refs/heads/threads")
	if out := gittest.Must(project.GC(t.Context(), d.Human(), project.GCInput{Auto: true}))(t); !out.Skipped || out.Packed != 0 {
		t.Errorf("too little to pack: %+v", out)
	}
	if out := gittest.Must(project.GC(t.Context(), d.Human(), project.GCInput{}))(t); out.Skipped || out.Packed == 0 {
		t.Errorf("asked to pack: %+v", out)
	}
	if diff := cmp.Diff(before, d.Tree()); diff != "" || d.StoreGit("rev-list", "refs/heads/threads") != history {
		t.Errorf("after packing:\n%s", diff)
	}
	if out := gittest.Must(project.Fsck(t.Context(), d.Human(), project.FsckInput{}))(t); !out.Sound || out.Threads != 6 {
		t.Errorf("after packing: %+v", out)
	}
	if _, err := project.GC(t.Context(), reviewtest.New(t).Human(), project.GCInput{}); !errors.Is(err, fail.ErrNoStore) {
		t.Errorf("without a store: %v", err)
	}
}

// Only a requested collection used to erase moments.
func TestACollectionInTheBackgroundErasesOldMoments(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:1", "words")
	d.Write("b.txt", "changed")
	d.Add("b.txt:1", "of a moment that is needed")
	store := gittest.Must(d.Human().OpenStore(t.Context(), true))(t)
	kept := len(gittest.Must(store.Moments())(t))
	for n := range 100 {
		if err := store.KeepMoment(t.Context(), fmt.Sprintf("%08x", n), map[string][]byte{"x": []byte(fmt.Sprint("secret ", n))}); err != nil {
			t.Fatal(err)
		}
		if n != 98 && n != 99 {
			continue
		}
		for i := range 10 {
			d.Write(fmt.Sprintf(".consider/objects/17/%038x", i), "") // many loose objects, by the estimate
		}
		if out := gittest.Must(project.GC(t.Context(), d.Human(), project.GCInput{Auto: true}))(t); out.Skipped {
			t.Fatalf("%+v", out)
		}
		want := kept + 99
		if n == 99 {
			want = kept
		}
		if left := gittest.Must(store.Moments())(t); len(left) != want {
			t.Errorf("%d of %d are left, want %d", len(left), kept+n+1, want)
		}
	}
}

// People run doctor when nothing works, so it answers in every state, and names the check that failed.
func TestDoctorAnswersWhateverIsTheMatter(t *testing.T) {
	for _, c := range []struct {
		name    string
		project func(t *testing.T) *reviewtest.Desk
		want    map[string]string // state by name of the check
	}{
		{"sound", func(t *testing.T) *reviewtest.Desk { d := reviewtest.New(t); d.Add("a.txt:1", "x"); return d }, map[string]string{"project": "ok", "store": "ok", "isolation": "ok", "agents": "ok"}},
		{"no store", reviewtest.New, map[string]string{"project": "ok", "store": "note"}},
		{"no repository", func(t *testing.T) *reviewtest.Desk {
			d := reviewtest.New(t)
			d.Repo = gittest.At(t, gittest.TempDir(t))
			return d
		}, map[string]string{"project": "ok", "store": "note"}},
		{"git's index is junk", func(t *testing.T) *reviewtest.Desk {
			d := reviewtest.New(t)
			d.Add("a.txt:1", "x")
			d.Write(".git/index", "junk")
			return d
		}, map[string]string{"project": "problem"}},
		{"a damaged thread", func(t *testing.T) *reviewtest.Desk {
			d := reviewtest.New(t)
			d.Junk(d.Loose("refs/heads/threads:"+thread.File(thread.Active, d.Add("a.txt:1", "x"))), true)
			return d
		}, map[string]string{"store": "problem", "project": "ok"}},
		{"a record of setup that is torn", func(t *testing.T) *reviewtest.Desk {
			d := reviewtest.New(t)
			d.Add("a.txt:1", "x")
			d.Write(".consider/config.json", `{"version":1,"tracked`)
			return d
		}, map[string]string{"agents": "note", "store": "ok"}},
		{"a tracked store", func(t *testing.T) *reviewtest.Desk {
			d := reviewtest.New(t)
			d.Add("a.txt:1", "x")
			d.Remove(".consider/origin") // its record would say that it was made here
			d.Remove(".consider/origins")
			d.Git("add", "-f", ".consider/HEAD")
			return d
		}, map[string]string{"isolation": "problem", "store": "problem"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := c.project(t)
			before := gittest.Snapshot(t, d.Dir)
			out := gittest.Must(project.Doctor(t.Context(), d.Human(), project.DoctorInput{}))(t)
			for _, check := range out.Checks {
				if want := c.want[check.Name]; want != "" && check.State != want || check.What == "" || check.State == "problem" && check.Hint.IsZero() {
					t.Errorf("%+v, want %q", check, want)
				}
				delete(c.want, check.Name)
			}
			if len(c.want) > 0 {
				t.Errorf("not looked at: %v", c.want)
			}
			gittest.AssertUnchanged(t, before)
		})
	}
}

// onMachine returns a session on a machine of the test's own.
func onMachine(d *reviewtest.Desk, home string, c session.Caller) *session.Session {
	s := d.As(c)
	s.Machine = agents.Machine{Home: home, Program: os.Args[0], Version: "test", OS: "linux", Arch: "amd64"}
	return s
}

// Doctor once called every memory of a main worktree secret.
func TestDoctorCallsNoMemorySecretThatIsNot(t *testing.T) {
	d := reviewtest.New(t)
	said := func(when, want string) {
		t.Helper()
		got := "nothing"
		for _, c := range gittest.Must(project.Doctor(t.Context(), d.Human(), project.DoctorInput{}))(t).Checks {
			if c.Name == "memory" {
				got = c.State + " " + c.What
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	d.Keep("/memories/a.md", "one")
	for _, backend := range []string{settings.InWorkspace, settings.InBranch, settings.OnDisk} {
		d.Set("memory.backend", backend)
		d.Keep("/memories/"+backend+".md", "two")
		said(backend, "nothing")
	}
	d.Set("memory.backend", settings.InSecret)
	for _, c := range gittest.Must(project.Doctor(t.Context(), d.Human(), project.DoctorInput{}))(t).Checks {
		if c.Name == "memory" && (c.State != "problem" || !strings.Contains(c.What, "in .vscode/memory (delete these yourself)")) {
			t.Errorf("after it became secret: %+v", c)
		}
	}
}

func TestWhatWasInstalledGoesAgain(t *testing.T) {
	d, home := reviewtest.New(t), gittest.TempDir(t)
	d.Write("CLAUDE.md", "# mine\n")
	d.Write(".gitignore", "*.log\n")
	before := gittest.Snapshot(t, d.Dir)
	person, agent, script := session.Caller{Human: true}, session.Caller{Agent: "codex"}, session.Caller{}
	install := func(c session.Caller, in project.SetupInput) (project.SetupOutput, error) {
		return project.Setup(t.Context(), onMachine(d, home, c), in)
	}
	if _, err := install(person, project.SetupInput{Integrations: []string{"clippy"}, Yes: true}); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("an agent that is not one: %v", err)
	}
	if _, err := install(script, project.SetupInput{Integrations: []string{"claude"}}); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("where nobody can be asked: %v", err)
	}
	if out, err := install(agent, project.SetupInput{Integrations: []string{"claude"}, DryRun: true}); err != nil || len(out.Paths) == 0 || !out.DryRun {
		t.Errorf("what would change: %+v, %v", out, err)
	}
	gittest.AssertUnchanged(t, before)
	out, err := install(person, project.SetupInput{Integrations: []string{"claude"}, Yes: true})
	if err != nil || len(out.Paths) == 0 || !strings.Contains(d.Read(".gitignore"), ".consider") {
		t.Fatalf("%+v, %v", out, err)
	}
	id := d.Add("a.txt:1", "kept")
	remove := func(c session.Caller, in project.UninstallInput) error {
		_, err := project.Uninstall(t.Context(), onMachine(d, home, c), in)
		return err
	}
	if err := remove(session.Caller{Terminal: true}, project.UninstallInput{Mode: project.UninstallFull}); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("all threads are deleted for good without a second word: %v", err)
	}
	if err := remove(person, project.UninstallInput{}); err != nil {
		t.Fatal(err)
	}
	if d.Only(d.Human()).ID != id || d.Read("CLAUDE.md") != "# mine\n" {
		t.Error("more than the skills went")
	}
	d.Close()
	if err := remove(script, project.UninstallInput{Mode: project.UninstallFull, Yes: true}); err != nil {
		t.Fatal(err)
	}
	gittest.AssertUnchanged(t, before)
	if _, err := os.Lstat(d.Path(".consider")); err == nil {
		t.Error("the store is still there")
	}
}

func TestWithoutAnEditorThereIsNoContextAndSwitchedOffIsSaid(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:1", "x")
	if out := gittest.Must(project.Editor(t.Context(), d.Human(), project.EditorInput{}))(t); out.Context != nil || out.Off {
		t.Errorf("%+v", out)
	}
	d.Set(settings.EditorSetting, "off")
	if out := gittest.Must(project.Editor(t.Context(), d.Human(), project.EditorInput{}))(t); !out.Off {
		t.Errorf("switched off: %+v", out)
	}
	for _, c := range []session.Caller{{Agent: "codex"}, {}} {
		if was, ok, err := project.RenewProgram(t.Context(), onMachine(d, gittest.TempDir(t), c)); ok || was != "" || err != nil {
			t.Errorf("%+v renews the program: %q, %v", c, was, err)
		}
	}
}

func TestSetupTellsWhichAgentsThereAreAndWhichAreTaught(t *testing.T) {
	d, home := reviewtest.New(t), gittest.TempDir(t)
	d.Write(".gemini/settings.json", "{}\n")
	person := session.Caller{Human: true}
	stands := func() map[string]project.SetupAgent {
		out := gittest.Must(project.Setup(t.Context(), onMachine(d, home, person), project.SetupInput{DryRun: true}))(t)
		all := map[string]project.SetupAgent{}
		for _, a := range out.Stands.Agents {
			all[a.ID] = a
		}
		return all
	}
	at := stands()
	if g := at["gemini"]; !g.Found || g.Project || g.Home || g.Name != "Gemini CLI" || at["cline"].Found {
		t.Errorf("%+v", at)
	}
	out, err := project.Setup(t.Context(), onMachine(d, home, person), project.SetupInput{Integrations: []string{"cline", "cursor:home"}, Yes: true})
	if err != nil || !slices.ContainsFunc(out.Stands.Agents, func(a project.SetupAgent) bool { return a.ID == "cline" && a.Project }) {
		t.Fatalf("after setup: %+v, %v", out.Stands, err)
	}
	if at = stands(); !at["cline"].Project || at["cline"].Home || at["cursor"].Project || !at["cursor"].Home || at["gemini"].Project {
		t.Errorf("%+v", at)
	}
}
