package claim_test

import (
	"cmp"
	"os"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/claim"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

const code = `package shop

// price is what a customer pays.
func price(cents int) int {
	if cents > 0 {
		return cents
	}
	return 0
}

// total adds up a basket.
func total(basket []int) int {
	sum := 0
	for _, c := range basket {
		sum += price(c)
	}
	return sum
}
`

const caller = `package shop

func checkout(basket []int) bool {
	return total(basket) > 0
}
`

// project has the code and a thread of the person on the condition in price. The message's moment is kept.
func project(t *testing.T, place string, prior func(*reviewtest.Desk)) (*reviewtest.Desk, string) {
	t.Helper()
	d := reviewtest.New(t)
	d.Write("shop.go", code)
	d.Write("caller.go", caller)
	d.Write("notes.txt", "one\ntwo\n")
	d.Commit("shop")
	if prior != nil {
		prior(d)
	}
	return d, says(d, "", place)
}

// says adds a message of the person, and keeps its moment as a surface does.
func says(d *reviewtest.Desk, id, place string) string {
	d.T.Helper()
	s := d.Human()
	if id == "" {
		in := review.AddInput{Place: place, Review: place == "", Message: "What about negative prices?"}
		if old, ok := strings.CutPrefix(place, "old "); ok {
			in.Place, in.Side = old, thread.Old
		}
		id = gittest.Must(review.Add(d.T.Context(), s, in))(d.T).Thread.ID
	} else {
		gittest.Must(review.Reply(d.T.Context(), s, review.ReplyInput{ID: id, Message: "Is it done?"}))(d.T)
	}
	review.Delivered(d.T.Context(), s)
	return id
}

// claims lets an agent that has read the thread claim a change.
func claims(d *reviewtest.Desk, id, message string) thread.Proof {
	d.T.Helper()
	d.Now = d.Now.Add(time.Second)
	s := d.Agent("codex")
	d.Reads(s, id)
	out := gittest.Must(review.Reply(d.T.Context(), s, review.ReplyInput{ID: id, Message: message, Outcome: thread.Addressed}))(d.T)
	review.Delivered(d.T.Context(), s)
	return out.Reply.Proof
}

func proof(d *reviewtest.Desk, id string) review.ProofOutput {
	d.T.Helper()
	return gittest.Must(review.Proof(d.T.Context(), d.Human(), review.ProofInput{ID: id}))(d.T)
}

// content reads a whole file by the name in a part of it.
func content(d *reviewtest.Desk, file, name string) string {
	d.T.Helper()
	in := submission.ChangesTextInput{File: file, Scope: compare.ScopeContent, From: name}
	return gittest.Must(submission.ChangesText(d.T.Context(), d.Human(), in))(d.T).Text
}

func replace(d *reviewtest.Desk, file, was, is string) {
	d.T.Helper()
	text := d.Read(file)
	if !strings.Contains(text, was) {
		d.T.Fatalf("%s has no %q", file, was)
	}
	d.Write(file, strings.Replace(text, was, is, 1))
}

func TestWhatWasChangedForAThreadIsFound(t *testing.T) {
	for what, c := range map[string]struct {
		place  string // shop.go:5 if empty
		prior  func(d *reviewtest.Desk)
		do     func(d *reviewtest.Desk)
		says   string // with the claim
		want   thread.Proof
		first  string    // of the changed lines in the first part
		why    claim.Why // of the first part
		others int
	}{
		"its lines": {do: func(d *reviewtest.Desk) { replace(d, "shop.go", "cents > 0", "cents >= 0") }, want: thread.ChangedHere, first: "cents >= 0", why: claim.OverLines},
		"a line before": {do: func(d *reviewtest.Desk) {
			replace(d, "shop.go", "\tif cents", "\tcheck(cents)\n\tif cents")
		}, want: thread.ChangedHere, first: "check(cents)", why: claim.OverLines},
		"its lines removed": {do: func(d *reviewtest.Desk) {
			replace(d, "shop.go", "\tif cents > 0 {\n\t\treturn cents\n\t}\n", "")
		}, want: thread.ChangedHere, first: "cents > 0", why: claim.OverLines},
		"spacing":                 {do: func(d *reviewtest.Desk) { replace(d, "shop.go", "cents > 0", "cents  >  0") }, want: thread.ChangedForm, first: "cents  >  0", why: claim.OverLines},
		"the end of the function": {do: func(d *reviewtest.Desk) { replace(d, "shop.go", "return 0", "panic(cents)") }, want: thread.ChangedElsewhere, first: "panic", why: claim.Function},
		"another function that uses it, and another file": {do: func(d *reviewtest.Desk) {
			d.Write("notes.txt", "three\n")
			replace(d, "shop.go", "sum += price(c)", "sum += price(max(c, 0))")
		}, place: "shop.go:4", want: thread.ChangedElsewhere, first: "max(c, 0)", why: claim.SameFile, others: 1},
		"a caller in another file": {do: func(d *reviewtest.Desk) {
			d.Write("notes.txt", "three\n")
			replace(d, "caller.go", "total(basket) > 0", "total(basket) >= 0")
		}, place: "shop.go:12", want: thread.ChangedElsewhere, first: "total(basket) >= 0", why: claim.Names, others: 1},
		"only another file": {do: func(d *reviewtest.Desk) { d.Write("notes.txt", "three\n") }, want: thread.ChangedElsewhere, others: 1},
		"its lines moved to a new file": {do: func(d *reviewtest.Desk) {
			rest := strings.Split(code, "// total")
			d.Write("shop.go", "package shop\n\n// total"+rest[1])
			d.Write("price.go", rest[0])
		}, want: thread.ChangedHere, first: "cents > 0", why: claim.OverLines},
		"its lines, in a commit": {do: func(d *reviewtest.Desk) {
			replace(d, "shop.go", "cents > 0", "cents >= 0")
			d.Commit("fix")
		}, want: thread.ChangedHere, first: "cents >= 0", why: claim.OverLines},
		"its lines, rebased onto other work": {do: func(d *reviewtest.Desk) {
			d.Git("checkout", "-q", "-b", "other")
			d.Write("notes.txt", "three\n")
			d.Commit("other")
			d.Git("checkout", "-q", "-")
			replace(d, "shop.go", "cents > 0", "cents >= 0")
			d.Commit("fix")
			d.Git("rebase", "-q", "other")
		}, want: thread.ChangedHere, first: "cents >= 0", why: claim.OverLines, others: 1},
		"its lines, in an amended commit": {do: func(d *reviewtest.Desk) {
			replace(d, "shop.go", "cents > 0", "cents >= 0")
			d.Git("commit", "-qa", "--amend", "-m", "shop")
		}, want: thread.ChangedHere, first: "cents >= 0", why: claim.OverLines},
		"and back": {do: func(d *reviewtest.Desk) {
			replace(d, "shop.go", "cents > 0", "cents >= 0")
			d.Write("shop.go", code)
		}, want: thread.ChangedNothing},
		"the file renamed and changed": {do: func(d *reviewtest.Desk) {
			d.Git("mv", "shop.go", "store.go")
			replace(d, "store.go", "cents > 0", "cents >= 0")
		}, want: thread.ChangedHere, first: "cents >= 0", why: claim.OverLines},
		"a thread on a removed line": {place: "old shop.go:8", prior: func(d *reviewtest.Desk) { replace(d, "shop.go", "\treturn 0\n", "") }, do: func(d *reviewtest.Desk) {
			replace(d, "shop.go", "sum := 0", "sum := 1")
		}, want: thread.ChangedElsewhere, first: "sum := 1", why: claim.SameFile},
		"the spacing of a file":       {place: "shop.go", do: func(d *reviewtest.Desk) { replace(d, "shop.go", "cents > 0", "cents  >  0") }, want: thread.ChangedForm, first: "cents  >  0", why: claim.OverLines},
		"a file that a message names": {do: func(d *reviewtest.Desk) { d.Write("notes.txt", "three\n") }, says: "See ./notes.txt.", want: thread.ChangedElsewhere, first: "three", why: claim.Named},
		"a thread on a file":          {place: "shop.go", do: func(d *reviewtest.Desk) { replace(d, "shop.go", "return 0", "panic(0)") }, want: thread.ChangedHere, first: "panic", why: claim.OverLines},
		"a thread on the review":      {place: "review", do: func(d *reviewtest.Desk) { d.Write("notes.txt", "three\n") }, want: thread.ChangedElsewhere, first: "three", why: claim.Other},
	} {
		t.Run(what, func(t *testing.T) {
			if c.place == "" {
				c.place = "shop.go:5"
			}
			if c.place == "review" {
				c.place = ""
			}
			d, id := project(t, c.place, c.prior)
			c.do(d)
			if got := claims(d, id, cmp.Or(c.says, "Done.")); got != c.want {
				t.Errorf("the reply says %q, want %q", got, c.want)
			}
			got := proof(d, id)
			if got.State != c.want || got.Others != c.others || got.Since != id {
				t.Errorf("state %q (%s), %d others, since %s; want %q, %d, %s", got.State, got.Evidence.Why, got.Others, got.Since, c.want, c.others, id)
			}
			if c.first == "" {
				if len(got.Hunks) > 0 {
					t.Errorf("belongs to it: %+v", got.Hunks)
				}
				return
			}
			if len(got.Hunks) == 0 || !strings.Contains(got.Hunks[0].Patch, c.first) || got.Hunks[0].Why != c.why {
				t.Fatalf("first: %+v, want %q because of %q", got.Hunks, c.first, c.why)
			}
			was, is := content(d, got.Hunks[0].File, got.Hunks[0].Was), content(d, got.Hunks[0].File, got.Hunks[0].Is)
			if was == is || !strings.Contains(was+is, c.first) {
				t.Errorf("the file was %q and is %q", was, is)
			}
		})
	}
}

func TestAFixBeforeTheLastMessageIsNotOneSinceIt(t *testing.T) {
	d, id := project(t, "shop.go:5", nil)
	replace(d, "shop.go", "cents > 0", "cents >= 0")
	says(d, id, "")
	if got := claims(d, id, "It was done before."); got != thread.ChangedBefore {
		t.Errorf("the reply says %q, want %q", got, thread.ChangedBefore)
	}
	if got := proof(d, id); got.State != thread.ChangedBefore || len(got.Hunks) != 1 || got.Since == id {
		t.Errorf("%+v", got)
	}
}

func TestALaterMessageIsNamedBesideTheProof(t *testing.T) {
	d, id := project(t, "shop.go:5", nil)
	s := d.Agent("codex")
	d.Reads(s, id)
	replace(d, "shop.go", "cents > 0", "cents >= 0")
	says(d, id, "")
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "Done.", Outcome: thread.Addressed}))(t)
	if got := proof(d, id); got.Since != id || got.Later == "" {
		t.Errorf("since %s, later %q", got.Since, got.Later)
	}
}

