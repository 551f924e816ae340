package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// landed holds the figures of the last run that was kept with -land. The file is committed, so that later runs can be
// compared with it.
//
//go:embed landed.json
var landed []byte

// drift is how many times the landed value a figure may have before the table marks it. It is large, and only sets a
// mark, because two runs on a busy machine differ by a quarter. Values that must not grow at all are counted, and
// tested in internal/proof.
const drift = 1.3

// figure is one number of a run that says something about the program and little about the machine: a ratio within the
// run. Milliseconds are not kept: of two runs on a busy machine one has three times as many.
type figure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// compared are the ratios that are kept. clock is for those where waiting for the disk counts.
var compared = []struct {
	what, against string
	clock         bool
}{
	{what: "consider version", against: "git --version"},
	{what: on(smallThreads, "list"), against: "git status, 30 files"},
	{what: on(smallThreads, "list cold"), against: "git status, 30 files"},
	{what: on(smallThreads, "hook"), against: "git status, 30 files"},
	{what: on(smallThreads, "hook after a write"), against: "git status, 30 files"},
	{what: lostName, against: "git status, 30 files"},
	{what: on(manyThreads, "list"), against: "git status, 10,000 files"},
	{what: on(manyThreads, "list cold"), against: "git status, 10,000 files"},
	{what: on(manyThreads, "hook"), against: "git status, 10,000 files"},
	{what: on(10_000, "list"), against: "git status, 10,000 files"},
	{what: on(10_000, "list cold"), against: "git status, 10,000 files"},
	{what: on(smallThreads, "reply"), against: "git commit --allow-empty", clock: true},
	{what: on(smallThreads, "reply"), against: "git commit --allow-empty, fsync", clock: true},
}

// figures returns the figures of this run, except those that were not measured.
func (r *report) figures() []figure {
	var out []figure
	for _, c := range compared {
		what, ok := r.find(c.what)
		against, ok2 := r.find(c.against)
		if !ok || !ok2 {
			continue
		}
		value := ratio(what.cpu(), against.cpu())
		if c.clock {
			value = ratio(what.wall(), against.wall())
		}
		out = append(out, figure{c.what + " ÷ " + c.against, rounded(value)})
	}
	return out
}

// rounded returns v with three significant digits.
func rounded(v float64) float64 {
	v, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	if err != nil {
		return 0
	}
	return v
}

// writeLanded writes the figures of this run next to the kept ones.
func (r *report) writeLanded(w io.Writer, kept []byte) error {
	var last []figure
	if err := json.Unmarshal(kept, &last); err != nil {
		return fmt.Errorf("read the landed figures: %w", err)
	}
	values := map[string]float64{}
	for _, f := range last {
		values[f.Name] = f.Value
	}
	rows := [][]string{{"figure", "landed", "today", ""}}
	for _, f := range r.figures() {
		before, mark := "", ""
		if was, known := values[f.Name]; known {
			before = strconv.FormatFloat(was, 'g', -1, 64)
			if f.Value > was*drift {
				mark = fmt.Sprintf("%.1f times as much: look", f.Value/was)
			}
		}
		rows = append(rows, []string{f.Name, before, strconv.FormatFloat(f.Value, 'g', -1, 64), mark})
	}
	if len(rows) > 1 {
		table(w, rows, 1, 2)
	}
	return nil
}

// land keeps the figures of this run in a file.
func (r *report) land(file string) error {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetIndent("", "  ")
	if err := e.Encode(r.figures()); err != nil {
		return err
	}
	return os.WriteFile(filepath.Clean(file), []byte(b.String()), 0o644)
}
