package plan_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/feedback"
	"consider/internal/review/plan"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

const first = "# The shed\n\nWe build a shed.\n\n1. Draw **the walls** first\n2. Dig the ground\n3. Paint the roof red\n\n```go\nfunc roof() {}\n```\n\nIt is done in May.\n"

// garden is a project with a store and a person who reviews plans.
type garden struct {
	*reviewtest.Desk
	t *testing.T
}

func newGarden(t *testing.T) *garden {
	t.Helper()
	g := &garden{reviewtest.New(t), t}
	g.Add("a.txt:1", "there is a store")
	return g
}

func (g *garden) show(text string) plan.PlanAddOutput {
	g.t.Helper()
	return gittest.Must(plan.Add(g.t.Context(), g.Agent("claude-code"), plan.PlanAddInput{Text: text}))(g.t)
}

func (g *garden) comment(in plan.PlanCommentInput) string {
	g.t.Helper()
	return gittest.Must(plan.Comment(g.t.Context(), g.Human(), in))(g.t).Thread.ID
}

// said describes each thread: its place, its first words, and whether it was answered.
func (g *garden) said(in plan.PlanShowInput) (out []string) {
	g.t.Helper()
	for _, t := range gittest.Must(plan.Show(g.t.Context(), g.Human(), in))(g.t).Threads {
		out = append(out, fmt.Sprintf("%s %d-%d %s %v", t.Passage, t.StartLine, t.EndLine, t.Body, t.Answered))
	}
	return out
}

func TestCommentsGoWithTheirPassagesIntoTheNextVersion(t *testing.T) {
	g := newGarden(t)
	id := g.show(first).Plan.ID
	g.comment(plan.PlanCommentInput{Quote: "Draw the walls first", Message: "kept"})
	edited := g.comment(plan.PlanCommentInput{Lines: "7", Message: "edited"})
	g.comment(plan.PlanCommentInput{Lines: "13", Message: "gone"})
	g.comment(plan.PlanCommentInput{Message: "whole"})
	g.comment(plan.PlanCommentInput{Quote: "func roof() {}", Message: "code"})
	next := "# The shed\n\nA word before all.\n\nWe build a shed.\n\n1. Draw **the walls** first\n2. Dig the ground\n3. Paint the roof blue\n\n```go\nfunc roof() {}\n```\n"
	if out := g.show(next); out.Plan.ID != id || out.Plan.Versions != 2 {
		t.Fatalf("%+v is no second version of %s", out, id)
	}
	gittest.Must(review.Reply(t.Context(), g.Agent("claude-code"), review.ReplyInput{ID: edited, Message: "blue", Outcome: thread.Addressed}))(t)
	want := []string{"whole 0-0 whole false", "kept 7-7 kept false", "edited 9-9 edited true", "kept 12-12 code false", "gone 0-0 gone false"}
	if diff := cmp.Diff(want, g.said(plan.PlanShowInput{ID: id})); diff != "" {
		t.Error(diff)
	}
	before := []string{"whole 0-0 whole false", "kept 5-5 kept false", "kept 7-7 edited true", "kept 10-10 code false", "kept 13-13 gone false"}
	if diff := cmp.Diff(before, g.said(plan.PlanShowInput{ID: id, Version: 1})); diff != "" {
		t.Error(diff)
	}
	changed := gittest.Must(plan.Diff(t.Context(), g.Human(), plan.PlanDiffInput{}))(t)
	if !strings.Contains(changed.Diff, "-3. Paint the roof red\n+3. Paint the roof blue\n") || changed.From != 1 || changed.To != 2 {
		t.Errorf("%+v", changed)
	}
}

