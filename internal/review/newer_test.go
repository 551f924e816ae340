package review_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/exchange"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/review/undo"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
)

// rewrite replaces text in a stored thread, as a newer consider might have written it.
func rewrite(d *reviewtest.Desk, id string, who thread.Author, pairs ...string) {
	d.T.Helper()
	s := d.Human()
	err := s.Update(d.T.Context(), false, func(c *session.Change) error {
		data := string(gittest.Must(c.Tx.ReadFile(thread.File(thread.Active, id)))(d.T))
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(data, pairs[i]) {
				d.T.Fatalf("%s is not in\n%s", pairs[i], data)
			}
			data = strings.Replace(data, pairs[i], pairs[i+1], 1)
		}
		c.Tx.Put(thread.File(thread.Active, id), []byte(data))
		c.Record("polish", who, "", id)
		return nil
	})
	if err != nil {
		d.T.Fatal(err)
	}
}

// A store with one unknown word of a newer consider was read as damaged, and its threads were not shown.
func TestAWordOfANewerConsiderIsShownAsItIs(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2-3", "x")
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "y", Outcome: thread.Answered}))(t)
	rewrite(d, id, thread.Author{Kind: "robot", Name: "R2"},
		`"workflowState": "open"`, `"workflowState": "parked"`, `"target": "lines"`, `"target": "plan"`,
		`"author": "human"`, `"author": "unknown"`, `"outcome": "answered"`, `"outcome": "half-done"`)

	for _, s := range []*session.Session{d.Human(), d.Human()} { // the second reads the cache that the first left
		list := gittest.Must(review.List(t.Context(), s, review.ListInput{}))(t)
		if len(list.Threads) != 1 || len(list.Damaged) > 0 {
			t.Fatalf("%+v", list)
		}
		v := list.Threads[0]
		if v.WorkflowState != "parked" || v.Target != "plan" || v.Author != "unknown" || v.LastReply.Outcome != "half-done" {
			t.Errorf("%+v", v)
		}
		if p := v.Placement; p.File != "a.txt" || p.StartLine != 2 || p.EndLine != 3 || p.AnchorState != thread.Anchored {
			t.Errorf("placed at %+v", p)
		}
	}
	sum := gittest.Must(review.Summary(t.Context(), d.Human(), review.SummaryInput{}))(t)
	if sum.Open != 1 || sum.Resolved != 0 || sum.Files != 1 {
		t.Errorf("%+v", sum)
	}
	log := gittest.Must(history.Log(t.Context(), d.Human(), history.LogInput{}))(t)
	if e := log.Events[0]; e.Kind != "polish" || e.Words() != "R2: polish "+id {
		t.Errorf("%+v: %s", e, e.Words())
	}
	for _, format := range []string{"md", "json", "sarif", "rdjsonl"} {
		out := gittest.Must(exchange.Export(t.Context(), d.Human(), exchange.ExportInput{Format: format}))(t)
		if out.Threads != 1 || !strings.Contains(out.Text, "a.txt") {
			t.Errorf("%s: %s", format, out.Text)
		}
	}
	if out := gittest.Must(project.Fsck(t.Context(), d.Human(), project.FsckInput{}))(t); !out.Sound || out.Threads != 1 {
		t.Errorf("%+v", out)
	}

	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "z"}))(t)
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread
	if got.WorkflowState != "parked" || got.Target != "plan" || got.Author != "unknown" || got.Thread[0].Outcome != "half-done" || len(got.Thread) != 2 {
		t.Errorf("after a reply: %+v", got)
	}
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
	if v := d.Only(d.Human()); v.WorkflowState != thread.Resolved || v.Author != "unknown" {
		t.Errorf("after resolve: %+v", v)
	}
	gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{}))(t)
	if v := d.Only(d.Human()); v.WorkflowState != "parked" {
		t.Errorf("after undo: %+v", v)
	}
}

// An author of an unknown kind is not a person: otherwise the word "unknown" would give a person's rights.
func TestAnAuthorOfAKindThatIsNotKnownIsNotTheHuman(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	rewrite(d, id, thread.Author{Kind: "robot", Name: "codex"}, `"author": "human"`, `"author": "unknown"`)
	if v := d.Only(d.Agent("codex")); v.Unseen {
		t.Error("the words of nobody known count as a person's")
	}
	if _, err := review.Edit(t.Context(), d.Human(), review.EditInput{ID: id, Message: "mine"}); err == nil {
		t.Error("the human edited words that are not theirs")
	}
	if _, err := undo.Undo(t.Context(), d.Agent("codex"), undo.UndoInput{}); err == nil {
		t.Error("an agent took back what another kind of author did under its name")
	}
	w := history.Waiter{Kind: thread.Agent}
	if e := (history.Event{Kind: history.Replied, By: history.Who{Kind: "unknown"}}); !w.Wants(&e) {
		t.Error("a person who waits for agents is not told of an author who is none")
	}
	w.Kind = thread.Human
	if e := (history.Event{Kind: history.Replied, By: history.Who{Kind: "unknown"}}); w.Wants(&e) {
		t.Error("an agent that waits for the human is told of an author who is none")
	}
}

