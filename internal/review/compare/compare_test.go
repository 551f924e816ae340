package compare_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/thread"
	"consider/internal/treediff"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// These tests check what every comparison promises, whichever engine makes it, in all scopes, with and without the
// program git. The expected result comes from the two states of the folder, not from an engine.

// state is a folder: the file at each path.
type state map[string]entry

type entry struct{ mode, text string }

const (
	file, script, link, module = "100644", "100755", "120000", "160000"
)

// put gives a project's folder the state s. Git will no longer know the files that are not in s.
func (s state) put(t *testing.T, d *reviewtest.Desk) {
	t.Helper()
	for name := range stateOf(t, d) {
		if _, stays := s[name]; !stays {
			d.Remove(name)
		}
	}
	for name, e := range s {
		if e.mode == module {
			inner := gittest.At(t, d.Path(name))
			inner.Git("init", "-q")
			inner.Write("x", e.text)
			inner.Commit(e.text)
			continue
		}
		if info, err := os.Lstat(d.Path(name)); err == nil && (info.IsDir() || e.mode == link || info.Mode()&fs.ModeSymlink != 0) {
			d.Remove(name)
		}
		if e.mode == link {
			d.Write(name, "")
			d.Remove(name)
			if err := os.Symlink(e.text, d.Path(name)); err != nil {
				t.Skip("no symbolic links here: " + err.Error())
			}
			continue
		}
		d.Write(name, e.text)
		mode := fs.FileMode(0o644)
		if e.mode == script {
			mode = 0o755
		}
		if err := os.Chmod(d.Path(name), mode); err != nil {
			t.Fatal(err)
		}
	}
}