func TestACommentOnAStepThatWasRewrittenSaysEdited(t *testing.T) {
	const before, after = "# Ledger\n\nFirst the tests.\n\n1. Read it\n", "3. Write it\n\nThat is all, for now.\n"
	step := "2. Import the **old** file once, behind a flag\n"
	for name, c := range map[string]struct {
		in   plan.PlanCommentInput
		next string
		want string
	}{
		"a line with more words":         {plan.PlanCommentInput{Lines: "6"}, "2. Import the **old** file once, behind a flag, with a checksum of it\n", "edited 6-6"},
		"a line with fewer words":        {plan.PlanCommentInput{Lines: "6"}, "2. Import the **old** file once\n", "edited 6-6"},
		"a line with other words":        {plan.PlanCommentInput{Lines: "6"}, "2. Import the **old** file twice, behind a flag\n", "edited 6-6"},
		"words with more beside them":    {plan.PlanCommentInput{Lines: "6", Quote: "Import the old file"}, "2. Import the **old** file once, behind a flag, with a checksum of it\n", "kept 6-6"},
		"words that are others now":      {plan.PlanCommentInput{Lines: "6", Quote: "behind a flag"}, "2. Import the **old** file once, behind a setting\n", "edited 6-6"},
		"a whole step as it is rendered": {plan.PlanCommentInput{Quote: "Import the old file once, behind a flag"}, "2. Import the **old** file once, behind a flag, with a checksum of it\n", "edited 6-6"},
		"marks alone":                    {plan.PlanCommentInput{Lines: "6"}, "2. Import the old file once, *behind* a flag\n", "kept 6-6"},
		"the number alone":               {plan.PlanCommentInput{Lines: "6"}, "1. Look at it\n3. Import the **old** file once, behind a flag\n", "kept 7-7"},
		"several lines, one rewritten":   {plan.PlanCommentInput{Lines: "5-7"}, "2. Import the **old** file once, behind a flag, with a checksum of it\n", "edited 5-7"},
		"the line beside it":             {plan.PlanCommentInput{Lines: "5"}, "2. Import the **old** file twice\n", "kept 5-5"},
	} {
		g := newGarden(t)
		g.show(before + step + after)
		c.in.Message = "x"
		id := g.comment(c.in)
		if out := g.show(before + c.next + after); out.Plan.Versions != 2 {
			t.Fatalf("%s: no second version: %+v", name, out)
		}
		if got := g.said(plan.PlanShowInput{}); len(got) != 1 || got[0] != c.want+" x false" {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
		edited := strings.HasPrefix(c.want, "edited")
		for _, v := range []place.ThreadView{
			gittest.Must(review.Get(t.Context(), g.Agent("claude-code"), review.GetInput{ID: id}))(t).Thread.ThreadView,
			g.listed(id),
		} {
			if v.PlanNow == nil || v.PlanNow.Edited != edited || strings.Contains(v.Where().String(), "(edited; was line") != edited {
				t.Errorf("%s: lists say %q", name, v.Where())
			}
		}
		if said := gittest.Must(plan.Feedback(t.Context(), g.Agent("claude-code"), plan.PlanFeedbackInput{}))(t).Text; strings.Contains(said, "its text has changed since") != edited {
			t.Errorf("%s: the agent reads %s", name, said)
		}
	}
}

// listed is a thread as a list shows it.
func (g *garden) listed(id string) place.ThreadView {
	g.t.Helper()
	for _, v := range gittest.Must(review.List(g.t.Context(), g.Agent("claude-code"), review.ListInput{}))(g.t).Threads {
		if v.ID == id {
			return v
		}
	}
	g.t.Fatalf("%s is not listed", id)
	return place.ThreadView{}
}

func TestTheMessageHasTheWordsOfEveryThreadThatWaits(t *testing.T) {
	g := newGarden(t)
	g.show(first)
	a := g.comment(plan.PlanCommentInput{Lines: "5-6", Message: "one step,\nnot two"})
	b := g.comment(plan.PlanCommentInput{Quote: "It is done in May.", Message: "in June"})
	settled := g.comment(plan.PlanCommentInput{Lines: "3", Message: "settled"})
	gittest.Must(review.Resolve(t.Context(), g.Human(), review.ResolveInput{IDs: []string{settled}}))(t)
	gittest.Must(plan.Reject(t.Context(), g.Human(), plan.PlanVerdictInput{Message: "smaller steps"}))(t)
	s := g.Agent("claude-code")
	out := gittest.Must(plan.Feedback(t.Context(), s, plan.PlanFeedbackInput{}))(t)
	review.Delivered(t.Context(), s)
	want := "Changes requested: your plan \"The shed\", version 1.\n\nsmaller steps\n\nCHANGE — please address each of these points:\n" +
		"- " + a + ", lines 5-6, \"1. Draw **the walls** first 2. Dig the ground\" — one step,\n  not two\n" +
		"- " + b + ", line 13, \"It is done in May.\" — in June\n\n" +
		"Answer each: consider reply ID --outcome addressed|answered|declined|blocked -m '…'\n\nSubmit the next version of the plan when you are done.\n"
	if diff := cmp.Diff(want, out.Text); diff != "" {
		t.Error(diff)
	}
	if d := gittest.Must(review.Get(t.Context(), g.Human(), review.GetInput{ID: a}))(t); len(d.Thread.SeenBy) != 1 {
		t.Errorf("the agent asked, and has seen %+v", d.Thread.SeenBy)
	}
	gittest.Must(review.Reply(t.Context(), g.Agent("claude-code"), review.ReplyInput{ID: a, Message: "one now", Outcome: thread.Addressed}))(t)
	g.show(strings.Replace(first, "2. Dig the ground\n", "", 1))
	out = gittest.Must(plan.Feedback(t.Context(), g.Agent("claude-code"), plan.PlanFeedbackInput{}))(t)
	deal, answered, _ := strings.Cut(out.Text, "\nANSWERED (threads still open):\n- "+a)
	if strings.Contains(deal, a) || !strings.Contains(deal, b) || !strings.Contains(deal, "on version 1, unanswered") || !strings.Contains(answered, "you: one now") {
		t.Errorf("the agent is to answer only what it has not answered: %s", out.Text)
	}
}

func TestNobodyDecidesOnAVersionThatWasNotRead(t *testing.T) {
	g := newGarden(t)
	g.show(first)
	g.show(first + "And a last step.\n")
	_, err := plan.Approve(t.Context(), g.Human(), plan.PlanApproveInput{Version: 1})
	if !errors.Is(err, fail.ErrConflict) {
		t.Errorf("an older version was approved: %v", err)
	}
	if _, err := plan.Reject(t.Context(), g.Human(), plan.PlanVerdictInput{}); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("rejected without a word: %v", err)
	}
	out := gittest.Must(plan.Approve(t.Context(), g.Human(), plan.PlanApproveInput{Version: 2, Message: "mind the rain"}))(t)
	if out.Plan.State != plan.Approved || out.Verdict.Note != "mind the rain" {
		t.Errorf("%+v", out)
	}
	if _, err := plan.Reject(t.Context(), g.Human(), plan.PlanVerdictInput{Message: "no"}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("decided twice: %v", err)
	}
}

