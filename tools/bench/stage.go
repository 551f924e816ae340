package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"consider/internal/gittest"
)

// plan is what one run does.
type plan struct {
	rounds  int
	sizes   []int  // threads of the stores of the project big
	only    string // part of the names of the cases to time, "" for all
	old     string // another consider, measured in turns with this one, "" for none
	samples string // the file for every single measurement, "" for none
	keep    bool   // leave the temporary folder, for a profiler
}

// stage is the temporary folder with everything that is measured: the program and the projects with their stores.
type stage struct {
	ctx      context.Context
	progress io.Writer
	dir      string
	binary   string
	env      []string
	projects map[string]*project
	err      error // the first one; nothing is run after it
}

// project is a git repository, with a store of some threads.
type project struct {
	dir   string
	store string            // the folder of the store
	files []string          // the first ones have threads, or keep changing
	texts map[string]string // of those
	ids   []string          // of the threads, asked once
	edits int
	used  int // threads that were used in turn
}

func newStage(ctx context.Context, progress io.Writer) (*stage, error) {
	dir, err := os.MkdirTemp("", "consider-bench-")
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	home := filepath.Join(dir, "home")
	if err == nil {
		err = os.Mkdir(home, 0o755)
	}
	st := &stage{
		ctx: ctx, progress: progress, dir: dir, binary: filepath.Join(dir, "consider"), env: environment(home), projects: map[string]*project{},
	}
	if runtime.GOOS == "windows" {
		st.binary += ".exe"
	}
	return st, err
}

// remove takes the temporary folder away. Git makes its objects read-only, which os.Root does not mind.
func (st *stage) remove(keep bool) error {
	if keep {
		st.say("kept %s", st.dir)
		return nil
	}
	tmp, err := os.OpenRoot(filepath.Dir(st.dir))
	if err != nil {
		return err
	}
	return errors.Join(tmp.RemoveAll(filepath.Base(st.dir)), tmp.Close())
}

// environment is what the measured programs see. Unlike in tests, git may refresh its index, since that is what makes
// its second status fast.
func environment(home string) []string {
	return append(append(gittest.Outer(), gittest.Env(home)...), "GIT_OPTIONAL_LOCKS=1", "NO_COLOR=1")
}

func (st *stage) say(format string, args ...any) {
	fmt.Fprintf(st.progress, "bench: "+format+"\n", args...)
}

// build makes the binary as a release does. It uses the settings of the user who runs the bench: the stage's home has
// no module cache.
func (st *stage) build() error {
	st.say("build")
	cmd := exec.CommandContext(st.ctx, "go", "build", "-trimpath", "-ldflags", "-s -w -X consider/internal/agents.look=no -X consider/internal/version.Version=v0.0.0", "-o", st.binary, "consider/cmd/consider")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build consider: %w\n%s", err, msg)
	}
	return nil
}

// machine says what the numbers depend on.
func (st *stage) machine() string {
	git := st.output(&project{dir: st.dir}, "git", "--version")
	return fmt.Sprintf("%s/%s, %d processors, %s, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), strings.TrimSpace(git))
}

// sample is one measurement: time on the clock, and processor time of the process and what it started.
type sample struct {
	wall, cpu time.Duration
}

// output runs a command in a project and returns what it printed.
func (st *stage) output(p *project, args ...string) string {
	out, _ := st.timed(p, args)
	return out
}

// timed is output with how long the command took.
func (st *stage) timed(p *project, args []string) (out string, took sample) {
	if st.err == nil {
		out, took, st.err = st.start(p, args)
	}
	return out, took
}

// start runs a command; "consider" is the program that was built.
func (st *stage) start(p *project, args []string) (string, sample, error) {
	program := args[0]
	if program == "consider" {
		program = st.binary
	}
	var out, complaint bytes.Buffer
	cmd := exec.CommandContext(st.ctx, program, args[1:]...)
	cmd.Dir, cmd.Env = p.dir, append(st.env[:len(st.env):len(st.env)], "CONSIDER_DIR="+p.store)
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if len(args) > 1 && args[1] == "hook" {
		cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id":"bench","cwd":%q,"hook_event_name":"PostToolUse"}`, p.dir))
	}
	began := time.Now()
	err := cmd.Run()
	wall := time.Since(began)
	if err != nil {
		return "", sample{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, complaint.Bytes())
	}
	return out.String(), sample{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
}

// write writes a file of a project.
func (st *stage) write(p *project, file, text string) {
	full := filepath.Join(p.dir, filepath.FromSlash(file))
	if st.err == nil {
		st.err = errors.Join(os.MkdirAll(filepath.Dir(full), 0o755), os.WriteFile(full, []byte(text), 0o644))
	}
}

// thread is what the bench reads of one in a list.
type thread struct {
	ID      string
	Replies int
}

func (st *stage) threads(p *project) []thread {
	text := st.output(p, "consider", "list", "--json")
	var listed struct{ Data struct{ Threads []thread } }
	if st.err == nil {
		st.err = json.Unmarshal([]byte(text), &listed)
	}
	return listed.Data.Threads
}

// nextID returns the threads of a project in turn.
func (st *stage) nextID(p *project) string {
	if p.ids == nil {
		for _, t := range st.threads(p) {
			p.ids = append(p.ids, t.ID)
		}
	}
	if len(p.ids) == 0 {
		st.err = cmp.Or(st.err, fmt.Errorf("%s has no threads", p.store))
		return ""
	}
	p.used++
	return p.ids[p.used%len(p.ids)]
}
