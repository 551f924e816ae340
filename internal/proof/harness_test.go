//go:build unix

package proof

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"consider/internal/gittest"
)

// hang is when a command counts as hung. Commands take milliseconds; only
// waiting for the lock takes seconds. The rest is for machines that are busy.
const hang = 5 * time.Minute

// soon returns the time within which a command that waits for nothing must end: five seconds, and more if the commands
// around it take long too, because the machine is busy.
func soon(around []time.Duration) time.Duration {
	slices.Sort(around)
	return 5*time.Second + 20*around[len(around)/2]
}

// seat is a folder, user and environment from which the program is run.
type seat struct {
	t       testing.TB
	dir     string
	program string   // "" for this test binary
	env     []string // added to the hermetic one
	user    *syscall.Credential
	within  *syscall.SysProcAttr // a container, instead of a user
	stdin   io.Reader
	alive   *os.File // held open by all that is started from here, and by what that starts
	inside  bool     // run in this process, unless with another program or user
}

// sit returns a seat in dir. The test does not end, and its folder stays, until everything started from the seat has
// ended: a writer may have started a collection in the background.
func sit(t testing.TB, dir string) seat {
	t.Helper()
	ended, alive, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = alive.Close(), ended.SetReadDeadline(time.Now().Add(hang))
		if _, err := ended.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
			t.Errorf("something that the program started in %s has not ended: %v", dir, err)
		}
		_ = ended.Close()
	})
	return seat{t: t, dir: dir, alive: alive}
}

// with returns the same seat with additional environment variables.
func (s seat) with(env ...string) seat {
	s.env = append(slices.Clone(s.env), env...)
	return s
}

// here returns the same seat with runs in this process, by an account with a key for its stores, for tests of what is
// answered: starting a process takes ten times as long as most answers. Who calls, what is killed and what comes at once
// is tested with processes.
func (s seat) here() seat {
	return s.inProcess().with("XDG_CONFIG_HOME=" + os.Getenv("XDG_CONFIG_HOME"))
}

// inProcess is here for the seat's own account: for the steps around a process that matters.
func (s seat) inProcess() seat {
	s.inside, s.program = true, ""
	return s
}

// runsInside reports whether the seat's runs are in this process. The search path and the variables of git have to be those
// of the process.
func (s seat) runsInside() bool {
	return s.inside && s.program == "" && s.user == nil && s.within == nil && !slices.ContainsFunc(s.env, func(pair string) bool {
		return pair == "HOME=" || strings.HasPrefix(pair, "PATH=") || strings.HasPrefix(pair, "GIT_")
	})
}

// result is how a run ended.
type result struct {
	args     []string
	Code     int // -1 when it was ended by a signal
	Out, Err string
	Took     time.Duration
}

func (s seat) command(ctx context.Context, args ...string) *exec.Cmd {
	program := s.program
	if program == "" {
		program = os.Args[0]
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = s.dir
	cmd.Env = append(gittest.Env(filepath.Join(s.dir, ".no-home")), "PATH="+os.Getenv("PATH"), "TMPDIR="+os.TempDir(), asProgram+"=1")
	cmd.Env = append(cmd.Env, s.env...)
	cmd.Stdin, cmd.ExtraFiles = s.stdin, []*os.File{s.alive}
	if s.user != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: s.user}
	}
	if s.within != nil {
		cmd.SysProcAttr = s.within
	}
	return cmd
}

// run runs the program and holds the answer to what every answer must keep:
// no crash, an exit code of the list, and with --json one document that agrees
// with the exit code.
func (s seat) run(args ...string) result {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	cmd := s.command(ctx, args...)
	var out, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &stderr
	r, start := result{args: args}, time.Now()
	if s.runsInside() {
		r.Code = runHere(ctx, cmd)
	} else if err := cmd.Run(); err != nil {
		exit, ended := errors.AsType[*exec.ExitError](err)
		if !ended {
			s.t.Fatalf("%s: %v", r, err)
		}
		r.Code = exit.ExitCode()
	}
	r.Out, r.Err, r.Took = out.String(), stderr.String(), time.Since(start)
	if ctx.Err() != nil {
		s.t.Fatalf("%s: hangs", r)
	}
	s.decent(r)
	return r
}

var crashed = regexp.MustCompile(`(?m)^(panic:|fatal error:|goroutine \d)`)

// exitCodes lists the valid exit codes. 1 is not valid: it means a bug.
var exitCodes = []int{0, 2, 10, 11, 12, 13, 14, 15, 16, 17, 130}

