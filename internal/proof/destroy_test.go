//go:build unix

package proof

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/origin"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/worktree"
)

// destroyed is one way to destroy a store, and the one command that brings everything back.
type destroyed struct {
	name  string
	setup func(w *wreck) // before the last thread; may be nil
	wreck func(w *wreck)
	heal  []string // without it, all is there at once
	// merges: the store is usable, so words that were added before the command are there after it too.
	merges bool
	// foreign: a history from elsewhere is kept, which the person has to acknowledge.
	foreign bool
	// unsent: it loses all that the backup lacks: unsent drafts, and the marks of viewed files.
	unsent bool
}

// wreck is a project whose store is to be destroyed.
type wreck struct {
	seat
	aside string
	home  string
}

var restoring = []string{"fsck", "--restore", "--as", "human"}

func (w *wreck) git(args ...string) {
	w.t.Helper()
	if out, err := tryGit(w.t, w.dir, nil, "", args...); err != nil {
		w.t.Fatalf("git %v: %v: %s", args, err, out)
	}
}

func (w *wreck) store(name string) string { return filepath.Join(w.dir, ".consider", name) }

// move moves a folder out of the way: nothing of it is read again.
func (s seat) move(dir string) {
	s.t.Helper()
	if err := os.Rename(dir, filepath.Join(s.t.TempDir(), "gone")); err != nil {
		s.t.Fatal(err)
	}
}

func (w *wreck) copy(to, from string) {
	w.t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		w.t.Fatal(err)
	}
}

// keep copies the project as it is now.
func (w *wreck) keep() { w.copy(w.aside, w.dir) }

// stranger returns a copy of the project whose store another account made.
func (w *wreck) stranger() *wreck {
	w.copy(w.aside, w.dir)
	o := &wreck{seat: sit(w.t, w.aside).athome(gittest.TempDir(w.t)).inProcess()}
	o.move(o.store(""))
	o.add("a.txt:9", "-m", "of a stranger")
	return o
}

// track commits the store on a branch of its own.
func (w *wreck) track() {
	w.git("checkout", "-q", "-b", "tracked")
	w.git("add", "-Af", ".consider")
	w.git("commit", "-q", "-m", "store")
}

var wrecks = []destroyed{
	{name: "clean -fdx", wreck: func(w *wreck) { w.git("clean", "-fdxq") }, heal: restoring, merges: true, unsent: true},
	{name: "stash -a", wreck: func(w *wreck) { w.git("stash", "-aq") }, heal: restoring, merges: true, unsent: true},
	{name: "the store deleted", wreck: func(w *wreck) { w.move(w.store("")) }, heal: restoring, merges: true, unsent: true},
	{name: "the project deleted", wreck: func(w *wreck) {
		w.move(w.dir)
		w.copy(w.dir, w.aside)
		w.git("clean", "-fdxq")
	}, setup: (*wreck).keep, heal: restoring, merges: true, unsent: true},
	{name: "a checkout over it", setup: func(w *wreck) {
		w.stranger().track()
		w.git("fetch", "-q", w.aside, "tracked:pr")
	}, wreck: func(w *wreck) {
		w.git("checkout", "-q", "pr")
		w.git("reset", "-q", "main")
	}, foreign: true},
	{name: "reset --hard over a tracked one", setup: (*wreck).track, wreck: func(w *wreck) { w.git("reset", "-q", "--hard") }, heal: restoring, merges: true},
	{name: "an old disk image", setup: (*wreck).keep, wreck: func(w *wreck) {
		w.move(w.dir)
		w.copy(w.dir, w.aside)
	}, heal: restoring, merges: true, unsent: true},
	{name: "an old copy over it", setup: (*wreck).keep, wreck: func(w *wreck) {
		if err := filepath.WalkDir(filepath.Join(w.aside, ".consider"), func(path string, e os.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(w.aside, path)
			if err != nil {
				return err
			}
			_ = os.Remove(filepath.Join(w.dir, rel)) // it may not be there
			return os.WriteFile(filepath.Join(w.dir, rel), data, 0o644)
		}); err != nil {
			w.t.Fatal(err)
		}
	}, heal: restoring, merges: true},
	{name: "truncated refs", wreck: func(w *wreck) {
		for _, name := range []string{"refs/heads/threads", "logs/refs/heads/threads"} {
			if err := os.Truncate(w.store(name), 0); err != nil {
				w.t.Fatal(err)
			}
		}
	}},
	{name: "worktree remove", setup: func(w *wreck) { w.git("worktree", "add", "-q", w.aside) }, wreck: func(w *wreck) {
		side := w.seat
		side.dir = w.aside
		side.add("a.txt:7", "-m", "in the worktree")
		w.git("worktree", "remove", "--force", w.aside)
	}},
	{name: "gc beside a foreign tip", setup: func(w *wreck) { w.stranger() }, wreck: func(w *wreck) {
		w.git("--git-dir=.consider", "fetch", "-q", "--no-auto-gc", filepath.Join(w.aside, ".consider"), "+refs/heads/threads:refs/heads/threads")
		w.git("--git-dir=.consider", "-c", "gc.reflogExpire=now", "gc", "-q", "--prune=now")
	}, heal: restoring, foreign: true},
	{name: "HEAD and config deleted", wreck: func(w *wreck) {
		for _, name := range []string{"HEAD", "config"} {
			if err := os.Remove(w.store(name)); err != nil {
				w.t.Fatal(err)
			}
		}
	}, heal: []string{"fsck", "--repair", "--as", "human"}},
}