func TestATextIsAVersionOfThePlanThatItComesFrom(t *testing.T) {
	g := newGarden(t)
	g.Write("plan.md", first)
	file := func(s *session.Session) plan.PlanAddOutput {
		return gittest.Must(plan.Add(t.Context(), s, plan.PlanAddInput{File: "plan.md"}))(t)
	}
	id := file(g.Human()).Plan.ID
	if again := file(g.Agent("codex")); !again.Known || again.Plan.Versions != 1 || again.Plan.ID != id {
		t.Errorf("the same text is a new version: %+v", again)
	}
	gittest.Must(plan.Reject(t.Context(), g.Human(), plan.PlanVerdictInput{Message: "no"}))(t)
	if again := file(g.Agent("codex")); again.Known || again.Plan.Versions != 2 {
		t.Errorf("shown again after it was sent back, it waits again: %+v", again)
	}
	gittest.Must(plan.Approve(t.Context(), g.Human(), plan.PlanApproveInput{}))(t)
	g.Write("plan.md", strings.Replace(first, "red", "blue", 1))
	if like := file(g.Human()); like.Plan.ID != id || like.Plan.Versions != 3 {
		t.Errorf("a small change of an approved plan is a version of it: %+v", like)
	}
	gittest.Must(plan.Approve(t.Context(), g.Human(), plan.PlanApproveInput{}))(t)
	g.Write("plan.md", "# Something else\n\nWe sell the garden, and buy a boat for the money.\n")
	if other := file(g.Human()); other.Plan.ID == id || other.Plan.Versions != 1 {
		t.Errorf("another text after an approval is a plan of its own: %+v", other)
	}
	if list := gittest.Must(plan.List(t.Context(), g.Human(), plan.PlanListInput{}))(t); len(list.Plans) != 2 {
		t.Errorf("%+v", list)
	}
}

