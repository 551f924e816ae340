package review_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/worktree"
)

const fourLines = "one\ntwo\nthree\nfour\n"

// placeText places the threads of a file in a text, and returns "id first-last method" or "id state" for each.
func placeText(d *reviewtest.Desk, in review.PlaceInput) []string {
	d.T.Helper()
	out, err := review.PlaceText(d.T.Context(), d.Human(), in)
	if err != nil {
		d.T.Fatal(err)
	}
	got := []string{}
	for _, p := range out.Placements {
		where := string(p.Placement.AnchorState)
		if p.Placement.AnchorState == thread.Anchored {
			where = fmt.Sprintf("%d-%d %s", p.Placement.StartLine, p.Placement.EndLine, p.Placement.Method)
		}
		got = append(got, p.ID+" "+where)
	}
	return got
}

func expect(d *reviewtest.Desk, in review.PlaceInput, want ...string) {
	d.T.Helper()
	if want == nil {
		want = []string{}
	}
	if diff := cmp.Diff(want, placeText(d, in)); diff != "" {
		d.T.Errorf("placed in %q (-want +got):\n%s", in.Text, diff)
	}
}

func TestThreadsArePlacedInATextThatIsNotSaved(t *testing.T) {
	d := reviewtest.New(t)
	two, four := d.Add("a.txt:2", "on two"), d.Add("a.txt:3-4", "on three and four")
	d.Write("b.txt", "other\n")
	d.Add("b.txt:1", "elsewhere")
	resolved := d.Add("a.txt:1", "done")
	if _, err := review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{resolved}}); err != nil {
		t.Fatal(err)
	}
	archived := d.Add("a.txt:1", "put away")
	if _, err := review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{archived}}); err != nil {
		t.Fatal(err)
	}
	if _, err := review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: []string{archived}}); err != nil {
		t.Fatal(err)
	}
	expect(d, review.PlaceInput{File: "a.txt", Text: fourLines},
		resolved+" 1-1 unchanged", two+" 2-2 unchanged", four+" 3-4 unchanged")
	expect(d, review.PlaceInput{File: "a.txt", Text: "zero\n" + fourLines, Threads: []string{two, "c_00000000"}}, two+" 3-3 diff")
	expect(d, review.PlaceInput{File: "./a.txt", Text: "one\nthree\nfour\n", Threads: []string{two}}, two+" stale")
	expect(d, review.PlaceInput{File: "new.txt", Text: fourLines})
}

func TestWhatIsPlacedInATextIsWhatWouldBeListed(t *testing.T) {
	d := reviewtest.New(t)
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "func f%d() { return %d }\n", i, i*i)
	}
	d.Write("f.go", text.String())
	d.Commit("functions")
	for i := range 20 {
		d.Add(fmt.Sprintf("f.go:%d-%d", 1+i*10, 2+i*10), "here")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	lines := strings.SplitAfter(text.String(), "\n")
	for round := range 10 {
		at := rng.IntN(len(lines))
		switch round % 3 {
		case 0:
			lines = append(lines[:at:at], append([]string{fmt.Sprintf("// new %d\n", round)}, lines[at:]...)...)
		case 1:
			lines = append(lines[:at:at], lines[min(at+3, len(lines)):]...)
		case 2:
			lines[at] = strings.ToUpper(lines[at])
		}
		unsaved, err := review.PlaceText(t.Context(), d.Human(), review.PlaceInput{File: "f.go", Text: strings.Join(lines, "")})
		if err != nil {
			t.Fatal(err)
		}
		d.Write("f.go", strings.Join(lines, ""))
		list, err := review.List(t.Context(), d.Human(), review.ListInput{})
		if err != nil {
			t.Fatal(err)
		}
		saved := map[string]thread.Placement{}
		for _, v := range list.Threads {
			saved[v.ID] = v.Placement
		}
		for _, p := range unsaved.Placements {
			if diff := cmp.Diff(saved[p.ID], p.Placement); diff != "" {
				t.Errorf("round %d, %s: listed (-) and placed (+):\n%s", round, p.ID, diff)
			}
		}
		if len(unsaved.Placements) != len(saved) {
			t.Errorf("round %d: %d placed, %d listed", round, len(unsaved.Placements), len(saved))
		}
	}
}

func TestThreadsFollowTheirFileToANewName(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "on two")
	d.Move("a.txt", "sub/b.txt")
	d.Only(d.Human()) // the list finds the rename, and the editor shows what was listed
	expect(d, review.PlaceInput{File: "sub/b.txt", Text: "zero\n" + fourLines}, id+" 3-3 renamed")
	// An editor that names the threads that it shows gets them without a list, too.
	d.Add("sub/b.txt:1", "changes the store")
	expect(d, review.PlaceInput{File: "other.txt", Text: fourLines, Threads: []string{id}}, id+" 2-2 renamed")
}

