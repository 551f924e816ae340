package commands

import (
	"strings"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/words"
)

// splitShortFlags splits -mTEXT and -m=TEXT into -m TEXT, and a number as in git log -2 into -n 2, so that the library reads
// them as git does. It refuses words behind a single dash, which the library would take for long flags.
func splitShortFlags(root *cli.Command, args []string) ([]string, error) {
	at, argued, value := root, false, false
	full := root.Name
	var out []string
	for i, arg := range args {
		name, _, whole := strings.Cut(arg, "=")
		switch {
		case value:
			value = false
		case arg == "--":
			return append(out, args[i:]...), nil
		case strings.HasPrefix(arg, "--"):
			value = !whole && takesValue(root, at, name[2:])
		case strings.HasPrefix(arg, "-") && words.AllDigits(arg[1:]) && takesValue(root, at, "n"):
			out, arg = append(out, "-n"), arg[1:]
		case len(arg) == 2 && arg[0] == '-':
			value = takesValue(root, at, arg[1:])
		case len(arg) > 2 && arg[0] == '-':
			if !takesValue(root, at, arg[1:2]) {
				return nil, singleDashError(root, at, full, name[1:])
			}
			out, arg = append(out, arg[:2]), strings.TrimPrefix(arg[2:], "=")
		case !argued:
			if below := at.Command(arg); below != nil {
				at, full = below, full+" "+below.Name
			} else {
				argued = true
			}
		}
		out = append(out, arg)
	}
	return out, nil
}

func takesValue(root, at *cli.Command, name string) bool {
	f := findFlag(root, at, name)
	_, isSwitch := f.(*cli.BoolFlag)
	return f != nil && !isSwitch
}

func singleDashError(root, at *cli.Command, full, name string) error {
	if name == "help" || name == "version" || findFlag(root, at, name) != nil {
		return fail.Usage("flags of more than one letter take two dashes: {--%s}, not -%s", name, name).
			Hint("%v", helpFor(full))
	}
	e := fail.Usage("unknown flag -%s", name)
	if strings.ContainsAny(name, "./:") {
		e.Hint("if you mean a file of that name, write ./-%s", name)
	}
	return e.Hint("%v", helpFor(full))
}