// A thread on an unknown side would otherwise be shown at its line numbers in the other text.
func TestAThreadOnASideThatIsNotKnownIsOnNoLine(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	rewrite(d, id, thread.Author{Kind: thread.Human}, `"side": "new"`, `"side": "theirs"`)
	v := d.Only(d.Human())
	if p := v.Placement; p.AnchorState != thread.Orphaned || p.StartLine != 0 || p.File != "a.txt" || !strings.Contains(p.Reason, `"theirs"`) {
		t.Errorf("%+v", p)
	}
	gittest.Must(review.Context(t.Context(), d.Human(), review.ContextInput{ID: id}))(t)
}

func TestATargetThatIsNotKnownIsWhereItsPlaceSays(t *testing.T) {
	for name, c := range map[string]struct {
		place string
		pairs []string
		want  string
	}{
		"a file":           {"a.txt", []string{`"target": "file"`, `"target": "folder"`}, "folder a.txt"},
		"the whole":        {"", []string{`"target": "review"`, `"target": "verdict"`}, "verdict"},
		"a path outside":   {"a.txt:1", []string{`"target": "lines"`, `"target": "plan"`, `"file": "a.txt"`, `"file": "../plan.md"`}, "plan"},
		"an absolute path": {"a.txt", []string{`"target": "file"`, `"target": "plan"`, `"file": "a.txt"`, `"file": "/etc/passwd"`}, "plan"},
		"a span of an answer": {
			"",
			[]string{
				`"target": "review"`, `"target": "claim"`, `"workflowState"`,
				`"span": {"response": "a_1b2c3d4e", "agent": "codex", "at": "2026-11-21T10:00:00Z", "mark": "doubt", "quote": "q", "start": 0}, "workflowState"`,
			},
			"codex's response a_1b2c3d4e, doubt",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			out := gittest.Must(review.Add(t.Context(), d.Human(), review.AddInput{Place: c.place, Review: c.place == "", Message: "x"}))(t)
			rewrite(d, out.Thread.ID, thread.Author{Kind: thread.Human}, c.pairs...)
			v := d.Only(d.Human())
			if got := v.Where().String(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: out.Thread.ID}))(t)
			gittest.Must(history.Log(t.Context(), d.Human(), history.LogInput{}))(t)
		})
	}
}

