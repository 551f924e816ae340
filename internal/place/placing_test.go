package place_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/anchor"
	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// These tests hold for every target and in every kind of project.

// code is the text that threads are on; line 20 is only in HEAD.
func code() []string {
	var out []string
	for i := range 30 {
		out = append(out, fmt.Sprintf("\tresult%d := computeSomething%d(argument%d) // step %d", i, i*31, i*7, i*i))
	}
	return out
}

func joined(lines []string) string { return strings.Join(lines, "\n") + "\n" }

// scene is a kind of project, and what cannot be known in it.
type scene struct {
	name    string
	project func(t *testing.T) *reviewtest.Desk
	lack    func(t *testing.T, d *reviewtest.Desk) // runs after the threads were put
	noGit   bool                                   // neither HEAD nor branches exist
	noHEAD  bool                                   // the texts of HEAD can no longer be read
	weaker  bool                                   // the texts that threads were put on are not available
}

func scenes() []scene {
	inGit := func(t *testing.T) *reviewtest.Desk {
		d := reviewtest.New(t)
		d.Write("f.go", joined(code()))
		d.Commit("code")
		return d
	}
	return []scene{
		{name: "git", project: inGit},
		{name: "without the program git", project: inGit, lack: func(t *testing.T, _ *reviewtest.Desk) { t.Setenv("PATH", t.TempDir()) }},
		{name: "no repository", noGit: true, noHEAD: true, project: func(t *testing.T) *reviewtest.Desk {
			d := reviewtest.New(t)
			d.Repo = gittest.At(t, gittest.TempDir(t))
			return d
		}},
		{name: "linked worktree", project: func(t *testing.T) *reviewtest.Desk { return inGit(t).Side("side") }},
		{name: "objects of the project missing", project: inGit, noHEAD: true, lack: func(_ *testing.T, d *reviewtest.Desk) { d.Remove(".git/objects") }},
		{name: "base texts missing", project: inGit, weaker: true, lack: func(t *testing.T, d *reviewtest.Desk) {
			tree := d.Tree()
			for path, id := range tree {
				if strings.Contains(path, ".base") {
					d.Remove(".consider/objects/" + id[:2] + "/" + id[2:])
				}
			}
		}},
	}
}

// stage is a scene with a thread on every target.
type stage struct {
	scene
	*reviewtest.Desk
	t       *testing.T
	targets map[string]string // by id
	put     map[string]thread.Placement
}

func newStage(t *testing.T, s scene) *stage {
	g := &stage{scene: s, Desk: s.project(t), t: t, targets: map[string]string{}}
	now := slices.Delete(code(), 19, 20)
	g.Write("f.go", joined(now))
	g.Write("other.go", "package other\n\nfunc f() {\n}\n")
	add := func(target string, in review.AddInput) {
		in.Message = target
		g.targets[gittest.Must(review.Add(t.Context(), g.Human(), in))(t).Thread.ID] = target
	}
	add("lines", review.AddInput{Place: "f.go:4-6"})
	add("one line", review.AddInput{Place: "f.go:12"})
	add("the last line", review.AddInput{Place: "f.go:29"})
	add("file", review.AddInput{Place: "f.go"})
	add("review", review.AddInput{Review: true})
	if !s.noGit {
		add("old", review.AddInput{Place: "f.go:20", Side: thread.Old})
	}
	g.answer()
	if s.lack != nil {
		s.lack(t, g.Desk)
	}
	g.put = g.places()
	return g
}

// answer puts a thread on a response.
func (g *stage) answer() {
	s := g.Human()
	err := s.Update(g.t.Context(), true, func(c *session.Change) error {
		t := &thread.Thread{
			Version: thread.Version, ID: "c_0badcafe", Target: thread.OnResponse, WorkflowState: thread.Open, Author: thread.Human, Body: "keep",
			CreatedAt: c.Now, Span: &thread.Span{Response: "a_00000001", Agent: "codex", At: c.Now, Mark: thread.Keep, Quote: "thin walls"},
		}
		c.Record("mark", thread.Author{Kind: thread.Human}, "", t.ID)
		return c.Save(thread.Active, t)
	})
	if err != nil {
		g.t.Fatal(err)
	}
	g.targets["c_0badcafe"] = "response"
}

