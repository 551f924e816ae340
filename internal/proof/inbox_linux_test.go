package proof

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"consider/internal/gittest"
)

// desk is a person who types at a terminal in which consider runs.
type desk struct {
	t      *testing.T
	person *os.File
	screen chan string
	cmd    *exec.Cmd
	ctx    context.Context
	seen   string // printed since the last keys
	all    string
}

// openInbox starts consider without a verb on a terminal of 80 columns and 24 rows.
func openInbox(t *testing.T, s seat, env ...string) *desk {
	t.Helper()
	person, program := openTerminal(t)
	if err := resize(person, 80, 24); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	t.Cleanup(cancel)
	d := &desk{t: t, person: person, screen: make(chan string, 1000), ctx: ctx}
	d.cmd = s.with(append([]string{"TERM=xterm", "PAGER=cat"}, env...)...).command(ctx)
	d.cmd.Stdin, d.cmd.Stdout, d.cmd.Stderr = program, program, program
	d.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := d.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = program.Close() // so that the end of the program ends the reading
	go func() {
		defer close(d.screen)
		buf := make([]byte, 4096)
		for {
			n, err := person.Read(buf)
			if err != nil {
				return
			}
			d.screen <- string(buf[:n])
		}
	}()
	return d
}

// shows waits until a text is on screen, wherever its lines are cut: that depends on how long the names of folders are.
func (d *desk) shows(want string) {
	d.t.Helper()
	for !strings.Contains(strings.Join(strings.Fields(d.seen), " "), want) {
		select {
		case more, ok := <-d.screen:
			if d.seen, d.all = d.seen+more, d.all+more; !ok {
				d.t.Fatalf("it ended without %q: %q", want, d.seen)
			}
		case <-d.ctx.Done():
			d.t.Fatalf("there is no %q: %q", want, d.seen)
		}
	}
}

// prompt is the end of the line at which keys are read.
const prompt = "? help:"

// types types a line, and waits for a text and for the next prompt.
func (d *desk) types(line, want string) {
	d.t.Helper()
	d.keys(line+"\r", want)
	d.shows(prompt)
}

func (d *desk) keys(keys, want string) {
	d.t.Helper()
	d.seen = ""
	if _, err := d.person.WriteString(keys); err != nil {
		d.t.Fatal(err)
	}
	d.shows(want)
}

// begins types the lines of a reply; before the second one, an agent replies too.
func (d *desk) begins(s seat, id string, typed []string) {
	d.t.Helper()
	for i, line := range typed {
		if i == 1 {
			s.must(append([]string{"reply", id, "-m", "meanwhile"}, asBot...)...)
		}
		d.keys(line+"\r", []string{"Reply (", "Send your reply now?"}[i])
	}
}

// ends waits for the end of the program.
func (d *desk) ends(code int) {
	d.t.Helper()
	for more := range d.screen {
		d.seen, d.all = d.seen+more, d.all+more
	}
	err := d.cmd.Wait()
	got := 0
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		got = exit.ExitCode()
	}
	if got != code || crashed.MatchString(d.all) {
		d.t.Errorf("exit %d, want %d: %q", got, code, d.seen)
	}
}

// asBot are the flags of an agent that is not known.
var asBot = []string{"--as", "agent", "--name", "bot"}

// waiting makes a project in which threads await the person, and returns the thread of the person, to which an agent
// replied.
func waiting(t *testing.T) (r *gittest.Repo, s seat, id string) {
	t.Helper()
	r = sample(t)
	s = sit(t, r.Dir).inProcess()
	id = s.add("a.txt:3", "-m", "the first thing", "--as", "human")
	s.must(append([]string{"reply", id, "-m", "a reply to it"}, asBot...)...)
	return r, s, id
}

// state returns how a thread is: its workflow state, its newest message, and whether the person has read all.
func (s seat) state(id string) string {
	s.t.Helper()
	t, last, read := s.get(id), "", "read"
	if n := len(t.Thread); n > 0 {
		last = t.Thread[n-1].Body
	}
	for _, u := range s.list("--unseen", "--workflow", "all", "--as", "human").Threads {
		if u.ID == id {
			read = "unread"
		}
	}
	return t.WorkflowState + ", " + last + ", " + read
}

