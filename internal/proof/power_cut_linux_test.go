//go:build linux && amd64

package proof

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
)

// outage is a command during which the power is cut.
type outage struct {
	name  string
	setup func(m *machine, ids map[string]string) // after the stage; may be nil
	args  []string                                // words in capitals are IDs of the stage
	empty bool                                    // instead of the stage, there is no store
	lost  bool                                    // there is no store, or an old one, until the command has succeeded
}

var outages = []outage{
	{name: "first add", args: []string{"add", "a.txt:5", "-m", "new", "--as", "human"}, empty: true},
	{name: "add", args: []string{"add", "a.txt:5", "-m", "new", "--as", "human"}},
	{name: "reply", args: []string{"reply", "OPEN", "-m", "new"}},
	{name: "resolve", args: []string{"resolve", "OPEN", "--as", "human"}},
	{name: "delete", args: []string{"delete", "OPEN", "--as", "human"}},
	{name: "checkpoint", args: []string{"checkpoint", "create", "new"}},
	{name: "apply", args: []string{"apply", "TWIN", "OTHER", "--as", "human"}},
	{name: "undo of apply", setup: func(m *machine, ids map[string]string) {
		m.must("apply", ids["TWIN"], ids["OTHER"], "--as", "human")
	}, args: []string{"undo", "--as", "human"}},
	{name: "import", setup: func(m *machine, _ map[string]string) {
		var lines strings.Builder
		for i := range 70 { // more than are written one by one
			fmt.Fprintf(&lines, `{"message":"finding %d","location":{"path":"a.txt","range":{"start":{"line":%d}}}}`+"\n", i, 1+i%40)
		}
		if err := os.WriteFile(filepath.Join(m.dir, "many.rdjsonl"), []byte(lines.String()), 0o644); err != nil {
			m.t.Fatal(err)
		}
	}, args: []string{"import", "many.rdjsonl", "--as", "human"}},
	{name: "memory", args: []string{"memory", "create", "/memories/new.md", "-m", "new", "--as", "human"}},
	{name: "gc", args: []string{"gc"}},
	{name: "restore of all", setup: func(m *machine, _ map[string]string) { m.move(filepath.Join(m.dir, ".consider")) }, args: restoring, lost: true},
	{name: "restore of what was rolled back", setup: (*machine).rollBack, args: restoring, lost: true},
	{name: "restore with newer messages", setup: func(m *machine, ids map[string]string) {
		m.rollBack(ids)
		m.add("a.txt:12", "-m", "since then")
	}, args: restoring, lost: true},
}

// stage makes the store, and returns the IDs of its threads.
func (m *machine) stage() map[string]string {
	better := func(text string) string { return "better:\n```suggestion\n" + text + "\n```" }
	ids := map[string]string{
		"OPEN": m.add("a.txt:3", "-m", "open"), "TWIN": m.add("a.txt:20", "-m", better("twin")), "OTHER": m.add("src/b.go:20", "-m", better("other")),
	}
	m.must("reply", ids["OPEN"], "-m", "a reply", "--as", "human")
	m.must("resolve", m.add("a.txt:9", "-m", "settled"), "--as", "human")
	m.must("checkpoint", "create", "round")
	m.must("memory", "create", "/memories/old.md", "-m", "old", "--as", "human")
	return ids
}

// rollBack replaces the store by an old copy of it.
func (m *machine) rollBack(ids map[string]string) {
	w := &wreck{seat: m.seat, aside: filepath.Join(gittest.TempDir(m.t), "aside")}
	w.copy(w.aside, w.store(""))
	m.must("reply", ids["OPEN"], "-m", "to be restored", "--as", "human")
	m.move(w.store(""))
	w.copy(w.store(""), w.aside)
}

