package review

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func (d *desk) viewPath() string { return filepath.Join(d.Dir, ".consider", "cache", viewFile) }

// Whatever stands in the cache, the answer is the one that the texts give.
func TestTheCacheDecidesNothing(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "x")
	d.Write("a.txt", "zero\none\ntwo\nthree\nfour\n")
	want := d.only(d.human())
	if want.Placement.StartLine != 3 {
		t.Fatalf("placed on %+v", want.Placement)
	}
	whole := must(os.ReadFile(d.viewPath()))(t)
	for name, content := range map[string]string{
		"gone":           "",
		"cut":            string(whole[:len(whole)/2]),
		"one byte less":  string(whole[:len(whole)-1]),
		"one bit off":    string(whole[:len(whole)/2]) + string(whole[len(whole)/2]^1) + string(whole[len(whole)/2+1:]),
		"no view":        "\x00\x01",
		"other format":   strings.Replace(string(whole), viewFormat, "consider view/0\n", 1),
		"only a format":  viewFormat,
		"other tip":      string(must(encodeView(&view{Tip: "0"}))(t)),
		"places of none": string(must(encodeView(&view{Places: map[string]placed{"c_00000000": {}}}))(t)),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(d.viewPath(), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, d.only(d.human())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Two writes within one tick of the disk's clock look alike to stat.
func TestARewriteOfTheSameSizeIsSeenAtOnce(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "x")
	for i := range 20 {
		at := 2
		text := "one\ntwo\nthree\nfour\n"
		if i%2 == 0 {
			at, text = 3, "four\none\ntwo\nthree\n"
		}
		d.Write("a.txt", text)
		if got := d.only(d.human()).Placement.StartLine; got != at {
			t.Fatalf("write %d: on line %d, want %d", i, got, at)
		}
	}
}

func TestReadsWriteNoHistory(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "x")
	ref := filepath.Join(d.Dir, ".consider", "refs", "heads", "threads")
	before := must(os.ReadFile(ref))(t)
	d.Write("a.txt", "zero\none\ntwo\n")
	d.only(d.human())
	must(d.human().Summary(t.Context(), SummaryInput{}))(t)
	must(d.human().Reconcile(t.Context(), ReconcileInput{All: true}))(t)
	if diff := cmp.Diff(string(before), string(must(os.ReadFile(ref))(t))); diff != "" {
		t.Error(diff)
	}
}

// Without the time of the cache no file's times could be believed, and every read would be a cold one.
func TestAViewKnowsWhenItWasWritten(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "x")
	d.only(d.human())
	store := must(d.human().open(t.Context(), false))(t)
	v := loadView(store)
	if v.written.IsZero() || v.dirty || len(v.Rows) != 1 {
		t.Errorf("written %v, dirty %v, %d rows", v.written, v.dirty, len(v.Rows))
	}
}
