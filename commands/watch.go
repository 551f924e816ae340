package commands

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/review"
	"consider/internal/review/history"
)

func watchFlags() []cli.Flag {
	return append(commonFlags(), &cli.StringFlag{Name: "since"}, &cli.StringFlag{Name: "for"}, &cli.BoolFlag{Name: "all"},
		&cli.BoolFlag{Name: "brief"}, &cli.StringFlag{Name: "session"}, &cli.DurationFlag{Name: "coalesce", Value: review.BriefQuiet})
}

// readerContext returns a context that ends when the reader of stdout is gone, and a function that ends it earlier.
func (a *app) readerContext(ctx context.Context) (read context.Context, stop context.CancelFunc) {
	// Otherwise a missing reader ends the process with a signal instead of a write error.
	signal.Ignore(syscall.SIGPIPE)
	read, stop = context.WithCancel(ctx)
	if pipe, ok := a.env.Stdout.(*brokenPipe); ok {
		if out, ok := pipe.w.(*os.File); ok {
			go func() {
				awaitClosed(out)
				stop()
			}()
		}
	}
	return read, stop
}

// watch prints events until it is interrupted or its reader is gone; both are normal ends.
func (a *app) watch(ctx context.Context, c *cli.Command) error {
	project, caller, err := a.opened(c)
	if err != nil {
		return err
	}
	defer project.Close()
	a.collectSoon()
	read, stop := a.readerContext(ctx)
	defer stop()
	if c.Bool("brief") {
		return a.watchError(read, a.watchBrief(read, c, project, caller))
	}
	if c.IsSet("coalesce") || c.IsSet("session") {
		return fail.Usage("{--coalesce} and {--session} require {--brief}")
	}
	emit := a.printText
	if c.Bool("json") {
		emit = a.printLineJSON
	}
	in := review.WatchInput{Since: c.String("since"), For: c.String("for"), All: c.Bool("all")}
	return a.watchError(read, review.Follow(read, project.Session(caller), in, func(e history.Event) error { return emit(e) }))
}

// watchError returns the error of a watch. An interruption and a reader that is gone are not errors.
func (a *app) watchError(read context.Context, err error) error {
	if read.Err() != nil || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}

// printText prints an answer as text, without a pager.
func (a *app) printText(answer any) error {
	p := a.page()
	p.Answer(answer)
	return a.show(p.Text.Bytes(), nil)
}
