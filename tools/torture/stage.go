//go:build linux && amd64

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"consider/internal/gittest"
)

// asProgram makes this executable act as the program under torture.
const asProgram = "CONSIDER_TORTURED"

// bench is the place where one worker tortures: a project that is set up anew for each fault.
type bench struct {
	dir, scratch, home, stages string
	program                    string
	env                        []string
	chance                     *rand.Rand
	ids                        map[string]string
	kept                       map[string]map[string]string // bodies of each stage's threads, by id
}

func newBench(root, name string, seed uint64) (*bench, error) {
	b := &bench{
		dir: filepath.Join(root, name, "project"), scratch: filepath.Join(root, name, "scratch"), home: filepath.Join(root, "home"),
		stages: filepath.Join(root, "stages"), chance: rand.New(rand.NewPCG(seed, 0)), ids: map[string]string{}, kept: map[string]map[string]string{},
	}
	var err error
	if b.program, err = os.Executable(); err != nil {
		return nil, err
	}
	claude := filepath.Join(root, name, "claude")
	said, err := json.Marshal(map[string]any{
		"type": "assistant", "uuid": "u1", "parentUuid": nil, "cwd": b.dir, "sessionId": "s1", "timestamp": "2026-11-21T09:00:00Z",
		"message": map[string]any{"id": "msg_1", "role": "assistant", "content": []any{map[string]any{"type": "text", "text": "The **walls** are thin."}}},
	})
	for _, d := range []string{b.scratch, b.home, b.stages, filepath.Join(claude, "projects", "fixed")} {
		err = errors.Join(err, os.MkdirAll(d, 0o700))
	}
	b.env = append(gittest.Env(b.home), "PATH="+os.Getenv("PATH"), "TMPDIR="+b.scratch, asProgram+"=1",
		"CLAUDE_CONFIG_DIR="+claude, "CLAUDE_CODE_PROJECT_DIR_NAME=fixed", "XDG_RUNTIME_DIR="+b.scratch)
	return b, errors.Join(err, os.WriteFile(filepath.Join(claude, "projects", "fixed", "s1.jsonl"), append(said, '\n'), 0o600))
}

func (b *bench) command(stdin string, args ...string) command {
	args = slices.Clone(args)
	if args[0] != "serve" {
		args = append(args, "--json")
	}
	if !slices.Contains(reads, args[0]) {
		args = append(args, "--as", "human")
	}
	return command{program: b.program, dir: b.dir, scratch: b.scratch, args: args, env: b.env, stdin: stdin, chance: b.chance}
}

// reads lists verbs that store no words.
var reads = []string{"serve", "list", "get", "log", "fsck", "gc", "doctor"}

// run runs a command without a fault.
func (b *bench) run(args ...string) outcome {
	c := b.command("", args...)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, c.program, c.args...)
	cmd.Dir, cmd.Env = c.dir, c.env
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	_ = cmd.Run() // its exit code says how it ended
	return outcome{code: cmd.ProcessState.ExitCode(), hung: ctx.Err() != nil, out: out.String(), err: said.String()}
}

// reset sets up the project of a stage.
func (b *bench) reset(stage string) error {
	root, err := os.OpenRoot(filepath.Dir(b.dir))
	if err != nil {
		return err
	}
	err = errors.Join(root.RemoveAll("project"), root.RemoveAll("scratch"), root.Mkdir("scratch", 0o700), root.Close())
	if err != nil {
		return err
	}
	return os.CopyFS(b.dir, os.DirFS(filepath.Join(b.stages, stage)))
}

func (b *bench) keep(stage string) error {
	return os.CopyFS(filepath.Join(b.stages, stage), os.DirFS(b.dir))
}

// must runs a command that sets up a stage, and returns the first id in its answer.
func (b *bench) must(args ...string) (string, error) {
	o := b.run(args...)
	if o.code != 0 {
		return "", fmt.Errorf("consider %s: exit %d: %s%s", strings.Join(args, " "), o.code, o.out, o.err)
	}
	at := strings.Index(o.out, `"c_`)
	if at < 0 {
		return "", nil
	}
	id, _, _ := strings.Cut(o.out[at+1:], `"`)
	return id, nil
}

// found creates the project: a repository with one file.
func (b *bench) found() error {
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return err
	}
	var lines strings.Builder
	for n := range 40 {
		fmt.Fprintf(&lines, "line %d\n", n+1)
	}
	err := os.WriteFile(filepath.Join(b.dir, "a.txt"), []byte(lines.String()), 0o644)
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"commit", "-qm", "first"}} {
		err = errors.Join(err, b.git(nil, args...))
	}
	return err
}

