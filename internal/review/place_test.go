package review

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

const fourLines = "one\ntwo\nthree\nfour\n"

// placeText places the threads of a file in a text, and returns "id first-last method" or "id state" of each.
func (d *desk) placeText(in PlaceInput) []string {
	d.t.Helper()
	out, err := d.human().PlaceText(d.t.Context(), in)
	if err != nil {
		d.t.Fatal(err)
	}
	got := []string{}
	for _, p := range out.Placements {
		where := string(p.Placement.AnchorState)
		if p.Placement.AnchorState == Anchored {
			where = fmt.Sprintf("%d-%d %s", p.Placement.StartLine, p.Placement.EndLine, p.Placement.Method)
		}
		got = append(got, p.ID+" "+where)
	}
	return got
}

func (d *desk) expect(in PlaceInput, want ...string) {
	d.t.Helper()
	if want == nil {
		want = []string{}
	}
	if diff := cmp.Diff(want, d.placeText(in)); diff != "" {
		d.t.Errorf("placed in %q (-want +got):\n%s", in.Text, diff)
	}
}

func TestThreadsArePlacedInATextThatIsNotSaved(t *testing.T) {
	d := newDesk(t)
	two, four := d.add("a.txt:2", "on two"), d.add("a.txt:3-4", "on three and four")
	d.Write("b.txt", "other\n")
	d.add("b.txt:1", "elsewhere")
	resolved := d.add("a.txt:1", "done")
	if _, err := d.human().Resolve(t.Context(), ResolveInput{IDs: []string{resolved}}); err != nil {
		t.Fatal(err)
	}
	archived := d.add("a.txt:1", "put away")
	if _, err := d.human().Resolve(t.Context(), ResolveInput{IDs: []string{archived}}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.human().Archive(t.Context(), ArchiveInput{IDs: []string{archived}}); err != nil {
		t.Fatal(err)
	}
	d.expect(PlaceInput{File: "a.txt", Text: fourLines},
		resolved+" 1-1 unchanged", two+" 2-2 unchanged", four+" 3-4 unchanged")
	d.expect(PlaceInput{File: "a.txt", Text: "zero\n" + fourLines, Threads: []string{two, "c_00000000"}}, two+" 3-3 diff")
	d.expect(PlaceInput{File: "./a.txt", Text: "one\nthree\nfour\n", Threads: []string{two}}, two+" stale")
	d.expect(PlaceInput{File: "new.txt", Text: fourLines})
}

func TestWhatIsPlacedInATextIsWhatWouldBeListed(t *testing.T) {
	d := newDesk(t)
	var text strings.Builder
	for i := range 200 {
		fmt.Fprintf(&text, "func f%d() { return %d }\n", i, i*i)
	}
	d.Write("f.go", text.String())
	d.Commit("functions")
	for i := range 20 {
		d.add(fmt.Sprintf("f.go:%d-%d", 1+i*10, 2+i*10), "here")
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
		unsaved, err := d.human().PlaceText(t.Context(), PlaceInput{File: "f.go", Text: strings.Join(lines, "")})
		if err != nil {
			t.Fatal(err)
		}
		d.Write("f.go", strings.Join(lines, ""))
		list, err := d.human().List(t.Context(), ListInput{})
		if err != nil {
			t.Fatal(err)
		}
		saved := map[string]Placement{}
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
	d := newDesk(t)
	id := d.add("a.txt:2", "on two")
	d.Move("a.txt", "sub/b.txt")
	d.only(d.human()) // the list finds the rename, and the editor shows what was listed
	d.expect(PlaceInput{File: "sub/b.txt", Text: "zero\n" + fourLines}, id+" 3-3 renamed")
	// Without a list, an editor that says which threads it shows gets them too.
	d.add("sub/b.txt:1", "changes the store")
	d.expect(PlaceInput{File: "other.txt", Text: fourLines, Threads: []string{id}}, id+" 2-2 renamed")
}

func TestCodeThatWentToAnotherFileIsPlacedThere(t *testing.T) {
	d := newDesk(t)
	body := "func moved() {\n\treturn somethingQuiteUnmistakable(42)\n}\n"
	d.Write("from.go", "package x\n\n"+body+"\nfunc stays() {}\n")
	d.Write("to.go", "package x\n\nfunc other() {}\n")
	d.Commit("code")
	id := d.add("from.go:3-5", "this one")
	d.Write("from.go", "package x\n\nfunc stays() {}\n")
	to := "package x\n\nfunc other() {}\n\n" + body
	d.Write("to.go", to)
	if v := d.only(d.human()); v.Placement.File != "to.go" {
		t.Fatalf("listed at %+v", v.Placement)
	}
	d.expect(PlaceInput{File: "to.go", Text: "// head\n" + to}, id+" 6-8 moved")
	d.expect(PlaceInput{File: "to.go", Text: "package x\n"}, id+" stale")
	d.expect(PlaceInput{File: "from.go", Text: "package x\n\nfunc stays() {}\n"})
	d.expect(PlaceInput{File: "from.go", Text: "package x\n\n" + body + "\nfunc stays() {}\n"}, id+" 3-5 unchanged")
}

func TestPlacingLeavesNothing(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "on two")
	d.only(d.human())
	before, err := os.ReadFile(d.Path(".consider/cache/" + viewFile))
	if err != nil {
		t.Fatal(err)
	}
	info, _ := os.Stat(d.Path(".consider/cache/" + viewFile))
	d.add("a.txt:3", "so that the view is behind")
	d.placeText(PlaceInput{File: "a.txt", Text: "quite\nanother\ntext\n"})
	after, err := os.ReadFile(d.Path(".consider/cache/" + viewFile))
	if err != nil {
		t.Fatal(err)
	}
	now, _ := os.Stat(d.Path(".consider/cache/" + viewFile))
	if string(before) != string(after) || !os.SameFile(info, now) {
		t.Error("the view was written")
	}
}

func TestATextIsOfAFileOfTheProject(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "on two")
	for file, want := range map[string]error{
		"../a.txt": ErrDenied, ".consider/config": ErrDenied, ".git/HEAD": ErrDenied, " ": ErrUsage, ".": ErrUsage,
	} {
		if _, err := d.human().PlaceText(t.Context(), PlaceInput{File: file, Text: "x"}); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", file, err, want)
		}
	}
}

