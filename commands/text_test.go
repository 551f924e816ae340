package commands

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"consider/internal/gittest"
)

// evil are words that would write to the terminal, hide themselves, or pass for another line of the answer.
const evil = "red \x1b[41m \x1b]0;title\x07 back\rover \u202egnp.exe \u200b\u2066 c1\u009b41m end"

// evilFile is a file name that git, the disk and a thread accept. Windows has no control characters in names.
var evilFile = map[bool]string{false: "a \x1b[41m\u202eb.txt", true: "a \u202eb.txt"}[runtime.GOOS == "windows"]

// stage makes a project in which everything that can be said or named is hostile.
func stage(t *testing.T) (dir string, ids []string) {
	t.Helper()
	r := gittest.At(t, filepath.Join(gittest.TempDir(t), "project"))
	r.Git("init", "-q", "--template=")
	r.Write(evilFile, "one "+evil+"\ntwo\nthree\n")
	r.Commit("first")
	ok := func(args ...string) string {
		t.Helper()
		code, out, errs := talk(t, r.Dir, "", append(args, "--json")...)
		if code != 0 {
			t.Fatalf("%q exits with %d: %s", args, code, errs)
		}
		var answer struct {
			Data struct{ Thread struct{ ID string } }
		}
		if err := json.Unmarshal([]byte(out), &answer); err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		return answer.Data.Thread.ID
	}
	ids = append(ids, ok("add", evilFile+":1", "-m", evil), ok("add", evilFile+":2", "-m", evil), ok("add", "--review", "-m", evil))
	ok("reply", ids[0], "-m", evil+"\n\nsecond")
	ok("resolve", ids[1])
	ok("checkpoint", "create", "first", "-m", "calm")
	ok("memory", "create", "/memories/a.md", "-m", evil)
	r.Write(evilFile, "one, edited "+evil+"\ntwo\nthree\n")
	r.Write("new "+evilFile, evil+"\n")
	return r.Dir, ids
}

func TestWhatStrangersWroteIsPrintedAsText(t *testing.T) {
	dir, ids := stage(t)
	for _, args := range [][]string{
		{"list"},
		{"list", "--workflow", "all"},
		{"get", ids[0]},
		{"context", ids[0]},
		{"log"},
		{"checkpoint", "list"},
		{"checkpoint", "show", "first"},
		{"checkpoint", "diff", "first"},
		{"export"},
		{"memory", "list"},
		{"memory", "view", "/memories/a.md"},
		{"memory", "log"},
		{"doctor"},
		{"fsck"},
		{"config"},
		{"reply", ids[0], "-m", "calm"},
		{"resolve", ids[0]},
		{"undo"},
		{"get", "nope " + evil},
		{"add", evil + ":1", "-m", "x"},
		{evil},
	} {
		code, out, errs := talk(t, dir, "", args...)
		for where, text := range map[string]string{"stdout": out, "stderr": errs} {
			if where == "stdout" && args[0] == "export" {
				continue // a document keeps words as they were written
			}
			if at := strings.IndexFunc(colourless(text), forbidden); at >= 0 {
				t.Errorf("%.30q writes to %s: %q", args, where, clipped(colourless(text), at))
			}
		}
		if out != "" && !strings.HasSuffix(out, "\n") {
			t.Errorf("%.30q ends in the middle of a line: %q", args, out[max(0, len(out)-40):])
		}
		if code != 0 && (out != "" || !strings.HasPrefix(colourless(errs), "consider: ")) || code == 0 && strings.Contains(errs, "consider: ") {
			t.Errorf("%.30q exits with %d\n%s\n%s", args, code, out, errs)
		}
	}
}

// colourless removes this program's own colours, the only terminal sequences allowed.
func colourless(s string) string {
	for _, n := range []int{0, 1, 2, 3, 4, 22, 31, 32, 33, 34, 35, 36, 39, 90} {
		s = strings.ReplaceAll(s, fmt.Sprintf("\x1b[%dm", n), "")
	}
	return s
}

func forbidden(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == unicode.ReplacementChar)
}

func clipped(s string, at int) string { return s[max(0, at-30):min(len(s), at+30)] }

func TestJSONIsTheSameAnswerInOneDocument(t *testing.T) {
	dir, ids := stage(t)
	for _, args := range [][]string{{"list"}, {"get", ids[0]}, {"log"}, {"checkpoint", "list"}, {"memory", "list"}, {"config"}, {"get", "c_ffffffff"}, {"list", "--nope"}} {
		code, out, _ := talk(t, dir, "", append(args, "--json")...)
		var answer struct {
			OK    bool
			Data  json.RawMessage
			Error *struct{ Kind string }
		}
		if err := json.Unmarshal([]byte(out), &answer); err != nil || strings.ContainsFunc(out, forbidden) {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
		if answer.OK != (code == 0) || (answer.Error == nil) != (code == 0) || code == 0 && len(answer.Data) == 0 {
			t.Errorf("%q exits with %d and says %s", args, code, out)
		}
	}
}