func TestWhatIsNotKnownIsNotProof(t *testing.T) {
	for what, c := range map[string]struct {
		place string
		prior func(d *reviewtest.Desk)
		do    func(d *reviewtest.Desk, id string)
	}{
		"switched off": {prior: func(d *reviewtest.Desk) {
			gittest.Must(0, d.Human().Update(t.Context(), true, func(c *session.Change) error {
				c.Record("config", thread.Author{Kind: thread.Human}, "turns")
				c.Tx.Put(settings.SettingsFile, []byte(`{"turns":"off"}`))
				return nil
			}))(t)
		}},
		"a secret": {place: ".env:1", prior: func(d *reviewtest.Desk) { d.Write(".env", "KEY=1\n") }, do: func(d *reviewtest.Desk, _ string) { d.Write(".env", "KEY=2\n") }},
		"a file of more than 5 MB": {place: "big.txt:1", prior: func(d *reviewtest.Desk) { d.Write("big.txt", strings.Repeat("line\n", 1<<20+1)) }, do: func(d *reviewtest.Desk, _ string) {
			d.Write("big.txt", "first\n"+strings.Repeat("line\n", 1<<20+1))
		}},
		"the commit is gone": {do: func(d *reviewtest.Desk, _ string) {
			replace(d, "shop.go", "cents > 0", "cents >= 0")
			d.Git("commit", "-qa", "--amend", "-m", "other")
			d.Git("reflog", "expire", "--expire=now", "--all")
			d.Git("gc", "-q", "--prune=now")
		}},
	} {
		t.Run(what, func(t *testing.T) {
			d := reviewtest.New(t)
			d.Write("shop.go", code)
			d.Commit("shop")
			if c.prior != nil {
				c.prior(d)
			}
			if c.place == "" {
				c.place = "shop.go:5"
			}
			id := says(d, "", c.place)
			if c.do != nil {
				c.do(d, id)
			} else {
				replace(d, "shop.go", "cents > 0", "cents >= 0")
			}
			if got := claims(d, id, "Done."); got != "" {
				t.Errorf("the reply says %q, want nothing", got)
			}
			if got := proof(d, id); got.State != "" || got.Evidence.Why == "" || len(got.Hunks) > 0 {
				t.Errorf("%+v, want a reason why it is not known", got)
			}
		})
	}
}

