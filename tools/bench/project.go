package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Sizes of the projects.
const (
	bigFiles      = 10_000
	bigReviewed   = 200 // files of the big project that have threads
	reviewedLines = 240
	smallFiles    = 30
	smallThreads  = 30
	manyThreads   = 1_000
)

// makeProject writes a project of n files, the first reviewed of them longer, and commits it.
func (st *stage) makeProject(name string, n, reviewed int, r *rand.Rand) (*project, error) {
	p := &project{dir: filepath.Join(st.dir, name), texts: map[string]string{}}
	for i := range n {
		pkg := nouns[i%len(nouns)]
		// The reviewed files are spread over the folders.
		file := fmt.Sprintf("internal/%s/%s/%s_%d.go", pkg, verbs[i/len(nouns)%len(verbs)], pick(r, nouns), i)
		lines := 20 + r.IntN(80)
		if i < reviewed {
			lines = reviewedLines
		}
		text := source(r, pkg, lines)
		if i < reviewed {
			p.texts[file] = text
		}
		p.files = append(p.files, file)
		full := filepath.Join(p.dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"},
		{"config", "gc.auto", "0"},
		{"config", "maintenance.auto", "false"},
		{"add", "-A"},
		{"commit", "-q", "-m", "everything"},
		// A repository of this size is packed long before it has so many files.
		{"gc", "-q"},
	} {
		if err := st.git(p.dir, args...); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (st *stage) random(p plan, stream uint64) *rand.Rand {
	return rand.New(rand.NewPCG(p.seed, stream))
}

// makeSmall makes the project of an everyday review: its threads come one by one, with their bases, and
// every third has an answer.
func (st *stage) makeSmall(p plan) (err error) {
	st.small, err = st.smallProject("small", p)
	return err
}

// makeEdited makes a second project, in which a file keeps changing under its threads. Another store of this
// project has one thread, whose file is gone.
func (st *stage) makeEdited(p plan) (err error) {
	if st.edited, err = st.smallProject("edited", p); err != nil {
		return err
	}
	last := st.edited.files[smallFiles-1]
	if _, err := st.output(st.store(st.edited, 1).consider("add", last+":5", "-m", "is this used?")); err != nil {
		return err
	}
	return os.Remove(filepath.Join(st.edited.dir, filepath.FromSlash(last)))
}

func (st *stage) smallProject(name string, p plan) (*project, error) {
	r := st.random(p, 1)
	made, err := st.makeProject(name, smallFiles, smallFiles/3, r)
	if err != nil {
		return nil, err
	}
	s := st.store(made, smallThreads)
	for i := range smallThreads {
		line := 10 + r.IntN(reviewedLines-20)
		place := fmt.Sprintf("%s:%d-%d", made.files[i%(smallFiles/3)], line, line+r.IntN(4))
		if _, err := st.output(s.consider("add", place, "-m", message(r))); err != nil {
			return nil, err
		}
	}
	ids, err := st.ids(s)
	if err != nil {
		return nil, err
	}
	for i := 0; i < len(ids); i += 3 {
		if _, err := st.output(s.consider("reply", ids[i], "-m", message(r))); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// makeBig makes the project of 10,000 files; its stores are imported.
func (st *stage) makeBig(p plan) (err error) {
	r := st.random(p, 2)
	if st.big, err = st.makeProject("big", bigFiles, bigReviewed, r); err != nil {
		return err
	}
	for _, n := range []int{smallThreads, manyThreads, p.threads} {
		if n == 0 {
			continue
		}
		st.say("a store of %d threads", n)
		if err := st.importThreads(st.store(st.big, n), n, r); err != nil {
			return err
		}
	}
	return nil
}

// importThreads makes a store of n threads.
func (st *stage) importThreads(s store, n int, r *rand.Rand) error {
	file := filepath.Join(st.dir, fmt.Sprintf("store-%d.json", n))
	if err := writeStoreV1(file, s.project, n, r); err != nil {
		return err
	}
	took, err := st.time(s.consider("import", file, "--as", "human"))
	st.importTime[n] = took.wall
	return err
}

// makeScratch makes the repository that git writes to while it is measured.
func (st *stage) makeScratch(p plan) error {
	made, err := st.makeProject("scratch", smallFiles, 0, st.random(p, 3))
	if err != nil {
		return err
	}
	st.scratch = made.dir
	return st.git(made.dir, "notes", "add", "-m", "the first note")
}

// writeStoreV1 writes a store.json of the original tool: n threads, evenly over the reviewed files, some
// with answers.
func writeStoreV1(file string, p *project, n int, r *rand.Rand) error {
	type object = map[string]any
	at := time.Date(2026, 11, 2, 9, 0, 0, 0, time.UTC)
	comments := make([]object, n)
	for i := range comments {
		name := p.files[i%bigReviewed]
		lines := strings.Split(p.texts[name], "\n")
		start := 5 + r.IntN(reviewedLines-20)
		end := start + r.IntN(4)
		at = at.Add(time.Minute)
		thread := []object{}
		for j := range r.IntN(3) {
			thread = append(thread, object{
				"id": fmt.Sprintf("r_%d_%d", i, j), "author": []string{"agent", "human"}[j%2],
				"body": message(r), "createdAt": at.Add(time.Duration(j+1) * time.Second),
			})
		}
		comments[i] = object{
			"id": fmt.Sprintf("c_%d", i), "file": name, "workflowState": "open", "author": "human",
			"body": message(r), "createdAt": at, "agentLastSeenAt": nil, "thread": thread,
			"anchor": object{
				"startLine": start, "endLine": end, "contentHash": "",
				"contextBefore": lines[start-3 : start-1], "contextAfter": lines[end : end+2],
				"targetContent": strings.Join(lines[start-1:end], "\n"),
			},
		}
	}
	data, err := json.Marshal(object{"version": 1, "projectRoot": "", "comments": comments})
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o644)
}

// plan is what one run of the bench does.
type plan struct {
	rounds      int
	threads     int // of the large store; 0 for no such store
	writers     int // that reply at the same time
	replies     int // of each
	crowds      int // how often they do
	anchorLines []int
	seed        uint64
	keep        bool   // leave the temporary folder, for a profiler
	old         string // another program that is measured in turns with this one, "" for none
}
