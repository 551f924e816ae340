package commands

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v3"

	"consider/internal/agents"
	"consider/internal/tryout"
)

func tryFlags() []cli.Flag {
	return []cli.Flag{&cli.BoolFlag{Name: "web"}, &cli.BoolFlag{Name: "no-open"}, &cli.IntFlag{Name: "port", Value: defaultPort}}
}

// nextAfterTry says what to type when the demonstration is over.
const nextAfterTry = `
Your turn. In your own project:

  consider setup                   set up your coding agents
  consider add FILE:LINE -m TEXT   comment on a line
  consider                         read what awaits you, with keys to reply
  consider uninstall               remove what setup added
`

// try plays a demonstration of the loop. With --web it then opens the review of it in the browser.
func (a *app) try(ctx context.Context, c *cli.Command) error {
	read, stop := a.readerContext(ctx) // a reader that has gone must not keep the folder from being removed
	defer stop()
	project, err := tryout.Make(ctx)
	if err != nil {
		return err
	}
	defer project.Remove()
	stage := tryout.Stage{
		Out: a.env.Stdout, Color: a.env.OutTerminal && a.env.Getenv("NO_COLOR") == "",
		Call: func(ctx context.Context, agent bool, args []string) (string, error) {
			return a.runDemoCommand(ctx, project.Dir, agent, args)
		},
	}
	if err := tryout.Play(read, stage, project); err != nil {
		return a.watchError(read, err)
	}
	if c.Bool("web") {
		if err := a.tryInBrowser(ctx, c, project.Dir); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(a.env.Stdout, "%s%s", nextAfterTry, "\n"+project.Dir+" was removed.\n")
	return err
}

// runDemoCommand runs a command of the demonstration in this process, but isolated from its environment: the caller of
// try is neither of the two who speak in it.
func (a *app) runDemoCommand(ctx context.Context, dir string, agent bool, args []string) (string, error) {
	variables := map[string]string{"NO_COLOR": "1"}
	if agent {
		variables["CLAUDECODE"] = "1"
	} else {
		args = append(args[:len(args):len(args)], "--as", "human", "--name", "You")
	}
	var out bytes.Buffer
	exit := a.runNested(ctx, Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, Getenv: func(name string) string { return variables[name] },
		Now: a.env.Now, Dir: dir, Build: a.env.Build, OutTerminal: !agent,
	})
	if exit != 0 {
		return out.String(), fmt.Errorf("consider %s exited with code %d", args[0], exit)
	}
	return out.String(), nil
}

// tryInBrowser serves the review of the demonstration until it is interrupted; then try continues.
func (a *app) tryInBrowser(ctx context.Context, c *cli.Command, dir string) error {
	args := []string{"review", "--port", fmt.Sprint(c.Int("port"))}
	if c.Bool("no-open") {
		args = append(args, "--no-open")
	}
	if _, err := io.WriteString(a.env.Stdout, "\nThe same review in the browser; Ctrl-C stops the server:\n"); err != nil {
		return err
	}
	if a.door { // an agent stays an agent
		args = append([]string{agents.DoorFlag}, args...)
	}
	env := a.env
	env.Args, env.Dir = args, dir
	if exit := a.runNested(ctx, env); exit != 0 && ctx.Err() == nil {
		return &silent{fmt.Errorf("consider review exited with code %d", exit)}
	}
	return nil
}