func TestCodeThatWentToAnotherFileIsPlacedThere(t *testing.T) {
	d := reviewtest.New(t)
	body := "func moved() {\n\treturn somethingQuiteUnmistakable(42)\n}\n"
	d.Write("from.go", "package x\n\n"+body+"\nfunc stays() {}\n")
	d.Write("to.go", "package x\n\nfunc other() {}\n")
	d.Commit("code")
	id := d.Add("from.go:3-5", "this one")
	d.Write("from.go", "package x\n\nfunc stays() {}\n")
	to := "package x\n\nfunc other() {}\n\n" + body
	d.Write("to.go", to)
	if v := d.Only(d.Human()); v.Placement.File != "to.go" {
		t.Fatalf("listed at %+v", v.Placement)
	}
	expect(d, review.PlaceInput{File: "to.go", Text: "// head\n" + to}, id+" 6-8 moved")
	expect(d, review.PlaceInput{File: "to.go", Text: "package x\n"}, id+" stale")
	expect(d, review.PlaceInput{File: "from.go", Text: "package x\n\nfunc stays() {}\n"})
	expect(d, review.PlaceInput{File: "from.go", Text: "package x\n\n" + body + "\nfunc stays() {}\n"}, id+" 3-5 unchanged")
}

func TestPlacingLeavesNothing(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "on two")
	d.Only(d.Human())
	before, err := os.ReadFile(d.Path(".consider/cache/" + place.ViewFile))
	if err != nil {
		t.Fatal(err)
	}
	info, _ := os.Stat(d.Path(".consider/cache/" + place.ViewFile))
	d.Add("a.txt:3", "so that the view is behind")
	placeText(d, review.PlaceInput{File: "a.txt", Text: "quite\nanother\ntext\n"})
	after, err := os.ReadFile(d.Path(".consider/cache/" + place.ViewFile))
	if err != nil {
		t.Fatal(err)
	}
	now, _ := os.Stat(d.Path(".consider/cache/" + place.ViewFile))
	if string(before) != string(after) || !os.SameFile(info, now) {
		t.Error("the view was written")
	}
}

func TestATextIsOfAFileOfTheProject(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "on two")
	for file, want := range map[string]error{
		"../a.txt": fail.ErrDenied, ".consider/config": fail.ErrDenied, ".git/HEAD": fail.ErrDenied, " ": fail.ErrUsage, ".": fail.ErrUsage,
	} {
		if _, err := review.PlaceText(t.Context(), d.Human(), review.PlaceInput{File: file, Text: "x"}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", file, err, want)
		}
	}
}

// BenchmarkPlaceText measures what an editor waits for after a pause in typing: 200 threads on 10,000 lines, put there
// against several older texts of the file, in a store with 3,000 threads.
func BenchmarkPlaceText(b *testing.B) {
	for _, c := range []struct{ threads, bases, others int }{{200, 1, 0}, {200, 10, 0}, {200, 1, 2800}, {200, 10, 2800}} {
		b.Run(fmt.Sprintf("threads=%d/bases=%d/others=%d", c.threads, c.bases, c.others), func(b *testing.B) {
			repo := gittest.New(b)
			lines := make([]string, 10_000)
			for i := range lines {
				lines[i] = fmt.Sprintf("\tif err := step%d(ctx, %d); err != nil { return err }", i, i*7)
			}
			open := func() *session.Session {
				place, err := worktree.Locate(repo.Dir)
				if err != nil {
					b.Fatal(err)
				}
				p := &session.Project{Place: place, Tree: gitrepo.Open(place), Now: time.Now, Program: "bench"}
				return p.Session(session.Caller{Human: true, Dir: repo.Dir})
			}
			add := func(s *session.Session, place string) {
				if _, err := review.Add(b.Context(), s, review.AddInput{Place: place, Message: "why this step, and not the one before it?"}); err != nil {
					b.Fatal(err)
				}
			}
			write := func() { repo.Write("big.go", strings.Join(lines, "\n")+"\n") }
			write()
			repo.Write("other.go", strings.Repeat("other\n", 3000))
			repo.Commit("first")
			s := open()
			for i := range c.threads {
				if i%(c.threads/c.bases) == 0 {
					lines[i*37%len(lines)] = fmt.Sprintf("\tchanged(%d)", i)
					write()
				}
				add(s, fmt.Sprintf("big.go:%d", 1+i*47%len(lines)))
			}
			for i := range c.others {
				add(s, fmt.Sprintf("other.go:%d", 1+i))
			}
			if _, err := review.List(b.Context(), s, review.ListInput{}); err != nil {
				b.Fatal(err)
			}
			s.Close()
			text := "// typed\n" + strings.Join(lines, "\n") + "\nmore\n"
			for b.Loop() {
				s := open()
				out, err := review.PlaceText(b.Context(), s, review.PlaceInput{File: "big.go", Text: text})
				if err != nil || len(out.Placements) != c.threads {
					b.Fatal(len(out.Placements), err)
				}
				s.Close()
			}
		})
	}
}
