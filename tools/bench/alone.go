package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// aloneWord makes the bench a small process that starts one command and reports its cost. A process starts with the
// peak memory of its parent, and that of a bench that has made a project of a hundred thousand files is higher than any
// command's own.
const aloneWord = "run-alone"

// alone is the cost of a command, as the small process reports it.
type alone struct {
	CPU  time.Duration
	Peak int64 // bytes of memory; that of the small process, a few MB, where the command used less
}

// runAlone runs a command and writes its cost to file descriptor 3.
func runAlone(args []string) int {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	if cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	took := alone{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), peakOf(cmd.ProcessState)}
	if err := json.NewEncoder(os.NewFile(3, "told")).Encode(took); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return cmd.ProcessState.ExitCode()
}

// timeAlone is time through a small process, which also reports the memory that the command used.
func (st *stage) timeAlone(c command) (took alone, err error) {
	self, err := os.Executable()
	if err != nil {
		return took, err
	}
	c.args = append([]string{self, aloneWord}, c.args...)
	cmd := st.command(c)
	r, w, err := os.Pipe()
	if err != nil {
		return took, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	var complaint bytes.Buffer
	cmd.Stderr, cmd.ExtraFiles = &complaint, []*os.File{w}
	err = cmd.Run()
	if cerr := w.Close(); err != nil || cerr != nil {
		return took, fmt.Errorf("%v: %w\n%s", c.args, errors.Join(err, cerr), complaint.Bytes())
	}
	return took, json.NewDecoder(r).Decode(&took)
}
