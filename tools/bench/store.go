package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// store is one store of a project. A project has several, of different sizes, each in a folder of its own;
// consider treats each like .consider.
type store struct {
	project *project
	dir     string
	binary  string
	threads int
}

func (st *stage) store(p *project, threads int) store {
	return store{p, filepath.Join(p.dir, fmt.Sprintf(".consider-%d", threads)), st.binary, threads}
}

// consider is a run of the program on the store.
func (s store) consider(args ...string) command {
	return command{dir: s.project.dir, env: []string{"CONSIDER_DIR=" + s.dir}, args: append([]string{s.binary}, args...)}
}

// as is consider by an agent.
func (s store) as(agent string, args ...string) command {
	return s.consider(append(args, "--as", "agent", "--name", agent)...)
}

// forget deletes what earlier reads left behind.
func (s store) forget() error {
	files, err := os.ReadDir(filepath.Join(s.dir, "cache"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, f := range files {
		err = errors.Join(err, os.Remove(filepath.Join(s.dir, "cache", f.Name())))
	}
	return err
}

// listed is what the bench wants to know of a list.
type listed struct {
	Data struct {
		Threads []struct {
			ID      string `json:"id"`
			Replies int    `json:"replies"`
		} `json:"threads"`
	} `json:"data"`
}

func (st *stage) list(s store) (listed, error) {
	var out listed
	text, err := st.output(s.consider("list", "--json"))
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal([]byte(text), &out)
}

// ids returns the ids of the store's open threads.
func (st *stage) ids(s store) ([]string, error) {
	l, err := st.list(s)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, t := range l.Data.Threads {
		out = append(out, t.ID)
	}
	if len(out) < s.threads {
		return nil, fmt.Errorf("the store lists %d threads, %d were made", len(out), s.threads)
	}
	return out, nil
}

// replies counts the replies of all open threads.
func (st *stage) replies(s store) (int, error) {
	l, err := st.list(s)
	n := 0
	for _, t := range l.Data.Threads {
		n += t.Replies
	}
	return n, err
}