// stateOf reads the folder; for a nested repository it reads the commit.
func stateOf(t *testing.T, d *reviewtest.Desk) state {
	t.Helper()
	out := state{}
	err := filepath.WalkDir(d.Dir, func(path string, e fs.DirEntry, err error) error {
		name := strings.TrimPrefix(filepath.ToSlash(strings.TrimPrefix(path, d.Dir)), "/")
		switch {
		case err != nil || name == "":
			return err
		case name == ".git" || name == ".consider":
			return fs.SkipDir
		case e.IsDir():
			if _, err := os.Lstat(filepath.Join(path, ".git")); err != nil {
				return nil
			}
			out[name] = entry{module, gittest.At(t, path).Git("rev-parse", "HEAD")}
			return fs.SkipDir
		case e.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			out[name] = entry{link, target}
			return err
		}
		data, err := os.ReadFile(path)
		info, infoErr := e.Info()
		mode := file
		if infoErr == nil && info.Mode()&0o100 != 0 {
			mode = script
		}
		out[name] = entry{mode, string(data)}
		return errors.Join(err, infoErr)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// prose returns lines of a text that resembles no other text.
func prose(about string, n int, changed ...int) string {
	var b strings.Builder
	for i := range n {
		word := "is"
		if slices.Contains(changed, i) {
			word = "was, until it was changed,"
		}
		fmt.Fprintf(&b, "line %d of %s %s %d\n", i, about, word, i*i*len(about))
	}
	return b.String()
}

// was and then contain every kind of change.
var was, then = state{
	"same.txt":           {file, prose("what stays", 9)},
	"edit.go":            {file, "package a\n\nfunc f() {\n" + prose("one edit", 30) + "}\n"},
	"edits.txt":          {file, prose("several edits", 80)},
	"deleted.txt":        {file, prose("what goes", 5)},
	"moved/a.txt":        {file, prose("a renamed file", 20)},
	"moved/edited.txt":   {file, prose("a renamed and edited file", 60)},
	"binary":             {file, "a\x00b\nbinary\n"},
	"to-binary":          {file, prose("text that becomes binary", 4)},
	"mode.sh":            {file, "#!/bin/sh\necho mode\n"},
	"mode-and-text.sh":   {script, "#!/bin/sh\necho one\n"},
	"link":               {link, "same.txt"},
	"file-to-link":       {file, prose("a file that becomes a link", 3)},
	"link-to-file":       {link, "same.txt"},
	"file-to-folder":     {file, prose("a file that becomes a folder", 3)},
	"folder-to-file/x":   {file, prose("a folder that becomes a file", 3)},
	"crlf.txt":           {file, strings.ReplaceAll(prose("CRLF", 9), "\n", "\r\n")},
	"crlf-to-lf.txt":     {file, strings.ReplaceAll(prose("CRLF to LF", 9), "\n", "\r\n")},
	"mixed.txt":          {file, "one\r\ntwo of mixed\nthree\r\n"},
	"no-end.txt":         {file, prose("no end", 4) + "last"},
	"end-lost.txt":       {file, prose("end lost", 4) + "last\n"},
	"end-gained.txt":     {file, prose("end gained", 4) + "last"},
	"latin.txt":          {file, "caf\xe9 one\nname = \xff\xfe\xfd\nlast\n"},
	"empty-removed":      {file, ""},
	"empty-filled":       {file, ""},
	"emptied":            {file, prose("what is emptied", 3)},
	"space.txt":          {file, "if x {\n\ty()  \n}\nspace\n"},
	"long.txt":           {file, strings.Repeat("x", 2<<20) + "\nend of a long line\n"},
	"huge.txt":           {file, strings.Repeat("one line, over and over\n", 60_000)},
	"patch.txt":          {file, "-- a/x\n++ b/x\ndiff --git a/x b/x\n@@ -1 +1 @@\n\\ No newline at end of file\nsame\n"},
	"-a \"b\"\tü\\\nn":   {file, "an odd name\n"},
	"a name -> b":        {file, "an arrow in a name\n"},
	"Bücher/日本.txt":      {file, "names\n"},
	"repository":         {module, "one"},
	"repository-removed": {module, "gone"},
}, state{
	"same.txt":               {file, prose("what stays", 9)},
	"edit.go":                {file, "package a\n\nfunc f() {\n" + prose("one edit", 30, 12) + "}\n"},
	"edits.txt":              {file, prose("several edits", 81, 0, 1, 40, 41, 79)},
	"added.txt":              {file, prose("what comes", 5)},
	"moved-to/a.txt":         {file, prose("a renamed file", 20)},
	"moved-to/edited-b.txt":  {file, prose("a renamed and edited file", 60, 3, 30)},
	"binary":                 {file, "a\x00c\nbinary\n"},
	"to-binary":              {file, "now \x00 binary\n"},
	"binary-added":           {file, "\x00"},
	"mode.sh":                {script, "#!/bin/sh\necho mode\n"},
	"mode-and-text.sh":       {file, "#!/bin/sh\necho two\n"},
	"link":                   {link, "edit.go"},
	"file-to-link":           {link, "same.txt"},
	"link-to-file":           {file, prose("a link that becomes a file", 3)},
	"file-to-folder/x":       {file, prose("what is in the folder now", 3)},
	"folder-to-file":         {file, prose("the file that was a folder", 3)},
	"crlf.txt":               {file, strings.ReplaceAll(prose("CRLF", 9, 5), "\n", "\r\n")},
	"crlf-to-lf.txt":         {file, prose("CRLF to LF", 9)},
	"mixed.txt":              {file, "one\ntwo of mixed\r\nthree\r\n"},
	"no-end.txt":             {file, prose("no end", 4, 1) + "last line"},
	"end-lost.txt":           {file, prose("end lost", 4) + "last"},
	"end-gained.txt":         {file, prose("end gained", 4) + "last\n"},
	"latin.txt":              {file, "caf\xe9 two\nname = \xff\xfe\xfd\nlast\n\xc3"},
	"empty-added":            {file, ""},
	"empty-filled":           {file, "filled"},
	"emptied":                {file, ""},
	"space.txt":              {file, "if x {\n    y()\n}\nspace\n"},
	"long.txt":               {file, strings.Repeat("y", 2<<20) + "\nend of a long line\n"},
	"huge.txt":               {file, strings.Repeat("one line, over and over\n", 30_000) + "new\n" + strings.Repeat("one line, over and over\n", 30_000)},
	"patch.txt":              {file, "-- a/y\n++ b/y\ndiff --git a/y b/y\n@@ -1,9 +1,9 @@\n\\ No newline at end of file\nsame\n"},
	"-a \"b\"\tü\\\nn":       {file, "an odd name, changed\n"},
	"a name -> b":            {file, "an arrow in a name, changed\n"},
	"Bücher/日本.txt":          {file, "names, changed\n"},
	"repository":             {module, "two"},
	"--output=x":             {file, "a name like an option\n"},
	":(top)*":                {file, "a name of magic\n"},
	"untracked/deep/new.txt": {file, prose("a new folder", 3)},
}

// seen is a comparison of was with then in one scope, and the folder's state on both sides.
type seen struct {
	*compare.Comparison
	old, new state
	tracked  state // the state of HEAD; nil if neither side is the files on disk
}

// TestEveryScopeKeepsThePromisesOfAComparison compares the two states in every scope that can show them.
func TestEveryScopeKeepsThePromisesOfAComparison(t *testing.T) {
	d := reviewtest.New(t)
	was.put(t, d)
	first := d.Commit("was")
	before := stateOf(t, d)
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "before"}))(t)
	then.put(t, d)
	d.Write("kept-by-the-checkpoint-alone", "never\x00committed\n")
	kept := stateOf(t, d)
	see := func(name string, scope compare.Scope, old, new, tracked state) {
		for _, git := range []string{"git", "no git"} {
			t.Run(name+", "+git, func(t *testing.T) {
				if git == "no git" {
					t.Setenv("PATH", t.TempDir())
				}
				alone := *d
				alone.T = t
				c := gittest.Must(compare.New(t.Context(), alone.Human(), scope))(t)
				if c.Note != "" && git == "git" || c.Note == "" && git != "git" && len(c.Files) > 0 {
					t.Errorf("the note is %q", c.Note)
				}
				for promise, hold := range map[string]func(*testing.T, seen){
					"it names what differs and nothing else":       namesWhatDiffers,
					"its texts are the files":                      textsAreFiles,
					"its hunks turn the old text into the new one": hunksMakeTheNewText,
				} {
					t.Run(promise, func(t *testing.T) { hold(t, seen{c, old, new, tracked}) })
				}
			})
		}
	}
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{Name: "after"}))(t)
	d.Remove("kept-by-the-checkpoint-alone")
	after := stateOf(t, d)
	print := gittest.Snapshot(t, d.Dir)
	see("files", compare.Scope{Kind: compare.ScopeHead}, before, after, before)
	see("since a checkpoint", compare.Scope{Kind: compare.ScopeSince, From: "before"}, before, after, before)
	see("not staged", compare.Scope{Kind: compare.ScopeUnstaged}, before, after, before)
	gittest.AssertUnchanged(t, print)
	d.Git("add", "-A")
	see("staged", compare.Scope{Kind: compare.ScopeStaged}, before, after, nil)
	see("files, all of them staged", compare.Scope{Kind: compare.ScopeHead}, before, after, after)
	d.Commit("then")
	see("since a commit", compare.Scope{Kind: compare.ScopeBase, From: first}, before, after, after)
	see("two commits", compare.Scope{Kind: compare.ScopeRange, From: first + ".."}, before, after, nil)
	see("two commits the other way round", compare.Scope{Kind: compare.ScopeRange, From: "HEAD.." + first}, after, before, nil)
	see("a commit with itself", compare.Scope{Kind: compare.ScopeRange, From: "HEAD..HEAD"}, after, after, nil)
	see("nothing staged", compare.Scope{Kind: compare.ScopeStaged}, after, after, nil)
	see("files as in HEAD", compare.Scope{Kind: compare.ScopeHead}, after, after, after)
	was.put(t, d)
	d.Remove("repository-removed")                         // a nested repository that no commit names does not count as a file
	d.Write("crlf-to-lf.txt", then["crlf-to-lf.txt"].text) // without git, a change of line ends alone is not a difference to the index
	see("since a checkpoint of what was not committed", compare.Scope{Kind: compare.ScopeSince, From: "after"}, kept, stateOf(t, d), after)
}

