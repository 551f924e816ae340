package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// applied is what the program says that it did.
type applied struct {
	File               string
	StartLine, EndLine int
}

// judge applies a suggestion, counts it, and puts the file back.
func (b *bench) judge(m made, r *result, out io.Writer) error {
	file, lines, survive := b.follow(m)
	said, err := command(b.dir, b.program, "apply", m.id, "--json", "--as", "human")
	if err != nil { // refused: the exit code says why
		changed, gitErr := b.git("status", "--porcelain")
		if gitErr != nil || changed != "" {
			return fmt.Errorf("%s was refused and something is changed: %s %w", m.id, changed, gitErr)
		}
		if r.refused++; survive {
			r.kept++
		}
		return nil
	}
	var answer struct{ Data struct{ Applied []applied } }
	if err := json.Unmarshal([]byte(said), &answer); err != nil || len(answer.Data.Applied) != 1 {
		return fmt.Errorf("%s: %q: %w", m.id, said, err)
	}
	a := answer.Data.Applied[0]
	before, err := b.git("show", b.head+":"+a.File)
	if err != nil {
		return err
	}
	now, err := os.ReadFile(filepath.Join(b.dir, a.File))
	if err != nil {
		return err
	}
	was := strings.Split(before, "\n")
	want := slices.Concat(was[:a.StartLine-1], []string{fmt.Sprintf("put in place of %d lines", len(m.lines))}, was[a.EndLine:])
	replaced := slices.Equal(was[a.StartLine-1:a.EndLine], m.lines) && strings.TrimSuffix(string(now), "\n") == strings.Join(want, "\n")
	there := survive && a.File == file && slices.Equal(lines, count(a.StartLine, a.EndLine))
	if replaced && (there || standings(was, m.lines) == 1) {
		r.right++
	} else {
		r.wrong++
		fmt.Fprintf(out, "wrong: %s:%d-%d of %.9s at %s:%d-%d, git says %s %v\n", m.file, m.start, m.end, m.commit, a.File, a.StartLine, a.EndLine, file, lines)
	}
	_, err = b.git("checkout", "-q", "--", ".")
	return err
}

// follow asks git where lines of an old commit are in the newest one; survive: all of them are, one after the other.
func (b *bench) follow(m made) (file string, lines []int, survive bool) {
	out, err := b.git("blame", "--reverse", "--porcelain", "-L", fmt.Sprintf("%d,%d", m.start, m.end), m.commit+".."+b.head, "--", m.file)
	if err != nil {
		return "", nil, false
	}
	survive = true
	for line := range strings.SplitSeq(out, "\n") {
		words := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "\t"):
		case strings.HasPrefix(line, "filename "):
			file = strings.TrimPrefix(line, "filename ")
		case len(words) >= 3 && len(words[0]) == len(b.head):
			at, err := strconv.Atoi(words[1])
			survive = survive && err == nil && words[0] == b.head
			lines = append(lines, at)
		}
	}
	return file, lines, survive && len(lines) > 0 && slices.Equal(lines, count(lines[0], lines[0]+len(m.lines)-1))
}

// count is the numbers from start to end.
func count(start, end int) (all []int) {
	for i := start; i <= end; i++ {
		all = append(all, i)
	}
	return all
}

// standings counts how often lines occur in a text.
func standings(text, lines []string) (n int) {
	for at := 0; at+len(lines) <= len(text); at++ {
		if slices.Equal(text[at:at+len(lines)], lines) {
			n++
		}
	}
	return n
}
