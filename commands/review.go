package commands

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/lazy"
	"consider/internal/printable"
	"consider/internal/programs"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/webserver"
	"consider/internal/worktree"
)

const defaultPort = 4000

func reviewFlags() []cli.Flag {
	return []cli.Flag{
		&cli.IntFlag{Name: "port", Value: defaultPort}, &cli.StringFlag{Name: "public-host"}, &cli.BoolFlag{Name: "no-open"}, &cli.BoolFlag{Name: "no-fold"}, &cli.BoolFlag{Name: "once"},
		&cli.StringFlag{Name: "since"}, &cli.BoolFlag{Name: "staged"}, &cli.BoolFlag{Name: "unstaged"},
		&cli.StringFlag{Name: "base"}, &cli.StringFlag{Name: "range"}, &cli.StringFlag{Name: "out"}, &cli.StringFlag{Name: "as"}, &cli.StringFlag{Name: "name"},
		&cli.BoolFlag{Name: "json"},
	}
}

// scopeOf reads from the flags what to compare. At most one may be given.
func scopeOf(c *cli.Command) (compare.Scope, error) {
	scope, given := compare.Scope{Kind: compare.ScopeHead}, 0
	for _, f := range []struct{ flag, kind string }{
		{"since", compare.ScopeSince},
		{"staged", compare.ScopeStaged},
		{"unstaged", compare.ScopeUnstaged},
		{"base", compare.ScopeBase},
		{"range", compare.ScopeRange},
	} {
		if !c.IsSet(f.flag) {
			continue
		}
		if _, isText := c.Value(f.flag).(string); isText {
			scope.From = c.String(f.flag)
		} else if !c.Bool(f.flag) {
			continue
		}
		given++
		scope.Kind = f.kind
	}
	if strings.HasSuffix(scope.From, "^!") {
		scope = scopeOfRevision(scope.From)
	}
	if rev := c.Args().First(); rev != "" {
		given++
		scope = scopeOfRevision(rev)
	}
	if given > 1 {
		return scope, fail.Usage("{--since}, {--staged}, {--unstaged}, {--base}, {--range} and a revision cannot be combined").Hint("{review --help}")
	}
	return scope, nil
}

// scopeOfRevision reads what to compare as git diff does: A..B and A...B are ranges, and A^! is what A changed. Any
// other revision is compared with the files.
func scopeOfRevision(rev string) compare.Scope {
	if commit, alone := strings.CutSuffix(rev, "^!"); alone {
		return compare.Scope{Kind: compare.ScopeRange, From: commit + "^.." + commit}
	}
	if strings.Contains(rev, "..") {
		return compare.Scope{Kind: compare.ScopeRange, From: rev}
	}
	return compare.Scope{Kind: compare.ScopeBase, From: rev}
}

// reviewAddress is the data that review prints in its envelope once the server runs.
type reviewAddress struct {
	URL   string `json:"url"`
	PID   int    `json:"pid"`
	Scope string `json:"scope"`
	From  string `json:"from,omitempty"`

	Review any `json:"review,omitempty"` // with --once, the answer to the review; absent if the review ended without one
}

// review serves the diff until it is interrupted, which is its normal end.
func (a *app) review(ctx context.Context, c *cli.Command) error {
	if c.Args().Len() > 1 {
		return fail.Usage("review takes only one revision or range").Hint("{review --help}")
	}
	scope, err := scopeOf(c)
	if err != nil {
		return err
	}
	server, place, err := a.reviewServer(ctx, c, scope)
	if err != nil {
		return err
	}
	listener, err := webserver.Listen(ctx, c.Int("port"), c.IsSet("port"))
	if err != nil {
		return err
	}
	defer listener.Close()
	if err := server.Open(listener); err != nil {
		return err
	}
	server.Compared = a.collectSoon // unlike a command, it lives as long as the review
	if server.ReadOnly != "" {
		a.warn(server.ReadOnly + ": the page is read-only")
	}
	told := reviewAddress{URL: server.URL(), PID: os.Getpid(), Scope: scope.Kind, From: scope.From}
	asJSON := c.Bool("json")
	switch {
	case asJSON && c.Bool("once"):
		server.Reviewed = func(answer any) { told.Review = answer }
		server.Log(told.URL) // the page is opened before the document exists
	case asJSON:
		err = a.printJSON(verb.Answer(told, ""))
	default:
		_, err = fmt.Fprintln(a.env.Stdout, told.URL)
		if a.env.OutTerminal && a.env.ErrTerminal {
			fmt.Fprintln(a.env.Stderr, "open this link in a browser; Ctrl-C stops the server and keeps drafts")
		}
	}
	if err != nil {
		return err // no page could be opened
	}
	if !c.Bool("no-open") && server.ReadOnly == "" { // an agent's shell has no person to see it
		go a.openBrowser(server, place)
	}
	err = server.Serve(ctx, listener)
	if err == nil && asJSON && c.Bool("once") {
		err = a.printJSON(verb.Answer(told, ""))
	}
	return err
}

