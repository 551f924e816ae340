//go:build unix

package proof

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/project"
	"consider/internal/review"
)

// TestAMonthOfRoundsComesBackToTheByte: rounds of talk and of work, and at the end every checkpoint's threads
// come back as they were, before and after the history was packed.
func TestAMonthOfRoundsComesBackToTheByte(t *testing.T) {
	t.Parallel()
	m := newMonth(t)
	for round := range m.rounds {
		m.work(round)
		untouched(t, m.Dir, fmt.Sprintf("round %d", round+1), func() { m.talk(round) })
	}
	last := m.threadsNow()
	t.Logf("%d rounds, %d threads, %d mutations: %v; the project: %v", m.rounds, len(m.said), m.done, m.count, m.worked)

	var safety string
	untouched(t, m.Dir, "restoring", func() { safety = m.allComeBack() })
	sound(sit(t, m.Dir))
	done := betweenCollections(t, m.Dir) // fsck may have started one
	size, files := weight(t, m.Path(".consider"))
	done()
	commits := plumbing(t, m.Dir, "rev-list", "--count", "refs/heads/threads")
	told[project.GCOutput](m.table, reviewer, "gc", nil)
	packed, packedFiles := weight(t, m.Path(".consider"))
	t.Logf("the store of %s commits: %d KB in %d files, after gc %d KB in %d files", commits, size>>10, files, packed>>10, packedFiles)
	sound(sit(t, m.Dir))
	untouched(t, m.Dir, "restoring after gc", func() { m.allComeBack() })
	m.restore(safety)
	if got := m.threadsNow(); got != last {
		t.Errorf("the last state did not come back:\n%s", differing(last, got))
	}
	sound(sit(t, m.Dir))
}

// spoken is what the script knows of a thread.
type spoken struct {
	id                                string
	onLines, resolved, archived, gone bool
	moved                             int
	replies                           []string
}

// month is the script: who says what, and what becomes of the code meanwhile.
type month struct {
	*table
	code                      *author
	chance                    *rand.Rand
	rounds, perRound, threads int
	done                      int
	said                      []*spoken
	count, worked             map[string]int
	made                      []string          // checkpoints
	was                       map[string]string // their threads
	onSide                    bool
}

func newMonth(t *testing.T) *month {
	m := &month{chance: chance(t), rounds: often(30, 6), was: map[string]string{}, count: map[string]int{}, worked: map[string]int{}}
	m.threads = often(300, 60) / m.rounds
	m.perRound = (often(2000, 300) + m.rounds - 1) / m.rounds
	r := gittest.New(t)
	m.code = synthesise(r, m.chance, 5)
	r.Git("branch", "-M", "main")
	m.table = sitDown(t, r)
	return m
}

// work is what happens to the code between two rounds.
func (m *month) work(round int) {
	m.t.Helper()
	m.now = m.now.Add(20 * time.Hour)
	for range 1 + m.chance.IntN(5) {
		m.code.change()
	}
	kind := []string{"edits", "commit", "amend", "branch", "rebase", "reset"}[m.chance.IntN(6)]
	m.worked[kind]++
	switch kind {
	case "edits":
		if m.chance.IntN(2) == 0 {
			m.Git("add", "-A")
			m.code.change()
		}
		return
	case "commit":
		m.code.Commit("work")
	case "amend":
		m.Git("add", "-A")
		m.Git("commit", "-q", "--amend", "--allow-empty", "-m", fmt.Sprintf("amended %d", round))
	case "branch":
		m.switchBranch(round)
	case "rebase":
		m.rebase(round)
	case "reset":
		m.code.Commit("to be undone")
		m.Git("reset", "-q", "HEAD~1")
	}
	m.reload()
}

func (m *month) switchBranch(round int) {
	m.t.Helper()
	m.code.Commit("before the switch")
	if m.onSide = !m.onSide; m.onSide {
		m.Git("checkout", "-q", "-b", fmt.Sprintf("side%d", round), "HEAD~2")
	} else {
		m.Git("checkout", "-q", "main")
	}
}

