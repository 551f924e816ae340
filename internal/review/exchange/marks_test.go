package exchange

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/plan"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// whole returns a thread as a person gets it, without what only its former store can know.
func whole(d *reviewtest.Desk, id string) place.ThreadDetail {
	d.T.Helper()
	got := gittest.Must(review.Get(d.T.Context(), d.Human(), review.GetInput{ID: id}))(d.T).Thread
	got.Reanchored, got.CheckedAt, got.Placement, got.Stored = 0, time.Time{}, thread.Placement{}, &thread.Thread{SeenUpTo: got.Stored.SeenUpTo, Applied: got.Stored.Applied}
	return got
}

// moved exports all threads, active or archived, and imports them into the project without its store.
func moved(d *reviewtest.Desk, docs ...ExportInput) {
	d.T.Helper()
	var texts []string
	for _, in := range docs {
		in.Format = "json"
		texts = append(texts, gittest.Must(Export(d.T.Context(), d.Human(), in))(d.T).Text)
	}
	wiped(d)
	for _, text := range texts {
		gittest.Must(Import(d.T.Context(), d.Human(), ImportInput{Store: new(text)}))(d.T)
	}
}

// Once, all readers became "agent", who read at the date zero, and an applied suggestion could be applied again.
func TestWhoReadAThreadAndWhatWasAppliedSurviveTheRoundTrip(t *testing.T) {
	d := reviewtest.New(t)
	get := func(name, id string) {
		t.Helper()
		d.Now = d.Now.Add(time.Minute)
		d.Reads(d.Agent(name), id)
	}
	reply := func(s *session.Session, in review.ReplyInput) {
		t.Helper()
		d.Now = d.Now.Add(time.Minute)
		gittest.Must(review.Reply(t.Context(), s, in))(t)
		s.Unread = review.UnreadAfter(t.Context(), s) // as the surfaces do
		review.Delivered(t.Context(), s)
	}
	d.Write("b.txt", "b\n")
	applied := d.Add("a.txt:2", "```suggestion\n2\n```")
	get("codex", applied)
	if _, err := apply.Apply(t.Context(), d.Human(), apply.Input{IDs: []string{applied}}); err != nil {
		t.Fatal(err)
	}
	half := d.Add("a.txt:1", "one") // codex has read its reply, gemini only the comment
	get("gemini", half)
	reply(d.Human(), review.ReplyInput{ID: half, Message: "and more"})
	get("codex", half)
	edited := d.Add("a.txt:3", "three") // read, and other words since
	get("codex", edited)
	if _, err := review.Edit(t.Context(), d.Human(), review.EditInput{ID: edited, Message: "four"}); err != nil {
		t.Fatal(err)
	}
	asked := gittest.Must(review.Add(t.Context(), d.Agent("codex"), review.AddInput{Review: true, Message: "which?", Ask: "this|that"}))(t).Thread.ID
	reply(d.Human(), review.ReplyInput{ID: asked, Choose: "this"})
	reply(d.Agent("codex"), review.ReplyInput{Batch: []review.ReplyItem{{ID: asked, Message: "done"}, {ID: half, Message: "done", Outcome: thread.Addressed}}})
	get("gemini", asked)
	old := d.Add("b.txt", "to be archived")
	get("gemini", old)
	for _, do := range []func() error{
		func() error {
			_, err := review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{old}})
			return err
		},
		func() error {
			_, err := review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: []string{old}})
			return err
		},
	} {
		if err := do(); err != nil {
			t.Fatal(err)
		}
	}
	step := planned(d)
	get("codex", step)
	before := map[string]place.ThreadDetail{}
	for _, id := range []string{applied, half, edited, asked, old, step} {
		before[id] = whole(d, id)
	}
	moved(d, ExportInput{}, ExportInput{Archived: true})
	for id, was := range before {
		is := whole(d, id)
		was.Worktree, is.Worktree, was.PlanNow, is.PlanNow = "", "", nil, nil
		if diff := cmp.Diff(was, is); diff != "" {
			t.Errorf("%s %q (-before +after):\n%s", id, was.Body, diff)
		}
	}
	unread := map[string][]string{}
	for _, agent := range []string{"codex", "gemini"} {
		for _, v := range gittest.Must(review.List(t.Context(), d.Agent(agent), review.ListInput{Unseen: true}))(t).Threads {
			unread[agent] = append(unread[agent], v.ID)
		}
	}
	if len(unread["codex"]) != 1 || unread["codex"][0] != edited || len(unread["gemini"]) != 4 {
		t.Errorf("unread: %v; %s was edited", unread, edited)
	}
}