func (a *app) reviewServer(ctx context.Context, c *cli.Command, scope compare.Scope) (*webserver.Server, worktree.Project, error) {
	store := c.String("store")
	open := func() (*session.Project, error) { return a.project(store) }
	project, err := open()
	if err != nil {
		return nil, worktree.Project{}, err
	}
	defer project.Close()
	caller, err := a.caller(c)
	if err != nil {
		return nil, worktree.Project{}, err
	}
	caller.IsPage = true
	// Scopes that can never be shown are reported here and not on a page. A repository with nothing checked out, or
	// with a git that does not answer, may work a minute later.
	err = compare.CheckScope(ctx, project.Session(caller), scope)
	if errors.Is(err, fail.ErrUsage) || errors.Is(err, fail.ErrNotFound) {
		return nil, project.Place, err
	}
	out, err := a.outFolder(c, project.Place)
	if err != nil {
		return nil, project.Place, err
	}
	host, err := publicHost(c)
	if err != nil {
		return nil, project.Place, err
	}
	s := &webserver.Server{
		PublicHost: host, Scope: scope, Project: open, Caller: caller, Watch: watcher(project.Place), Now: a.env.Now, Version: a.env.Build,
		Out: out, Once: c.Bool("once"), NoFold: c.Bool("no-fold"), Wrote: a.autoGC,
	}
	people := a.env.Stdout
	if c.Bool("json") {
		people = a.env.Stderr
	}
	s.Log = func(msg string) {
		_, _ = fmt.Fprintf(people, "%s\n", printable.Line(msg)) // a.env.Stdout remembers it
	}
	// The user of the page counts as a person only if the caller who started it is one.
	if s.Caller.Human = caller.IsPerson(); !s.Caller.Human {
		s.ReadOnly = fmt.Sprintf("this server was started by %s, which cannot act as the human", caller)
	}
	a.renew(ctx, project.Session(s.Caller))
	a.inherit(ctx, project.Session(s.Caller))
	return s, project.Place, nil
}

var hostName = lazy.Regexp(`^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$`)

// publicHost returns the host name by which a proxy reaches the server, "" without a proxy.
func publicHost(c *cli.Command) (string, error) {
	host := strings.ToLower(c.String("public-host"))
	if c.IsSet("public-host") && !hostName().MatchString(host) {
		return "", fail.Usage("{--public-host} must be HOST or HOST:PORT, not %q", c.String("public-host")).
			Hint("{--public-host box.tailnet.ts.net}")
	}
	return host, nil
}

// outFolder returns where the files of a review go, "" for the store. No link inside the project may lead there, and it
// must not be git's or the store's folder.
func (a *app) outFolder(c *cli.Command, place worktree.Project) (string, error) {
	if !c.IsSet("out") {
		return "", nil
	}
	out := c.String("out")
	if out == "" {
		return "", fail.Usage("{--out} requires a folder")
	}
	out = a.absolute(out)
	rel, err := filepath.Rel(place.Root, out)
	if err != nil || !filepath.IsLocal(rel) {
		return out, nil
	}
	if rel == "." {
		return "", fail.Usage("{--out} cannot be the project folder itself").Hint("{--out reviews}")
	}
	if err := worktree.CheckPath(filepath.ToSlash(rel)); err != nil {
		return "", fail.Denied("{--out}: %w", err)
	}
	for at := out; at != place.Root; at = filepath.Dir(at) {
		if info, err := os.Lstat(at); err == nil && !info.IsDir() {
			return "", fail.Denied("{--out}: %q is not a folder", at)
		}
	}
	return out, nil
}

// openBrowser shows the page if there is a screen. A failure is ignored, because the address was printed.
func (a *app) openBrowser(server *webserver.Server, place worktree.Project) {
	name, args := browserCommand(runtime.GOOS, a.env.Getenv, func(path string) bool { _, err := os.Stat(path); return err == nil })
	if name == "" {
		return
	}
	search := programs.Outside(place.Folders()...)
	program, err := search.Find(name)
	if err != nil {
		return
	}
	// The browser stays open when the review ends.
	_ = search.Command(context.Background(), program, withAddress(args, server.OpenURL())...).Run() // its exit code does not matter
}

// withAddress puts the address in the place of %s, as in $BROWSER, or at the end.
func withAddress(args []string, address string) []string {
	out := slices.Clone(args)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], "%s", address)
	}
	if slices.Equal(out, args) {
		out = append(out, address)
	}
	return out
}

// browserCommand returns the command that opens a browser here, "" if the user would not see it: over SSH, in a
// container, in WSL, in a pipeline, or without a screen.
func browserCommand(system string, getenv func(string) string, exists func(string) bool) (name string, args []string) {
	if own := strings.Fields(getenv("BROWSER")); len(own) > 0 { // for example the browser helper of an editor's remote terminal
		return own[0], own[1:]
	}
	for _, v := range []string{"SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT", "CI", "CODESPACES", "REMOTE_CONTAINERS", "container", "WSL_DISTRO_NAME", "WSL_INTEROP"} {
		if getenv(v) != "" {
			return "", nil
		}
	}
	switch system {
	case "darwin":
		return "open", nil
	case "windows":
		return "rundll32", []string{"url.dll,FileProtocolHandler"}
	}
	if getenv("DISPLAY") == "" && getenv("WAYLAND_DISPLAY") == "" || exists("/.dockerenv") || exists("/run/.containerenv") {
		return "", nil
	}
	return "xdg-open", nil
}