// past is a project with rounds of review behind it, and the home of its account.
type past struct{ dir, home string }

// reviewedFor makes rounds: each is a thread with a reply, resolved, and a checkpoint.
func reviewedFor(t *testing.T, rounds int) past {
	t.Helper()
	at := sitDown(t, sample(t))
	p := past{at.Dir, gittest.TempDir(t)}
	at.project.State, at.project.Origin.Key = filepath.Join(p.home, ".local", "state"), filepath.Join(p.home, "consider", "origin.key")
	for i := range rounds {
		said := fmt.Sprintf("round %d\n\n%s", i, numbered("reason", 8))
		id := told[review.AddOutput](at, reviewer, "add", fields{"place": fmt.Sprintf("a.txt:%d", 1+i%40), "message": said}).Thread.ID
		told[review.ReplyOutput](at, coder, "reply", fields{"id": id, "message": "done: " + numbered("step", 8)})
		told[review.StateOutput](at, reviewer, "resolve", fields{"ids": []string{id}})
		at.checkpoint()
		if i%100 == 99 {
			told[project.GCOutput](at, reviewer, "gc", nil) // as a command does in the background
		}
	}
	store, files := weight(t, filepath.Join(p.dir, ".consider"))
	copied, copiedFiles := weight(t, filepath.Join(p.home, ".local"))
	t.Logf("after %d rounds the store has %d KB in %d files, and its copy %d KB in %d", rounds, store>>10, files, copied>>10, copiedFiles)
	return p
}

// TestOneCommandBringsADestroyedStoreBack destroys a store in each of the ways, with and without words that are added
// before the command.
func TestOneCommandBringsADestroyedStoreBack(t *testing.T) {
	t.Parallel()
	p := reviewedFor(t, often(100, 3))
	for _, way := range wrecks {
		for _, added := range []bool{false, true} {
			if added && !way.merges {
				continue
			}
			t.Run(fmt.Sprintf("%s, added=%v", way.name, added), func(t *testing.T) {
				t.Parallel()
				way.run(t, p, added)
			})
		}
	}
}