func TestTheInboxDoesWhatItsKeysSay(t *testing.T) {
	t.Parallel()
	editor := filepath.Join(t.TempDir(), "editor")
	script := "#!/bin/sh\ncase $1 in +*) echo opened \"$@\"; exit 1;; esac\nsed -i '1i written in the editor' \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("one of many lines\n", 400) + "the very end"
	for _, c := range []struct {
		name  string
		add   []string // of the bot's thread, instead of the person's with a reply
		typed [][2]string
		want  string
	}{
		{"next", nil, [][2]string{{"n", "No more threads"}}, "open, a reply to it, read"},
		{"Enter", nil, [][2]string{{"", "No more threads"}}, "open, a reply to it, read"},
		{"skip", nil, [][2]string{{"s", "No more threads"}}, "open, a reply to it, unread"},
		{"help, another key, previous, quit", nil, [][2]string{{"?", "skip: next"}, {"x", `"x" is not a key`}, {"p", "the first thread"}, {"q", "q"}}, "open, a reply to it, read"},
		{"resolve", nil, [][2]string{{"d", "resolved"}}, "resolved, a reply to it, read"},
		{"reply", nil, [][2]string{{"r", "Reply"}, {"so it is", "replied r_"}}, "open, so it is, read"},
		{"reply in the editor", nil, [][2]string{{"r", "Reply"}, {"", "replied r_"}}, "open, written in the editor, read"},
		{"cancel", nil, [][2]string{{"r", "Reply"}, {".", prompt}, {"q", "q"}}, "open, a reply to it, read"},
		{"reply and resolve", nil, [][2]string{{"rd", "Reply"}, {"so it is", "and resolved it"}}, "resolved, so it is, read"},
		{"an editor that fails", nil, [][2]string{{"e", "exit status 1"}, {"q", "q"}}, "open, a reply to it, read"},
		{"choose", []string{"a.txt:5", "-m", "which?", "--ask", "this|that"}, [][2]string{{"2", "replied r_"}}, "open, that, read"},
		{"apply", []string{"a.txt:9", "-m", "```suggestion\nanother line\n```"}, [][2]string{{"a", "applied c_"}}, "open, , read"},
		{"accept", []string{"a.txt:5", "-m", "it overflows", "--kind", "bug"}, [][2]string{{"y", "open"}}, "open, accepted, read"},
		{"dismiss", []string{"a.txt:5", "-m", "it overflows", "--kind", "bug"}, [][2]string{{"x", "resolved"}}, "resolved, dismissed, read"},
		{"no suggestion", nil, [][2]string{{"a", "No suggestion"}, {"q", "q"}}, "open, a reply to it, read"},
		{"a long message", []string{"a.txt", "-m", long}, [][2]string{{"n", "No more threads"}}, "open, , unread"},
		{"view all of it", []string{"a.txt", "-m", long}, [][2]string{{"v", "the very end"}, {"q", "q"}}, "open, , read"},
		{"what acts on a terminal", []string{"a.txt:5", "-m", "\x1b[2Jcleared \u202eright to left"}, [][2]string{{"q", "q"}}, "open, , read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, s, id := waiting(t)
			if c.add != nil {
				s.must("delete", id, "--as", "human")
				id = s.add(append(c.add, asBot...)...)
			}
			before := r.Git("status", "--porcelain")
			d := openInbox(t, s, "EDITOR="+editor)
			d.shows(prompt)
			if strings.ContainsAny(d.seen, "\u202e") || strings.Contains(d.seen, "\x1b[2J") || strings.Count(d.seen, "\n") > 24 {
				t.Errorf("%q", d.seen)
			}
			for _, step := range c.typed {
				d.keys(step[0]+"\r", step[1])
			}
			d.ends(0)
			if got := s.state(id); got != c.want {
				t.Errorf("%s, want %s\n%s", got, c.want, d.all)
			}
			if after := r.Git("status", "--porcelain"); after != before && c.name != "apply" {
				t.Errorf("git status: %s", after)
			}
		})
	}
}

