package commands

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSuggestionsAreAskedAboutOneByOne(t *testing.T) {
	for _, c := range []struct {
		name, typed string
		code        int
		want        string
	}{
		{"some", "y\nn\ny\n", 0, "ONE\ntwo\nTHREE\n"},
		{"Enter means no", "\n\n\n", 130, "one\ntwo\nthree\n"},
		{"enough", "y\nq\n", 0, "ONE\ntwo\nthree\n"},
		{"all for nothing", "y\nc\n", 130, "one\ntwo\nthree\n"},
		{"gone", "y\n", 130, "one\ntwo\nthree\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			project, _ := projectAndHome(t)
			file := filepath.Join(project, "a.txt")
			if err := os.WriteFile(file, []byte("one\ntwo\nthree\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			for _, line := range []string{"1 ONE", "2 TWO", "3 THREE", "3 three"} { // the last one is applied already
				n, word, _ := strings.Cut(line, " ")
				if code, _, stderr := talk(t, project, "", "add", "a.txt:"+n, "-m", "Rather\n```suggestion\n"+word+"\n```"); code != 0 {
					t.Fatal(stderr)
				}
			}
			code, stdout, stderr := talk(t, project, c.typed, "apply", "-i")
			text, err := os.ReadFile(file)
			if code != c.code || err != nil || string(text) != c.want {
				t.Errorf("exit %d, %q, %v\n%s%s", code, text, err, stdout, stderr)
			}
			if !strings.Contains(stderr, "1 of 3 suggestions") || strings.Contains(stderr, "of 4") {
				t.Error(stderr)
			}
		})
	}
	project, _ := projectAndHome(t)
	if code, stdout, _ := talk(t, project, "", "apply", "-i", "--json"); code != 2 || !strings.Contains(stdout, "terminal") {
		t.Errorf("exit %d: %s", code, stdout)
	}
}
