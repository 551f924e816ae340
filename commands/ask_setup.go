package commands

import (
	"cmp"
	"slices"
	"strings"

	"consider/internal/printable"
	"consider/internal/project"
	"consider/internal/setup"
)

func (d *dialog) setup(in *project.SetupInput) error {
	out, err := d.plan(in)
	if err != nil { // an unknown agent is reported before the questions
		return err
	}
	stands := cmp.Or(out.(project.SetupOutput).Stands, &project.SetupStands{})
	d.say("Setting up consider for %s. Nothing is written until you confirm.\n\n", printable.Line(d.service.Place.Root))
	found := in.Integrations
	if len(found) == 0 {
		found = setup.Detect(d.service.Machine, d.service.Place.Root)
	}
	if !in.Recommended && !in.Choosing() && len(found) > 0 {
		said, err := d.recommended(found)
		if err != nil || said == "n" {
			return cmp.Or(err, nothingDone())
		}
		in.Recommended = said == "y"
	}
	if !in.Recommended {
		if err := d.custom(in, found, stands); err != nil {
			return err
		}
	}
	in.Yes = true
	if err := d.permits(in); err != nil {
		return err
	}
	return d.confirm(in, func() (bool, error) { return d.yes("Write these changes?", true) })
}

// recommended offers to set up agents with the recommended settings: y, n, or c for a question about each setting.
func (d *dialog) recommended(agents []string) (string, error) {
	names, more := make([]string, len(agents)), ""
	if slices.ContainsFunc(agents, setup.HasHooks) {
		more = "; notified between steps"
	}
	for i, word := range agents {
		names[i] = setup.NameOf(word)
		if setup.HasAllow(word) {
			more += "; " + names[i] + " may run consider without asking"
		}
	}
	said, err := d.answer("Set up "+strings.Join(names, ", ")+" with the recommended settings (skill"+more+
		")? [Y/n/c] (c: choose each setting)", "y", func(s string) bool { return slices.Contains([]string{"y", "yes", "n", "no", "c"}, s) })
	return said[:min(1, len(said))], err
}

// custom asks for each setting that the flags left open.
func (d *dialog) custom(in *project.SetupInput, found []string, stands *project.SetupStands) error {
	if len(in.Integrations) == 0 {
		if err := d.integrations(in, found); err != nil {
			return err
		}
	}
	if len(in.Integrations) > 0 {
		if err := d.extras(in, stands); err != nil {
			return err
		}
	}
	if d.service.Place.GitDir == "" {
		return nil
	}
	return d.ask(&in.Gitignore, "Add .consider/ to .gitignore? (Git already ignores the folder; this line only documents it.)", false)
}

func (d *dialog) integrations(in *project.SetupInput, found []string) error {
	usual := cmp.Or(strings.Join(found, " "), "none")
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

// extras asks what agents get besides the skill. The defaults are the present setup, or what is recommended.
func (d *dialog) extras(in *project.SetupInput, stands *project.SetupStands) error {
	if in.Hooks == "" {
		d.say("Notify the agents of waiting threads? They see only the number of threads.\n")
		var names []string
		for _, level := range setup.Off.Enum().Values {
			d.say("  %-12s %s\n", level.Name, level.Says)
			names = append(names, level.Name)
		}
		level, err := d.choice("When should agents be notified? Each level includes the ones before it:",
			string(cmp.Or(stands.Hooks, setup.MidTurn)), names...)
		if err != nil {
			return err
		}
		in.Hooks = setup.Level(level)
	}
	if err := d.ask(&in.MCP, "Register the MCP server too? Only agents that cannot run commands need it.", stands.MCP); err != nil {
		return err
	}
	if slices.ContainsFunc(in.Integrations, setup.HasAllow) {
		if err := d.ask(&in.Allow, "Allow Claude Code to run consider without asking you each time?", true); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(in.Integrations, setup.HasPlans) {
		return d.ask(&in.Plans, "Require your approval of Claude Code's plans? They open in the browser, where you comment and decide.", stands.Plans)
	}
	return nil
}

// ask asks for a setting that no flag gave.
func (d *dialog) ask(setting **bool, question string, usual bool) error {
	if *setting != nil {
		return nil
	}
	yes, err := d.yes(question, usual)
	*setting = &yes
	return err
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
				paths = append(paths, printable.Line(setup.RelativePath(d.service.Place.Root, c.Path)))
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
