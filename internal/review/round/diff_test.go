package round_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
)

func TestADiffOfTwoCheckpointsSaysWhatBecameOfFilesAndThreads(t *testing.T) {
	d := reviewtest.New(t)
	make := func(name string) {
		t.Helper()
		d.Now = d.Now.Add(time.Minute)
		gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: name}))(t)
	}
	stays, replied, moves, done := d.Add("a.txt:1", "stays"), d.Add("a.txt:2", "replied"), d.Add("a.txt:4", "moves"), d.Add("a.txt:1", "done")
	d.Write("gone.txt", "was here\n")
	make("before")
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: replied, Message: "yes"}))(t)
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{done}}))(t)
	d.Remove("gone.txt")
	d.Write("a.txt", "one\ntwo\nTHREE\nand a half\nfour\n")
	d.Write("sub/new.txt", "new\n")
	added := d.Add("sub/new.txt:1", "added")
	make("after")
	files := func(out round.CheckpointDiffOutput) (got []string) {
		for _, f := range out.Files {
			got = append(got, f.Status+" "+f.Path)
		}
		return got
	}
	diff := func(in round.CheckpointDiffInput) round.CheckpointDiffOutput {
		t.Helper()
		return gittest.Must(round.DiffCheckpoints(t.Context(), d.Human(), in))(t)
	}
	there := diff(round.CheckpointDiffInput{A: "before", B: "after"})
	if d := cmp.Diff([]string{"modified a.txt", "deleted gone.txt", "added sub/new.txt"}, files(there)); d != "" {
		t.Error(d)
	}
	what := map[string]string{}
	for _, c := range there.Threads {
		what[c.ID] = strings.Join(c.What, ", ")
	}
	if d := cmp.Diff(map[string]string{replied: "1 reply", moves: "moved from a.txt:4", done: "resolved", added: "new"}, what); d != "" {
		t.Errorf("%s stays; of the others:\n%s", stays, d)
	}
	if back := diff(round.CheckpointDiffInput{A: "after", B: "before"}); back.Files[0].Added != there.Files[0].Removed || back.Files[0].Removed != there.Files[0].Added {
		t.Errorf("the other way round %+v, there %+v", back.Files[0], there.Files[0])
	}
	if same := diff(round.CheckpointDiffInput{A: "after"}); len(same.Files)+len(same.Threads) != 0 || same.B != "now" {
		t.Errorf("nothing changed since, and %+v", same)
	}
	if stat := diff(round.CheckpointDiffInput{A: "before", B: "after", Stat: true, File: []string{"sub"}}); len(stat.Files) != 1 || stat.Files[0].Patch != "" || stat.Files[0].Added != 1 || len(stat.Threads) != 1 {
		t.Errorf("of one folder: %+v", stat)
	}
	for in, kind := range map[string]error{"nope": fail.ErrNotFound, "../x": fail.ErrNotFound} {
		if _, err := round.DiffCheckpoints(t.Context(), d.Human(), round.CheckpointDiffInput{A: in}); !errors.Is(err, kind) {
			t.Errorf("%q: %v", in, err)
		}
	}
	list := gittest.Must(round.ListCheckpoints(t.Context(), d.Human(), round.CheckpointListInput{}))(t).Checkpoints
	if len(list) != 2 || list[0].Name != "before" || list[0].Threads != 4 || list[1].Threads != 5 {
		t.Errorf("listed are %+v", list)
	}
	shown := gittest.Must(round.ShowCheckpoint(t.Context(), d.Human(), round.CheckpointShowInput{Name: "before"}))(t)
	for _, v := range shown.Threads {
		if v.ID == moves && v.Placement.StartLine != 4 || v.ID == done && v.WorkflowState != "open" || v.ID == replied && v.Replies != 0 {
			t.Errorf("then %s was %+v", v.Body, v)
		}
	}
}