func (s seat) decent(r result) {
	s.t.Helper()
	shown := r.Out
	if r.Code == 0 {
		shown = "" // code in it may have these words
	}
	if crashed.MatchString(r.Err) || strings.Contains(shown+r.Err, "panic in ") {
		s.t.Errorf("%s crashed: %s", r, r.Err)
	}
	if !slices.Contains(exitCodes, r.Code) && r.Code != -1 {
		s.t.Errorf("%s: exit %d\n%s%s", r, r.Code, clip(r.Out), clip(r.Err))
	}
	if !slices.Contains(r.args, "--json") || r.Code == -1 {
		return
	}
	a, err := r.answer()
	if err != nil {
		s.t.Errorf("%s: not one JSON document: %v: %s", r, err, clip(r.Out))
	} else if a.OK != (r.Code == 0) && a.Error.Kind != "" {
		s.t.Errorf("%s: exit %d and %s", r, r.Code, clip(r.Out))
	}
}

func (r result) String() string {
	var words []string
	for _, a := range r.args {
		words = append(words, clipTo(a, 60))
	}
	return "consider " + strings.Join(words, " ")
}

func clip(s string) string { return clipTo(s, 2000) }

func clipTo(s string, n int) string {
	if len(s) > n {
		return s[:n] + "…"
	}
	return s
}

// must runs a command that must succeed.
func (s seat) must(args ...string) result {
	s.t.Helper()
	r := s.run(args...)
	if r.Code != 0 {
		s.t.Fatalf("%s: exit %d\n%s%s", r, r.Code, clip(r.Out), clip(r.Err))
	}
	return r
}

// refused runs a command that must fail, with one of these exit codes.
func (s seat) refused(codes []int, args ...string) result {
	s.t.Helper()
	r := s.run(args...)
	if !slices.Contains(codes, r.Code) {
		s.t.Errorf("%s: exit %d, want one of %d\n%s%s", r, r.Code, codes, clip(r.Out), clip(r.Err))
	}
	return r
}

// answer is the one document of --json.
type answer struct {
	OK     bool            `json:"ok"`
	Data   json.RawMessage `json:"data"`
	Cursor string          `json:"cursor"`
	Error  struct {
		Kind    string   `json:"kind"`
		Message string   `json:"message"`
		Hints   []string `json:"hints"`
	} `json:"error"`
}

func (r result) answer() (answer, error) {
	var a answer
	dec := json.NewDecoder(strings.NewReader(r.Out))
	if err := dec.Decode(&a); err != nil {
		return a, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return a, errors.New("there is more than one document")
	}
	return a, nil
}

// thread holds the fields of a thread that the tests use.
type thread struct {
	ID            string
	File          string
	WorkflowState string
	AnchorState   string
	Unseen        bool
	Labels        []string
	Body          string
	Replies       int
	Quote         []string
	Placement     struct {
		File      string
		StartLine int
		EndLine   int
		Method    string
		Edited    bool
		Reason    string
	}
	Thread []reply // of get only
	SeenBy map[string]time.Time
}

type reply struct {
	ID, Author, AuthorName, Body string
}

// into decodes an answer's data.
func into[T any](s seat, r result) T {
	s.t.Helper()
	a, err := r.answer()
	if err != nil {
		s.t.Fatalf("%s: %v", r, err)
	}
	var v T
	if err := json.Unmarshal(a.Data, &v); err != nil {
		s.t.Fatalf("%s: %v", r, err)
	}
	return v
}

type listing struct {
	Threads []thread
	Damaged []struct{ Path, Problem string }
	Newer   []struct{ Path, Problem string }
}

func (s seat) list(args ...string) listing {
	s.t.Helper()
	return into[listing](s, s.must(append([]string{"list", "--json"}, args...)...))
}

// rawThreads returns the list as printed, to compare it byte by byte.
func (s seat) rawThreads(args ...string) string {
	s.t.Helper()
	raw := into[struct{ Threads json.RawMessage }](s, s.must(append([]string{"list", "--json", "--workflow", "all"}, args...)...))
	return string(raw.Threads)
}

type one struct{ Thread thread }

func (s seat) get(id string) thread {
	s.t.Helper()
	return into[one](s, s.must("get", id, "--json")).Thread
}

// add starts a thread and returns its id.
func (s seat) add(args ...string) string {
	s.t.Helper()
	if !slices.Contains(args, "--as") {
		args = append([]string{"--as", "human"}, args...)
	}
	return into[one](s, s.must(append([]string{"add", "--json"}, args...)...)).Thread.ID
}

// plan shows a file for review.
func (s seat) plan(file string) string {
	s.t.Helper()
	type added struct{ Plan struct{ ID string } }
	return into[added](s, s.must("plan", "add", file, "--json", "--as", "agent", "--name", "bot")).Plan.ID
}

// replied answers a thread as the person, and returns the reply's id.
func (s seat) replied(id string, args ...string) string {
	s.t.Helper()
	return into[struct{ Reply struct{ ID string } }](s, s.must(append([]string{"reply", id, "--json", "--as", "human"}, args...)...)).Reply.ID
}

// sample is a repository with one committed file of numbered lines.
func sample(t testing.TB) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	r.Write("a.txt", numbered("line", 40))
	r.Write("src/b.go", numbered("code", 40))
	r.Commit("first")
	return r
}
