package agents

import (
	"path"
	"slices"
	"strings"
)

// commandOf returns the name of the agent with this command line, "" if there is none.
func commandOf(args []string) string {
	name := baseName(scriptOrProgram(args))
	for _, a := range known {
		if slices.Contains(a.programs, name) || hasPart(args, a.parts) {
			return a.ID
		}
	}
	return ""
}

// hasPart reports whether the path of the script or of the program contains one of the parts.
func hasPart(args, parts []string) bool {
	return len(args) > 0 && slices.ContainsFunc(parts, func(part string) bool {
		return strings.Contains(scriptOrProgram(args), part) || strings.Contains(slash(args[0]), part)
	})
}

// isPersonProgram reports whether people work in the program of this name, such as a shell or an editor.
func isPersonProgram(name string) bool {
	return slices.Contains(personPrograms, name) || slices.Contains(vscodeForks, name) || slices.Contains(editors, name)
}

// isPersonCommand reports whether this command line runs a program in which people work.
func isPersonCommand(args []string) bool {
	return commandOf(args) == "" && (isPersonProgram(nameOf(args)) || isEditor(args) || hasPart(args, personParts))
}

// isDoor reports whether this is our program, called as agents call it.
func isDoor(args []string) bool {
	return len(args) > 0 && (IsCopy(args[0]) || len(args) > 1 && args[1] == DoorFlag && baseName(slash(args[0])) == "consider")
}

// IsCopy reports whether a program is the copy that setup makes for agents. Any call of it counts as an agent's,
// under whatever name and with whatever arguments.
func IsCopy(program string) bool {
	dir := path.Dir(slash(program))
	return path.Base(dir) == "bin" && path.Base(path.Dir(dir)) == ".consider"
}

// scriptOrProgram returns the file that a command line runs, with slashes: the script if an interpreter runs one, "" if
// it runs code that is not in a file.
func scriptOrProgram(args []string) string {
	if len(args) == 0 {
		return ""
	}
	file := slash(args[0])
	if name, _, _ := strings.Cut(baseName(file), "."); !slices.Contains(interpreters, name) { // python3.12
		return file
	}
	for i := 1; i < len(args); i++ {
		switch arg := args[i]; {
		case arg == "-m" && i+1 < len(args):
			return args[i+1] // for Python: a module, which has the name of its program
		case slices.Contains(flagsWithValue, arg):
			i++
		case strings.HasPrefix(arg, "-e"), strings.HasPrefix(arg, "-c"), strings.HasPrefix(arg, "-p"), arg == "--eval", arg == "--print":
			return ""
		case strings.HasPrefix(arg, "-"), arg == "run", arg == "x": // of bun and deno
		default:
			return slash(arg)
		}
	}
	return file
}

// baseName returns a program's name without the suffix of its system. If a program replaces its command line by a
// title, that may have more words.
func baseName(file string) string {
	name, _, _ := strings.Cut(path.Base(file), " ")
	return strings.TrimSuffix(name, ".exe")
}

func slash(file string) string { return strings.ReplaceAll(file, `\`, "/") }

// DoorFlag is the flag with which the wrapper that setup installs for agents calls the program. It is the first
// argument.
const DoorFlag = "--for-agents"

// isEditor reports whether this is the process of an editor that starts back ends.
func isEditor(args []string) bool {
	return isHost(args) || slices.Contains(editors, strings.TrimSuffix(nameOf(args), "64")) || nameOf(args) == "java" && slices.Contains(args, "com.intellij.idea.Main")
}

// isHost reports whether this is an extension host: of VS Code's server, or of VS Code and the editors made from it.
// The processes of their terminals are utilities too, but the processes that they start are in another session.
// Cursor has a host in which its agent runs commands.
func isHost(args []string) bool {
	if strings.TrimSuffix(baseName(scriptOrProgram(args)), ".js") == "bootstrap-fork" {
		return slices.Contains(args, "--type=extensionHost")
	}
	line := strings.Join(args, " ")
	return slices.Contains(vscodeForks, nameOf(args)) && !strings.Contains(line, "(agent-exec)") &&
		(strings.Contains(line, " --type=utility") || strings.Contains(line, ": extension-host"))
}

// nameOf returns the name of the program of a command line, in lower case. In a program made with Chromium, the first
// word may contain the whole command line, or a title.
func nameOf(args []string) string {
	file, _, _ := strings.Cut(slash(args[0]), " --")
	file, _, _ = strings.Cut(file, ": ")
	return strings.ToLower(baseName(file))
}
