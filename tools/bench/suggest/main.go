// Command suggest makes suggestions on lines of old commits of a repository, applies each at the newest commit, and
// counts those that were applied correctly, refused, and applied wrongly.
//
//	go run ./tools/bench/suggest -n 300 [-repo .] [-program bin/consider]
//
// A suggestion is applied correctly if git agrees, because "blame --reverse" finds the old commit's lines in the newest
// one; or if the lines occur in the file once, so that no other location is possible. Everything is done in a clone in
// a temporary folder.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	n := flag.Int("n", 300, "suggestions")
	repo := flag.String("repo", ".", "a repository with its history")
	program := flag.String("program", "bin/consider", "the program that is tried")
	seed := flag.Int64("seed", 1, "of chance")
	flag.Parse()
	full, err := filepath.Abs(*program)
	from, err2 := filepath.Abs(*repo)
	if err = errors.Join(err, err2); err == nil {
		_, err = run(options{*n, from, full, *seed}, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "suggest:", err)
		os.Exit(1)
	}
}

type options struct {
	n             int
	repo, program string
	seed          int64
}

var errWrong = errors.New("a suggestion was applied to other lines")

func run(o options, out io.Writer) (r result, err error) {
	folder, err := os.MkdirTemp("", "consider-suggest-")
	if err != nil {
		return result{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	b := &bench{dir: filepath.Join(folder, "clone"), program: o.program, rng: rand.New(rand.NewSource(o.seed))}
	if _, err := command(folder, "git", "clone", "-q", "--no-hardlinks", o.repo, b.dir); err != nil {
		return result{}, err
	}
	if b.head, err = b.git("rev-parse", "HEAD"); err != nil {
		return result{}, err
	}
	all, err := b.suggestions(o.n)
	if err != nil {
		return result{}, err
	}
	for _, m := range all {
		if err := b.judge(m, &r, out); err != nil {
			return r, err
		}
	}
	fmt.Fprintf(out, "%d suggestions: %d applied right, %d refused (of %d git finds all lines), %d wrong\n", len(all), r.right, r.refused, r.kept, r.wrong)
	if r.wrong > 0 {
		return r, errWrong
	}
	return r, nil
}

// suggestions makes n of them, some on each of several old commits.
func (b *bench) suggestions(n int) (all []made, err error) {
	list, err := b.git("rev-list", "--first-parent", "--reverse", "HEAD~1")
	if err != nil {
		return nil, err
	}
	commits := strings.Fields(list)
	const each = 10
	var old []string
	for range (n + each - 1) / each {
		old = append(old, commits[b.rng.Intn(len(commits))])
	}
	slices.SortFunc(old, func(x, y string) int { return slices.Index(commits, x) - slices.Index(commits, y) })
	for _, commit := range old {
		if _, err := b.git("checkout", "-q", "--detach", commit); err != nil {
			return nil, err
		}
		names, err := b.git("ls-files", "*.go", "*.ts", "*.md", "*.css", "*.txtar")
		if err != nil {
			return nil, err
		}
		for done, tries := 0, 0; done < each && len(all) < n && tries < 10*each; tries++ {
			m, ok, err := b.suggest(commit, strings.Split(names, "\n"))
			if err != nil {
				return nil, err
			}
			if ok {
				all, done = append(all, m), done+1
			}
		}
	}
	_, err = b.git("checkout", "-q", "--detach", b.head)
	return all, err
}

// suggest makes a suggestion on some lines of a file.
func (b *bench) suggest(commit string, names []string) (made, bool, error) {
	m := made{commit: commit, file: names[b.rng.Intn(len(names))]}
	data, err := os.ReadFile(filepath.Join(b.dir, m.file))
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	if err != nil || len(lines) < 8 {
		return m, false, nil
	}
	m.start = 1 + b.rng.Intn(len(lines))
	m.end = min(m.start+b.rng.Intn(5), len(lines))
	if m.lines = lines[m.start-1 : m.end]; strings.TrimSpace(strings.Join(m.lines, "")) == "" {
		return m, false, nil
	}
	body := fmt.Sprintf("````````suggestion\nput in place of %d lines\n````````", len(m.lines))
	said, err := command(b.dir, b.program, "add", fmt.Sprintf("%s:%d-%d", m.file, m.start, m.end), "-m", body, "--json", "--as", "human")
	if err != nil {
		return m, false, err
	}
	var answer struct {
		Data struct{ Thread struct{ ID string } }
	}
	err = json.Unmarshal([]byte(said), &answer)
	m.id = answer.Data.Thread.ID
	return m, err == nil, err
}
