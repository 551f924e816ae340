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
	"regexp"
	"slices"
	"strings"

	"consider/internal/backup"
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
	env := append(gittest.Env(b.home), "PATH="+os.Getenv("PATH"), "TMPDIR="+b.scratch, asProgram+"=1",
		"CLAUDE_CONFIG_DIR="+claude, "CLAUDE_CODE_PROJECT_DIR_NAME=fixed", "XDG_RUNTIME_DIR="+b.scratch,
		"XDG_STATE_HOME="+filepath.Join(b.dir, ".git", "state")) // the backup is a part of the stage, and suffers with it
	b.env = (&exec.Cmd{Env: env}).Environ() // of names that are there twice, the traced program would use the first
	return b, errors.Join(err, os.WriteFile(filepath.Join(claude, "projects", "fixed", "s1.jsonl"), append(said, '\n'), 0o600))
}

func (b *bench) command(stdin string, args ...string) command {
	args = slices.Clone(args)
	if args[0] != "serve" {
		args = append(args, "--json")
	}
	if !slices.Contains(reads, args[0]) && !slices.Contains(args, "--as") {
		args = append(args, "--as", "human")
	}
	return command{program: b.program, dir: b.dir, scratch: b.scratch, args: args, env: b.env, stdin: stdin, chance: b.chance}
}

// reads lists verbs that store no words.
var reads = []string{"serve", "list", "get", "log", "fsck", "gc", "doctor"}

// run runs a command without a fault.
func (b *bench) run(args ...string) outcome {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return b.until(ctx, args...)
}

// until runs a command, and kills it when the context ends.
func (b *bench) until(ctx context.Context, args ...string) outcome {
	c := b.command("", args...)
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
	err = copyWithTimes(filepath.Join(b.stages, stage), b.dir)
	// The backup is named after the path of the store, and the stages were made in the first bench. Some have no backup.
	state, made := filepath.Join(b.dir, ".git", "state"), filepath.Join(filepath.Dir(b.stages), "0", "project", ".consider")
	_ = os.Rename(backup.Of(state, made).Path(), backup.Of(state, b.fileBelow("")).Path())
	return err
}

func (b *bench) keep(stage string) error {
	return copyWithTimes(b.dir, filepath.Join(b.stages, stage))
}

// copyWithTimes copies a folder. The store recovers by the times at which objects were written.
func copyWithTimes(from, to string) error { return exec.Command("cp", "-a", from, to).Run() }

// found creates the project: a repository with two equal files and a suggestion.
func (b *bench) found() error {
	err := os.MkdirAll(b.dir, 0o755)
	var lines strings.Builder
	for n := range 40 {
		fmt.Fprintf(&lines, "line %d\n", n+1)
	}
	for name, text := range map[string]string{"a.txt": lines.String(), "b.txt": lines.String(), "suggestion.md": "```suggestion\ntortured\n```\n"} {
		err = errors.Join(err, os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o644))
	}
	return errors.Join(err, b.play("git init -q", "git add .", "git commit -qm first"))
}

// stage is a project that changes start from. It is made from an earlier one.
type stage struct {
	name, from string
	script     []string
}