// copyTo returns a wreck that is a copy of the project, by the same account.
func (p past) copyTo(t *testing.T) *wreck {
	t.Helper()
	w := &wreck{seat: sit(t, filepath.Join(gittest.TempDir(t), "project")), aside: filepath.Join(gittest.TempDir(t), "aside"), home: gittest.TempDir(t)}
	w.seat = w.athome(w.home).inProcess()
	w.copy(w.dir, p.dir)
	w.copy(filepath.Join(w.home, "consider"), filepath.Join(p.home, "consider"))
	return w
}

func (d *destroyed) run(t *testing.T, p past, added bool) {
	w := p.copyTo(t)
	w.git("checkout", "-q", "-B", "main")
	first := w.add("a.txt:3", "-m", "first", "--as", "human")
	if d.setup != nil {
		d.setup(w)
	}
	w.must("reply", first, "-m", "after it", "--as", "human")
	w.must("resolve", w.add("a.txt:5", "-m", "second"), "--as", "human")
	w.atPage(func(ctx context.Context, s *session.Session) error {
		_, err := submission.PutDraft(ctx, s, submission.Draft{Key: "review-1", Kind: submission.DraftReview, Body: "not sent yet"})
		return errors.Join(err, submission.SetViewed(ctx, s, "0123456789abcdef", true))
	})
	want := w.words()
	d.wreck(w)
	if added {
		w.add("a.txt:8", "-m", "since then", "--as", "human")
	}
	size, _ := weight(t, filepath.Join(w.home, ".local"))
	var healed result
	switch {
	case d.heal == nil:
		healed = w.must("list")
	case d.foreign: // it is damage until it is acknowledged
		healed = w.refused([]int{14}, d.heal...)
	default:
		healed = w.must(d.heal...)
	}
	t.Logf("%s: %v, with a copy of %d KB", healed, healed.Took.Round(time.Millisecond), size>>10)
	now := w.words()
	for _, words := range want {
		if !slices.Contains(now, words) {
			t.Errorf("lost: %s\nof %s", words, clip(strings.Join(now, "\n")))
		}
	}
	if added && !strings.Contains(strings.Join(now, "\n"), "since then") {
		t.Errorf("lost what was added: %s", clip(strings.Join(now, "\n")))
	}
	d.private(w)
	w.add("a.txt:9", "-m", "goes on")
	if d.foreign {
		w.must("fsck", "--accept", "--as", "human")
	}
	sound(w.seat)
}

// atPage opens the project as the person's review page does.
func (w *wreck) atPage(do func(ctx context.Context, s *session.Session) error) {
	w.t.Helper()
	place, err := worktree.Locate(w.dir)
	if err != nil {
		w.t.Fatal(err)
	}
	p := &session.Project{
		Place: place, Tree: gitrepo.Open(place), Now: time.Now, Program: "consider/proof", Origin: origin.Here{Key: filepath.Join(w.home, "consider", "origin.key")},
	}
	defer p.Close()
	if err := do(w.t.Context(), p.Session(session.Caller{Human: true, Dir: w.dir})); err != nil {
		w.t.Fatal(err)
	}
}

// private counts what the backup does not have, and so cannot bring back: one draft and one mark of a viewed file.
func (d *destroyed) private(w *wreck) {
	w.t.Helper()
	var drafts []submission.Draft
	var viewed []string
	w.atPage(func(ctx context.Context, s *session.Session) (err error) {
		drafts, err = submission.Drafts(ctx, s)
		if err == nil {
			viewed, err = submission.Viewed(ctx, s)
		}
		return err
	})
	want := map[bool]int{true: 0, false: 1}[d.unsent]
	if len(drafts) != want || len(viewed) != want {
		w.t.Errorf("%d drafts and %d marks of viewed files, want %d each", len(drafts), len(viewed), want)
	}
	w.t.Logf("not brought back, as no backup has them: %d drafts, %d marks of viewed files", 1-len(drafts), 1-len(viewed))
}

