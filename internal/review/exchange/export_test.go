package exchange

import (
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/thread"
)

// A list knows the words of a thread that it read before. The export reads them, and once failed as a whole.
func TestAThreadThatWasDamagedSinceTheLastListIsNamedInTheExport(t *testing.T) {
	d := reviewtest.New(t)
	bad, good := d.Add("a.txt:1", "damaged"), d.Add("a.txt:2", "sound")
	gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{}))(t)
	d.Junk(d.Loose("refs/heads/threads:"+thread.File(thread.Active, bad)), true)
	for _, format := range []string{"md", "json", "sarif"} {
		out := gittest.Must(Export(t.Context(), d.Human(), ExportInput{Format: format}))(t)
		if out.Threads != 1 || len(out.Damaged) != 1 || out.Damaged[0].Path != thread.File(thread.Active, bad) {
			t.Errorf("%s: %d threads, damaged %v", format, out.Threads, out.Damaged)
		}
		if !strings.Contains(out.Text, good) || !strings.Contains(out.Text, thread.File(thread.Active, bad)) {
			t.Errorf("%s: %s", format, out.Text)
		}
	}
}
