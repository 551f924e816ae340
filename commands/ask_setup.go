package commands

import (
	"slices"
	"strings"

	"consider/internal/project"
	"consider/internal/setup"
)

func (d *dialog) setup(in *project.SetupInput) error {
	if _, err := d.plan(in); err != nil { // an unknown agent is reported before the questions
		return err
	}
	place := d.service.Place
	d.say("Setting up consider for %s. Nothing is written until you confirm.\n\n", safe(place.Root))
	if in.Gitignore == nil && place.GitDir != "" {
		line, err := d.yes("Add .consider/ to .gitignore? (Git already ignores the folder; this line only documents it.)", true)
		if err != nil {
			return err
		}
		in.Gitignore = &line
	}
	if len(in.Integrations) == 0 {
		if err := d.integrations(in); err != nil {
			return err
		}
	}
	if len(in.Integrations) > 0 {
		if err := d.extras(in); err != nil {
			return err
		}
	}
	in.Yes = true
	if err := d.permits(in); err != nil {
		return err
	}
	return d.confirm(in, func() (bool, error) { return d.yes("Write these changes?", true) })
}

func (d *dialog) integrations(in *project.SetupInput) error {
	found := setup.Detect(d.service.Machine, d.service.Place.Root)
	usual := strings.Join(found, " ")
	if usual == "" {
		usual = "none"
	}
	words := func(s string) []string {
		if s == "none" {
			return nil
		}
		return strings.FieldsFunc(s, func(r rune) bool { return r == ' ' || r == ',' })
	}
	said, err := d.answer("Which agents should read and reply to threads? "+strings.Join(setup.Names(), ", ")+", or none ["+usual+"]",
		usual, func(s string) bool {
			return !slices.ContainsFunc(words(s), func(w string) bool { _, err := setup.ParseIntegration(w); return err != nil })
		})
	if err != nil || len(words(said)) == 0 {
		return err
	}
	scope, err := d.choice("In this project, or in your home folder for all projects?", string(setup.InProject),
		string(setup.InProject), string(setup.InHome))
	if err != nil {
		return err
	}
	for _, w := range words(said) {
		if !strings.Contains(w, ":") {
			w += ":" + scope
		}
		in.Integrations = append(in.Integrations, w)
	}
	return nil
}

// extras asks what agents get besides the skill.
func (d *dialog) extras(in *project.SetupInput) error {
	if in.Hooks == "" {
		d.say("Notify the agents of waiting threads? They see only the number of threads.\n")
		var names []string
		for _, level := range setup.Off.Enum().Values {
			d.say("  %-12s %s\n", level.Name, level.Says)
			names = append(names, level.Name)
		}
		level, err := d.choice("When should agents be notified? Each level includes the ones before it:", string(setup.Off), names...)
		if err != nil {
			return err
		}
		in.Hooks = setup.Level(level)
	}
	if in.MCP == nil {
		yes, err := d.yes("Register the MCP server too? Only agents that cannot run commands need it.", false)
		if err != nil {
			return err
		}
		in.MCP = &yes
	}
	claude := slices.ContainsFunc(in.Integrations, func(word string) bool { return strings.HasPrefix(word, "claude") })
	if in.Allow == nil && claude {
		yes, err := d.yes("Allow Claude Code to run consider without asking you each time?", false)
		if err != nil {
			return err
		}
		in.Allow = &yes
	}
	if in.Plans == nil && slices.ContainsFunc(in.Integrations, setup.HasPlans) {
		yes, err := d.yes("Require your approval of Claude Code's plans? They open in the browser, where you comment and decide.", false)
		if err != nil {
			return err
		}
		in.Plans = &yes
	}
	return nil
}

// permits asks about the files that are written only with a person's permission.
func (d *dialog) permits(in *project.SetupInput) error {
	out, err := d.plan(in)
	if err != nil {
		return err
	}
	for _, ask := range []struct {
		why      string
		question string
		given    *bool
	}{
		{setup.WhyReadOnly, "is read-only. Write it anyway?", &in.ReadOnly},
		{setup.WhyTracked, "is tracked by git, so your next commit would include a path from this machine. Write it anyway?", &in.Tracked},
	} {
		var paths []string
		for _, c := range out.(project.SetupOutput).Paths {
			if strings.HasPrefix(c.Why, ask.why) && c.Done == setup.Kept {
				paths = append(paths, safe(relativePath(d.service.Place.Root, c.Path)))
			}
		}
		if len(paths) == 0 || *ask.given {
			continue
		}
		if *ask.given, err = d.yes(strings.Join(paths, ", ")+" "+ask.question, false); err != nil {
			return err
		}
	}
	return nil
}
