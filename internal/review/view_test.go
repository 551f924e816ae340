package review_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

func viewPath(d *reviewtest.Desk) string {
	return filepath.Join(d.Dir, ".consider", "cache", place.ViewFile)
}

// The cache's content never changes the answer that the texts give.
func TestTheCacheDecidesNothing(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "x")
	d.Write("a.txt", "zero\none\ntwo\nthree\nfour\n")
	want := d.Only(d.Human())
	if want.Placement.StartLine != 3 {
		t.Fatalf("placed on %+v", want.Placement)
	}
	whole := gittest.Must(os.ReadFile(viewPath(d)))(t)
	other := reviewtest.New(t)
	other.Add("a.txt:2", "not here")
	other.Only(other.Human())
	another := string(gittest.Must(os.ReadFile(viewPath(other)))(t))
	for name, content := range map[string]string{
		"gone":          "",
		"cut":           string(whole[:len(whole)/2]),
		"one byte less": string(whole[:len(whole)-1]),
		"one bit off":   string(whole[:len(whole)/2]) + string(whole[len(whole)/2]^1) + string(whole[len(whole)/2+1:]),
		"no view":       "\x00\x01",
		"other format":  strings.Replace(string(whole), place.ViewFormat, "consider view/0\n", 1),
		"only a format": place.ViewFormat,
		"torn rows":     string(whole[:len(whole)-40]) + strings.Repeat("\x00", 40),
		"other words":   strings.Replace(string(whole), `"Body":"x"`, `"Body":"y"`, 1),
		"no proof":      place.ViewFormat + "\n" + `{"Tip":"0"}`,
		"of another":    another,
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(viewPath(d), []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, d.Only(d.Human())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Two writes within one tick of the disk's clock look the same to stat.
func TestARewriteOfTheSameSizeIsSeenAtOnce(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "x")
	for i := range 20 {
		at := 2
		text := "one\ntwo\nthree\nfour\n"
		if i%2 == 0 {
			at, text = 3, "four\none\ntwo\nthree\n"
		}
		d.Write("a.txt", text)
		if got := d.Only(d.Human()).Placement.StartLine; got != at {
			t.Fatalf("write %d: on line %d, want %d", i, got, at)
		}
	}
}

func TestReadsWriteNoHistory(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "x")
	ref := filepath.Join(d.Dir, ".consider", "refs", "heads", "threads")
	before := gittest.Must(os.ReadFile(ref))(t)
	d.Write("a.txt", "zero\none\ntwo\n")
	d.Only(d.Human())
	gittest.Must(review.Summary(t.Context(), d.Human(), review.SummaryInput{}))(t)
	gittest.Must(review.Reconcile(t.Context(), d.Human(), review.ReconcileInput{All: true}))(t)
	if diff := cmp.Diff(string(before), string(gittest.Must(os.ReadFile(ref))(t))); diff != "" {
		t.Error(diff)
	}
}

// Without the cache's own time, no file's times could be trusted, and every read would be a cold one.
func TestAViewKnowsWhenItWasWritten(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "x")
	d.Only(d.Human())
	store := gittest.Must(d.Human().OpenStore(t.Context(), false))(t)
	v := place.LoadView(store, place.ViewFile, func(data []byte) string { return d.Human().Origin.Proof(store.Dir(), data) })
	if v.Written.IsZero() || v.Dirty || len(v.Rows) != 1 {
		t.Errorf("written %v, dirty %v, %d rows", v.Written, v.Dirty, len(v.Rows))
	}
}
