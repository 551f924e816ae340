package place_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/thread"
)

// TestTheSameThreadsAndFilesGiveTheSamePlaces plays random sessions of edits, renames, branches and threads. Who reads
// when, which threads, and in which order, and whether the caches of earlier reads are there, must not matter.
func TestTheSameThreadsAndFilesGiveTheSamePlaces(t *testing.T) {
	sessions := uint64(3)
	if os.Getenv("NIGHTLY") != "" {
		sessions = 40
	}
	for seed := range sessions {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			w := &readers{Desk: reviewtest.New(t), t: t, rand: rand.New(rand.NewPCG(seed, 41)), texts: map[string][]string{}}
			w.main = w.Desk
			if seed%3 == 2 {
				w.Desk = w.Side("side")
			}
			w.play()
		})
	}
}

// readers are a project that several callers read, and its files.
type readers struct {
	*reviewtest.Desk
	main  *reviewtest.Desk // of which the desk is a linked worktree, or the desk itself
	t     *testing.T
	rand  *rand.Rand
	texts map[string][]string // lines by file, of the branch that is checked out
	made  int                 // names and lines so far
	ids   []string
	did   []string
}

func (w *readers) play() {
	for range 4 {
		w.texts[w.name()] = w.lines(20 + w.rand.IntN(30))
	}
	w.write()
	w.Commit("files")
	for range 4 {
		w.comment()
	}
	for range 10 {
		for range 1 + w.rand.IntN(3) {
			w.step()
		}
		w.look()
		if w.t.Failed() {
			w.t.Fatalf("after:\n%s", strings.Join(w.did, "\n"))
		}
	}
}

func (w *readers) name() string {
	w.made++
	return fmt.Sprintf("dir%d/file%d.go", w.rand.IntN(2), w.made)
}

// lines returns new lines, some of which occur often.
func (w *readers) lines(n int) []string {
	var out []string
	for range n {
		w.made++
		out = append(out, []string{"", "\t}", "\treturn err"}[w.rand.IntN(3)])
		if w.rand.IntN(4) > 0 {
			out[len(out)-1] = fmt.Sprintf("\tvalue%d := call%d(argument%d, %x)", w.made, w.made*7, w.rand.IntN(99), w.rand.Uint32())
		}
	}
	return out
}

// write writes all files, and removes those that are gone.
func (w *readers) write() {
	w.Remove("dir0")
	w.Remove("dir1")
	for name, lines := range w.texts {
		w.Write(name, joined(lines))
	}
}

func (w *readers) some() string {
	names := w.names()
	return names[w.rand.IntN(len(names))]
}