// TestAPowerCutLeavesAllOrNothingInEachStateOfTheDisk: names and content that were not synced may be on the disk in any order
// and in part. A command that has answered is there whole, any other one whole or not at all; the store is sound, and the
// next command works.
func TestAPowerCutLeavesAllOrNothingInEachStateOfTheDisk(t *testing.T) {
	t.Parallel()
	for _, o := range outages {
		for _, ordered := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s, ordered=%v", o.name, ordered), func(t *testing.T) {
				t.Parallel()
				o.suffer(newMachine(t, ordered), chance(t), often(60, 3))
			})
		}
	}
}

// suffer records the command, and makes states of the disk to which cuts during or after it lead.
func (o outage) suffer(m *machine, luck *rand.Rand, rounds int) {
	ids := map[string]string{}
	if !o.empty {
		ids = m.stage()
	}
	if o.setup != nil {
		o.setup(m, ids)
	}
	before := m.truth()
	m.begin()
	if code, out := m.perform(append(named(o.args, ids), "--json")...); code != 0 {
		m.t.Fatalf("exit %d: %s", code, clip(out))
	}
	m.checkRecord()
	after := m.truth()
	does := func(e effect) bool { return slices.ContainsFunc(m.steps, func(s step) bool { return s.effect == e }) }
	if o.name == "add" && (!does(fileSynced) || does(bytesOut) != m.ordered) {
		m.t.Fatal("the command takes the disk for one of another kind")
	}
	answered := slices.IndexFunc(m.steps, func(s step) bool { return s.effect == answerSent })
	if answered < 0 {
		m.t.Fatal("no answer was recorded")
	}
	healed := 0
	for i := range rounds {
		done := luck.IntN(answered + 1)
		if i%2 == 0 {
			done = answered + 1 + luck.IntN(len(m.steps)-answered)
		}
		m.restart(m.after(done, luck))
		if o.judge(m, before, after, done > answered) {
			healed++
		}
		if m.t.Failed() {
			m.t.Fatalf("after %d of %d steps; the answer was step %d", done, len(m.steps), answered+1)
		}
	}
	m.t.Logf("%d steps, %d states of the disk, %d of them repaired", len(m.steps), rounds, healed)
}

// judge checks a state of the disk, and reports whether the store had to be repaired.
func (o outage) judge(m *machine, before, after []string, acknowledged bool) (healed bool) {
	m.t.Helper()
	if o.lost && !acknowledged {
		m.refused([]int{0, 10}, restoring...)
		acknowledged = true
	}
	now := m.truth()
	if !slices.Equal(now, after) && (acknowledged || !slices.Equal(now, before)) {
		m.t.Errorf("acknowledged: %v, and the store has:\n%s", acknowledged, cmp.Diff(after, now))
	}
	if m.refused([]int{0, 11, 14}, "fsck").Code == 14 {
		healed = true
		m.must("fsck", "--repair", "--as", "human")
		if got := m.truth(); !slices.Equal(got, now) {
			m.t.Errorf("the repair changed what is there:\n%s", cmp.Diff(now, got))
		}
	}
	m.add("a.txt:30", "-m", "afterwards")
	m.must("fsck")
	soundToGit(m.t, m.dir, "--no-reflogs") // the entry of a commit that is lost may be there
	return healed
}

// truth is all that the store has, and the files that suggestions change.
func (m *machine) truth() (out []string) {
	m.t.Helper()
	if m.refused([]int{0, 11}, "list", "--json").Code == 0 {
		out = m.words()
		rounds := into[struct{ Checkpoints []struct{ Name string } }](m.seat, m.must("checkpoint", "list", "--json")).Checkpoints
		for _, c := range rounds {
			out = append(out, "checkpoint "+c.Name)
		}
		memory := into[struct {
			Text  string
			Files int
		}](m.seat, m.must("memory", "export", "--json", "--as", "human"))
		if memory.Files > 0 {
			out = append(out, memory.Text)
		}
	}
	for _, name := range []string{"a.txt", "src/b.go"} {
		text, err := os.ReadFile(filepath.Join(m.dir, name))
		if err != nil {
			m.t.Fatal(err)
		}
		out = append(out, name+": "+string(text))
	}
	slices.Sort(out)
	return out
}