// status returns what happened to a path, in the words of the comparison.
func status(old, new entry) string {
	switch {
	case old == new:
		return ""
	case old.mode == "":
		return treediff.Added
	case new.mode == "":
		return treediff.Deleted
	case old.mode[:3] != new.mode[:3]:
		return treediff.TypeChanged
	case old.text == new.text:
		return treediff.ModeChanged
	}
	return treediff.Modified
}

func namesWhatDiffers(t *testing.T, s seen) {
	want, got := map[string]string{}, map[string]string{}
	for name := range s.old {
		want[name] = status(s.old[name], s.new[name])
	}
	for name := range s.new {
		want[name] = status(s.old[name], s.new[name])
	}
	for name, status := range want {
		if status == "" {
			delete(want, name)
		}
	}
	renamed := map[string]string{}
	for i, f := range s.Files {
		if i > 0 && s.Files[i-1].Path >= f.Path {
			t.Errorf("%q stands behind %q", f.Path, s.Files[i-1].Path)
		}
		got[f.Path] = f.Status
		if f.Status == treediff.Renamed { // a rename is one file removed and one added
			got[f.Path], got[f.From], renamed[f.From] = treediff.Added, treediff.Deleted, f.Path
		}
		if f.OldMode != s.old[f.OldPath()].mode || f.NewMode != s.new[f.Path].mode {
			t.Errorf("%q has the modes %q and %q", f.Path, f.OldMode, f.NewMode)
		}
		if _, known := s.tracked[f.Path]; f.Untracked != (s.tracked != nil && !known && f.NewMode != "") {
			t.Errorf("%q is untracked: %v", f.Path, f.Untracked)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what differs (-want +got):\n%s", diff)
	}
	if (s.State == compare.Clean) != (len(want) == 0) || (s.Message == "") != (s.State == compare.OK) {
		t.Errorf("the state is %s: %q", s.State, s.Message)
	}
	pairs := [][2]string{{"moved/a.txt", "moved-to/a.txt"}, {"moved/edited.txt", "moved-to/edited-b.txt"}}
	if s.Note != "" {
		pairs = pairs[:1] // without git, only an unchanged file is followed
	}
	for _, p := range pairs {
		from, to := p[0], p[1]
		if _, turned := s.old[to]; turned {
			from, to = to, from
		}
		if len(want) > 0 && renamed[from] != to {
			t.Errorf("%s was renamed to %s, and is at %q", from, to, renamed[from])
		}
	}
}

func textsAreFiles(t *testing.T, s seen) {
	side := func(side thread.Side, name string, want entry) {
		data, err := s.Text(t.Context(), side, name)
		switch {
		case want.mode == "" && !errors.Is(err, fail.ErrNotFound) && !strings.HasSuffix(fmt.Sprint(err), "is a directory"),
			want.mode == module && err == nil, want.mode != "" && want.mode != module && (err != nil || string(data) != want.text):
			t.Errorf("%s side of %q: %.60q, %v; want %s %.60q", side, name, data, err, want.mode, want.text)
		}
	}
	for _, f := range s.Files {
		side(thread.Old, f.OldPath(), s.old[f.OldPath()])
		side(thread.New, f.Path, s.new[f.Path])
		if f.From != "" {
			side(thread.New, f.From, s.new[f.From])
		}
	}
	side(thread.Old, "same.txt", s.old["same.txt"])
	side(thread.New, "same.txt", s.new["same.txt"])
	if f, ok := s.File("edits.txt"); ok {
		lines, total, err := s.Lines(t.Context(), thread.New, "edits.txt", 79, 999)
		all := strings.Split(strings.TrimSuffix(s.new["edits.txt"].text, "\n"), "\n")
		if err != nil || total != len(all) || !slices.Equal(lines, all[78:]) {
			t.Errorf("the last lines of %s are %q of %d, %v", f.Path, lines, total, err)
		}
	}
}

func hunksMakeTheNewText(t *testing.T, s seen) {
	for i := range s.Files {
		f := &s.Files[i]
		old, new := s.old[f.OldPath()], s.new[f.Path]
		if f.Unread != "" || old.mode == module || new.mode == module {
			continue
		}
		if f.Status == treediff.TypeChanged { // the old file is removed, and the new one is added
			gone, come := "", ""
			for _, h := range hunksOf(t, f.Patch()) {
				for _, l := range h.lines {
					if l[0] == '-' {
						gone += l[1:]
					} else {
						come += l[1:]
					}
				}
			}
			if gone != old.text || come != new.text {
				t.Errorf("%q: %q goes and %q comes, want %q and %q", f.Path, gone, come, old.text, new.text)
			}
			continue
		}
		if binary := strings.Contains(old.text+new.text, "\x00"); f.Binary != binary {
			t.Errorf("%q is binary: %v", f.Path, f.Binary)
		} else if binary {
			if f.OldSize != int64(len(old.text)) || f.NewSize != int64(len(new.text)) || f.Added+f.Removed != 0 || len(hunksOf(t, f.Patch())) > 0 {
				t.Errorf("%q: sizes %d and %d, lines %d and %d", f.Path, f.OldSize, f.NewSize, f.Added, f.Removed)
			}
			continue
		}
		got, added, removed, err := apply(hunksOf(t, f.Patch()), old.text)
		if err != nil || got != new.text {
			t.Errorf("%q: its hunks give %.200q, %v; want %.200q\n%.500s", f.Path, got, err, new.text, f.Patch())
		}
		if f.Added != added || f.Removed != removed || old.text == new.text && added+removed > 0 {
			t.Errorf("%q: %d and %d lines are counted, %d and %d are in its hunks", f.Path, f.Added, f.Removed, added, removed)
		}
	}
}

// hunk is a stretch of changed lines: their signs, their texts with line ends, and the number of the first old line.
type hunk struct {
	start, old, new int
	lines           []string
}

// hunksOf parses hunks; no other function here knows their format.
func hunksOf(t *testing.T, patch string) []hunk {
	t.Helper()
	var out []hunk
	left := 0 // lines of the hunk still to come, on both sides
	for line := range strings.Lines(patch) {
		switch {
		case strings.HasPrefix(line, `\ `): // about the line before, on either side
			h := &out[len(out)-1]
			h.lines[len(h.lines)-1] = strings.TrimSuffix(h.lines[len(h.lines)-1], "\n")
		case left > 0:
			h := &out[len(out)-1]
			h.lines = append(h.lines, line)
			left--
			if line[0] == ' ' {
				left--
			}
		case strings.HasPrefix(line, "@@ "):
			at := strings.Fields(line)
			start, old := numbers(t, at[1])
			_, new := numbers(t, at[2])
			if old == 0 {
				start++ // git gives the line before when a side has no lines
			}
			out, left = append(out, hunk{start: start, old: old, new: new}), old+new
		}
	}
	return out
}

// numbers reads "-3,4": the first line and the number of lines.
func numbers(t *testing.T, s string) (start, n int) {
	t.Helper()
	first, count, several := strings.Cut(s[1:], ",")
	start, err := strconv.Atoi(first)
	n = 1
	if several && err == nil {
		n, err = strconv.Atoi(count)
	}
	if err != nil {
		t.Fatalf("no line numbers: %q", s)
	}
	return start, n
}

// apply applies hunks to a text; their context and removed lines must be there.
func apply(hunks []hunk, text string) (out string, added, removed int, err error) {
	old := slices.Collect(strings.Lines(text))
	var made []string
	at := 0
	for _, h := range hunks {
		if h.start-1 < at || h.start-1 > len(old) {
			return "", 0, 0, fmt.Errorf("a hunk begins at line %d, after line %d of %d", h.start, at, len(old))
		}
		made = append(made, old[at:h.start-1]...)
		at = h.start - 1
		came := 0
		for _, l := range h.lines {
			sign, line := l[0], l[1:]
			if sign != '+' {
				if at >= len(old) || old[at] != line {
					return "", 0, 0, fmt.Errorf("line %d is not %.60q", at+1, line)
				}
				at++
			}
			switch sign {
			case '+':
				made, added, came = append(made, line), added+1, came+1
			case '-':
				removed++
			default:
				made, came = append(made, line), came+1
			}
		}
		if came != h.new || at != h.start-1+h.old {
			return "", 0, 0, fmt.Errorf("the hunk at line %d says %d and %d lines, and has others", h.start, h.old, h.new)
		}
	}
	return strings.Join(append(made, old[at:]...), ""), added, removed, nil
}