// words lists each message with its author and the state of its thread.
func (s seat) words() (out []string) {
	s.t.Helper()
	said := into[struct{ Text string }](s, s.refused([]int{0, 14}, "export", "--format", "json", "--json"))
	var all listing
	if err := json.Unmarshal([]byte(said.Text), &all); err != nil {
		s.t.Fatalf("%v: %s", err, clip(said.Text))
	}
	for _, whole := range all.Threads {
		out = append(out, fmt.Sprintf("%s %s: %s", whole.ID, whole.WorkflowState, whole.Body))
		for _, r := range whole.Thread {
			out = append(out, fmt.Sprintf("%s: %s: %s", whole.ID, r.Author, r.Body))
		}
	}
	return out
}

// TestARestoreIsFinishedThatWroteAllCommits: a kill before the last step leaves no commit to restore, and no ref. A power cut
// may also leave commits without what they name.
func TestARestoreIsFinishedThatWroteAllCommits(t *testing.T) {
	t.Parallel()
	w := &wreck{seat: sit(t, sample(t).Dir).athome(t.TempDir()).here()}
	id := w.add("a.txt:3", "-m", "kept")
	object := plumbing(t, w.dir, "rev-parse", "refs/heads/threads:"+stored(id))
	ref, blob := w.store("refs/heads/threads"), w.store(filepath.Join("objects", object[:2], object[2:]))
	for _, lost := range [][]string{{ref}, {blob}, {ref, blob}} {
		for _, name := range lost {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		w.must(restoring...)
		if got := w.words(); len(got) != 1 {
			t.Errorf("without %q: %q", lost, got)
		}
		sound(w.seat)
		w.refused([]int{10}, restoring...)
	}
}

// aim is how commands are killed at any moment of their work.
type aim struct {
	program string // the one that is killed
	luck    *rand.Rand
	reach   time.Duration // how long a command takes, as far as is known
	killed  int
}

// shootSometime runs a command and kills it at a random moment, if it still runs then.
func (w *wreck) shootSometime(a *aim, args ...string) {
	began, target := time.Now(), w.seat
	target.program = a.program
	if shot := target.shoot(syscall.SIGKILL, time.Duration(a.luck.Int64N(int64(a.reach))), args...); shot.code == 0 {
		a.reach = time.Since(began)
	} else {
		a.killed, a.reach = a.killed+1, a.reach*3/2
	}
}

// has requires that the store is sound and has all these words.
func (w *wreck) has(want []string, round int) {
	w.t.Helper()
	now := w.words()
	for _, words := range want {
		if !slices.Contains(now, words) {
			w.t.Fatalf("round %d lost %s of %q", round, words, now)
		}
	}
	sound(w.seat)
}

// TestARestoreThatIsKilledIsFinishedByTheNext kills restores at any moment: of a store that is gone, of one that was rolled
// back, and of one that has gone on since.
func TestARestoreThatIsKilledIsFinishedByTheNext(t *testing.T) {
	t.Parallel()
	r := sample(t)
	w := &wreck{seat: sit(t, r.Dir).athome(t.TempDir()).inProcess(), aside: filepath.Join(gittest.TempDir(t), "aside")}
	w.add("a.txt:3", "-m", "first")
	w.copy(w.aside, w.store(""))
	w.add("a.txt:5", "-m", "second")
	aim := &aim{program: build(t), luck: chance(t), reach: 100 * time.Millisecond}
	for round := range often(60, 9) {
		want := w.words()
		w.move(w.store(""))
		if round%3 > 0 {
			w.copy(w.store(""), w.aside)
		}
		if round%3 == 2 {
			w.add("a.txt:8", "-m", fmt.Sprintf("since then %d", round))
			want = append(want, w.words()...)
		}
		w.shootSometime(aim, restoring...)
		if got := w.run(restoring...); got.Code != 0 && got.Code != 10 {
			t.Fatalf("round %d: %s%s", round, got.Out, got.Err)
		}
		w.has(want, round)
	}
	t.Logf("%d killed", aim.killed)
}