func TestOnlyATextOfTheProjectIsTakenIn(t *testing.T) {
	g := newGarden(t)
	outside := filepath.Join(filepath.Dir(g.Dir), "secret.md")
	if err := os.WriteFile(outside, []byte("# secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(g.Dir, "link.md")); err != nil {
		t.Skip("no symbolic links here: " + err.Error())
	}
	for name, in := range map[string]plan.PlanAddInput{
		"outside": {File: outside}, "above": {File: "../secret.md"}, "a link": {File: "link.md"}, "the store": {File: ".consider/config"},
		"nothing": {}, "blank": {Text: " \n"}, "binary": {Text: "a\x00b"}, "no UTF-8": {Text: "\xff"}, "both": {File: "a.txt", Text: "x"},
		"too much": {Text: strings.Repeat("x", plan.MaxText+1)}, "no such plan": {Text: "x", Plan: "p_00000000"},
	} {
		if out, err := plan.Add(t.Context(), g.Agent("claude-code"), in); err == nil {
			t.Errorf("%s: %+v", name, out)
		}
	}
	home := g.Human()
	home.Machine.Home = home.Place.Root
	if _, err := plan.Add(t.Context(), home, plan.PlanAddInput{Text: "x"}); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("in the home folder: %v", err)
	}
	bare := reviewtest.New(t)
	if _, err := plan.Add(t.Context(), bare.Agent("claude-code"), plan.PlanAddInput{Text: "x"}); !errors.Is(err, fail.ErrNoStore) {
		t.Errorf("by an agent without a store: %v", err)
	}
	if _, err := plan.Submit(t.Context(), bare.Human(), "x", "conversation"); !errors.Is(err, fail.ErrNoStore) {
		t.Errorf("by a hook without a store: %v", err)
	}
	if out, err := plan.Add(t.Context(), bare.Human(), plan.PlanAddInput{Text: "x"}); err != nil || out.Plan.Versions != 1 {
		t.Errorf("by a person without a store: %+v, %v", out, err)
	}
}

// A program that does not know plans takes a comment on one for a mark on an answer, in words that it knows.
func TestAnOlderProgramReadsWhatIsSaidOfAPlan(t *testing.T) {
	g := newGarden(t)
	g.show(first)
	id := g.comment(plan.PlanCommentInput{Lines: "5", Message: "no"})
	st := gittest.Must(g.Human().Read(t.Context()))(t)
	th, row, err := st.Thread(thread.Active, id)
	if err != nil {
		t.Fatal(err)
	}
	if th.Target != thread.OnResponse || th.Span.Mark != thread.Drop || !strings.HasPrefix(th.Span.Response, "a_") || th.Anchor != nil {
		t.Errorf("%+v", th)
	}
	if kept, err := st.Commit.ReadFile(thread.BaseFile(thread.Active, id, 0)); err != nil || string(kept) != first {
		t.Errorf("the text beside it: %q %v", kept, err)
	}
	if row.Response.Plan == nil || row.Response.Plan.StartLine != 5 {
		t.Errorf("%+v", row.Response)
	}
	if out := gittest.Must(feedback.Feedback(t.Context(), g.Human(), feedback.FeedbackInput{All: true}))(t); out.Text != "" {
		t.Errorf("the feedback on answers has it: %s", out.Text)
	}
}

