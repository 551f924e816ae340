package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

var (
	everyPair  = flag.Int("every", 1, "place only one of so many public pairs")
	everyBlame = flag.Int("blame", 10, "let git blame place one of so many of these: it takes a second each")
)

var mirror = flag.String("mirror", "", "folder of the git repositories of the public pairs, as OWNER/NAME.git")

// publicRepos are the repositories whose pairs count; the labels are in the first one.
var publicRepos = strings.Fields(`sola-st/CodeMapper apache/commons-lang javaparser/javaparser square/okhttp vuejs/vue
	jekyll/jekyll ocornut/imgui minio/minio`)

var publicSets = strings.Fields("annotation_a annotation_b block_test block_training method_test method_training variable_test variable_training")

// pair is a range of lines in one version of a file, and where it is in another one.
type pair struct {
	repo, fromCommit, toCommit, fromFile, toFile string
	backwards                                    bool // the other version is the older one
	old, new                                     string
	start, end                                   int
	want                                         [][2]int // the same range in several ways; none if it is gone
	hunks                                        []hunk   // how git diff gets from old to new
}

// BenchmarkAnchors places public pairs with this program and by the rules of other tools, for docs/internals/anchoring.md.
func BenchmarkAnchors(b *testing.B) {
	dirs, err := mirrored(*mirror)
	if err != nil {
		b.Skip(err)
	}
	outcomes := make([]map[string]int, len(placers))
	bySet := map[string]map[string]int{}
	n := 0
	for b.Loop() {
		for _, set := range publicSets {
			bySet[set] = map[string]int{}
			for _, p := range pairsOf(b, dirs, set) {
				n++
				p.hunks = hunks(p)
				for i, by := range placers {
					if strings.Contains(by.name, "blame") && n%*everyBlame != 0 {
						continue
					}
					if outcomes[i] == nil {
						outcomes[i] = map[string]int{}
					}
					at, found := by.place(p)
					outcome := judged(p.want, at, found)
					outcomes[i][outcome]++
					if i == 0 {
						bySet[set][outcome]++
					}
				}
			}
		}
	}
	fmt.Printf("\n| by | pairs | exact %% | partial %% | stale %% | wrong %% |\n|---|---|---|---|---|---|\n")
	for i, by := range placers {
		fmt.Println(row(by.name, outcomes[i]))
	}
	for _, set := range publicSets {
		if len(bySet[set]) > 0 {
			fmt.Println(row("Consider, "+set, bySet[set]))
		}
	}
}

func row(name string, outcomes map[string]int) string {
	n := 0
	for _, k := range outcomes {
		n += k
	}
	line := fmt.Sprintf("| %s | %d |", name, n)
	for _, outcome := range []string{"exact", "partial", "stale", "wrong"} {
		line += fmt.Sprintf(" %.2f |", 100*float64(outcomes[outcome])/float64(max(n, 1)))
	}
	return line
}

func judged(want [][2]int, at [2]int, found bool) string {
	if !found {
		if len(want) == 0 {
			return "exact"
		}
		return "stale"
	}
	outcome := "wrong"
	for _, w := range want {
		if at == w {
			return "exact"
		}
		if min(at[1], w[1]) >= max(at[0], w[0]) {
			outcome = "partial"
		}
	}
	return outcome
}

// mirrored finds the git folders of the repositories.
func mirrored(folder string) (map[string]string, error) {
	dirs := map[string]string{}
	for _, name := range publicRepos {
		dir := filepath.Join(folder, name+".git")
		if _, err := os.Stat(filepath.Join(dir, "HEAD")); err != nil || folder == "" {
			return nil, fmt.Errorf("no public pairs: -mirror %q has no repository %s", folder, name)
		}
		dirs[strings.ToLower(name)] = dir
	}
	return dirs, nil
}

func output(dir string, args ...string) string {
	out, err := exec.Command("git", append([]string{"-C", dir}, args...)...).Output()
	if err != nil {
		return ""
	}
	return string(out)
}

// pairsOf reads the pairs of one set of labels whose repositories are at hand.
func pairsOf(b *testing.B, dirs map[string]string, set string) (all []pair) {
	b.Helper()
	var labels []struct {
		URL     string
		Mapping struct {
			SourceFile   string `json:"source_file"`
			TargetFile   string `json:"target_file"`
			SourceCommit string `json:"source_commit"`
			TargetCommit string `json:"target_commit"`
			SourceRange  string `json:"source_range"`
			TargetRange  string `json:"target_range"`
			TimeOrder    string `json:"time_order"`
		}
	}
	text := output(dirs["sola-st/codemapper"], "show", "HEAD:data/annotation/"+set+".json")
	if err := json.Unmarshal([]byte(text), &labels); err != nil {
		b.Fatal(set, err)
	}
	for i, l := range labels {
		m := l.Mapping
		if i%*everyPair != 0 {
			continue
		}
		repo := strings.Join(strings.Split(strings.TrimSuffix(strings.TrimRight(l.URL, "/"), ".git"), "/")[3:], "/")
		dir, from, want := dirs[strings.ToLower(repo)], rangesIn(m.SourceRange), rangesIn(m.TargetRange)
		if dir == "" || len(from) == 0 {
			continue
		}
		p := pair{
			repo: dir, fromCommit: m.SourceCommit, toCommit: m.TargetCommit, fromFile: m.SourceFile, toFile: m.TargetFile,
			start: from[0][0], end: from[0][1], want: want, backwards: strings.HasPrefix(m.TimeOrder, "new"),
		}
		p.old, p.new = textAt(dir, m.SourceCommit, m.SourceFile), textAt(dir, m.TargetCommit, m.TargetFile)
		if p.old != "" && utf8.ValidString(p.old) && utf8.ValidString(p.new) && (p.new != "" || len(want) == 0) {
			all = append(all, p)
		}
	}
	return all
}

