package commands

import (
	"context"
	"errors"
	"reflect"

	"github.com/urfave/cli/v3"

	"consider/internal/project"
	"consider/internal/verb"
)

// call runs a verb and prints its answer.
func (a *app) call(ctx context.Context, v verb.Verb, c *cli.Command) error {
	sent := a.env.Now()
	raw, err := a.input(ctx, v, c)
	if err != nil {
		return err
	}
	opened, caller, err := a.opened(c)
	if err != nil {
		return err
	}
	defer opened.Close()
	opened.Progress = a.progress()
	service := opened.Session(caller)
	service.Sent = sent
	if raw, err = a.ask(ctx, v, service, raw, c.Bool("json")); err != nil {
		return err
	}
	if !isSetup(v.In) { // setup and uninstall decide themselves what is set up
		a.inherit(ctx, service)
	}
	written := ""
	if !c.Bool("json") {
		raw, written, err = a.composeMessage(ctx, v, service, raw)
	}
	var answer verb.Envelope
	if err == nil {
		answer, err = verb.Respond(ctx, v, service, raw)
	}
	if a.removeDraft(written, err); err != nil {
		return err
	}
	out := answer.Data
	if _, collected := out.(project.GCOutput); v.Effect != verb.Reads && !collected {
		a.autoGC(service)
	}
	a.renew(ctx, service)
	if err := a.copied(ctx, opened.Place, out); err != nil {
		return err
	}
	if c.Bool("json") {
		err = a.printJSON(answer)
	} else {
		err = a.present(answer, service, !caller.IsPerson())
		a.warnMissing(out)
	}
	if err == nil {
		verb.Delivered(ctx, service)
	}
	return errors.Join(err, failedCheck(out))
}

// isSetup reports whether a verb's input is setup's or uninstall's.
func isSetup(in reflect.Type) bool {
	return in == reflect.TypeFor[project.SetupInput]() || in == reflect.TypeFor[project.UninstallInput]()
}