// A thread of a higher version was read as damaged, and the hint sent the reader looking for damage.
func TestAThreadOfANewerVersionIsNamedAndLeftAlone(t *testing.T) {
	d := reviewtest.New(t)
	id, other := d.Add("a.txt:2", "x"), d.Add("a.txt:3", "y")
	// Only the version of such a thread can be relied on; the rest of its form is unknown.
	rewrite(d, id, thread.Author{Kind: thread.Human}, `"version": 1`, `"version": 2`, `"body": "x"`, `"body": ["x"]`)
	before := blob(d, id)

	for range 2 { // the second reads the cache that the first left
		list := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{}))(t)
		if len(list.Threads) != 1 || list.Threads[0].ID != other || len(list.Damaged) != 0 || len(list.Newer) != 1 {
			t.Fatalf("%+v", list)
		}
	}
	if sum := gittest.Must(review.Summary(t.Context(), d.Human(), review.SummaryInput{}))(t); sum.Open != 1 || len(sum.Newer) != 1 || len(sum.Damaged) != 0 {
		t.Errorf("%+v", sum)
	}
	if out := gittest.Must(project.Fsck(t.Context(), d.Human(), project.FsckInput{}))(t); !out.Sound || len(out.Newer) != 1 {
		t.Errorf("%+v", out)
	}
	if out := gittest.Must(exchange.Export(t.Context(), d.Human(), exchange.ExportInput{}))(t); out.Threads != 1 || len(out.Newer) != 1 {
		t.Errorf("%+v", out)
	}
	s := d.Human()
	for name, call := range map[string]func() error{
		"get":     func() error { _, err := review.Get(t.Context(), s, review.GetInput{ID: id}); return err },
		"context": func() error { _, err := review.Context(t.Context(), s, review.ContextInput{ID: id}); return err },
		"reply": func() error {
			_, err := review.Reply(t.Context(), s, review.ReplyInput{ID: id, Message: "z"})
			return err
		},
		"resolve": func() error {
			_, err := review.Resolve(t.Context(), s, review.ResolveInput{IDs: []string{other, id}})
			return err
		},
		"unresolve": func() error {
			_, err := review.Unresolve(t.Context(), s, review.UnresolveInput{IDs: []string{id}})
			return err
		},
		"edit": func() error {
			_, err := review.Edit(t.Context(), s, review.EditInput{ID: id, Message: "z"})
			return err
		},
		"label": func() error {
			_, err := review.Label(t.Context(), s, review.LabelInput{ID: id, Add: []string{"a"}})
			return err
		},
		"reanchor": func() error {
			_, err := review.Reanchor(t.Context(), s, review.ReanchorInput{ID: id, Place: "a.txt:1"})
			return err
		},
		"archive": func() error {
			_, err := review.Archive(t.Context(), s, review.ArchiveInput{IDs: []string{id}})
			return err
		},
		"delete": func() error {
			_, err := review.Delete(t.Context(), s, review.DeleteInput{IDs: []string{id}})
			return err
		},
		"undo": func() error { _, err := undo.Undo(t.Context(), s, undo.UndoInput{}); return err },
	} {
		if err := call(); !errors.Is(err, fail.ErrNewer) || errors.Is(err, fail.ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := review.Edit(t.Context(), s, review.EditInput{ID: "r_00000000", Message: "z"})
	if e, ok := fail.As(err); !ok || !strings.Contains(strings.Join(fail.FailureOf(e).Hints, "\n"), "the reply may be in 1 thread from a newer version of consider") {
		t.Errorf("a reply that may be in it: %v", err)
	}
	if blob(d, id) != before || d.Only(s).WorkflowState != thread.Open {
		t.Error("something was written")
	}
}

// blob is the stored form of an active thread.
func blob(d *reviewtest.Desk, id string) gitstore.ID {
	d.T.Helper()
	return gittest.Must(gittest.Must(d.Human().Snapshot(d.T.Context()))(d.T).Commit.FileID(thread.File(thread.Active, id)))(d.T)
}

// A restore would remove the thread or bring back an older form of it, and this consider does not know what belongs to
// it.
func TestARestoreDoesNotTouchAThreadOfANewerVersion(t *testing.T) {
	for name, newerBefore := range map[string]bool{"it came after the checkpoint": false, "it was changed since": true} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			d.Add("a.txt:2", "x")
			var id string
			if newerBefore {
				id = d.Add("a.txt:3", "y")
				rewrite(d, id, thread.Author{Kind: thread.Human}, `"version": 1`, `"version": 2`)
			}
			gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "then"}))(t)
			if newerBefore {
				rewrite(d, id, thread.Author{Kind: thread.Human}, `"body": "y"`, `"body": "z"`)
			} else {
				id = d.Add("a.txt:3", "y")
				rewrite(d, id, thread.Author{Kind: thread.Human}, `"version": 1`, `"version": 2`)
			}
			before := blob(d, id)
			for _, dry := range []bool{true, false} {
				if _, err := round.RestoreCheckpoint(t.Context(), d.Human(), round.CheckpointRestoreInput{Name: "then", DryRun: dry}); !errors.Is(err, fail.ErrNewer) {
					t.Errorf("dry run %v: %v", dry, err)
				}
			}
			if blob(d, id) != before {
				t.Error("it was changed")
			}
		})
	}
}

// put writes a file of the store's tree.
func put(d *reviewtest.Desk, file, text string) {
	d.T.Helper()
	err := d.Human().Update(d.T.Context(), false, func(c *session.Change) error {
		c.Tx.Put(file, []byte(text))
		c.Record("test", thread.Author{Kind: thread.Human}, "")
		return nil
	})
	if err != nil {
		d.T.Fatal(err)
	}
}