// planned is a thread on a step of a plan.
func planned(d *reviewtest.Desk) string {
	d.T.Helper()
	shown := gittest.Must(plan.Add(d.T.Context(), d.Agent("codex"), plan.PlanAddInput{Text: "# A plan\n\n1. first\n2. second\n"}))(d.T)
	out := gittest.Must(plan.Comment(d.T.Context(), d.Human(), plan.PlanCommentInput{ID: shown.Plan.ID, Lines: "3", Message: "why?"}))(d.T)
	return out.Thread.ID
}

// A document without names, or without how far each agent had read, says as much as it knows.
func TestAnOldDocumentGivesNoDateThatItDoesNotHave(t *testing.T) {
	const begin = `{"version":1,"threads":[{"version":1,"id":"c_12345678","target":"review","workflowState":"open","createdAt":"2025-01-01T00:00:00Z",
		"author":"human","body":"one","thread":[{"id":"r_12345678","createdAt":"2025-01-01T00:02:00Z","author":"human","body":"two"}]`
	at := func(minute int) time.Time { return time.Date(2025, 1, 1, 0, minute, 0, 0, time.UTC) }
	for name, c := range map[string]struct {
		fields string
		want   thread.Receipt
	}{
		"no one read it":           {``, thread.Receipt{State: thread.NotHeard, At: at(2)}},
		"the time alone":           {`,"agentLastSeenAt":"2025-01-01T00:03:00Z"`, thread.Receipt{State: thread.HasRead, By: "agent", At: at(3)}},
		"the first message":        {`,"agentLastSeenAt":"2025-01-01T00:01:00Z"`, thread.Receipt{State: thread.NotHeard, At: at(2)}},
		"names and times":          {`,"seenBy":{"codex":"2025-01-01T00:03:00Z","gemini":"2025-01-01T00:01:00Z"}`, thread.Receipt{State: thread.HasRead, By: "codex", At: at(3)}},
		"a mark without a time":    {`,"seenUpTo":{"codex":"r_12345678"}`, thread.Receipt{State: thread.HasRead, By: "codex"}},
		"a mark on what is not so": {`,"seenUpTo":{"codex":"r_99999999"}`, thread.Receipt{State: thread.NotHeard, At: at(2)}},
		"a time that is none":      {`,"seenBy":{"codex":"0001-01-01T00:00:00Z"}`, thread.Receipt{State: thread.NotHeard, At: at(2)}},
	} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(begin + c.fields + "}]}")}))(t)
			got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: "c_12345678"}))(t).Thread
			if diff := cmp.Diff(&c.want, got.Receipt); diff != "" {
				t.Error(diff)
			}
			if text, err := json.Marshal(got.Receipt); err != nil || strings.Contains(string(text), "0001-") {
				t.Errorf("%s, %v", text, err)
			}
		})
	}
}

