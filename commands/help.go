package commands

import "time"

const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// Help texts in the layout of git's own: what it is, how to call it, what it takes. The templates are the
// cli library's.
const (
	rootHelp = `{{.Name}} - {{.Usage}}

usage: {{.Name}} <verb> [<arguments>] [--json]

Verbs:{{range .VisibleCommands}}
  {{printf "%-11s" .Name}} {{.Usage}}{{end}}

Every verb has --help with an example, and --json for one JSON document on stdout.
The store is .consider in the project's root; --store DIR or CONSIDER_DIR names another.
Exit codes: 0 done, 1 bug, 2 usage, 10 not found, 11 no store, 12 conflict, 13 busy (try again),
14 damaged, 15 newer store, 16 not allowed, 17 timed out, 130 interrupted.
`

	verbHelp = `consider {{.Name}} - {{.Usage}}

usage: consider {{.Name}}{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}{{if .VisibleFlags}} [<flags>]{{end}}
{{if .Aliases}}also:{{range .Aliases}} {{.}}{{end}}
{{end}}
{{.Description}}
{{if .VisibleFlags}}
Flags:{{range .VisibleFlags}}
  {{.}}{{end}}
{{end}}`
)
