package agents

import (
	"path"
	"slices"
	"strings"
)

// commandOf returns the name of the agent whose command line this is, "" for every other.
func commandOf(args []string) string {
	name := base(program(args))
	for _, a := range known {
		if slices.Contains(a.programs, name) || runs(args, a.parts) {
			return a.name
		}
	}
	return ""
}

// runs reports whether the path of what is run holds one of the parts: the script's, or the program's own.
func runs(args, parts []string) bool {
	return len(args) > 0 && slices.ContainsFunc(parts, func(part string) bool {
		return strings.Contains(program(args), part) || strings.Contains(slash(args[0]), part)
	})
}

// inhabited reports whether this is the name of a program in which people work.
func inhabited(name string) bool {
	return slices.Contains(people, name) || slices.Contains(forks, name) || slices.Contains(editors, name)
}

// peoples reports whether this is the command line of a program in which people work.
func peoples(args []string) bool {
	return commandOf(args) == "" && (inhabited(nameOf(args)) || isEditor(args) || runs(args, peoplesParts))
}

// isDoor reports whether this is the program, called as agents call it.
func isDoor(args []string) bool {
	return len(args) > 0 && (IsCopy(args[0]) || len(args) > 1 && args[1] == DoorFlag && base(slash(args[0])) == "consider")
}

// IsCopy reports whether a program is the copy that setup makes for agents. It is their door under whatever name and
// with whatever arguments it is called.
func IsCopy(program string) bool {
	dir := path.Dir(slash(program))
	return path.Base(dir) == "bin" && path.Base(path.Dir(dir)) == ".consider"
}

// program is the file that a command line runs, with slashes: the script where an interpreter runs one, "" where what
// it runs is no file.
func program(args []string) string {
	if len(args) == 0 {
		return ""
	}
	file := slash(args[0])
	if name, _, _ := strings.Cut(base(file), "."); !slices.Contains(interpreters, name) { // python3.12
		return file
	}
	for i := 1; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "-m" && i+1 < len(args):
			return args[i+1] // python's: a module, which is named like its program
		case slices.Contains(valued, arg):
			i++
		case strings.HasPrefix(arg, "-e"), strings.HasPrefix(arg, "-c"), strings.HasPrefix(arg, "-p"), arg == "--eval", arg == "--print":
			return ""
		case strings.HasPrefix(arg, "-"), arg == "run", arg == "x": // bun's and deno's
		default:
			return slash(arg)
		}
	}
	return file
}

// base is a program's name without what its system hangs on it. A title that a program gives itself in the place of its
// command line may have more words.
func base(file string) string {
	name, _, _ := strings.Cut(path.Base(file), " ")
	return strings.TrimSuffix(name, ".exe")
}

func slash(file string) string { return strings.ReplaceAll(file, `\`, "/") }

// DoorFlag is what the wrapper that setup installs for agents calls the program with. It stands first.
const DoorFlag = "--for-agents"

// isEditor reports whether this is the process of an editor that starts back ends.
func isEditor(args []string) bool {
	return isHost(args) || slices.Contains(editors, strings.TrimSuffix(nameOf(args), "64")) || nameOf(args) == "java" && slices.Contains(args, "com.intellij.idea.Main")
}

// isHost reports whether this is an extension host: of VS Code's server, or of VS Code and the editors made from it. The
// processes of their terminals are utilities too, and what they start is in another session. Cursor has a host in which
// its agent runs commands.
func isHost(args []string) bool {
	if strings.TrimSuffix(base(program(args)), ".js") == "bootstrap-fork" {
		return slices.Contains(args, "--type=extensionHost")
	}
	line := strings.Join(args, " ")
	return slices.Contains(forks, nameOf(args)) && !strings.Contains(line, "(agent-exec)") &&
		(strings.Contains(line, " --type=utility") || strings.Contains(line, ": extension-host"))
}

// nameOf returns the name of the program of a command line, in small letters. A program made with Chromium may have
// its whole command line, or a title, in the first word.
func nameOf(args []string) string {
	file, _, _ := strings.Cut(slash(args[0]), " --")
	file, _, _ = strings.Cut(file, ": ")
	return strings.ToLower(base(file))
}
