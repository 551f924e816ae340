package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// stage is the temporary folder with everything that is measured: the program, the projects, their stores.
type stage struct {
	ctx      context.Context
	progress io.Writer
	tmp      *os.Root // the folder that dir lies in
	dir      string
	binary   string
	instead  string // the program that is run instead of binary, "" for none
	node     string // "" without node
	env      []string

	big, small, edited *project // 10,000 files; 30 files; 30 files of which one keeps changing
	round              *project // 10,000 files, of which 20 keep changing
	lost               *project // 10,000 files, of which 300 changed once, with threads whose lines are gone
	grownProjects      map[string]*project
	scratch            string // a repository for the writes of git
	buildTime          time.Duration
	importTime         map[int]time.Duration // by number of threads
}

func newStage(ctx context.Context, progress io.Writer) (*stage, error) {
	tmp, err := os.OpenRoot(os.TempDir())
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "consider-bench-")
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	if err != nil {
		tmp.Close()
		return nil, err
	}
	st := &stage{
		ctx: ctx, progress: progress, tmp: tmp, dir: dir, binary: filepath.Join(dir, "consider"),
		env: environment(filepath.Join(dir, "home")), importTime: map[int]time.Duration{},
	}
	if runtime.GOOS == "windows" {
		st.binary += ".exe"
	}
	st.node, _ = exec.LookPath("node")
	return st, nil
}

// remove takes the temporary folder away. Git makes its objects read-only, which os.Root does not mind.
func (st *stage) remove(keep bool) error {
	if keep {
		st.say("kept %s", st.dir)
		return st.tmp.Close()
	}
	err := st.tmp.RemoveAll(filepath.Base(st.dir))
	return errors.Join(err, st.tmp.Close())
}

// environment is what the measured programs see. Unlike in tests git may refresh its index, since that is
// what makes its second status fast.
func environment(home string) []string {
	env := []string{
		"HOME=" + home, "USERPROFILE=" + home, "XDG_CONFIG_HOME=" + filepath.Join(home, ".config"),
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_TERMINAL_PROMPT=0",
		"GIT_AUTHOR_NAME=Ann Author", "GIT_AUTHOR_EMAIL=ann@example.com",
		"GIT_COMMITTER_NAME=Ann Author", "GIT_COMMITTER_EMAIL=ann@example.com",
		"LC_ALL=C", "TZ=UTC", "NO_COLOR=1",
	}
	for _, name := range []string{"PATH", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "PATHEXT"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func (st *stage) say(format string, args ...any) {
	fmt.Fprintf(st.progress, "bench: "+format+"\n", args...)
}

// build makes the binary as a release does. It uses the settings of the user who runs the bench: its own home has
// no module cache.
func (st *stage) build() error {
	st.say("build")
	began := time.Now()
	cmd := exec.CommandContext(st.ctx, "go", "build", "-trimpath", "-ldflags", "-s -w -X consider/internal/agents.look=no -X consider/internal/version.Version=v0.0.0", "-o", st.binary, "consider/cmd/consider")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if msg, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build consider: %w\n%s", err, msg)
	}
	st.buildTime = time.Since(began)
	return nil
}

// command is one program to run.
type command struct {
	dir  string
	env  []string // added to the stage's
	args []string // the program first
	in   string   // standard input
}

func (st *stage) command(c command) *exec.Cmd {
	program := c.args[0]
	if program == st.binary && st.instead != "" {
		program = st.instead
	}
	cmd := exec.CommandContext(st.ctx, program, c.args[1:]...)
	cmd.Dir, cmd.Env = c.dir, append(st.env[:len(st.env):len(st.env)], c.env...)
	if c.in != "" {
		cmd.Stdin = strings.NewReader(c.in)
	}
	return cmd
}

// time runs c and returns how long it took, or an error if the command fails.
func (st *stage) time(c command) (sample, error) {
	cmd := st.command(c)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	began := time.Now()
	err := cmd.Run()
	wall := time.Since(began)
	if err != nil {
		return sample{}, fmt.Errorf("%s: %w\n%s", strings.Join(c.args, " "), err, complaint.Bytes())
	}
	return sample{wall, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}, nil
}

// output runs c and returns what it printed.
func (st *stage) output(c command) (string, error) {
	cmd := st.command(c)
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(c.args, " "), err, complaint.Bytes())
	}
	return string(out), nil
}

// git runs git in a folder.
func (st *stage) git(dir string, args ...string) error {
	_, err := st.output(command{dir: dir, args: append([]string{"git"}, args...)})
	return err
}

// sample is one measurement: time on the clock, and processor time of the process and what it started.
type sample struct {
	wall, cpu time.Duration
}

// project is a git repository with one or more stores.
type project struct {
	dir   string
	files []string          // all of its files
	texts map[string]string // of those that threads are on
}
