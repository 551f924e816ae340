//go:build unix

package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"consider/internal/gittest"
)

// TestSuggestionsOfOldCommitsAreAppliedToTheSameLinesOrRefused makes suggestions on lines of old commits of this project,
// and applies each at the newest commit.
func TestSuggestionsOfOldCommitsAreAppliedToTheSameLinesOrRefused(t *testing.T) {
	t.Parallel()
	top, commits := ownHistory()
	if commits < 20 {
		t.Skipf("no history here: %d commits", commits)
	}
	r := gittest.At(t, filepath.Join(gittest.TempDir(t), "clone"))
	r.Git("clone", "-q", "--no-hardlinks", top, ".")
	v := newTravel(t, r)
	v.chance = chance(t)
	head := v.Git("rev-parse", "HEAD")
	count := map[string]int{}
	all := v.suggestions(head, often(300, 20))
	for _, s := range append(all, misplaced...) {
		if s.id == "" {
			v.Git("checkout", "-q", "--detach", s.commit)
			if !v.suggest(&s) {
				t.Fatalf("no lines %d to %d in %s of %s", s.start, s.end, s.file, s.commit)
			}
			v.Git("checkout", "-q", "--detach", head)
		}
		verdict := v.apply(s, head)
		if what, _, wrong := strings.Cut(verdict, ": "); wrong {
			t.Error(verdict)
			verdict = what
		}
		count[verdict]++
	}
	t.Logf("%v", count)
}

// suggestion is one on lines of an old commit.
type suggestion struct {
	commit, file, id string
	start, end       int
	lines            []string
	around           [][]string // the lines with the one before, and with the one after
}

// misplaced are some that were once applied to other lines.
var misplaced = []suggestion{
	{commit: "5e520c165", file: "gitstore/create.go", start: 116, end: 116}, // to the end of a block in another function
}

// suggestions makes n of them, ten on each of several commits before head.
func (v *travel) suggestions(head string, n int) (all []suggestion) {
	v.t.Helper()
	commits := strings.Fields(v.Git("rev-list", "--first-parent", "--reverse", head+"~1"))
	at := make([]int, (n+9)/10)
	for i := range at {
		at[i] = v.chance.IntN(len(commits))
	}
	slices.Sort(at)
	for _, i := range at {
		v.Git("checkout", "-q", "--detach", commits[i])
		names := strings.Split(v.Git("ls-files", "*.go", "*.ts", "*.md", "*.css", "*.txtar"), "\n")
		for done, tries := 0, 0; done < 10 && len(all) < n && tries < 100; tries++ {
			s := suggestion{commit: commits[i], file: names[v.chance.IntN(len(names))]}
			if info, err := os.Lstat(v.Path(s.file)); err != nil || !info.Mode().IsRegular() {
				continue
			}
			count := len(v.lines(s.file))
			s.start = 1 + v.chance.IntN(count)
			s.end = min(s.start+v.chance.IntN(5), count)
			if v.suggest(&s) {
				all, done = append(all, s), done+1
			}
		}
	}
	v.Git("checkout", "-q", "--detach", head)
	return all
}

// suggest adds a suggestion on lines of the files that are checked out, false if they have none that can be found again.
func (v *travel) suggest(s *suggestion) bool {
	v.t.Helper()
	lines := v.lines(s.file)
	if len(lines) < max(8, s.end) {
		return false
	}
	s.lines = lines[s.start-1 : s.end]
	s.around = [][]string{lines[max(0, s.start-2):s.end], lines[s.start-1 : min(s.end+1, len(lines))]}
	if strings.TrimSpace(strings.Join(s.lines, "")) == "" || strings.ContainsRune(strings.Join(lines, ""), 0) {
		return false // binary files have no lines
	}
	s.id = v.add(fmt.Sprintf("%s:%d-%d", s.file, s.start, s.end), "-m", "````````suggestion\n"+suggested+"\n````````")
	return true
}

const suggested = "put in place of the lines"