// places returns the placements of a list, by id. The list saves them in the view.
func (g *stage) places() map[string]thread.Placement {
	g.t.Helper()
	out := map[string]thread.Placement{}
	list := gittest.Must(review.List(g.t.Context(), g.Human(), review.ListInput{Workflow: "all"}))(g.t)
	for _, v := range list.Threads {
		out[v.ID] = v.Placement
		if v.AnchorState != v.Placement.AnchorState {
			g.t.Errorf("%s is %s and %s", v.ID, v.AnchorState, v.Placement.AnchorState)
		}
	}
	return out
}

func eachScene(t *testing.T, promise func(*testing.T, *stage)) {
	for _, s := range scenes() {
		t.Run(s.name, func(t *testing.T) { promise(t, newStage(t, s)) })
	}
}

func TestAThreadIsWhereItWasPut(t *testing.T) {
	eachScene(t, func(t *testing.T, g *stage) {
		want := map[string]thread.Placement{
			"lines":         {File: "f.go", StartLine: 4, EndLine: 6, AnchorState: thread.Anchored, Method: "unchanged", Score: 1},
			"one line":      {File: "f.go", StartLine: 12, EndLine: 12, AnchorState: thread.Anchored, Method: "unchanged", Score: 1},
			"the last line": {File: "f.go", StartLine: 29, EndLine: 29, AnchorState: thread.Anchored, Method: "unchanged", Score: 1},
			"file":          {File: "f.go", AnchorState: thread.Anchored, Method: "unchanged", Score: 1},
			"review":        {AnchorState: thread.Anchored},
			"response":      {AnchorState: thread.Anchored},
			"old":           {File: "f.go", StartLine: 20, EndLine: 20, AnchorState: thread.Anchored, Method: "unchanged", Score: 1},
		}
		for id, target := range g.targets {
			if target == "old" && g.noHEAD {
				if p := g.put[id]; p.AnchorState == thread.Anchored || p.Reason == "" {
					t.Errorf("a text that cannot be read has lines: %+v", p)
				}
				continue
			}
			if diff := cmp.Diff(want[target], g.put[id]); diff != "" {
				t.Errorf("%s (-put +listed):\n%s", target, diff)
			}
		}
	})
}

// change is a change of the files and its effect on the three threads on lines: the number of the first line, 0 for
// anything, -1 for lost. When the text that a thread was put on is missing, it may be lost instead of found.
type change struct {
	name string
	make func(g *stage)
	want []int // for lines, one line, the last line
	gits bool  // needs git and a repository with its objects
}

func changes() []change {
	write := func(edit func(lines []string) []string) func(*stage) {
		return func(g *stage) { g.Write("f.go", joined(edit(slices.Delete(code(), 19, 20)))) }
	}
	link := func(g *stage) {
		g.Remove("f.go")
		if err := os.Symlink("other.go", g.Path("f.go")); err != nil {
			g.t.Skip("no symbolic links here: " + err.Error())
		}
	}
	return []change{
		{name: "lines above", make: write(func(l []string) []string { return append([]string{"// one", "// two"}, l...) }), want: []int{6, 14, 31}},
		{name: "lines between", make: write(func(l []string) []string { return slices.Insert(l, 9, "// new", "// and newer") }), want: []int{4, 14, 31}},
		{name: "the lines are gone", make: write(func(l []string) []string { return slices.Delete(l, 3, 6) }), want: []int{-1, 9, 26}},
		{name: "all lines are gone", make: write(func([]string) []string { return []string{"package f", "", "func f() {", "}"} }), want: []int{-1, -1, -1}},
		{name: "indented", make: write(func(l []string) []string { return strings.Split("\t"+strings.Join(l, "\n\t"), "\n") }), want: []int{4, 12, 29}},
		{name: "CRLF", make: write(func(l []string) []string { return strings.Split(strings.Join(l, "\r\n")+"\r", "\n") }), want: []int{4, 12, 29}},
		{name: "no line end", make: func(g *stage) { g.Write("f.go", strings.Join(slices.Delete(code(), 19, 20), "\n")) }, want: []int{4, 12, 29}},
		{name: "empty", make: func(g *stage) { g.Write("f.go", "") }, want: []int{-1, -1, -1}},
		{name: "binary", make: func(g *stage) { g.Write("f.go", "\x00"+joined(code())) }, want: []int{-1, -1, -1}},
		{name: "gone", make: func(g *stage) { g.Remove("f.go") }, want: []int{-1, -1, -1}},
		{name: "a folder", make: func(g *stage) { g.Remove("f.go"); g.Write("f.go/x", "something else\n") }, want: []int{-1, -1, -1}},
		{name: "a link", make: link, want: []int{-1, -1, -1}},
		{name: "renamed", make: func(g *stage) { g.Move("f.go", "sub/g.go") }, want: []int{4, 12, 29}, gits: true},
		{name: "lines in another file", make: func(g *stage) {
			lines := slices.Delete(code(), 19, 20)
			g.Write("f.go", joined(slices.Delete(slices.Clone(lines), 3, 6)))
			g.Write("other.go", "package other\n\nfunc f() {\n"+joined(lines[3:6])+"}\n")
		}, want: []int{4, 9, 26}, gits: true},
		{name: "another branch", make: func(g *stage) {
			g.Git("stash", "-q", "-u")
			g.Checkout("branch")
			g.Write("f.go", joined(code()[:10]))
			g.Commit("shorter")
		}, want: []int{4, -1, -1}, gits: true},
	}
}

