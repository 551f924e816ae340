package keep

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"consider/internal/fail"
)

// story is one entry of testdata/cases.json: calls of the tool, starting with an empty memory. The file is run here,
// over the command line and JSON-RPC (package commands), and by the extension's tests.
type story struct {
	Name  string `json:"name"`
	Steps []struct {
		Input  Command `json:"input"`
		Text   string  `json:"text"`
		Failed string  `json:"failed"`
	} `json:"steps"`
}

func stories(t *testing.T) []story {
	t.Helper()
	data, err := os.ReadFile("testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var out []story
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// shelf is a storage in a map, for tests.
type shelf struct{ m map[string][]byte }

func newShelf() *shelf { return &shelf{m: map[string][]byte{}} }

func (s *shelf) Names() ([]string, error) { return slices.Sorted(maps.Keys(s.m)), nil }

func (s *shelf) Read(name string) ([]byte, error) {
	data, ok := s.m[name]
	if !ok {
		return nil, ErrNotExist
	}
	return data, nil
}

func (s *shelf) Put(name string, data []byte) { s.m[name] = slices.Clone(data) }

func (s *shelf) Remove(name string) error {
	delete(s.m, name)
	return nil
}

func (s *shelf) View(_ context.Context, fn func(Files) error) error { return fn(Plain{s}) }

func (s *shelf) Change(_ context.Context, _ Op, fn func(Files) (Edit, error)) error {
	e, err := fn(Plain{s})
	if err != nil {
		return err
	}
	return Plain{s}.Apply(e)
}

// play runs a story on a storage.
func play(t *testing.T, s Storage, st story) {
	t.Helper()
	for i, step := range st.Steps {
		text, err := Run(t.Context(), s, step.Input)
		var r *fail.Error
		if errors.As(err, &r) {
			text = r.Error()
			if kind := fail.FailureOf(r).Kind; string(kind) != step.Failed {
				t.Errorf("step %d: refused as %s, want %q", i+1, kind, step.Failed)
			}
		} else if err != nil || step.Failed != "" {
			t.Errorf("step %d: %v, want %q", i+1, err, step.Failed)
		}
		if text != step.Text {
			t.Errorf("step %d answers\n%q\nwant\n%q", i+1, text, step.Text)
		}
	}
}

func TestTheToolAnswersAsModelsKnowIt(t *testing.T) {
	for _, st := range stories(t) {
		t.Run(st.Name, func(t *testing.T) { play(t, newShelf(), st) })
	}
}

func run(t *testing.T, s Storage, c Command) (string, *fail.Error) {
	t.Helper()
	text, err := Run(t.Context(), s, c)
	var r *fail.Error
	if err != nil && !errors.As(err, &r) {
		t.Fatal(err)
	}
	return text, r
}

func mustCreate(t *testing.T, s Storage, path, text string) {
	t.Helper()
	if _, r := run(t, s, Command{Name: "create", Path: path, FileText: &text}); r != nil {
		t.Fatal(r)
	}
}

func TestBoundsAreSaidClearly(t *testing.T) {
	s := newShelf()
	for _, c := range []struct{ name, text, want string }{
		{"a file too large", strings.Repeat("x", MaxFile+1), "the limit for one file is 1048576"},
		{"not UTF-8", "a\xffb", "is not valid UTF-8"},
		{"NUL", "a\x00b", "contains a NUL character"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, r := run(t, s, Command{Name: "create", Path: "/memories/a.md", FileText: &c.text})
			if r == nil || !strings.Contains(r.Error(), c.want) {
				t.Errorf("got %v, want %q", r, c.want)
			}
		})
	}
	long := strings.Repeat("\n", maxLines+1)
	mustCreate(t, s, "/memories/long.md", long)
	if _, r := run(t, s, Command{Name: "view", Path: "/memories/long.md"}); r == nil ||
		r.Error() != "File /memories/long.md exceeds maximum line limit of 999,999 lines." {
		t.Errorf("a file of a million lines: %v", r)
	}
}

func TestAMemoryIsNoFileStore(t *testing.T) {
	s := newShelf()
	big := strings.Repeat("x", MaxFile)
	for i := range MaxTotal / MaxFile {
		mustCreate(t, s, "/memories/"+string(rune('a'+i)), big)
	}
	more := "y"
	if _, r := run(t, s, Command{Name: "create", Path: "/memories/z", FileText: &more}); r == nil || !strings.Contains(r.Error(), "the limit is 8388608") {
		t.Errorf("over the total: %v", r)
	}
	if _, r := run(t, s, Command{Name: "delete", Path: "/memories/a"}); r != nil {
		t.Errorf("a full memory can be emptied: %v", r)
	}
	for i := range MaxFiles {
		s.m["files/n"+strings.Repeat("i", 1+i%50)+string(rune('a'+i/50))] = nil
	}
	if _, r := run(t, s, Command{Name: "create", Path: "/memories/z", FileText: &more}); r == nil || !strings.Contains(r.Error(), "memory files; the limit is 500") {
		t.Errorf("over the count: %v", r)
	}
}

func TestALongFileIsShownInPages(t *testing.T) {
	s := newShelf()
	mustCreate(t, s, "/memories/a.md", strings.Repeat(strings.Repeat("x", 99)+"\n", 2000))
	text, r := run(t, s, Command{Name: "view", Path: "/memories/a.md"})
	if r != nil || len(text) > maxView+1000 || !strings.HasSuffix(text, "of 2000: view the rest with view_range [958, 2000]]") {
		t.Errorf("%d bytes, ending in %q, %v", len(text), text[len(text)-80:], r)
	}
	rest, _ := run(t, s, Command{Name: "view", Path: "/memories/a.md", ViewRange: []int{958, 2000}})
	if !strings.Contains(rest, "\n   958\t") {
		t.Errorf("the rest begins with %q", rest[:100])
	}
}

func TestCreateReplacesTheContentOfAFileAndNothingElse(t *testing.T) {
	s := newShelf()
	mustCreate(t, s, "/memories/d/a.md", "one\n")
	if _, err := Pin(t.Context(), s, []string{"/memories/d/a.md"}, true); err != nil {
		t.Fatal(err)
	}
	two := "two\n"
	text, r := run(t, s, Command{Name: "create", Path: "/memories/d/a.md", FileText: &two})
	if r != nil || text != "File overwritten successfully at: /memories/d/a.md" {
		t.Fatal(text, r)
	}
	if got := string(s.m["files/d/a.md"]); got != two {
		t.Errorf("the file holds %q", got)
	}
	if pins, _ := (Plain{s}).Pins(); len(pins) != 1 {
		t.Errorf("pins are %v", pins)
	}
	for path, kind := range map[string]error{"/memories": fail.ErrConflict, "/memories/d": fail.ErrConflict, "/memories/D/a.md": fail.ErrDenied} {
		if _, r := run(t, s, Command{Name: "create", Path: path, FileText: &two}); r == nil || !errors.Is(r, kind) {
			t.Errorf("create %s: %+v", path, r)
		}
	}
}

func TestPinsComeFirstAndGoAlong(t *testing.T) {
	s := newShelf()
	for _, p := range []string{"/memories/a.md", "/memories/b.md", "/memories/d/c.md"} {
		mustCreate(t, s, p, "x")
	}
	pins, err := Pin(t.Context(), s, []string{"/memories/b.md", "/memories/d/c.md"}, true)
	if err != nil || len(pins) != 2 {
		t.Fatal(pins, err)
	}
	text, _ := run(t, s, Command{Name: "view", Path: "/memories"})
	if want := "3B\t/memories\n1B\t/memories/b.md\n1B\t/memories/d/c.md\n1B\t/memories/a.md\n1B\t/memories/d/"; !strings.HasSuffix(text, want) {
		t.Errorf("the listing is %q", text)
	}
	if _, r := run(t, s, Command{Name: "rename", OldPath: "/memories/d", NewPath: "/memories/e"}); r != nil {
		t.Fatal(r)
	}
	if _, r := run(t, s, Command{Name: "delete", Path: "/memories/b.md"}); r != nil {
		t.Fatal(r)
	}
	if pins, _ := (Plain{s}).Pins(); len(pins) != 1 || pins[0] != "e/c.md" {
		t.Errorf("pins are %v", pins)
	}
	if _, err := Pin(t.Context(), s, []string{"/memories/nope"}, true); err == nil {
		t.Error("what is not there was pinned")
	}
}

func TestSaveLosesNobodysChange(t *testing.T) {
	s := newShelf()
	mustCreate(t, s, "/memories/a.md", "one\n")
	v := Version([]byte("one\n"))
	if err := Save(t.Context(), s, "/memories/a.md", "two\n", v); err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{v, ""} {
		if err := Save(t.Context(), s, "/memories/a.md", "three\n", version); !errors.Is(err, fail.ErrConflict) {
			t.Errorf("version %q: %v", version, err)
		}
	}
	if string(s.m["files/a.md"]) != "two\n" {
		t.Errorf("the file holds %q", s.m["files/a.md"])
	}
}
