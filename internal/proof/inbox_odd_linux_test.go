package proof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestTheInboxUsesTheSizeThatTheTerminalHasNow(t *testing.T) {
	t.Parallel()
	_, s, _ := waiting(t)
	s.add(append([]string{"a.txt:7", "-m", strings.Repeat("a long sentence of many words ", 20)}, asBot...)...)
	d := openInbox(t, s)
	d.shows(prompt)
	for _, size := range [][2]uint16{{40, 12}, {120, 40}, {60, 50}} {
		if err := resize(d.person, size[0], size[1]); err != nil {
			t.Fatal(err)
		}
		d.types("p", "(1/2)")
		d.types("n", "(2/2)")
		for line := range strings.Lines(strings.ReplaceAll(d.seen, "\x1b[1m", "")) {
			text := strings.TrimRight(line, "\r\n")
			for _, code := range []string{"\x1b[0m", "\x1b[2m", "\x1b[33m", "\x1b[35m", "\x1b[36m"} {
				text = strings.ReplaceAll(text, code, "")
			}
			if n := utf8.RuneCountInString(text); n > int(size[0])+1 && !strings.Contains(text, prompt) {
				t.Errorf("%d columns of %d: %q", n, size[0], text)
			}
		}
	}
	d.keys("q\r", "q")
	d.ends(0)
}

// A reply that was not sent is not stored when the terminal is closed.
func TestTheInboxEndsWithItsTerminal(t *testing.T) {
	t.Parallel()
	for _, typed := range [][]string{nil, {"r"}, {"rd"}, {"r", "good"}} {
		_, s, id := waiting(t)
		before := s.get(id)
		d := openInbox(t, s)
		d.shows(prompt)
		d.begins(s, id, typed)
		if err := d.person.Close(); err != nil {
			t.Fatal(err)
		}
		_ = d.cmd.Wait() // a signal may end it; the test's limit ends one that goes on
		if d.ctx.Err() != nil || crashed.MatchString(d.all) {
			t.Errorf("after %q: %v %q", typed, d.ctx.Err(), d.all)
		}
		if after := s.get(id); after.WorkflowState != before.WorkflowState || strings.Contains(s.state(id), "good") {
			t.Errorf("after %q: %s", typed, s.state(id))
		}
	}
}

func TestAReplyThatIsTooLongIsRefusedAndKept(t *testing.T) {
	t.Parallel()
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\nhead -c 2097152 /dev/zero | tr '\\0' x >\"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	r, s, id := waiting(t)
	before := r.Git("status", "--porcelain")
	d := openInbox(t, s, "EDITOR="+editor)
	d.shows(prompt)
	d.keys("rd\r", "Reply (")
	d.types("", "your text was saved")
	d.keys("q\r", "q")
	d.ends(0)
	if got := s.state(id); got != "open, a reply to it, read" || r.Git("status", "--porcelain") != before {
		t.Errorf("%s\n%s", got, d.all)
	}
}

func TestTheInboxShowsNamesThatActOnATerminalHarmlessly(t *testing.T) {
	t.Parallel()
	_, s, id := waiting(t)
	s.must("reply", id, "-m", "from right to left: \u05e9\u05dc\u05d5\u05dd", "--as", "agent", "--name", "\u202etob \u05d3\u05d5\u05d3")
	d := openInbox(t, s)
	d.shows(prompt)
	if strings.ContainsRune(d.all, '\u202e') || !strings.Contains(d.all, "\u05d3\u05d5\u05d3") || !strings.Contains(d.all, "\u05e9\u05dc\u05d5\u05dd") {
		t.Errorf("%q", d.all)
	}
	d.keys("d\r", "No more threads")
	d.ends(0)
}

// The threads of a worktree are in the store of the main one, so that they outlive it.
func TestAWorktreeThatIsRemovedWhileItsThreadIsShownLosesNothing(t *testing.T) {
	t.Parallel()
	r, s, id := waiting(t)
	s.must("delete", id, "--as", "human")
	other := filepath.Join(filepath.Dir(r.Dir), "other")
	r.Git("worktree", "add", "-q", other, "-b", "two")
	there := sit(t, other).inProcess()
	first := there.add(append([]string{"a.txt:7", "-m", "one there"}, asBot...)...)
	second := there.add(append([]string{"a.txt:8", "-m", "another there"}, asBot...)...)
	d, inside := openInbox(t, s), openInbox(t, there)
	d.shows(prompt)
	inside.shows(prompt)
	r.Git("worktree", "remove", "--force", other)
	inside.seen = ""
	_, _ = inside.person.WriteString("r\rfrom a folder that is gone\rq\r")
	for more := range inside.screen {
		inside.all += more
	}
	_ = inside.cmd.Wait()
	if inside.ctx.Err() != nil || crashed.MatchString(inside.all) {
		t.Errorf("in the worktree: %v\n%s", inside.ctx.Err(), inside.all)
	}
	d.types("n", "there")
	d.types("p", "there")
	d.keys("d\r", "resolved")
	d.keys("q\r", "q")
	_ = d.cmd.Wait()
	states := s.state(first) + s.state(second)
	if strings.Count(states, "resolved") != 1 || strings.Contains(d.all, "internal") {
		t.Errorf("%s\n%s", states, d.all)
	}
}
