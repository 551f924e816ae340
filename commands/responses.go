package commands

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/programs"
	"consider/internal/review/feedback"
	"consider/internal/transcript"
	"consider/internal/worktree"
)

const (
	askWithin = 20 * time.Second
	maxAnswer = 64 << 20 // bytes of what opencode prints
)

// finder finds what agents said, in the places that the environment names. It is one for the whole run: it
// remembers.
func (a *app) finder(place worktree.Project) *transcript.Finder {
	a.finding.Do(func() { a.found = a.newFinder(place) })
	return a.found
}

func (a *app) newFinder(place worktree.Project) *transcript.Finder {
	home := a.env.Getenv("HOME")
	if runtime.GOOS == "windows" {
		home = a.env.Getenv("USERPROFILE")
	}
	places := transcript.PlacesOf(home, a.env.Getenv)
	places.FoldCase = runtime.GOOS == "windows"
	dir := places.OpenCode
	places.AskOpenCode = func(args ...string) ([]byte, error) {
		search := programs.Outside(place.Folders()...)
		program, err := search.Find("opencode")
		if err != nil { // where its installer puts it, which an editor's search path may lack
			program, err = search.Find(filepath.Join(home, ".opencode", "bin", "opencode"))
		}
		if err != nil {
			return nil, errors.New("there is no program opencode")
		}
		return ask(search, program, dir, args)
	}
	return &transcript.Finder{Places: places, Now: a.env.Now}
}

// ask runs a program in dir and returns what it printed.
func ask(search *programs.Search, program, dir string, args []string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askWithin)
	defer cancel()
	cmd := search.Command(ctx, program, args...)
	cmd.Dir = dir
	cmd.WaitDelay = time.Second
	var out limited
	cmd.Stdout = &out
	err := cmd.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("no answer within %s", askWithin)
	}
	return out.data, err
}

// limited takes so many bytes and no more.
type limited struct{ data []byte }

func (l *limited) Write(p []byte) (int, error) {
	if len(l.data)+len(p) > maxAnswer {
		return 0, errors.New("the answer is too long")
	}
	l.data = append(l.data, p...)
	return len(p), nil
}

// responsesWatch adds 'responses watch', which is no verb: it goes on until it is interrupted.
func (a *app) responsesWatch(root *cli.Command) {
	for _, group := range root.Commands {
		if group.Name != "responses" {
			continue
		}
		group.Commands = append(group.Commands, &cli.Command{
			Name: "watch", Usage: "Print answers as agents give them, until interrupted", OnUsageError: usageError, HideHelpCommand: true,
			CustomHelpTemplate: responsesWatchHelp,
			Flags:              append(commonFlags(), &cli.StringFlag{Name: "agent"}, &cli.IntFlag{Name: "last", Aliases: []string{"n"}}),
			Action: func(ctx context.Context, c *cli.Command) error {
				if c.Args().Present() {
					return fail.Usage("responses watch takes no arguments").Hint("consider responses watch --help")
				}
				return a.watchResponses(ctx, c)
			},
		})
	}
}

// watchResponses prints each new answer once; of those that are there when it begins, the last as many as asked.
func (a *app) watchResponses(ctx context.Context, c *cli.Command) error {
	caller, err := a.caller(c)
	if err != nil {
		return err
	}
	project, err := a.project(c.String("store"))
	if err != nil {
		return err
	}
	defer project.Close()
	project.Progress = nil
	read, stop := a.whileRead(ctx)
	defer stop()
	told := map[string]int{}
	old := -1 // of the answers at the beginning, how many are old
	err = feedback.FollowResponses(read, project.Session(caller), feedback.ResponsesWatch{Agent: c.String("agent")}, func(f transcript.Found) error {
		if old < 0 {
			old = max(0, len(f.Responses)-c.Int("last"))
		}
		for i := len(f.Responses) - 1; i >= 0; i-- { // oldest first
			r := &f.Responses[i]
			if was, known := told[r.ID]; known && was == len(r.Text) {
				continue
			}
			told[r.ID] = len(r.Text)
			if old > 0 {
				old--
				continue
			}
			if err := a.printAnswer(r, c.Bool("json")); err != nil {
				return err
			}
		}
		old = 0
		return nil
	})
	if read.Err() != nil || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

func (a *app) printAnswer(r *transcript.Response, asJSON bool) error {
	v := feedback.ResponseView{
		ID: r.ID, Agent: r.Agent, Session: r.Session, Cwd: r.Cwd, At: r.At, Text: r.Text, Marks: []feedback.MarkView{},
	}
	if asJSON {
		data, err := json.Marshal(v)
		if err != nil {
			return fmt.Errorf("encode answer: %w", err)
		}
		_, err = a.env.Stdout.Write(append(printable.JSON(data), '\n'))
		return err
	}
	p := a.page()
	p.response(v)
	_, err := a.env.Stdout.Write(p.b.Bytes())
	return err
}