func (w *readers) names() []string {
	var names []string
	for name := range w.texts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// step does one thing that changes what is stored, or the files.
func (w *readers) step() {
	name := w.some()
	n := len(w.texts[name])
	at := w.rand.IntN(n)
	note := func(format string, args ...any) { w.did = append(w.did, fmt.Sprintf(format, args...)) }
	switch k := w.rand.IntN(16); k {
	case 0, 1: // a few lines are other ones
		end := min(n, at+1+w.rand.IntN(3))
		w.texts[name] = slices.Replace(slices.Clone(w.texts[name]), at, end, w.lines(w.rand.IntN(4))...)
		note("edit %s:%d-%d", name, at+1, end)
	case 2: // only the lines from one on stay
		w.texts[name] = slices.Concat(w.lines(n), w.texts[name][at:])
		note("rewrite %s:1-%d", name, at)
	case 3, 4: // a block moves to another file
		to := w.some()
		end := min(n, at+4+w.rand.IntN(12))
		block := slices.Clone(w.texts[name][at:end])
		w.texts[name] = slices.Delete(slices.Clone(w.texts[name]), at, end)
		w.texts[to] = slices.Insert(slices.Clone(w.texts[to]), w.rand.IntN(len(w.texts[to])+1), block...)
		note("move %s:%d-%d to %s", name, at+1, end, to)
	case 5, 6, 7:
		to := w.name()
		w.texts[to] = w.texts[name]
		delete(w.texts, name)
		if k == 5 {
			w.texts[w.name()] = slices.Clone(w.texts[to]) // and a copy
		}
		note("rename %s to %s", name, to)
	case 8:
		w.Commit("a step")
		note("commit")
	case 9:
		w.Commit("before a checkout")
		w.switchTo([]string{"one", "two"}[w.rand.IntN(2)])
		note("checkout")
	case 10:
		w.Git("commit", "-q", "--allow-empty", "--amend", "-m", "again")
		if w.rand.IntN(2) == 0 {
			w.Git("reflog", "expire", "--expire=all", "--all")
			w.Git("gc", "-q", "--prune=now")
			note("prune")
		}
		note("amend")
	case 11:
		gittest.Must(round.MakeCheckpoint(w.t.Context(), w.Human(), round.CheckpointInput{}))(w.t)
		note("checkpoint")
	case 12:
		w.reanchor()
	case 13:
		w.apply()
	default:
		w.comment()
	}
	if lines, there := w.texts[name]; there && len(lines) == 0 {
		w.texts[name] = w.lines(5)
	}
	w.write()
}

// switchTo checks a branch out, which may be new.
func (w *readers) switchTo(branch string) {
	if _, err := w.TryGit("checkout", "-q", branch); err != nil {
		w.Git("checkout", "-qb", branch)
	}
	w.texts = map[string][]string{}
	for name := range strings.SplitSeq(w.Git("ls-files", "dir0", "dir1"), "\n") {
		w.texts[name] = strings.Split(strings.TrimSuffix(w.Read(name), "\n"), "\n")
	}
}

// place returns lines of a file.
func (w *readers) place() string {
	name := w.some()
	at := 1 + w.rand.IntN(len(w.texts[name]))
	return fmt.Sprintf("%s:%d-%d", name, at, min(len(w.texts[name]), at+w.rand.IntN(8)))
}

func (w *readers) comment() {
	at := w.place()
	if w.rand.IntN(6) == 0 {
		at, _, _ = strings.Cut(at, ":") // the whole file
	}
	w.Now = w.Now.Add(time.Minute)
	w.ids = append(w.ids, w.Add(at, "well?\n```suggestion\n"+joined(w.lines(2))+"```"))
	w.did = append(w.did, "add "+w.ids[len(w.ids)-1]+" "+at)
}

func (w *readers) reanchor() {
	id := w.ids[w.rand.IntN(len(w.ids))]
	in := review.ReanchorInput{ID: id, Here: w.rand.IntN(2) == 0}
	if !in.Here {
		in.Place = w.place()
	}
	_, err := review.Reanchor(w.t.Context(), w.Human(), in) // a thread on a file, or a lost one, is refused
	w.did = append(w.did, fmt.Sprintf("reanchor %s %v %s: %v", id, in.Here, in.Place, err))
}

// apply applies a suggestion, which the next write of the file undoes.
func (w *readers) apply() {
	id := w.ids[w.rand.IntN(len(w.ids))]
	_, err := apply.Apply(w.t.Context(), w.Human(), apply.Input{IDs: []string{id}})
	w.did = append(w.did, fmt.Sprintf("apply %s: %v", id, err))
}

// look compares the answers of different readers.
func (w *readers) look() {
	w.t.Helper()
	want := w.anew(nil)
	if w.rand.IntN(3) == 0 {
		w.main.Remove(".consider/cache")
		w.did = append(w.did, "no cache")
	}
	compare := func(who string, got map[string]thread.Placement) {
		w.t.Helper()
		for id, p := range got {
			if diff := cmp.Diff(want[id], p); diff != "" {
				w.t.Errorf("%s, of %s (-anew +read):\n%s", who, id, diff)
			}
		}
	}
	for _, way := range w.rand.Perm(4)[:2] {
		id := w.ids[w.rand.IntN(len(w.ids))]
		got := map[string]thread.Placement{}
		switch way {
		case 0:
			for _, v := range gittest.Must(review.List(w.t.Context(), w.Human(), review.ListInput{Workflow: "all"}))(w.t).Threads {
				got[v.ID] = v.Placement
			}
		case 1:
			got[id] = gittest.Must(review.Get(w.t.Context(), w.Human(), review.GetInput{ID: id}))(w.t).Thread.Placement
		case 2:
			got = w.anew(func(r thread.Row) bool { return r.ID == id })
		case 3:
			got = w.anew(func(r thread.Row) bool { return w.rand.IntN(2) == 0 })
		}
		compare([]string{"a list", "one thread", "one thread anew", "some threads anew"}[way], got)
	}
}

// anew places the threads that are wanted without what earlier reads left, in any order.
func (w *readers) anew(wants func(thread.Row) bool) map[string]thread.Placement {
	w.t.Helper()
	s := w.Human()
	st := gittest.Must(s.Read(w.t.Context()))(w.t)
	v := place.NewView()
	if err := v.Refresh(st.Commit); err != nil {
		w.t.Fatal(err)
	}
	rows := slices.DeleteFunc(slices.Clone(v.Rows), func(r thread.Row) bool { return wants != nil && !wants(r) })
	w.rand.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	found := gittest.Must(place.NewPlacer(s.Tree, nil, s.Place.StoreDir, st.Commit, v).PlaceAll(w.t.Context(), rows))(w.t)
	out := map[string]thread.Placement{}
	for i, r := range rows {
		out[r.ID] = found[i].Place
	}
	return out
}