// Without git only the thread's own file is compared.
func TestWithoutGitOnlyTheThreadsFileIsProof(t *testing.T) {
	for what, c := range map[string]struct {
		do   func(d *reviewtest.Desk)
		want thread.Proof
	}{
		"its lines":       {func(d *reviewtest.Desk) { replace(d, "shop.go", "cents > 0", "cents >= 0") }, thread.ChangedHere},
		"other lines":     {func(d *reviewtest.Desk) { replace(d, "shop.go", "sum := 0", "sum := 1") }, thread.ChangedElsewhere},
		"another file":    {func(d *reviewtest.Desk) { d.Write("notes.txt", "three\n") }, ""},
		"nothing":         {func(*reviewtest.Desk) {}, ""},
		"its file's name": {func(d *reviewtest.Desk) { d.Move("shop.go", "store.go") }, ""},
	} {
		t.Run(what, func(t *testing.T) {
			d := reviewtest.New(t)
			d.Move(".git", "git")
			d.Write("shop.go", code)
			id := says(d, "", "shop.go:5")
			c.do(d)
			if got := claims(d, id, "Done."); got != c.want {
				t.Errorf("the reply says %q, want %q", got, c.want)
			}
			if got := proof(d, id); got.State != c.want || got.Others != 0 || (got.Evidence.Why == "") != (c.want != "") {
				t.Errorf("%+v, want %q", got, c.want)
			}
			says(d, id, "")
			if got := proof(d, id); got.State != c.want {
				t.Errorf("later: %+v", got)
			}
		})
	}
}

// The files of two worktrees differ by more than what an agent does.
func TestAClaimFromAnotherWorktreeIsNoProofOfItsDifferences(t *testing.T) {
	d, id := project(t, "shop.go:5", func(d *reviewtest.Desk) { replace(d, "shop.go", "cents > 0", "cents > 10") })
	side := d.Side("side")
	agent := func() *session.Session {
		s := side.Agent("codex")
		s.Place = session.AtHome(s.Place, "")
		return s
	}
	d.Reads(agent(), id)
	out := gittest.Must(review.Reply(t.Context(), agent(), review.ReplyInput{ID: id, Message: "Done.", Outcome: thread.Addressed}))(t)
	if out.Reply.Proof != "" {
		t.Errorf("nothing was changed in the worktree, and the reply says %q", out.Reply.Proof)
	}
	if got := proof(d, id); got.State != "" || got.Evidence.Why == "" {
		t.Errorf("%+v", got)
	}
}
