package turns_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/review/turns"
	"consider/internal/turn"
)

// Sessions of one or two agents, of which the test knows who wrote what: tools, commands, subagents, and a person who types
// between the steps, in the editor and elsewhere. Each file of a report has its writer, none is missing, and each line of the
// person's that was undone is reported.
func TestRandomSessionsAreReportedAsTheyWere(t *testing.T) {
	rounds := uint64(8)
	if os.Getenv("NIGHTLY") != "" {
		rounds = 50
	}
	for seed := range rounds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := &world{desk: newDesk(t), rand: rand.New(rand.NewPCG(seed, 40)), truth: map[string]map[string]bool{}}
			w.play()
		})
	}
}

// world is a project whose writers are known.
type world struct {
	*desk
	rand  *rand.Rand
	texts map[string][]string        // lines by file
	truth map[string]map[string]bool // the parties that wrote a file since the turn began
	mine  map[string][]string        // lines of the person's, by file
	names []string
	typed bool // the person types in an editor
}

func (w *world) play() {
	t := w.T
	w.Add("a.txt:1", "well?")
	w.typed = w.rand.IntN(2) == 0
	w.texts, w.mine = map[string][]string{}, map[string][]string{}
	for i := range 6 {
		name := fmt.Sprintf("dir/f%d.txt", i)
		w.names = append(w.names, name)
		w.texts[name] = []string{"start", "middle", "end"}
		w.put(name)
	}
	w.Commit("files")
	for _, a := range []string{"codex", "claude-code"} { // their hooks report tools
		w.event(a, turn.Start, "")
		w.tool(a, func() {})
		w.ends(a)
	}
	for range 4 {
		clear(w.truth)
		undone := map[string]int{}
		agents := []string{"codex", "claude-code"}[:1+w.rand.IntN(2)]
		for _, a := range agents {
			w.event(a, turn.Start, "")
		}
		before := w.state()
		for range 2 + w.rand.IntN(6) {
			w.step(agents, undone)
		}
		for _, a := range agents {
			w.ends(a)
		}
		all, err := turns.List(t.Context(), w.Human(), turns.TurnListInput{})
		if err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(all.Turns, func(v turns.TurnView) bool { return v.Agent == "codex" })
		out := w.report(all.Turns[i].ID)
		w.compare(out, before, undone)
	}
}

func (w *world) put(name string) { w.Write(name, strings.Join(w.texts[name], "\n")+"\n") }

// state returns what git has for each file.
func (w *world) state() map[string]string {
	out := map[string]string{}
	for name, lines := range w.texts {
		out[name] = strings.Join(lines, "\n")
	}
	return out
}

// insert adds a line of a party to a file.
func (w *world) insert(party, name string) {
	w.calls++
	line := fmt.Sprintf("%s %d", party, w.calls)
	w.texts[name] = slices.Insert(w.texts[name], w.rand.IntN(len(w.texts[name])+1), line)
	if party == "you" || party == "unseen" {
		w.mine[name] = append(w.mine[name], line)
	}
	w.by(party, name)
	w.put(name)
}

func (w *world) by(party, name string) {
	if w.truth[name] == nil {
		w.truth[name] = map[string]bool{}
	}
	w.truth[name][party] = true
}

func (w *world) step(agents []string, undone map[string]int) {
	name := w.names[w.rand.IntN(len(w.names))]
	a := agents[w.rand.IntN(len(agents))]
	switch w.rand.IntN(7) {
	case 0, 1:
		w.tool(a, func() { w.insert(a+" tools", name) }, name)
	case 2:
		other := w.names[w.rand.IntN(len(w.names))]
		w.tool(a, func() { w.insert(a+" command", name); w.insert(a+" command", other) })
	case 3, 4: // the person, in an editor or elsewhere
		if !w.typed {
			w.insert("unseen", name)
			return
		}
		w.insert("you", name)
		w.event("", turn.Saved, "", name)
	case 5: // lines of the person's are undone
		if len(w.mine[name]) == 0 {
			return
		}
		lines := w.mine[name]
		w.tool(a, func() {
			w.texts[name] = slices.DeleteFunc(w.texts[name], func(l string) bool { return slices.Contains(lines, l) })
			w.by(a+" tools", name)
			w.put(name)
		}, name)
		if a == "codex" {
			undone[name] += len(lines)
		}
		delete(w.mine, name)
	case 6:
		w.tool(a, func() { w.Commit("wip") })
	}
}

// compare compares a report of codex with what happened.
func (w *world) compare(out turns.TurnShowOutput, before map[string]string, undone map[string]int) {
	t := w.T
	want := map[string]string{}
	for name, parties := range w.truth {
		status := "M"
		if before[name] == strings.Join(w.texts[name], "\n") {
			status = "="
		}
		want[name] = status + " " + expected(parties)
	}
	got := map[string]string{}
	for _, f := range out.Files {
		status := f.Status
		if status == "" {
			status = "="
		}
		got[f.Path] = status + " " + string(f.By)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("files: %s\n%v", diff, w.truth)
	}
	lines := map[string]int{}
	for _, u := range out.Undone {
		lines[u.Path] += u.Lines
	}
	if diff := cmp.Diff(undone, lines); diff != "" {
		t.Errorf("undone: %s", diff)
	}
	if out.Lacks > 0 {
		t.Errorf("%d edits are lost", out.Lacks)
	}
}

// expected returns the writer that a report of codex has for parties.
func expected(parties map[string]bool) string {
	one := map[string]bool{}
	for party := range parties {
		name, how, _ := strings.Cut(party, " ")
		switch {
		case name == "codex":
			one["codex"] = true
			if parties["codex command"] {
				how = "command"
			}
			one["codex as "+how] = true
		case how != "":
			one["agent"] = true
		default:
			one[party] = true
		}
	}
	delete(one, "codex")
	if len(one) > 1 {
		return "several"
	}
	for party := range one {
		return strings.TrimPrefix(party, "codex as ")
	}
	return ""
}
