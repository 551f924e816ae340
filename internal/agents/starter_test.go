package agents

import (
	"slices"
	"strings"
	"testing"
)

// chain returns the processes above a back end, the nearest first. "|" separates the words of their command lines. A
// prefix "~" means that the process started the one below it in a session of its own, "!" that it did not make our
// standard input, and "1 " that it is process 1.
func chain(lines ...string) func(func(Process) bool) {
	return func(yield func(Process) bool) {
		for i, line := range lines {
			p := Process{ID: 100 - i}
			line, p.Apart = strings.CutPrefix(line, "~")
			line, p.Unheard = strings.CutPrefix(line, "!")
			if rest, first := strings.CutPrefix(line, "1 "); first {
				p.ID, line = 1, rest
			}
			if line != "" {
				p.Args = strings.Split(line, "|")
			}
			if !yield(p) {
				return
			}
		}
	}
}

const (
	remote  = "/home/ann/.vscode-server/cli/servers/Stable-1/server/node|--dns-result-order=ipv4first|/home/ann/.vscode-server/cli/servers/Stable-1/server/out/bootstrap-fork|--type=extensionHost|--transformURIs|--useHostProxy=false"
	desktop = "/usr/share/code/code|--type=utility|--utility-sub-type=node.mojom.NodeService|--lang=en-US|--service-sandbox-type=none|--user-data-dir=/home/ann/.config/Code"
)