func TestAThreadThatChangesMeanwhileIsShownBeforeAKeyActs(t *testing.T) {
	t.Parallel()
	_, s, id := waiting(t)
	d := openInbox(t, s)
	d.shows(prompt)
	s.must(append([]string{"reply", id, "-m", "wait, one more thing"}, asBot...)...)
	d.types("d", "The thread has changed")
	if got := s.state(id); got != "open, wait, one more thing, unread" || !strings.Contains(d.seen, "wait, one more thing") {
		t.Errorf("%s\n%s", got, d.seen)
	}
	d.keys("rd\r", "Reply")
	s.must(append([]string{"reply", id, "-m", "and another"}, asBot...)...)
	d.keys("good\r", "Send your reply now?")
	d.types("n", "nothing was changed")
	if got := s.state(id); got != "open, and another, read" {
		t.Errorf("%s\n%s", got, d.seen)
	}
	// Two inboxes at once: the second shows what the first did.
	other := openInbox(t, s)
	other.shows(prompt)
	other.keys("d\r", "resolved")
	other.ends(0)
	d.types("r", "The thread has changed")
	d.keys("o\r", "open")
	d.ends(0)
}

func TestTheInboxEndsAtEachPrompt(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		key  string
		code int
	}{{"\x03", 130}, {"\x04", 0}} {
		for _, typed := range [][]string{nil, {"r"}, {"rd"}, {"r", "good"}} {
			_, s, id := waiting(t)
			before := s.get(id)
			d := openInbox(t, s)
			d.shows(prompt)
			d.begins(s, id, typed)
			d.seen = ""
			_, _ = d.person.WriteString(c.key)
			d.ends(c.code)
			if after := s.get(id); after.WorkflowState != before.WorkflowState || strings.Contains(s.state(id), "good") {
				t.Errorf("%q after %q: %s", c.key, typed, s.state(id))
			}
		}
	}
}

func TestTheInboxOpensOnlyForAPersonWhoCanType(t *testing.T) {
	t.Parallel()
	r, s, id := waiting(t)
	for _, env := range []string{"TERM=dumb", "CLAUDECODE=1", "CI=1"} {
		d := openInbox(t, s, env)
		d.ends(0)
		if !strings.Contains(d.all, "1 open thread in 1 file") || strings.Contains(d.all, prompt) {
			t.Errorf("%s: %s", env, d.all)
		}
	}
	r.Remove("a.txt")
	d := openInbox(t, s, "NO_COLOR=1")
	d.shows("orphaned")
	d.shows(prompt)
	if strings.Contains(d.seen, "\x1b") {
		t.Errorf("colors: %q", d.seen)
	}
	d.types("e", "is not on a current file")
	d.keys("rd\r", "Reply (")
	d.keys("gone, then\r", "No more threads")
	d.ends(0)
	if got := s.state(id); got != "resolved, gone, then, read" {
		t.Error(got)
	}
	d = openInbox(t, s)
	d.ends(0)
	if !strings.HasPrefix(d.all, "Nothing awaits you. ") || strings.Count(d.all, "\n") > 2 {
		t.Errorf("%q", d.all)
	}
	s.must("config", "inbox", "off", "--as", "human")
	d = openInbox(t, s)
	d.ends(0)
	if !strings.Contains(d.all, "0 open threads") {
		t.Errorf("%q", d.all)
	}
}

func TestTheInboxHasTheThreadsOfAllWorktrees(t *testing.T) {
	t.Parallel()
	r, s, id := waiting(t)
	other := filepath.Join(filepath.Dir(r.Dir), "other")
	r.Git("worktree", "add", "-q", other, "-b", "two")
	there := sit(t, other).inProcess().add(append([]string{"a.txt:7", "-m", "only in the other one"}, asBot...)...)
	d := openInbox(t, s)
	d.shows("(1/2)")
	d.types("d", "resolved")
	d.keys("d\r", "No more threads")
	d.ends(0)
	for _, id := range []string{id, there} {
		if got := s.get(id).WorkflowState; got != "resolved" {
			t.Errorf("%s is %s", id, got)
		}
	}
}