// rebase puts a commit on an older one and from there onto the newest.
func (m *month) rebase(round int) {
	m.t.Helper()
	m.code.Commit("before the rebase")
	here := m.Git("rev-parse", "--abbrev-ref", "HEAD")
	m.Git("checkout", "-q", "-b", fmt.Sprintf("feature%d", round), "HEAD~1")
	m.Write(fmt.Sprintf("src/feature%d.go", round), numbered("feature", 30))
	m.Commit("a feature")
	m.Git("rebase", "-q", here)
	m.Git("checkout", "-q", here)
	m.Git("merge", "-q", "--ff-only", fmt.Sprintf("feature%d", round))
}

// reload reads the checked-out files for the author.
func (m *month) reload() {
	m.t.Helper()
	m.code.files = map[string][]string{}
	for _, name := range strings.Fields(m.Git("ls-files", "--cached", "--others", "--exclude-standard")) {
		if text, err := os.ReadFile(m.Path(name)); err == nil {
			m.code.files[name] = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		}
	}
}

// talk is one round of the review, and the checkpoint that ends it.
func (m *month) talk(round int) {
	m.t.Helper()
	adds := m.threads
	for left := m.perRound - 1; left > 0; left-- {
		if adds > 0 && (m.chance.IntN(left) < 2*adds || round == 0 && len(m.said) < 3) {
			adds--
			m.add()
		} else {
			m.mutate()
		}
		m.done++
	}
	name := m.checkpoint()
	m.done++
	m.made, m.was[name] = append(m.made, name), m.threadsNow()
	if m.chance.IntN(4) == 0 { // there and back, in the middle of the month
		m.comesBack(m.made[m.chance.IntN(len(m.made))], true)
	}
}

func (m *month) place() string {
	name := m.code.pick()
	text, err := os.ReadFile(m.Path(name))
	if err != nil {
		m.t.Fatal(err)
	}
	lines := strings.Count(string(text), "\n")
	start := 1 + m.chance.IntN(lines)
	return fmt.Sprintf("%s:%d-%d", name, start, min(lines, start+m.chance.IntN(4)))
}

func (m *month) add() {
	m.t.Helper()
	m.count["add"]++
	in := fields{"message": fmt.Sprintf("thread %d: why %x?", len(m.said), m.chance.Uint64())}
	s := &spoken{onLines: m.chance.IntN(10) > 0}
	if s.onLines {
		in["place"] = m.place()
	} else {
		in["review"] = true
	}
	s.id = told[review.AddOutput](m.table, reviewer, "add", in).Thread.ID
	m.said = append(m.said, s)
}

// deed is one kind of mutation: of which threads it is possible, and how it is done.
type deed struct {
	name string
	can  func(s *spoken) bool
	do   func(m *month, s *spoken)
}

func active(s *spoken) bool { return !s.archived && !s.gone }

func undecided(s *spoken) bool { return active(s) && !s.resolved }

func replyTo(m *month, s *spoken) {
	out := told[review.ReplyOutput](m.table, coder, "reply", fields{"id": s.id, "message": fmt.Sprintf("because %x", m.chance.Uint64())})
	s.replies = append(s.replies, out.Reply.ID)
}