// Processes that an extension starts are children of its extension host, on every system, and those that a terminal
// starts are not.
func TestOnlyAnEditorsOwnBackEndIsItsPersons(t *testing.T) {
	server := strings.ReplaceAll(remote, "--type=extensionHost", "--type=ptyHost")
	for name, c := range map[string]struct {
		file  string
		above []string
		want  Starter
	}{
		"desktop":                      {"", []string{desktop, "/usr/share/code/code"}, Editor},
		"desktop, with one first word": {"", []string{strings.ReplaceAll(desktop, "|", " ")}, Editor},
		"desktop from snap":            {"", []string{"/snap/code/234" + desktop}, Editor},
		"insiders":                     {"", []string{strings.ReplaceAll(desktop, "/code", "/code-insiders")}, Editor},
		"macOS helper":                 {"", []string{"/Applications/Visual Studio Code.app/Contents/Frameworks/Code Helper (Plugin).app/Contents/MacOS/Code Helper (Plugin)|--type=utility|--utility-sub-type=node.mojom.NodeService"}, Editor},
		"macOS helper of the insiders": {"", []string{"/Applications/Visual Studio Code - Insiders.app/Contents/Frameworks/Code - Insiders Helper (Plugin).app/Contents/MacOS/Code - Insiders Helper (Plugin)|--type=utility"}, Editor},
		"Code.exe":                     {"", []string{`C:\Users\Ann Lee\AppData\Local\Programs\Microsoft VS Code\Code.exe|--type=utility|--utility-sub-type=node.mojom.NodeService`}, Editor},
		"code-server":                  {"", []string{"/usr/lib/code-server/lib/node|/usr/lib/code-server/lib/vscode/out/bootstrap-fork|--type=extensionHost|--transformURIs"}, Editor},
		"Remote SSH, WSL, containers":  {"", []string{remote}, Editor},
		"Cursor":                       {"", []string{"/usr/share/cursor/cursor|--type=utility|--utility-sub-type=node.mojom.NodeService"}, Editor},
		"Cursor with a title":          {"", []string{"Cursor Helper (Plugin): extension-host (user) shed [1-2]|"}, Editor},
		"Windsurf":                     {"", []string{"/usr/share/windsurf/windsurf|--type=utility"}, Editor},
		"VSCodium":                     {"", []string{"/Applications/VSCodium.app/Contents/Frameworks/VSCodium Helper (Plugin).app/Contents/MacOS/VSCodium Helper (Plugin)|--type=utility"}, Editor},
		"Zed":                          {"", []string{"!/home/ann/.local/zed.app/libexec/zed-editor"}, Editor},
		"Neovim":                       {"", []string{"!nvim|--embed"}, Editor},
		"JetBrains":                    {"", []string{"!/opt/goland/bin/goland"}, Editor},
		"JetBrains on Windows":         {"", []string{`C:\Program Files\JetBrains\IDEA\bin\idea64.exe`}, Editor},
		"JetBrains, from its script":   {"", []string{"!/opt/idea/jbr/bin/java|-classpath|x.jar|com.intellij.idea.Main"}, Editor},
		"from npm":                     {"", []string{"node|/usr/local/bin/consider|serve", remote}, Editor},
		"from npm, by its file":        {"", []string{`C:\nodejs\node.exe|C:\x\node_modules\consider\bin\consider.js|serve`, `C:\Code.exe|--type=utility`}, Editor},
		"the script that was chosen":   {"/home/ann/bin/wrap", []string{"/bin/sh|/home/ann/bin/wrap|serve", desktop}, Editor},
		"a chosen program":             {"/home/ann/bin/wrap", []string{"/home/ann/bin/wrap|serve", desktop}, Editor},
		"a chosen script and npm":      {"/home/ann/bin/wrap", []string{"node|/usr/bin/consider|serve", "/bin/sh|/home/ann/bin/wrap|serve", desktop}, Editor},

		"a shell":                                {"", []string{"/bin/sh|-c|consider serve <in; true", desktop}, Other},
		"a script that was not chosen":           {"/home/ann/bin/wrap", []string{"/bin/sh|/tmp/wrap|serve", desktop}, Other},
		"a shell that names the chosen script":   {"/home/ann/bin/wrap", []string{"/bin/sh|-c|consider serve|/home/ann/bin/wrap|serve", desktop}, Other},
		"the chosen script in a shell":           {"/home/ann/bin/wrap", []string{"/bin/sh|/home/ann/bin/wrap|serve", "bash", desktop}, Other},
		"many chosen scripts":                    {"w", []string{"sh|w|serve", "sh|w|serve", "sh|w|serve", desktop}, Other},
		"npm in a shell":                         {"", []string{"node|/usr/local/bin/consider|serve", "bash", remote}, Other},
		"an unlisted agent in VS Code's window":  {"", []string{"robot|exec", "-bash", "~!" + desktop}, Other},
		"a shell of a terminal that became it":   {"", []string{"~" + desktop}, Other},
		"a shell of a remote one":                {"", []string{"~" + server}, Other},
		"an agent in tmux there":                 {"", []string{"robot", "bash", "~tmux: server", "1 /sbin/init"}, Other},
		"tmux":                                   {"", []string{"~tmux|new"}, Other},
		"screen":                                 {"", []string{"SCREEN"}, Other},
		"a terminal program":                     {"", []string{"/Applications/iTerm.app/Contents/MacOS/iTerm2"}, Other},
		"double-forked":                          {"", []string{"1 /sbin/init"}, Other},
		"double-forked to a session's manager":   {"", []string{"~/usr/lib/systemd/systemd|--user"}, Other},
		"double-forked in an editor's container": {"", []string{"1 nvim|--embed"}, Other},
		"a task":                                 {"", []string{"/bin/bash|-c|consider serve", "~" + desktop}, Other},
		"a task without a shell":                 {"", []string{"~" + desktop}, Other},
		"a command of an agent's extension":      {"", []string{"!" + remote}, Other},
		"Cursor's own agent":                     {"", []string{"Cursor Helper (Plugin): extension-host (agent-exec) shed [2-6]|"}, Other},
		"VS Code's server itself":                {"", []string{"node|/x/out/server-main.js"}, Other},
		"its host of terminals":                  {"", []string{server}, Other},
		"a language server of an extension":      {"", []string{"/usr/share/code/code|/x/eslintServer.js|--node-ipc", desktop}, Other},
		"VS Code's window":                       {"", []string{"/usr/share/code/code"}, Other},
		"another program made with Electron":     {"", []string{"/opt/claude-desktop/claude-desktop|--type=utility"}, Other},
		"a Java program":                         {"", []string{"java|-jar|agent.jar"}, Other},
		"words of an editor behind a shell":      {"", []string{"bash|-c|x|com.intellij.idea.Main|--type=extensionHost"}, Other},

		"nothing above":             {"", nil, Hidden},
		"a process of nobody":       {"", []string{""}, Hidden},
		"a launcher of nobody":      {"", []string{"node|/usr/local/bin/consider|serve"}, Hidden},
		"an editor behind the veil": {"", []string{"", desktop}, Hidden},
	} {
		if got, by := StartedBy(chain(c.above...), c.file); got != c.want || (by == "") != (got == Hidden) {
			t.Errorf("%s: got %d %q, want %d", name, got, by, c.want)
		}
	}
	if got, _ := StartedBy(nil, ""); got != Hidden {
		t.Errorf("where nothing is asked: %d", got)
	}
}

// Processes above an editor do not show who works in it.
func TestAnEditorsHostEndsTheSearchForAgents(t *testing.T) {
	for _, host := range []string{remote, desktop, strings.ReplaceAll(desktop, "|", " "), "java|com.intellij.idea.Main"} {
		if got := Recognize(with(""), chain("bash", host, "claude")); got.Agent != "" {
			t.Errorf("%q: %+v", host, got)
		}
	}
	for _, name := range slices.Concat(vscodeForks, editors) {
		if !isPersonProgram(name) {
			t.Errorf("people do not work in %s", name)
		}
	}
}
