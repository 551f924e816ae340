package main

import (
	"bufio"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

//go:embed cases.txt
var casesText string

// timed is one case: a command that is timed once a round in a project.
type timed struct {
	name, project string
	before        string // the untimed step before it, "" for none
	args          []string
}

// limit is one line of the budget.
type limit struct {
	what    string
	most    float64
	against string
	wall    bool // judged by the clock, because waiting for the disk counts; otherwise by processor time
}

// parse reads cases.txt, as far as the plan has its projects.
func parse(text string, p plan) (cases []timed, budget []limit, err error) {
	lines := bufio.NewScanner(strings.NewReader(text))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			return nil, nil, fmt.Errorf("cases.txt: %q has %d columns, not 4", line, len(cells))
		}
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if most, err := strconv.ParseFloat(cells[1], 64); err == nil {
			budget = append(budget, limit{cells[0], most, cells[2], cells[3] == "wall"})
			continue
		}
		if _, known := befores[cells[2]]; !known || cells[3] == "" {
			return nil, nil, fmt.Errorf("cases.txt: %q: unknown step %q, or no command", line, cells[2])
		}
		args := strings.Fields(cells[3])
		if args[0] == "node" {
			if _, err := exec.LookPath("node"); err != nil {
				continue // nothing is compared with it here
			}
		}
		for project := range strings.SplitSeq(cells[1], ", ") {
			for _, one := range stores(project, p.sizes) {
				c := timed{cells[0] + ", " + one, one, cells[2], args}
				if strings.Contains(c.name, p.only) {
					cases = append(cases, c)
				}
			}
		}
	}
	return cases, budget, lines.Err()
}

// stores are the projects that a name in cases.txt stands for.
func stores(project string, sizes []int) []string {
	if project != "big-*" {
		return []string{project}
	}
	var all []string
	for _, n := range sizes {
		all = append(all, bigStore(n))
	}
	return all
}

// befores are what can be done before a case.
var befores = map[string]func(*stage, *project) error{
	"":     func(*stage, *project) error { return nil },
	"list": (*stage).list,
	"hook": func(st *stage, p *project) error {
		_, err := st.output(p, "consider", "hook", "claude", "PostToolUse")
		return err
	},
	"forget": func(_ *stage, p *project) error { return forget(filepath.Join(p.store, "cache")) },
	"reply": func(st *stage, p *project) error {
		id, err := st.nextID(p)
		if err == nil {
			err = st.list(p)
		}
		if err == nil {
			_, err = st.output(p, "consider", "reply", id, "--as", "agent", "--name", "bot", "-m", "done")
		}
		return err
	},
	"edit": func(st *stage, p *project) error {
		if err := st.list(p); err != nil {
			return err
		}
		p.edits++
		for _, file := range p.files[:roundFiles] {
			if err := p.write(file, fmt.Sprintf("// edit %d\n%s", p.edits, p.texts[file])); err != nil {
				return err
			}
		}
		return nil
	},
}

func (st *stage) list(p *project) error {
	_, err := st.output(p, "consider", "list")
	return err
}

// forget empties a folder, if it is there.
func forget(folder string) error {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, f := range files {
		err = errors.Join(err, os.Remove(filepath.Join(folder, f.Name())))
	}
	return err
}

// command fills in the words of a case that stand for something.
func (st *stage) command(c timed, p *project) ([]string, error) {
	args := make([]string, len(c.args))
	for i, arg := range c.args {
		switch {
		case arg == "ID":
			id, err := st.nextID(p)
			if err != nil {
				return nil, err
			}
			arg = id
		case strings.HasPrefix(arg, "FILE"):
			arg = p.files[0] + arg[len("FILE"):]
		case arg == "bot-N":
			arg = fmt.Sprintf("bot-%d", p.used)
		}
		args[i] = arg
	}
	return args, nil
}