var stages = []stage{
	{"threads", "empty", []string{
		"ARCHIVED add a.txt:1 -m one", "RESOLVED add a.txt:2 -m two", "OPEN add a.txt:3 -m three", "DELETED add a.txt:4 -m four",
		"- resolve RESOLVED ARCHIVED", "- archive ARCHIVED", "- delete DELETED", "- gc", "- checkpoint create round",
		"MARK responses mark last --keep thin", "LAST add a.txt:7 -m last", "threads.json export --format json",
	}},
	{"undone", "threads", []string{"- undo"}},
	{"taught", "threads", []string{"- setup claude codex --mcp --yes"}},
	{"planned", "threads", []string{"- plan add a.txt"}},
	{"found", "threads", []string{"FOUND add a.txt:9 -m found --as agent"}},
	{"replied", "threads", []string{"REPLY reply OPEN -m hasty"}},
	{"left", "threads", []string{
		"git worktree add -q ../scratch/second", "there REMOVED --store .consider add a.txt:9 -m removed",
		"git --git-dir=../scratch/second/.consider push -q ./.consider threads:refs/worktrees/second/threads", "git worktree remove --force ../scratch/second",
	}},
	{"taken", "left", []string{"- list"}},
	{"suggested", "threads", []string{"SUGGESTED add a.txt:20 -F suggestion.md", "APPLIED add a.txt:30 -F suggestion.md"}},
	{"applied", "suggested", []string{"- apply APPLIED"}},
	{"two suggested", "threads", []string{"TWIN add a.txt:20 -F suggestion.md", "OTHER add b.txt:20 -F suggestion.md"}},
	{"two applied", "two suggested", []string{"- apply TWIN OTHER"}},
	{"gone", "threads", []string{"git clean -fdxq"}},
	{"rolled back", "threads", []string{
		"git add -Af .consider", "git commit -qm store", "- reply OPEN -m restored", "git reset -q --hard", "git rm -rq --cached .consider", "git commit -qm without",
	}},
	{"gone on", "rolled back", []string{"- add a.txt:8 -m since"}},
}

// build makes the stages: those of the list, and one for each backend of the memory.
func (b *bench) build() error {
	all := slices.Clone(stages)
	for _, at := range memories {
		all = append(all, stage{at, "threads", []string{
			"- config memory.backend " + at, "- memory create /memories/old.md -m first", "- memory create /memories/pinned.md -m pinned",
			"- memory pin /memories/pinned.md", "- memory learn RESOLVED -m drafted", "memory.json memory export",
		}})
	}
	all = append(all, stage{"synced", "workspace", []string{"- config memory.sync AGENTS.md", "rm AGENTS.md"}})
	err := errors.Join(b.found(), b.keep("empty"))
	for _, s := range all {
		if err == nil {
			err = errors.Join(b.reset(s.from), b.play(s.script...), b.keep(s.name))
		}
		if err != nil {
			return fmt.Errorf("stage %s: %w", s.name, err)
		}
	}
	return b.damaged()
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

var threadID, replyID = regexp.MustCompile(`c_[0-9a-f]{8,}`), regexp.MustCompile(`r_[0-9a-f]{8,}`)

// play runs a script. Each line has a command of the program, after "-", the name of the thread or reply that it makes, or
// the JSON file that its text goes to. Other lines begin with "git", "rm", or "there", which is for the second worktree.
func (b *bench) play(script ...string) error {
	for _, line := range script {
		name, rest, _ := strings.Cut(line, " ")
		var err error
		switch args := words(rest, b.ids); name {
		case "git":
			err = b.git(nil, args...)
		case "rm":
			err = os.Remove(filepath.Join(b.dir, rest))
		case "there":
			second := *b
			second.dir = filepath.Join(b.scratch, "second")
			err = second.play(rest)
		default:
			err = b.act(name, args)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// act runs a command of the program, and keeps what the name stands for.
func (b *bench) act(name string, args []string) error {
	o := b.run(args...)
	if o.code != 0 {
		return fmt.Errorf("consider %s: exit %d: %s%s", strings.Join(args, " "), o.code, o.out, o.err)
	}
	switch {
	case strings.HasSuffix(name, ".json"):
		var said struct{ Data struct{ Text string } }
		err := json.Unmarshal([]byte(o.out), &said)
		return errors.Join(err, os.WriteFile(filepath.Join(b.dir, name), []byte(said.Data.Text), 0o600))
	case name == "REPLY":
		b.ids[name] = replyID.FindString(o.out)
	case name != "-":
		b.ids[name] = threadID.FindString(o.out)
	}
	return nil
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