func TestAnAgentsImportMakesNobodyReadChooseOrApply(t *testing.T) {
	const begin = `{"version":1,"threads":[{"version":1,"id":"c_12345678","target":"review","workflowState":"open","createdAt":"2025-01-01T00:00:00Z",
		"author":"agent","authorName":"codex","body":"one"`
	for name, fields := range map[string]string{
		"a choice":     `,"thread":[{"id":"r_12345678","createdAt":"2025-01-01T00:02:00Z","author":"agent","body":"two","choice":"Drop it"}]`,
		"a suggestion": `,"applied":[{"n":1,"byName":"Ann","at":"2025-01-01T00:00:00Z","file":"a.txt","startLine":1,"before":["a"],"after":["b"],"blob":""}],"thread":[]`,
	} {
		d := reviewtest.New(t)
		if _, err := Import(t.Context(), d.Agent("codex"), ImportInput{Store: new(begin + fields + "}]}")}); !errors.Is(err, fail.ErrDenied) {
			t.Errorf("%s: %v", name, err)
		}
		gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(begin + fields + "}]}")}))(t)
	}
	d := reviewtest.New(t)
	marks := `,"agentLastSeenAt":"2025-01-01T00:00:00Z","seenBy":{"Ann":"2025-01-01T00:00:00Z"},"seenUpTo":{"Ann":"c_12345678"},"archived":true,"thread":[]}]}`
	gittest.Must(Import(t.Context(), d.Agent("codex"), ImportInput{Store: new(begin + marks)}))(t)
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: "c_12345678"}))(t).Thread
	if got.SeenBy != nil || got.AgentLastSeenAt != nil || got.Archived || !got.Unread {
		t.Errorf("%+v", got)
	}
}

// Whether something changed since a message is known only at the moment of the reply.
func TestWhatChangedSinceAMessageSurvivesTheRoundTripButNotAnAgentsImport(t *testing.T) {
	doc := func(author string) string {
		return `{"version":1,"threads":[{"version":1,"id":"c_12345678","target":"review","workflowState":"open","createdAt":"2025-01-01T00:00:00Z",
			"author":"` + author + `","body":"one","fingerprint":"aa","thread":[
			{"id":"r_12345678","createdAt":"2025-01-01T00:01:00Z","author":"agent","authorName":"codex","body":"two","outcome":"addressed","unchanged":true,"proof":"nothing"},
			{"id":"r_23456789","createdAt":"2025-01-01T00:02:00Z","author":"` + author + `","body":"three","fingerprint":"bb"}]}]}`
	}
	d := reviewtest.New(t)
	gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(doc("human"))}))(t)
	moved(d, ExportInput{})
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: "c_12345678"}))(t).Thread
	if got.Stored.Fingerprint != "aa" || !got.Thread[0].Unchanged || got.Thread[0].Proof != thread.ChangedNothing || got.Thread[1].Fingerprint != "bb" {
		t.Errorf("%+v", got.Stored)
	}
	d = reviewtest.New(t)
	gittest.Must(Import(t.Context(), d.Agent("gemini"), ImportInput{Store: new(doc("agent"))}))(t)
	got = gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: "c_12345678"}))(t).Thread
	if got.Thread[0].Unchanged || got.Thread[0].Proof != "" {
		t.Error("an agent's document says of another agent that nothing changed")
	}
}

func TestAForgedRecordOfReadingOrApplyingIsRefused(t *testing.T) {
	const begin = `{"version":1,"threads":[{"version":1,"id":"c_12345678","target":"review","workflowState":"open","createdAt":"2025-01-01T00:00:00Z","author":"human","body":"one","thread":[]`
	applied := func(more string) string {
		return `,"applied":[{"n":1,"at":"2025-01-01T00:00:00Z","before":[],"after":[],` + more + `}]`
	}
	for name, fields := range map[string]string{
		"a reader's name of control": `,"seenBy":{"a\u001b[0m":"2025-01-01T00:00:00Z"}`,
		"a mark's name of control":   `,"seenUpTo":{"a\u001b[0m":"c_12345678"}`,
		"a name too long":            `,"seenBy":{"` + strings.Repeat("a", thread.MaxName+1) + `":"2025-01-01T00:00:00Z"}`,
		"a path outside":             applied(`"file":"../a","startLine":1,"blob":""`),
		"its name of control":        applied(`"file":"a","startLine":1,"blob":"","byName":"a\u001b[0m"`),
	} {
		d := reviewtest.New(t)
		if _, err := Import(t.Context(), d.Human(), ImportInput{Store: new(begin + fields + "}]}")}); !errors.Is(err, fail.ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
