package setup

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a person adds in front of ours leaves no comma behind when ours goes: most agents read strict JSON.
func TestAMemberThatAPersonPutBeforeOursLeavesNoComma(t *testing.T) {
	for name, text := range map[string]string{"nothing": "", "empty": "{}", "empty, lines": "{\n}\n", "one list": "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n"} {
		for _, s := range shares {
			t.Run(name+" "+s.file, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, "project/"+s.file, text)
				w.setup(everything(in(InProject, s.agent)))
				w.write("project/"+s.file, strings.Replace(w.read("project/"+s.file), "{", "{\n  \"mine\": true,", 1))
				w.uninstall(false)
				got := w.read("project/" + s.file)
				var v map[string]any
				if err := json.Unmarshal([]byte(got), &v); err != nil || v["mine"] != true || strings.Contains(got, ".consider") {
					t.Errorf("%v in %q", err, got)
				}
			})
		}
	}
}