// BenchmarkPlaceText is what an editor waits for after a pause in typing: 200 threads on 10,000 lines, put there
// against several older texts of the file, in a store with 3,000 threads.
func BenchmarkPlaceText(b *testing.B) {
	for _, c := range []struct{ threads, bases, others int }{{200, 1, 0}, {200, 10, 0}, {200, 1, 2800}, {200, 10, 2800}} {
		b.Run(fmt.Sprintf("threads=%d/bases=%d/others=%d", c.threads, c.bases, c.others), func(b *testing.B) {
			repo := gittest.New(b)
			lines := make([]string, 10_000)
			for i := range lines {
				lines[i] = fmt.Sprintf("\tif err := step%d(ctx, %d); err != nil { return err }", i, i*7)
			}
			open := func() *Service {
				place, err := worktree.Locate(repo.Dir)
				if err != nil {
					b.Fatal(err)
				}
				p := &Project{Place: place, Tree: worktree.Open(place), Now: time.Now, Program: "bench"}
				return p.Service(Caller{Human: true, Dir: repo.Dir})
			}
			add := func(s *Service, place string) {
				if _, err := s.Add(b.Context(), AddInput{Place: place, Message: "why this step, and not the one before it?"}); err != nil {
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
			if _, err := s.List(b.Context(), ListInput{}); err != nil {
				b.Fatal(err)
			}
			s.Close()
			text := "// typed\n" + strings.Join(lines, "\n") + "\nmore\n"
			for b.Loop() {
				s := open()
				out, err := s.PlaceText(b.Context(), PlaceInput{File: "big.go", Text: text})
				if err != nil || len(out.Placements) != c.threads {
					b.Fatal(len(out.Placements), err)
				}
				s.Close()
			}
		})
	}
}