func TestADiffOfTwoOldCheckpointsNamesTodaysPlacesToo(t *testing.T) {
	d := reviewtest.New(t)
	gone, moves := d.Add("a.txt:2", "gone"), d.Add("a.txt:4", "moves")
	made := func(name, text string) {
		t.Helper()
		if text != "" {
			d.Write("a.txt", text)
		}
		d.Now = d.Now.Add(time.Minute)
		gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: name}))(t)
	}
	made("before", "")
	made("after", "zero\nnought\none\nthree\nfour\n")
	d.Write("a.txt", "title\nzero\nnought\none\nthree\nfour\n")
	for b, want := range map[string]map[string][3]string{
		"after": {gone: {"a.txt", "", "stale, was a.txt:2"}, moves: {"a.txt:5", "a.txt:6", "moved from a.txt:4"}},
		"now":   {gone: {"a.txt", "", "stale, was a.txt:2"}, moves: {"a.txt:6", "", "moved from a.txt:4"}},
	} {
		out := gittest.Must(round.DiffCheckpoints(t.Context(), d.Human(), round.CheckpointDiffInput{A: "before", B: b}))(t)
		got := map[string][3]string{}
		for _, c := range out.Threads {
			got[c.ID] = [3]string{c.Place, c.Now, strings.Join(c.What, ", ")}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("before to %s:\n%s", b, d)
		}
	}
}

func TestACheckpointHasANameOfItsOwn(t *testing.T) {
	d := reviewtest.New(t)
	make := func(in round.CheckpointInput) (string, error) {
		out, err := round.MakeCheckpoint(t.Context(), d.Human(), in)
		return out.Checkpoint.Name, err
	}
	for _, c := range []struct {
		in   round.CheckpointInput
		want string
		kind error
	}{
		{round.CheckpointInput{}, "round-1", nil},
		{round.CheckpointInput{Name: "Round-2", Note: "by hand"}, "Round-2", nil},
		{round.CheckpointInput{}, "round-3", nil},
		{round.CheckpointInput{Name: "ROUND-1"}, "", fail.ErrConflict},
		{round.CheckpointInput{Name: "now"}, "", fail.ErrUsage},
		{round.CheckpointInput{Name: "../x"}, "", fail.ErrUsage},
		{round.CheckpointInput{Note: "two\nlines"}, "", fail.ErrUsage},
	} {
		got, err := make(c.in)
		if c.kind == nil && (got != c.want || err != nil) || c.kind != nil && !errors.Is(err, c.kind) {
			t.Errorf("%+v is %q, %v", c.in, got, err)
		}
	}
	if n := len(gittest.Must(round.ListCheckpoints(t.Context(), d.Human(), round.CheckpointListInput{}))(t).Checkpoints); n != 3 {
		t.Errorf("%d checkpoints are there", n)
	}
}

// One file of 6,000 lines once gave an answer of 661,838 letters over MCP, which clients refuse as a whole.
func TestABoundedDiffBecomesItsStatisticsAndSaysSo(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:1", "a thread")
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "before"}))(t)
	d.Write("big.txt", strings.Repeat("a line of some length\n", 1000))
	d.Write("small.txt", "one\n")
	diff := func(bounded bool, files ...string) round.CheckpointDiffOutput {
		t.Helper()
		s := d.Agent("codex")
		s.Caller.Bounded = bounded
		return gittest.Must(round.DiffCheckpoints(t.Context(), s, round.CheckpointDiffInput{A: "before", File: files}))(t)
	}
	whole, bounded := diff(false), diff(true)
	if whole.Cut != 0 || len(whole.Files) != 2 || whole.Files[0].Patch == "" {
		t.Errorf("not bounded: %d files, %d cut", len(whole.Files), whole.Cut)
	}
	if bounded.Cut < 20_000 || len(bounded.Files) != 2 || bounded.Files[0].Patch+bounded.Files[1].Patch != "" || bounded.Files[0].Added != 1000 {
		t.Errorf("bounded: %d files, %d cut", len(bounded.Files), bounded.Cut)
	}
	if one := diff(true, "small.txt"); one.Cut != 0 || one.Files[0].Patch == "" {
		t.Errorf("one small file: %+v", one)
	}
}