var deeds = []deed{
	{"reply", undecided, replyTo},
	{"reply", undecided, replyTo},
	{"reply", undecided, replyTo},
	{"resolve", undecided, func(m *month, s *spoken) {
		told[review.GetOutput](m.table, coder, "get", fields{"id": s.id})
		told[review.StateOutput](m.table, coder, "resolve", fields{"ids": []string{s.id}})
		s.resolved = true
	}},
	{"unresolve", func(s *spoken) bool { return active(s) && s.resolved }, func(m *month, s *spoken) {
		told[review.StateOutput](m.table, reviewer, "unresolve", fields{"ids": []string{s.id}})
		s.resolved = false
	}},
	{"edit", active, func(m *month, s *spoken) {
		in := fields{"id": s.id, "message": fmt.Sprintf("better said %x", m.chance.Uint64())}
		who := reviewer
		if len(s.replies) > 0 && m.chance.IntN(2) == 0 {
			in["id"], who = s.replies[m.chance.IntN(len(s.replies))], coder
		}
		told[review.EditOutput](m.table, who, "edit", in)
	}},
	{"label", active, func(m *month, s *spoken) {
		told[review.LabelOutput](m.table, reviewer, "label", fields{"id": s.id, "add": []string{fmt.Sprintf("l%d", m.chance.IntN(5))}, "remove": []string{"l5"}})
	}},
	{"archive", func(s *spoken) bool { return active(s) && s.resolved }, func(m *month, s *spoken) {
		told[review.MovedOutput](m.table, reviewer, "archive", fields{"ids": []string{s.id}})
		s.archived = true
	}},
	{"unarchive", func(s *spoken) bool { return s.archived && !s.gone }, func(m *month, s *spoken) {
		told[review.MovedOutput](m.table, reviewer, "unarchive", fields{"ids": []string{s.id}})
		s.archived = false
	}},
	{"delete", func(s *spoken) bool { return !s.gone }, func(m *month, s *spoken) {
		told[review.MovedOutput](m.table, reviewer, "delete", fields{"ids": []string{s.id}})
		s.gone = true
	}},
	{"undelete", func(s *spoken) bool { return s.gone }, func(m *month, s *spoken) {
		told[review.MovedOutput](m.table, reviewer, "undelete", fields{"ids": []string{s.id}})
		s.gone, s.archived = false, false
	}},
	{"reanchor", func(s *spoken) bool { return active(s) && s.onLines }, func(m *month, s *spoken) {
		in := fields{"id": s.id, "place": m.place()}
		if s.moved > 0 && m.chance.IntN(3) == 0 {
			in = fields{"id": s.id, "undo": true}
			s.moved -= 2
		}
		told[review.ReanchorOutput](m.table, reviewer, "reanchor", in)
		s.moved++
	}},
}

// mutate does something to a thread that it can be done to.
func (m *month) mutate() {
	m.t.Helper()
	for {
		d, s := deeds[m.chance.IntN(len(deeds))], m.said[m.chance.IntN(len(m.said))]
		if d.can(s) {
			m.count[d.name]++
			d.do(m, s)
			return
		}
	}
}

// comesBack restores a checkpoint and compares the threads with the recorded ones. If andForth is set, it then undoes
// the restore.
func (m *month) comesBack(name string, andForth bool) (safety string) {
	m.t.Helper()
	before := m.threadsNow()
	out := m.restore(name)
	was, now := filesOf(m.was[name]), filesOf(m.threadsNow())
	for file, is := range now {
		id, _, _ := strings.Cut(path.Base(file), ".")
		if path.Dir(path.Dir(file)) == "deleted" && !strings.Contains(m.was[name], id) && strings.Contains(before, is) {
			delete(now, file) // it came later, and is whole
		}
	}
	if diff := cmp.Diff(was, now); diff != "" {
		m.t.Errorf("%s did not come back:\n%s", name, clip(diff))
	}
	if !andForth {
		return out.Safety
	}
	m.restore(out.Safety)
	if got := m.threadsNow(); got != before {
		m.t.Errorf("%s did not take the restore of %s back:\n%s", out.Safety, name, differing(before, got))
	}
	return out.Safety
}

// filesOf returns the files of threads, with their IDs.
func filesOf(threads string) map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(threads) {
		if blob, file, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok && strings.HasPrefix(blob, "100644 blob ") {
			out[file] = blob
		}
	}
	return out
}

// allComeBack restores every checkpoint in some order and returns the one of how it was before.
func (m *month) allComeBack() (safety string) {
	m.t.Helper()
	names := slices.Clone(m.made)
	m.chance.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		if made := m.comesBack(name, false); safety == "" {
			safety = made
		}
	}
	return safety
}