func TestAPlanThatCannotBeReadHidesNoOther(t *testing.T) {
	g := newGarden(t)
	id := g.show(first).Plan.ID
	s := g.Human()
	err := s.Update(t.Context(), false, func(c *session.Change) error {
		c.Record("plan", thread.Author{Kind: thread.Human}, "")
		c.Tx.Put("plans/p_11111111.json", []byte(`{"version":99}`))
		c.Tx.Put("plans/p_22222222.json", []byte(`{"version":1,"id":"p_33333333"}`))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	list := gittest.Must(plan.List(t.Context(), g.Human(), plan.PlanListInput{}))(t)
	if len(list.Plans) != 1 || list.Plans[0].ID != id || len(list.Damaged) != 2 || !list.Damaged[0].Newer || list.Damaged[1].Newer {
		t.Errorf("%+v", list)
	}
	if _, err := plan.Show(t.Context(), g.Human(), plan.PlanShowInput{ID: "p_11111111"}); !errors.Is(err, fail.ErrNewer) {
		t.Errorf("of a newer consider: %v", err)
	}
	if _, err := plan.Show(t.Context(), g.Human(), plan.PlanShowInput{ID: "p_22222222"}); !errors.Is(err, fail.ErrCorrupt) {
		t.Errorf("damaged: %v", err)
	}
}

func TestAPassageIsNamedByItsLinesOrByItsWords(t *testing.T) {
	g := newGarden(t)
	g.show(first)
	for name, c := range map[string]struct {
		in   plan.PlanCommentInput
		want string
	}{
		"a line":                     {plan.PlanCommentInput{Lines: "5"}, "kept 5-5 x false"},
		"to the end":                 {plan.PlanCommentInput{Lines: "9-"}, "kept 9-13 x false"},
		"words over two lines":       {plan.PlanCommentInput{Quote: "first 2. Dig"}, "kept 5-6 x false"},
		"words within a line":        {plan.PlanCommentInput{Lines: "7", Quote: "roof"}, "kept 7-7 x false"},
		"no such line":               {plan.PlanCommentInput{Lines: "14"}, ""},
		"no line":                    {plan.PlanCommentInput{Lines: "five"}, ""},
		"words that are not there":   {plan.PlanCommentInput{Quote: "a boat"}, ""},
		"words that are there twice": {plan.PlanCommentInput{Quote: "roof"}, ""},
		"marks alone":                {plan.PlanCommentInput{Quote: "**"}, ""},
		"no such version":            {plan.PlanCommentInput{Lines: "1", Version: 2}, ""},
	} {
		c.in.Message = "x"
		out, err := plan.Comment(t.Context(), g.Human(), c.in)
		got := ""
		if err == nil {
			got = fmt.Sprintf("%s %d-%d %s %v", out.Thread.Passage, out.Thread.StartLine, out.Thread.EndLine, out.Thread.Body, out.Thread.Answered)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q: %v", name, got, c.want, err)
		}
	}
}

func TestChangesLineByLineAreThoseOfTheText(t *testing.T) {
	g := newGarden(t)
	g.show(first)
	g.comment(plan.PlanCommentInput{Lines: "5-6", Message: "which?"})
	g.show(strings.NewReplacer("roof red", "roof blue", "\nIt is done in May.\n", "").Replace(first))
	out := gittest.Must(plan.Diff(t.Context(), g.Human(), plan.PlanDiffInput{Hunks: true}))(t)
	var got []string
	for _, h := range out.Hunks {
		for _, l := range h.Lines {
			if l.Type != " " {
				got = append(got, fmt.Sprintf("%s%d/%d %s", l.Type, l.Old, l.New, l.Text))
			}
		}
	}
	want := []string{"-7/0 3. Paint the roof red", "+0/7 3. Paint the roof blue", "-12/0 ", "-13/0 It is done in May."}
	if diff := cmp.Diff(want, got); diff != "" || out.Diff != "" {
		t.Error(diff, out.Diff)
	}
	said := gittest.Must(plan.Show(t.Context(), g.Human(), plan.PlanShowInput{}))(t).Threads
	if len(said) != 1 || said[0].WasStart != 5 || said[0].WasEnd != 6 {
		t.Errorf("the lines that it was made on: %+v", said)
	}
}

func TestChecksFindWhatIsDamagedOfAPlan(t *testing.T) {
	g := newGarden(t)
	id := g.show(first).Plan.ID
	g.show(first + "\nAnd a door.\n")
	check := func() (int, string) {
		n, problems := plan.Check(gittest.Must(g.Human().Snapshot(t.Context()))(t).Commit)
		return n, fmt.Sprint(problems)
	}
	if n, problems := check(); n != 1 || problems != "[]" {
		t.Fatalf("a sound plan: %d, %s", n, problems)
	}
	put := func(file, text string) {
		t.Helper()
		err := g.Human().Update(t.Context(), false, func(c *session.Change) error {
			c.Tx.Put(file, []byte(text))
			c.Record("add", thread.Author{Kind: thread.Human, Name: "Ann"}, "damage")
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	put("plans/"+id+"/1.md", "another text")
	if n, problems := check(); n != 1 || !strings.Contains(problems, "plans/"+id+"/1.md") || strings.Contains(problems, "2.md") {
		t.Errorf("a text that was exchanged: %d, %s", n, problems)
	}
	put("plans/"+id+".json", "{")
	if n, problems := check(); n != 0 || !strings.Contains(problems, "plans/"+id+".json") {
		t.Errorf("a manifest that cannot be read: %d, %s", n, problems)
	}
	out := gittest.Must(project.Fsck(t.Context(), g.Human(), project.FsckInput{}))(t)
	if out.Sound || len(out.Problems) != 1 {
		t.Errorf("fsck: %+v", out)
	}
	doctor := gittest.Must(project.Doctor(t.Context(), g.Human(), project.DoctorInput{}))(t)
	if !strings.Contains(fmt.Sprint(doctor.Checks), "1 plan file cannot be read") {
		t.Errorf("doctor: %+v", doctor.Checks)
	}
}

// Times are whole seconds, and the clock of the tests stands still. Of several plans presented within one second, the
// last must still be the newest: otherwise an agent that presents it again would begin a new plan, without the comments
// on it.
func TestPlansOfOneSecondAreInTheirOrder(t *testing.T) {
	g := newGarden(t)
	submit := func(text string) plan.PlanAddOutput {
		return gittest.Must(plan.Submit(t.Context(), g.Agent("claude-code"), text, "s1"))(t)
	}
	for _, word := range []string{"apple", "birch", "cedar", "damson", "elder", "fig"} {
		text := fmt.Sprintf("# The %s\n\n%s\n", word, strings.Repeat(word+" ", 9))
		made := submit(text)
		if again := submit(text); again.Plan.ID != made.Plan.ID || !again.Known {
			t.Errorf("%s is shown again as %+v", word, again)
		}
		if list := gittest.Must(plan.List(t.Context(), g.Human(), plan.PlanListInput{}))(t); list.Plans[0].ID != made.Plan.ID {
			t.Errorf("%s is not first in the list", word)
		}
		gittest.Must(plan.Approve(t.Context(), g.Human(), plan.PlanApproveInput{ID: made.Plan.ID}))(t)
	}
}
