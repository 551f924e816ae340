package commands

import "consider/internal/session"

// isInteractive reports whether programs that wait for keys, such as an editor or a pager, may be started: a person
// uses a terminal that can show more than plain lines.
func (a *app) isInteractive(c session.Caller) bool {
	kind := a.env.Getenv("TERM")
	return c.IsPerson() && c.As == "" && a.env.InTerminal && a.env.OutTerminal && kind != "" && kind != "dumb" && a.env.Getenv("CI") == ""
}