// One manifest of a newer version made all checkpoints unreadable.
func TestACheckpointOfANewerVersionHidesNoOther(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "x")
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "ours"}))(t)
	put(d, checkpoint.ManifestFile("theirs"), `{"version": 3, "name": "theirs", "createdAt": "2026-11-22T10:00:00Z", "files": {}}`)

	list := gittest.Must(round.ListCheckpoints(t.Context(), d.Human(), round.CheckpointListInput{}))(t)
	if len(list.Checkpoints) != 1 || list.Checkpoints[0].Name != "ours" || len(list.Newer) != 1 {
		t.Errorf("%+v", list)
	}
	gittest.Must(round.ShowCheckpoint(t.Context(), d.Human(), round.CheckpointShowInput{Name: "ours"}))(t)
	for _, name := range []string{"theirs", checkpoint.Last} {
		if _, err := round.ShowCheckpoint(t.Context(), d.Human(), round.CheckpointShowInput{Name: name}); !errors.Is(err, fail.ErrNewer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The list of the branches' memories lost the fields that a newer consider wrote, and was written as version 1 again.
func TestTheBranchesOfTheMemoryKeepWhatANewerConsiderWrote(t *testing.T) {
	d := reviewtest.New(t)
	gittest.Must(project.Config(t.Context(), d.Human(), project.ConfigInput{Name: "memory.backend", Value: new(settings.InBranch)}))(t)
	note := func(path string) error {
		_, err := memory.MemoryCreate(t.Context(), d.Human(), memory.MemoryCreateInput{Path: path, Text: new("x")})
		return err
	}
	put(d, memory.BranchesFile, `{"version": 1, "branches": {}, "future": [1]}`)
	if err := note("/memories/a.md"); err != nil {
		t.Fatal(err)
	}
	read := func() string {
		return string(gittest.Must(gittest.Must(d.Human().Snapshot(t.Context()))(t).Commit.ReadFile(memory.BranchesFile))(t))
	}
	if got := read(); !strings.Contains(got, `"future":[1]`) && !strings.Contains(got, `"future": [1]`) {
		t.Errorf("the unknown field is gone: %s", got)
	}
	put(d, memory.BranchesFile, `{"version": 2, "branches": []}`)
	if err := note("/memories/b.md"); !errors.Is(err, fail.ErrNewer) {
		t.Errorf("got %v", err)
	}
	if got := read(); got != `{"version": 2, "branches": []}` {
		t.Errorf("it was changed: %s", got)
	}
}

func TestAMemoryWhoseKeyANewerConsiderWroteIsLeftAlone(t *testing.T) {
	d := reviewtest.New(t)
	gittest.Must(project.Config(t.Context(), d.Human(), project.ConfigInput{Name: "memory.backend", Value: new(settings.InSecret)}))(t)
	put(d, memory.SecretDir+"/key.json", `{"version": 3, "recipient": "x"}`)
	_, err := memory.MemoryCreate(t.Context(), d.Human(), memory.MemoryCreateInput{Path: "/memories/b.md", Text: new("x")})
	if !errors.Is(err, fail.ErrNewer) {
		t.Errorf("got %v", err)
	}
}

// An older program that waited used to get the answer that nothing is new, forever.
func TestWaitingOnAStoreOfANewerSchemaSaysSo(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	cursor := gittest.Must(d.Human().Tip(t.Context()))(t)
	d.Git("--git-dir=.consider", "read-tree", "refs/heads/threads")
	d.Write("newer.json", `{"schema": 2}`)
	blob := d.Git("--git-dir=.consider", "hash-object", "-w", "newer.json")
	d.Git("--git-dir=.consider", "update-index", "--cacheinfo", "100644,"+blob+",store.json")
	tree := d.Git("--git-dir=.consider", "write-tree")
	tip := d.Git("--git-dir=.consider", "commit-tree", "-p", "refs/heads/threads", "-m", "schema", tree)
	d.Git("--git-dir=.consider", "update-ref", "refs/heads/threads", tip)
	s := d.Human()
	for name, call := range map[string]func() error{
		"wait": func() error {
			_, err := history.Wait(t.Context(), s, history.WaitInput{Since: cursor, Timeout: "0"})
			return err
		},
		"list": func() error { _, err := review.List(t.Context(), s, review.ListInput{}); return err },
		"reply": func() error {
			_, err := review.Reply(t.Context(), s, review.ReplyInput{ID: id, Message: "y"})
			return err
		},
		"add": func() error {
			_, err := review.Add(t.Context(), s, review.AddInput{Place: "a.txt:1", Message: "y"})
			return err
		},
		"gc": func() error { _, err := project.GC(t.Context(), s, project.GCInput{}); return err },
		"watch": func() error {
			return review.Follow(t.Context(), s, review.WatchInput{Since: cursor}, func(history.Event) error { return context.Canceled })
		},
	} {
		if err := call(); !errors.Is(err, gitstore.ErrVersion) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if out := gittest.Must(project.Fsck(t.Context(), s, project.FsckInput{}))(t); !out.Sound || len(out.Newer) != 1 {
		t.Errorf("fsck: %+v", out)
	}
}
