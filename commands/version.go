package commands

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/verb"
	"consider/internal/version"
	"consider/internal/version/built"
)

func versionFlags() []cli.Flag {
	return []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "print one JSON document"}}
}

func (a *app) version(_ context.Context, c *cli.Command) error {
	if c.Args().Present() {
		return fail.Usage("version does not take arguments")
	}
	if c.Bool("json") {
		return a.printJSON(verb.Answer(map[string]string{"version": a.env.Build}, ""))
	}
	long := a.env.Build
	if long == built.String() {
		long = version.Long(long)
	}
	_, err := fmt.Fprintf(a.env.Stdout, "consider %s\n", long)
	return err
}
