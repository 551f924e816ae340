package commands

import (
	"path/filepath"
	"runtime"

	"consider/internal/agents"
)

// machine returns what setup needs to know about the surroundings.
func (a *app) machine() agents.Machine {
	home := a.env.Getenv("HOME")
	if runtime.GOOS == "windows" {
		home = a.env.Getenv("USERPROFILE")
	}
	absolute := func(dir string) string {
		if filepath.IsAbs(dir) {
			return dir
		}
		return ""
	}
	return agents.Machine{
		Home: absolute(home), Program: a.env.Program, Version: a.env.Build, OS: runtime.GOOS, Arch: runtime.GOARCH,
		ClaudeDir:  absolute(a.env.Getenv("CLAUDE_CONFIG_DIR")),
		CodexDir:   absolute(a.env.Getenv("CODEX_HOME")),
		CopilotDir: absolute(a.env.Getenv("COPILOT_HOME")),
	}
}
