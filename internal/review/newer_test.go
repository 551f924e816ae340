package review

import (
	"context"
	"errors"
	"strings"
	"testing"

	"consider/gitstore"
	"consider/internal/memory"
)

// rewrite replaces text in a stored thread, as a newer consider might have written it.
func (d *desk) rewrite(id string, who author, pairs ...string) {
	d.t.Helper()
	s := d.human()
	err := s.update(d.t.Context(), false, func(c *change) error {
		data := string(must(c.tx.ReadFile(threadFile(activeDir, id)))(d.t))
		for i := 0; i < len(pairs); i += 2 {
			if !strings.Contains(data, pairs[i]) {
				d.t.Fatalf("%s is not in\n%s", pairs[i], data)
			}
			data = strings.Replace(data, pairs[i], pairs[i+1], 1)
		}
		c.tx.Put(threadFile(activeDir, id), []byte(data))
		c.record("polish", who, "", id)
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// A store with one word of a newer consider was read as damaged, and its threads were not shown.
func TestAWordOfANewerConsiderIsShownAsItIs(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2-3", "x")
	must(d.agent("codex").Reply(t.Context(), ReplyInput{ID: id, Message: "y", Outcome: Answered}))(t)
	d.rewrite(id, author{Kind: "robot", Name: "R2"},
		`"workflowState": "open"`, `"workflowState": "parked"`, `"target": "lines"`, `"target": "plan"`,
		`"author": "human"`, `"author": "unknown"`, `"outcome": "answered"`, `"outcome": "half-done"`)

	for _, s := range []*Service{d.human(), d.human()} { // the second reads what the first has left in the cache
		list := must(s.List(t.Context(), ListInput{}))(t)
		if len(list.Threads) != 1 || len(list.Damaged) > 0 {
			t.Fatalf("%+v", list)
		}
		v := list.Threads[0]
		if v.WorkflowState != "parked" || v.Target != "plan" || v.Author != "unknown" || v.LastReply.Outcome != "half-done" {
			t.Errorf("%+v", v)
		}
		if p := v.Placement; p.File != "a.txt" || p.StartLine != 2 || p.EndLine != 3 || p.AnchorState != Anchored {
			t.Errorf("placed at %+v", p)
		}
	}
	sum := must(d.human().Summary(t.Context(), SummaryInput{}))(t)
	if sum.Open != 1 || sum.Resolved != 0 || sum.Files != 1 {
		t.Errorf("%+v", sum)
	}
	log := must(d.human().Log(t.Context(), LogInput{}))(t)
	if e := log.Events[0]; e.Kind != "polish" || e.Words() != "R2: polish "+id {
		t.Errorf("%+v: %s", e, e.Words())
	}
	for _, format := range []string{"md", "json", "sarif", "rdjsonl"} {
		out := must(d.human().Export(t.Context(), ExportInput{Format: format}))(t)
		if out.Threads != 1 || !strings.Contains(out.Text, "a.txt") {
			t.Errorf("%s: %s", format, out.Text)
		}
	}
	if out := must(d.human().Fsck(t.Context(), FsckInput{}))(t); !out.Sound || out.Threads != 1 {
		t.Errorf("%+v", out)
	}

	must(d.agent("codex").Reply(t.Context(), ReplyInput{ID: id, Message: "z"}))(t)
	got := must(d.human().Get(t.Context(), GetInput{ID: id}))(t).Thread
	if got.WorkflowState != "parked" || got.Target != "plan" || got.Author != "unknown" || got.Thread[0].Outcome != "half-done" || len(got.Thread) != 2 {
		t.Errorf("after a reply: %+v", got)
	}
	must(d.human().Resolve(t.Context(), ResolveInput{IDs: []string{id}}))(t)
	if v := d.only(d.human()); v.WorkflowState != Resolved || v.Author != "unknown" {
		t.Errorf("after resolve: %+v", v)
	}
	must(d.human().Undo(t.Context(), UndoInput{}))(t)
	if v := d.only(d.human()); v.WorkflowState != "parked" {
		t.Errorf("after undo: %+v", v)
	}
}

// Whoever is neither is no person: who could write the word "unknown" would else have a person's rights.
func TestAnAuthorOfAKindThatIsNotKnownIsNotTheHuman(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	d.rewrite(id, author{Kind: "robot", Name: "codex"}, `"author": "human"`, `"author": "unknown"`)
	if v := d.only(d.agent("codex")); v.Unseen {
		t.Error("the words of nobody known count as a person's")
	}
	if _, err := d.human().Edit(t.Context(), EditInput{ID: id, Message: "mine"}); err == nil {
		t.Error("the human edited words that are not theirs")
	}
	if _, err := d.agent("codex").Undo(t.Context(), UndoInput{}); err == nil {
		t.Error("an agent took back what another kind of author did under its name")
	}
	w := wait{kind: Agent}
	if e := (Event{Kind: Replied, By: Who{Kind: "unknown"}}); !w.wants(&e) {
		t.Error("a person who waits for agents is not told of an author who is none")
	}
	w.kind = Human
	if e := (Event{Kind: Replied, By: Who{Kind: "unknown"}}); w.wants(&e) {
		t.Error("an agent that waits for the human is told of an author who is none")
	}
}

// A thread on a side that is not known would else be shown on whatever stands at its lines in the other text.
func TestAThreadOnASideThatIsNotKnownIsOnNoLine(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	d.rewrite(id, author{Kind: Human}, `"side": "new"`, `"side": "theirs"`)
	v := d.only(d.human())
	if p := v.Placement; p.AnchorState != Orphaned || p.StartLine != 0 || p.File != "a.txt" || !strings.Contains(p.Reason, `"theirs"`) {
		t.Errorf("%+v", p)
	}
	must(d.human().Context(t.Context(), ContextInput{ID: id}))(t)
}

func TestATargetThatIsNotKnownIsWhereItsPlaceSays(t *testing.T) {
	for name, c := range map[string]struct {
		place string
		pairs []string
		want  string
	}{
		"a file":           {"a.txt", []string{`"target": "file"`, `"target": "folder"`}, "a.txt"},
		"the whole":        {"", []string{`"target": "review"`, `"target": "verdict"`}, "verdict"},
		"a path outside":   {"a.txt:1", []string{`"target": "lines"`, `"target": "plan"`, `"file": "a.txt"`, `"file": "../plan.md"`}, "plan"},
		"an absolute path": {"a.txt", []string{`"target": "file"`, `"target": "plan"`, `"file": "a.txt"`, `"file": "/etc/passwd"`}, "plan"},
		"a span of an answer": {
			"",
			[]string{
				`"target": "review"`, `"target": "claim"`, `"workflowState"`,
				`"span": {"response": "a_1b2c3d4e", "agent": "codex", "at": "2026-11-21T10:00:00Z", "mark": "doubt", "quote": "q", "start": 0}, "workflowState"`,
			},
			"codex's answer a_1b2c3d4e, doubt",
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			out := must(d.human().Add(t.Context(), AddInput{Place: c.place, Review: c.place == "", Message: "x"}))(t)
			d.rewrite(out.Thread.ID, author{Kind: Human}, c.pairs...)
			v := d.only(d.human())
			if got := v.where(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			must(d.human().Get(t.Context(), GetInput{ID: out.Thread.ID}))(t)
			must(d.human().Log(t.Context(), LogInput{}))(t)
		})
	}
}

// A thread of a higher version was read as damaged, and the hint was to look for damage.
func TestAThreadOfANewerVersionIsNamedAndLeftAlone(t *testing.T) {
	d := newDesk(t)
	id, other := d.add("a.txt:2", "x"), d.add("a.txt:3", "y")
	// Nothing but the version is known of its form.
	d.rewrite(id, author{Kind: Human}, `"version": 1`, `"version": 2`, `"body": "x"`, `"body": ["x"]`)
	before := d.blob(id)

	for range 2 { // the second reads what the first has left in the cache
		list := must(d.human().List(t.Context(), ListInput{}))(t)
		if len(list.Threads) != 1 || list.Threads[0].ID != other || len(list.Damaged) != 0 || len(list.Newer) != 1 {
			t.Fatalf("%+v", list)
		}
	}
	if sum := must(d.human().Summary(t.Context(), SummaryInput{}))(t); sum.Open != 1 || len(sum.Newer) != 1 || len(sum.Damaged) != 0 {
		t.Errorf("%+v", sum)
	}
	if out := must(d.human().Fsck(t.Context(), FsckInput{}))(t); !out.Sound || len(out.Newer) != 1 {
		t.Errorf("%+v", out)
	}
	if out := must(d.human().Export(t.Context(), ExportInput{}))(t); out.Threads != 1 || len(out.Newer) != 1 {
		t.Errorf("%+v", out)
	}
	s := d.human()
	for name, call := range map[string]func() error{
		"get":       func() error { _, err := s.Get(t.Context(), GetInput{ID: id}); return err },
		"context":   func() error { _, err := s.Context(t.Context(), ContextInput{ID: id}); return err },
		"reply":     func() error { _, err := s.Reply(t.Context(), ReplyInput{ID: id, Message: "z"}); return err },
		"resolve":   func() error { _, err := s.Resolve(t.Context(), ResolveInput{IDs: []string{other, id}}); return err },
		"unresolve": func() error { _, err := s.Unresolve(t.Context(), UnresolveInput{IDs: []string{id}}); return err },
		"edit":      func() error { _, err := s.Edit(t.Context(), EditInput{ID: id, Message: "z"}); return err },
		"label":     func() error { _, err := s.Label(t.Context(), LabelInput{ID: id, Add: []string{"a"}}); return err },
		"reanchor":  func() error { _, err := s.Reanchor(t.Context(), ReanchorInput{ID: id, Place: "a.txt:1"}); return err },
		"archive":   func() error { _, err := s.Archive(t.Context(), ArchiveInput{IDs: []string{id}}); return err },
		"delete":    func() error { _, err := s.Delete(t.Context(), DeleteInput{IDs: []string{id}}); return err },
		"undo":      func() error { _, err := s.Undo(t.Context(), UndoInput{}); return err },
	} {
		if err := call(); !errors.Is(err, ErrNewer) || errors.Is(err, ErrCorrupt) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := s.Edit(t.Context(), EditInput{ID: "r_00000000", Message: "z"})
	if e, ok := asError(err); !ok || !strings.Contains(strings.Join(e.Hints, "\n"), "1 thread written by a newer consider may hold it") {
		t.Errorf("a reply that may be in it: %v", err)
	}
	if d.blob(id) != before || d.only(s).WorkflowState != Open {
		t.Error("something was written")
	}
}

// blob is the stored form of an active thread.
func (d *desk) blob(id string) gitstore.ID {
	d.t.Helper()
	return must(must(d.human().glance(d.t.Context()))(d.t).snap.FileID(threadFile(activeDir, id)))(d.t)
}

// Restoring would take a thread out, or an older form of it in, of which this consider does not know what belongs to it.
func TestARestoreDoesNotTouchAThreadOfANewerVersion(t *testing.T) {
	for name, newerBefore := range map[string]bool{"it came after the checkpoint": false, "it was changed since": true} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.add("a.txt:2", "x")
			var id string
			if newerBefore {
				id = d.add("a.txt:3", "y")
				d.rewrite(id, author{Kind: Human}, `"version": 1`, `"version": 2`)
			}
			must(d.human().MakeCheckpoint(t.Context(), CheckpointInput{Name: "then"}))(t)
			if newerBefore {
				d.rewrite(id, author{Kind: Human}, `"body": "y"`, `"body": "z"`)
			} else {
				id = d.add("a.txt:3", "y")
				d.rewrite(id, author{Kind: Human}, `"version": 1`, `"version": 2`)
			}
			before := d.blob(id)
			for _, dry := range []bool{true, false} {
				if _, err := d.human().RestoreCheckpoint(t.Context(), CheckpointRestoreInput{Name: "then", DryRun: dry}); !errors.Is(err, ErrNewer) {
					t.Errorf("dry run %v: %v", dry, err)
				}
			}
			if d.blob(id) != before {
				t.Error("it was changed")
			}
		})
	}
}

// put writes a file of the store's tree.
func (d *desk) put(file, text string) {
	d.t.Helper()
	err := d.human().update(d.t.Context(), false, func(c *change) error {
		c.tx.Put(file, []byte(text))
		c.record("test", author{Kind: Human}, "")
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
}

// One manifest of a newer version made all checkpoints unreadable.
func TestACheckpointOfANewerVersionHidesNoOther(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "x")
	must(d.human().MakeCheckpoint(t.Context(), CheckpointInput{Name: "ours"}))(t)
	d.put(manifestFile("theirs"), `{"version": 2, "name": "theirs", "createdAt": "2026-11-22T10:00:00Z", "files": {}}`)

	list := must(d.human().ListCheckpoints(t.Context(), CheckpointListInput{}))(t)
	if len(list.Checkpoints) != 1 || list.Checkpoints[0].Name != "ours" || len(list.Newer) != 1 {
		t.Errorf("%+v", list)
	}
	must(d.human().ShowCheckpoint(t.Context(), CheckpointShowInput{Name: "ours"}))(t)
	for _, name := range []string{"theirs", lastName} {
		if _, err := d.human().ShowCheckpoint(t.Context(), CheckpointShowInput{Name: name}); !errors.Is(err, ErrNewer) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The list of the branches' memories lost what a newer consider put there, and became version 1 again.
func TestTheBranchesOfTheMemoryKeepWhatANewerConsiderWrote(t *testing.T) {
	d := newDesk(t)
	must(d.human().Config(t.Context(), ConfigInput{Name: "memory.backend", Value: new(inBranch)}))(t)
	note := func(path string) error {
		_, err := d.human().MemoryCreate(t.Context(), MemoryCreateInput{Path: path, Text: new("x")})
		return err
	}
	d.put(branchesFile, `{"version": 1, "branches": {}, "future": [1]}`)
	if err := note("/memories/a.md"); err != nil {
		t.Fatal(err)
	}
	read := func() string {
		return string(must(must(d.human().glance(t.Context()))(t).snap.ReadFile(branchesFile))(t))
	}
	if got := read(); !strings.Contains(got, `"future":[1]`) && !strings.Contains(got, `"future": [1]`) {
		t.Errorf("the unknown field is gone: %s", got)
	}
	d.put(branchesFile, `{"version": 2, "branches": []}`)
	if err := note("/memories/b.md"); !errors.Is(err, ErrNewer) {
		t.Errorf("got %v", err)
	}
	if got := read(); got != `{"version": 2, "branches": []}` {
		t.Errorf("it was changed: %s", got)
	}
}

func TestAMemoryWhoseKeyANewerConsiderWroteIsLeftAlone(t *testing.T) {
	d := newDesk(t)
	must(d.human().Config(t.Context(), ConfigInput{Name: "memory.backend", Value: new(inSecret)}))(t)
	d.put(secretDir+"/key.json", `{"version": 2, "recipient": "x"}`)
	_, err := d.human().MemoryCreate(t.Context(), MemoryCreateInput{Path: "/memories/b.md", Text: new("x")})
	if !errors.Is(err, memory.ErrNewer) {
		t.Errorf("got %v", err)
	}
}

// Whoever waits with an older program was told that nothing is new, for ever.
func TestWaitingOnAStoreOfANewerSchemaSaysSo(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "x")
	cursor := must(d.human().Tip(t.Context()))(t)
	d.Git("--git-dir=.consider", "read-tree", "refs/heads/threads")
	d.Write("newer.json", `{"schema": 2}`)
	blob := d.Git("--git-dir=.consider", "hash-object", "-w", "newer.json")
	d.Git("--git-dir=.consider", "update-index", "--cacheinfo", "100644,"+blob+",store.json")
	tree := d.Git("--git-dir=.consider", "write-tree")
	tip := d.Git("--git-dir=.consider", "commit-tree", "-p", "refs/heads/threads", "-m", "schema", tree)
	d.Git("--git-dir=.consider", "update-ref", "refs/heads/threads", tip)
	s := d.human()
	for name, call := range map[string]func() error{
		"wait": func() error {
			_, err := s.Wait(t.Context(), WaitInput{Since: cursor, Timeout: "0"})
			return err
		},
		"list":  func() error { _, err := s.List(t.Context(), ListInput{}); return err },
		"reply": func() error { _, err := s.Reply(t.Context(), ReplyInput{ID: "c_", Message: "y"}); return err },
		"add":   func() error { _, err := s.Add(t.Context(), AddInput{Place: "a.txt:1", Message: "y"}); return err },
		"gc":    func() error { _, err := s.GC(t.Context(), GCInput{}); return err },
		"watch": func() error {
			return s.Follow(t.Context(), WatchInput{Since: cursor}, func(Event) error { return context.Canceled })
		},
	} {
		if err := call(); !errors.Is(err, gitstore.ErrVersion) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if out := must(s.Fsck(t.Context(), FsckInput{}))(t); !out.Sound || len(out.Newer) != 1 {
		t.Errorf("fsck: %+v", out)
	}
}