// back restores the files.
func (g *stage) back(c change) {
	if c.name == "another branch" {
		g.Git("checkout", "-q", "-")
		g.Git("branch", "-qD", "branch")
		g.Git("stash", "pop", "-q")
		return
	}
	g.Remove("f.go")
	g.Remove("sub")
	g.Write("f.go", joined(slices.Delete(code(), 19, 20)))
	g.Write("other.go", "package other\n\nfunc f() {\n}\n")
}

// possible reports whether a change can be made in a scene.
func (g *stage) possible(c change) bool {
	return !c.gits || !g.noHEAD && !g.weaker && g.name != "without the program git"
}

func TestAPlaceIsAFunctionOfWhatIsStoredAndWhatTheFilesHold(t *testing.T) {
	eachScene(t, func(t *testing.T, g *stage) {
		for _, c := range changes() {
			if !g.possible(c) {
				continue
			}
			c.make(g)
			there := g.places()
			g.sane(c, there)
			if diff := cmp.Diff(there, g.anew(8)); diff != "" {
				t.Errorf("%s: remembered (-) and anew (+):\n%s", c.name, diff)
			}
			if diff := cmp.Diff(there, g.anew(1)); diff != "" {
				t.Errorf("%s: on one processor (+):\n%s", c.name, diff)
			}
			g.back(c)
			if diff := cmp.Diff(g.put, g.places()); diff != "" {
				t.Errorf("%s, and back (-before +after):\n%s", c.name, diff)
			}
			if diff := cmp.Diff(g.put, g.anew(2)); diff != "" {
				t.Errorf("%s, and back, anew (-before +after):\n%s", c.name, diff)
			}
		}
	})
}

// anew places all threads with an empty view, in random order.
func (g *stage) anew(processors int) map[string]thread.Placement {
	g.t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	s := g.Human()
	st := gittest.Must(s.Read(g.t.Context()))(g.t)
	rows := slices.Clone(st.View.Rows)
	rand.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	found := gittest.Must(place.NewPlacer(s.Tree, nil, s.Place.StoreDir, st.Commit, place.NewView()).PlaceAll(g.t.Context(), rows))(g.t)
	out := map[string]thread.Placement{}
	for i, r := range rows {
		out[r.ID] = found[i].Place
	}
	return out
}

// sane checks what is true of every placement, and the effect of the change on the threads on lines.
func (g *stage) sane(c change, places map[string]thread.Placement) {
	g.t.Helper()
	for id, p := range places {
		target, put := g.targets[id], g.put[id]
		anchored := p.AnchorState == thread.Anchored
		switch {
		case anchored == (p.Reason != ""), !anchored && (p.StartLine != 0 || p.Method != "" || p.Score != 0), p.Score < 0 || p.Score > 1:
			g.t.Errorf("%s: %s is %+v", c.name, target, p)
		case target == "review" || target == "response":
			if p != put {
				g.t.Errorf("%s: %s is %+v", c.name, target, p)
			}
		case target == "file" && p.StartLine != 0:
			g.t.Errorf("%s: the file has lines: %+v", c.name, p)
		case anchored && target != "old":
			g.holds(c, id, p)
		}
		if i := slices.Index([]string{"lines", "one line", "the last line"}, target); i >= 0 {
			if want := c.want[i]; want == -1 && anchored || want > 0 && p.StartLine != want && !(g.weaker && !anchored) {
				g.t.Errorf("%s: %s should be at %d, and is %+v", c.name, target, want, p)
			}
		}
	}
}

