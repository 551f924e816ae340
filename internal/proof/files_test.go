//go:build unix

package proof

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// material is one kind of file.
type material struct {
	name string
	text []byte
	line int    // to put a thread on; 0 for a file without lines
	says string // the text of that line, if it is known
}

func materials() []material {
	lines := func(n int, end string) []byte {
		return []byte(strings.ReplaceAll(numbered("line", n), "\n", end))
	}
	utf16 := func(s string) []byte {
		out := []byte{0xff, 0xfe}
		for _, c := range []byte(s) {
			out = append(out, c, 0)
		}
		return out
	}
	big := bytes.Repeat(lines(1000, "\n"), often(30<<20, 9<<20)/len(lines(1000, "\n")))
	return []material{
		{"crlf.txt", lines(20, "\r\n"), 7, "line 7 of the file"},
		{"cr.txt", lines(20, "\r"), 1, ""},
		{"bom.txt", append([]byte("\xef\xbb\xbf"), lines(20, "\n")...), 1, "line 1 of the file"},
		{"utf16.txt", utf16("line 1\nline 2\nline 3\n"), 2, "line 2"},
		{"latin1.txt", []byte("caf\xe9\nna\xefve\nr\xe9sum\xe9\n"), 2, ""},
		{"nul.bin", []byte("one\ntw\x00o\nthree\n"), 2, ""},
		{"noend.txt", []byte("one\ntwo\nthree"), 3, "three"},
		{"empty.txt", nil, 1, ""},
		{"longline.txt", append(bytes.Repeat([]byte("x"), 5<<20), '\n'), 1, ""},
		{"control.txt", []byte("a\n\x1b[31mred\x07\x08\x1b]0;title\x07\nb\n"), 2, ""},
		{"bidi.txt", []byte("a\nif access\u202e\u2066// check\u2069 \u2066{\nb\n"), 2, ""},
		{"mixed.txt", []byte("one\r\ntwo\nthree\r\nfour\n"), 3, "three"},
		{"many.txt", lines(100_000, "\n"), 99_999, "line 99999 of the file"},
		{"big.txt", big, 500, "line 500 of the file"},
		{"huge.txt", bytes.Repeat([]byte("x\n"), 20<<20), 500, ""},
	}
}

// coded is a thread as get returns it, with the lines around it.
type coded struct {
	Thread struct{ Code struct{ Lines []string } }
}

// TestEveryKindOfFileCanBeTalkedAboutOrIsRefusedClearly, and none is changed or
// floods a reader.
func TestEveryKindOfFileCanBeTalkedAboutOrIsRefusedClearly(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).here()
	for _, m := range materials() {
		r.Write(m.name, string(m.text))
		on := s.run("add", fmt.Sprintf("%s:%d", m.name, m.line), "-m", "about "+m.name, "--json")
		verdict := "a thread on its lines"
		if on.Code != 0 {
			a, _ := on.answer()
			verdict = "refused: " + a.Error.Message
			if on.Code != 2 && on.Code != 16 || a.Error.Message == "" {
				t.Errorf("%s: exit %d: %s", m.name, on.Code, clip(on.Out))
			}
			if m.says != "" {
				t.Errorf("%s was refused: %s", m.name, a.Error.Message)
			}
			// Without a line it is always possible.
			on = s.must("add", m.name, "-m", "on the whole", "--json")
		}
		th := into[one](s, on).Thread
		if m.says != "" && (len(th.Quote) == 0 || th.Quote[0] != m.says) {
			t.Errorf("%s:%d is %q, quoted as %q", m.name, m.line, m.says, th.Quote)
		}
		if code := into[coded](s, s.must("get", th.ID, "--json")).Thread.Code; m.says != "" && !slices.Contains(code.Lines, m.says) {
			t.Errorf("%s:%d is %q, shown as %q", m.name, m.line, m.says, code.Lines)
		}
		took := slowest(on)
		for _, args := range [][]string{{"list", "--file", m.name}, {"context", th.ID}, {"context", th.ID, "-C", "200"}, {"get", th.ID}} {
			for _, more := range [][]string{nil, {"--json"}} {
				got := s.must(append(args, more...)...)
				if len(got.Out) > 200_000 {
					t.Errorf("%s on %s prints %d bytes", got, m.name, len(got.Out))
				}
				harmless(t, got)
				took = slowest(on, got)
			}
		}
		if now, err := os.ReadFile(r.Path(m.name)); err != nil || !bytes.Equal(now, m.text) {
			t.Errorf("%s was changed: %v", m.name, err)
		}
		s.shifted(m, th, r.Path(m.name))
		t.Logf("%-13s %10d bytes: %s (%v at most)", m.name, len(m.text), verdict, took.Round(time.Millisecond))
	}
	sound(s)
}

// shifted inserts a line at the top and checks that the thread moved down with its own line.
func (s seat) shifted(m material, th thread, path string) {
	s.t.Helper()
	if m.says == "" {
		return
	}
	if m.text[0] >= 0x80 {
		return // a line above a byte order mark would change the file's encoding
	}
	end := "\n"
	if bytes.Contains(m.text, []byte("\r\n")) {
		end = "\r\n"
	}
	if err := os.WriteFile(path, append([]byte("above"+end), m.text...), 0o644); err != nil {
		s.t.Fatal(err)
	}
	defer func() {
		if err := os.WriteFile(path, m.text, 0o644); err != nil {
			s.t.Fatal(err)
		}
	}()
	now := s.get(th.ID)
	if now.AnchorState == "anchored" && now.Placement.StartLine != m.line+1 || now.AnchorState == "orphaned" {
		s.t.Errorf("%s with a line above: %+v", m.name, now.Placement)
	}
	if now.AnchorState == "stale" {
		s.t.Logf("%s with a line above: stale, %s", m.name, now.Placement.Reason)
	}
}

func slowest(runs ...result) (took time.Duration) {
	for _, r := range runs {
		took = max(took, r.Took)
	}
	return took
}

// TestContentDecidesNotTimes: a file's times may lie, and its size may stay.
func TestContentDecidesNotTimes(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).here()
	text := numbered("line", 40)
	long := time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC)
	id := s.add("a.txt:10", "-m", "about line 10")
	touch := func(at time.Time) {
		if err := os.Chtimes(r.Path("a.txt"), at, at); err != nil {
			t.Fatal(err)
		}
	}
	for _, at := range []time.Time{long, time.Unix(0, 0), time.Now().Add(240 * time.Hour), time.Now()} {
		r.Write("a.txt", text)
		touch(at)
		if p := s.get(id).Placement; p.StartLine != 10 {
			t.Errorf("a file of %v: %+v", at, p)
		}
		// The same size and time, and the line two further down.
		r.Write("a.txt", strings.Replace(text, "line 1 of the file\nline 2 of the file\n", "x\nx\nx\nline 1 of the file line 2 of\n", 1))
		touch(at)
		if p := s.get(id).Placement; p.StartLine != 12 {
			t.Errorf("a file of %v, rewritten to the same size: %+v", at, p)
		}
		if p := s.list().Threads[0].Placement; p.StartLine != 12 {
			t.Errorf("a file of %v, rewritten to the same size, in the list: %+v", at, p)
		}
	}
}