// apply applies a suggestion at head, judges what became of it, and puts the file back. It is right if git agrees, because
// "blame --reverse" finds the old commit's lines there, or if the lines occur in the file once, alone or with a neighbour, so
// that no other place is possible. Of equal lines in blocks that changed places, git finds any.
func (v *travel) apply(s suggestion, head string) (verdict string) {
	v.t.Helper()
	file, lines, survive := v.follow(s, head)
	r := v.run("apply", s.id, "--json", "--as", "human")
	if r.Code != 0 {
		if changed := v.Git("status", "--porcelain"); changed != "" {
			return "changed: " + changed + " by a suggestion that was refused: " + r.Out
		}
		if survive {
			return "refused, though git finds all its lines"
		}
		return "refused"
	}
	type applied struct {
		File               string
		StartLine, EndLine int
	}
	a := into[struct{ Applied [1]applied }](v.seat, r).Applied[0]
	now := v.lines(a.File)
	v.Git("checkout", "-q", "--", ".")
	was := v.lines(a.File)
	replaced := slices.Equal(was[a.StartLine-1:a.EndLine], s.lines) &&
		slices.Equal(now, slices.Concat(was[:a.StartLine-1], []string{suggested}, was[a.EndLine:]))
	there := survive && a.File == file && lines[0] == a.StartLine && lines[len(lines)-1] == a.EndLine
	if !replaced || !there && occurrences(was, s.lines) != 1 && !s.isAt(was, a.StartLine, a.EndLine) {
		return fmt.Sprintf("wrong: %s:%d-%d of %.9s at %s:%d-%d, git says %s %v", s.file, s.start, s.end, s.commit, a.File, a.StartLine, a.EndLine, file, lines)
	}
	return "right"
}

// isAt reports whether the lines are in a text at this place together with a neighbour, and in no other place.
func (s *suggestion) isAt(text []string, start, end int) bool {
	here := [][]string{text[max(0, start-2):end], text[start-1 : min(end+1, len(text))]}
	for i, then := range s.around {
		if len(then) > len(s.lines) && slices.Equal(here[i], then) && occurrences(text, then) == 1 {
			return true
		}
	}
	return false
}

// follow asks git where lines of an old commit are at head; survive: all of them are, one after the other.
func (v *travel) follow(s suggestion, head string) (file string, lines []int, survive bool) {
	out, err := v.TryGit("blame", "--reverse", "--porcelain", "-L", fmt.Sprintf("%d,%d", s.start, s.end), s.commit+".."+head, "--", s.file)
	if err != nil {
		return "", nil, false
	}
	survive = true
	for line := range strings.SplitSeq(out, "\n") {
		words := strings.Fields(line)
		if name, ok := strings.CutPrefix(line, "filename "); ok {
			file = name
		} else if len(words) >= 3 && len(words[0]) == len(head) && line[0] != '\t' {
			at, _ := strconv.Atoi(words[1])
			survive = survive && words[0] == head && (len(lines) == 0 || at == lines[len(lines)-1]+1)
			lines = append(lines, at)
		}
	}
	return file, lines, survive && len(lines) == len(s.lines)
}

// occurrences counts how often lines occur in a text.
func occurrences(text, lines []string) (n int) {
	for at := 0; at+len(lines) <= len(text); at++ {
		if slices.Equal(text[at:at+len(lines)], lines) {
			n++
		}
	}
	return n
}

// liar says of a file that it replaced a line of it, and does so at the line that the test names.
const liar = `#!/bin/sh
sed '%s' a.txt > a.new && mv a.new a.txt
echo '{"ok":true,"data":{"applied":[{"file":"a.txt","startLine":%l,"endLine":%l}]}}'
`

func TestASuggestionThatIsAppliedElsewhereIsWrong(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", "one\nsame\nthree\nsame\n")
	first := r.Commit("first")
	r.Write("a.txt", "new\none\nsame\nthree\nsame\n")
	head := r.Commit("second")
	v := newTravel(t, r)
	v.program = filepath.Join(t.TempDir(), "liar")
	s := suggestion{commit: first, file: "a.txt", id: "c_1", start: 2, end: 2, lines: []string{"same"}}
	if file, lines, survive := v.follow(s, head); file != "a.txt" || !slices.Equal(lines, []int{3}) || !survive {
		t.Errorf("%q %v %v", file, lines, survive)
	}
	for _, c := range []struct{ sed, line, want string }{
		{"3s/.*/" + suggested + "/", "3", "right"},
		{"5s/.*/" + suggested + "/", "5", "wrong"},
		{"3s/.*/another/", "3", "wrong"},
	} {
		if err := os.WriteFile(v.program, []byte(strings.NewReplacer("%s", c.sed, "%l", c.line).Replace(liar)), 0o755); err != nil {
			t.Fatal(err)
		}
		if got, _, _ := strings.Cut(v.apply(s, head), ": "); got != c.want {
			t.Errorf("%s is %s", c.sed, got)
		}
	}
	if err := os.WriteFile(v.program, []byte("#!/bin/sh\necho '{\"ok\":false}'; exit 12\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if got := v.apply(s, head); got != "refused, though git finds all its lines" {
		t.Error(got)
	}
}