// holds checks that an anchored thread is in an existing file, and on the original text unless it says otherwise.
func (g *stage) holds(c change, id string, p thread.Placement) {
	g.t.Helper()
	data, err := os.ReadFile(g.Path(p.File))
	if err != nil {
		g.t.Errorf("%s: %+v: %v", c.name, p, err)
		return
	}
	if p.StartLine == 0 {
		if p.Edited == (string(data) == joined(slices.Delete(code(), 19, 20))) {
			g.t.Errorf("%s: the file is said to be edited: %v", c.name, p.Edited)
		}
		return
	}
	was := anchor.LinesOf([]byte(joined(slices.Delete(code(), 19, 20))), g.put[id].StartLine, g.put[id].EndLine)
	is := anchor.LinesOf(data, p.StartLine, p.EndLine)
	bare := func(lines []string) string { return strings.Join(strings.Fields(strings.Join(lines, " ")), " ") }
	if !p.Edited && bare(was) != bare(is) {
		g.t.Errorf("%s: %+v holds %q, not %q", c.name, p, is, was)
	}
}

// When the base text is missing, or code moved to another file, two equal places are a tie.
func TestOfTwoEqualPlacesNoneIsTaken(t *testing.T) {
	eachScene(t, func(t *testing.T, g *stage) {
		lines := code()
		three := joined(lines[3:6])
		if g.weaker {
			g.Write("f.go", "// a\n"+three+"// b\n\n// a\n"+three+"// b\n")
		} else {
			g.Write("f.go", joined(append(lines[:3:3], lines[6:]...)))
			g.Write("other.go", "// a\n"+three+"// b\n\n// a\n"+three+"// b\n")
			g.Write("third.go", three)
		}
		for id, p := range g.places() {
			if g.targets[id] == "lines" && (p.AnchorState != thread.Stale || p.Reason == "") {
				t.Errorf("of two places one is taken: %+v", p)
			}
		}
	})
}

func TestAViewOfAnythingElseIsNotBelieved(t *testing.T) {
	g := newStage(t, scenes()[0])
	store := gittest.Must(g.Human().OpenStore(t.Context(), false))(t)
	known, err := store.ReadCache(place.ViewFile)
	if err != nil || len(known) == 0 {
		t.Fatalf("%d bytes, %v", len(known), err)
	}
	for _, junk := range [][]byte{nil, []byte("junk"), known[:len(known)/2], append(slices.Clone(known), 'x'), flipped(known)} {
		if err := store.WriteCache(place.ViewFile, junk); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(g.put, g.places()); diff != "" {
			t.Errorf("with a view of %d bytes:\n%s", len(junk), diff)
		}
	}
}

func flipped(data []byte) []byte {
	out := slices.Clone(data)
	out[len(out)/2] ^= 1
	return out
}

// A line map is for one base and one text. Threads with other bases in the same file, and threads with the same base in
// other files, have their own maps.
func TestEachPairOfTextsHasItsOwnLineMap(t *testing.T) {
	d := reviewtest.New(t)
	fresh := func(n int) []string {
		var out []string
		for i := range n {
			out = append(out, fmt.Sprintf("// added %d of %d", i, n))
		}
		return out
	}
	shifted := func(n int) string { return joined(append(fresh(n), code()...)) }
	d.Write("f.go", shifted(0))
	d.Write("g.go", shifted(0))
	d.Commit("the same text twice")
	want := map[string]int{d.Add("f.go:12", "base 1"): 15, d.Add("g.go:12", "base 1, in another file"): 19}
	d.Write("f.go", shifted(1))
	want[d.Add("f.go:21", "base 2")] = 23 // line 20 of the code
	d.Write("f.go", shifted(3))
	d.Write("g.go", shifted(7))
	for _, v := range gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{}))(t).Threads {
		if v.Placement.StartLine != want[v.ID] || v.Placement.Edited {
			t.Errorf("%q is on %s:%d, want line %d", v.Body, v.Placement.File, v.Placement.StartLine, want[v.ID])
		}
	}
}

// TestAThreadThatWasPutOnItsOwnLinesIsThereByHand: its place from before was remembered.
func TestAThreadThatWasPutOnItsOwnLinesIsThereByHand(t *testing.T) {
	d := atCode(t, false)
	id := d.Add("f.go:25", "why?")
	everyWay(t, d)
	gittest.Must(review.Reanchor(t.Context(), d.Human(), review.ReanchorInput{ID: id, Here: true}))(t)
	if got := everyWay(t, d); got.Method != place.ByHand {
		t.Errorf("%+v", got)
	}
}
