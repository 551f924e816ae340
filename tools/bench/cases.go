package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
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
	return cases, budget, nil
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
var befores = map[string]func(*stage, *project){
	"":     func(*stage, *project) {},
	"list": (*stage).list,
	"hook": func(st *stage, p *project) { st.output(p, "consider", "hook", "claude", "PostToolUse") },
	"forget": func(st *stage, p *project) {
		files, _ := filepath.Glob(filepath.Join(p.store, "cache", "*"))
		for _, f := range files {
			st.err = cmp.Or(st.err, os.Remove(f))
		}
	},
	"reply": func(st *stage, p *project) {
		id := st.nextID(p)
		st.list(p)
		st.output(p, "consider", "reply", id, "--as", "agent", "--name", "bot", "-m", "done")
	},
	"edit": func(st *stage, p *project) {
		st.list(p)
		p.edits++
		for _, file := range p.files[:roundFiles] {
			st.write(p, file, fmt.Sprintf("// edit %d\n%s", p.edits, p.texts[file]))
		}
	},
}

func (st *stage) list(p *project) { st.output(p, "consider", "list") }

// command fills in the words of a case that stand for something.
func (st *stage) command(c timed, p *project) []string {
	args := slices.Clone(c.args)
	for i, arg := range args {
		switch {
		case arg == "ID":
			args[i] = st.nextID(p)
		case strings.HasPrefix(arg, "FILE"):
			args[i] = p.files[0] + arg[len("FILE"):]
		case arg == "bot-N":
			args[i] = fmt.Sprintf("bot-%d", p.used)
		}
	}
	return args
}
