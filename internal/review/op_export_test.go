package review

import (
	"strings"
	"testing"
)

// A list knows the words of a thread that it read before. The export reads them, and once failed as a whole.
func TestAThreadThatWasDamagedSinceTheLastListIsNamedInTheExport(t *testing.T) {
	d := newDesk(t)
	bad, good := d.add("a.txt:1", "damaged"), d.add("a.txt:2", "sound")
	must(d.human().List(t.Context(), ListInput{}))(t)
	d.junk(d.loose("refs/heads/threads:"+threadFile(activeDir, bad)), true)
	for _, format := range []string{"md", "json", "sarif"} {
		out := must(d.human().Export(t.Context(), ExportInput{Format: format}))(t)
		if out.Threads != 1 || len(out.Damaged) != 1 || out.Damaged[0].Path != threadFile(activeDir, bad) {
			t.Errorf("%s: %d threads, damaged %v", format, out.Threads, out.Damaged)
		}
		if !strings.Contains(out.Text, good) || !strings.Contains(out.Text, threadFile(activeDir, bad)) {
			t.Errorf("%s: %s", format, out.Text)
		}
	}
}