// readers are the git processes that read texts, by folder.
var readers = map[string]struct {
	ask    io.Writer
	answer *bufio.Reader
}{}

// textAt reads a file at a commit; "" if there is none.
func textAt(dir, commit, file string) string {
	git, ok := readers[dir]
	if !ok {
		cmd := exec.Command("git", "-C", dir, "cat-file", "--batch")
		ask, err1 := cmd.StdinPipe()
		answer, err2 := cmd.StdoutPipe()
		if err1 != nil || err2 != nil || cmd.Start() != nil {
			return ""
		}
		git.ask, git.answer = ask, bufio.NewReader(answer)
		readers[dir] = git
	}
	fmt.Fprintf(git.ask, "%s:%s\n", commit, file)
	head, _ := git.answer.ReadString('\n')
	words := strings.Fields(head)
	if len(words) != 3 {
		return ""
	}
	size, _ := strconv.Atoi(words[2])
	text := make([]byte, size+1)
	if _, err := io.ReadFull(git.answer, text); err != nil || words[1] != "blob" {
		return ""
	}
	return string(text[:size])
}

var fourNumbers = regexp.MustCompile(`\[\s*(\d+)\s*,\s*\d+\s*,\s*(\d+)\s*,\s*\d+\s*\]`)

// rangesIn reads the lines of ranges such as [3, 1, 5, 20].
func rangesIn(text string) (all [][2]int) {
	for _, m := range fourNumbers.FindAllStringSubmatch(text, -1) {
		first, _ := strconv.Atoi(m[1])
		last, _ := strconv.Atoi(m[2])
		if first > 0 {
			all = append(all, [2]int{first, last})
		}
	}
	return all
}

func TestAnswersToPublicPairsAreJudged(t *testing.T) {
	want := rangesIn("[3, 1, 5, 20], [7,1,7,9]")
	for at, outcome := range map[[2]int]string{{3, 5}: "exact", {7, 7}: "exact", {5, 6}: "partial", {8, 9}: "wrong"} {
		if got := judged(want, at, true); got != outcome {
			t.Errorf("%v is %s, not %s", at, got, outcome)
		}
	}
	if judged(want, [2]int{}, false) != "stale" || judged(nil, [2]int{}, false) != "exact" || judged(nil, [2]int{1, 1}, true) != "wrong" {
		t.Error("lines that are gone are judged wrongly")
	}
}

func TestRulesOfOtherToolsPlaceASimpleEdit(t *testing.T) {
	p := pair{old: "a\nb\nc\nd\n", new: "x\na\nb\nC\nd\n", start: 2, end: 2, repo: t.TempDir()}
	p.hunks = hunks(p)
	want := map[string]string{"GitHub's rule": "[3 3] true", "crit": "[3 3] true", "difit": "[0 0] false", "hunk": "[2 2] true"}
	for _, by := range placers {
		at, found := by.place(p)
		if got := fmt.Sprint(at, found); want[by.name] != "" && got != want[by.name] {
			t.Errorf("%s: %s, want %s", by.name, got, want[by.name])
		}
	}
	p.start, p.end = 3, 3
	if _, found := unchangedInDiff(p); found {
		t.Error("a changed line is not outdated")
	}
	if at, _ := carried(p); at != [2]int{4, 4} {
		t.Errorf("crit keeps a changed line at the line after it, not at %v", at)
	}
}

// hunk is a stretch of lines that git diff replaces: n from line a on, by k from line b on.
type hunk struct{ a, n, b, k int }

var hunkHead = regexp.MustCompile(`(?m)^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@`)

// hunks compares the two texts of a pair with git diff.
func hunks(p pair) (all []hunk) {
	dir, err := os.MkdirTemp("", "anchors-")
	if err != nil {
		return nil
	}
	old, now := filepath.Join(dir, "old"), filepath.Join(dir, "new")
	defer func() { _, _, _ = os.Remove(old), os.Remove(now), os.Remove(dir) }()
	if os.WriteFile(old, []byte(p.old), 0o600) != nil || os.WriteFile(now, []byte(p.new), 0o600) != nil {
		return nil
	}
	cmd := exec.Command("git", "diff", "--no-index", "--minimal", "-U0", "--", old, now)
	var out bytes.Buffer
	cmd.Stdout = &out
	_ = cmd.Run() // it fails where the texts differ
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			return 1 // git omits this count
		}
		return n
	}
	for _, m := range hunkHead.FindAllStringSubmatch(out.String(), -1) {
		h := hunk{number(m[1]), number(m[2]), number(m[3]), number(m[4])}
		if h.n == 0 {
			h.a++ // git names the line before an insertion
		}
		if h.k == 0 {
			h.b++
		}
		all = append(all, h)
	}
	return all
}