// build makes the stages.
func (b *bench) build() error {
	if err := errors.Join(b.found(), b.keep("empty")); err != nil {
		return err
	}
	script := []string{
		"ARCHIVED add a.txt:1 -m one", "RESOLVED add a.txt:2 -m two", "OPEN add a.txt:3 -m three", "DELETED add a.txt:4 -m four",
		"- resolve RESOLVED ARCHIVED", "- archive ARCHIVED", "- delete DELETED", "- gc", "- checkpoint create round",
		"MARK responses mark last --keep thin", "LAST add a.txt:7 -m last",
	}
	if err := b.play(script...); err != nil {
		return err
	}
	if err := errors.Join(b.export("threads.json", "export", "--format", "json"), b.keep("threads")); err != nil {
		return err
	}
	if err := errors.Join(b.play("- undo"), b.keep("undone"), b.reset("threads"), b.play("- setup claude codex --mcp --yes"), b.keep("taught")); err != nil {
		return err
	}
	for _, at := range memories {
		err := errors.Join(b.reset("threads"), b.play("- config memory.backend "+at, "- memory create /memories/old.md -m first",
			"- memory create /memories/pinned.md -m pinned", "- memory pin /memories/pinned.md", "- memory learn RESOLVED -m drafted"))
		err = errors.Join(err, b.export("memory.json", "memory", "export"), b.keep(at))
		if err != nil {
			return fmt.Errorf("%s: %w", at, err)
		}
	}
	return errors.Join(b.synced(), b.left(), b.suggested(), b.planned(), b.replied(), b.damaged())
}

// planned makes a stage with a plan that waits for a person's decision.
func (b *bench) planned() error {
	return errors.Join(b.reset("threads"), b.play("- plan add a.txt"), b.keep("planned"))
}

// replied makes a stage with one reply in the whole review.
func (b *bench) replied() error {
	err := errors.Join(b.reset("threads"), b.play("- reply OPEN -m hasty"))
	_, after, found := strings.Cut(b.run("get", b.ids["OPEN"]).out, `"r_`)
	if !found {
		return errors.Join(err, errors.New("the thread has no reply"))
	}
	digits, _, _ := strings.Cut(after, `"`)
	b.ids["REPLY"] = "r_" + digits
	return errors.Join(err, b.keep("replied"))
}

// synced makes a stage whose synced file lacks the memory.
func (b *bench) synced() error {
	err := errors.Join(b.reset("workspace"), b.play("- config memory.sync AGENTS.md"))
	return errors.Join(err, os.Remove(filepath.Join(b.dir, "AGENTS.md")), b.keep("synced"))
}

// left makes a stage with a thread of a removed worktree.
func (b *bench) left() error {
	there, second := filepath.Join(b.scratch, "second"), *b
	err := errors.Join(b.reset("threads"), b.play("- memory create /memories/old.md -m first"), b.git(nil, "worktree", "add", "-q", there))
	second.dir = there
	err = errors.Join(err, second.play("REMOVED add a.txt:9 -m removed"), b.play("- list"))
	return errors.Join(err, b.git(nil, "worktree", "remove", "--force", there), b.keep("left"))
}

// suggested makes stages with a suggestion to apply and an applied one, and with two of each in two files.
func (b *bench) suggested() error {
	words := filepath.Join(b.dir, "suggestion.md")
	err := errors.Join(b.reset("threads"), os.WriteFile(words, []byte("```suggestion\ntortured\n```\n"), 0o644))
	err = errors.Join(err, b.play("SUGGESTED add a.txt:20 -F suggestion.md", "APPLIED add a.txt:30 -F suggestion.md"), os.Remove(words))
	err = errors.Join(err, b.keep("suggested"), b.play("- apply APPLIED"), b.keep("applied"))
	lines, rerr := os.ReadFile(filepath.Join(b.dir, "a.txt"))
	err = errors.Join(err, rerr, b.reset("threads"), os.WriteFile(filepath.Join(b.dir, "b.txt"), lines, 0o644), os.WriteFile(words, []byte("```suggestion\ntortured\n```\n"), 0o644))
	err = errors.Join(err, b.play("TWIN add a.txt:20 -F suggestion.md", "OTHER add b.txt:20 -F suggestion.md"), os.Remove(words), b.keep("two suggested"))
	return errors.Join(err, b.play("- apply TWIN OTHER"), b.keep("two applied"))
}

// damaged makes a stage in which the newest version of a thread is missing.
func (b *bench) damaged() error {
	err := errors.Join(b.reset("threads"), b.play("- reply LAST -m second"))
	var blob string
	err = errors.Join(err, b.git(&blob, "--git-dir=.consider", "rev-parse", fmt.Sprintf("refs/heads/threads:threads/%s/%s.json", b.ids["LAST"][2:3], b.ids["LAST"])))
	if err != nil {
		return err
	}
	return errors.Join(os.Remove(b.fileBelow(filepath.Join("objects", blob[:2], blob[2:]))), b.keep("damaged"))
}

// git runs git in the project, and stores its answer, one line.
func (b *bench) git(answer *string, args ...string) error {
	cmd := exec.Command("git", args...)
	cmd.Dir, cmd.Env = b.dir, b.env
	out, err := cmd.Output()
	if answer != nil {
		*answer = strings.TrimSpace(string(out))
	}
	if err != nil {
		return fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
	}
	return nil
}

// fileBelow returns the path of a file of the store.
func (b *bench) fileBelow(name string) string { return filepath.Join(b.dir, ".consider", name) }

// export writes the text of an export into a file of the project.
func (b *bench) export(name string, args ...string) error {
	var said struct{ Data struct{ Text string } }
	err := json.Unmarshal([]byte(b.run(args...).out), &said)
	return errors.Join(err, os.WriteFile(filepath.Join(b.dir, name), []byte(said.Data.Text), 0o600))
}

func (b *bench) play(script ...string) error {
	for _, line := range script {
		name, args, _ := strings.Cut(line, " ")
		id, err := b.must(words(args, b.ids)...)
		if err != nil {
			return err
		}
		if name != "-" {
			b.ids[name] = id
		}
	}
	return nil
}
