package agents

// Machine describes the environment. Paths are absolute, or "".
type Machine struct {
	Home    string // the user's home folder
	Program string // the running program
	Version string // its version
	OS      string // in the form of GOOS
	Arch    string // in the form of GOARCH

	ClaudeDir, CodexDir, CopilotDir string // configured folders of the agents' settings, "" for the default
}

// SettingsDir returns the folder of an agent's settings that the user chose, "" for the usual one.
func (m Machine) SettingsDir(id string) string {
	return map[string]string{"claude-code": m.ClaudeDir, "codex": m.CodexDir, "copilot": m.CopilotDir}[id]
}

// System returns the platform of the running program.
func (m Machine) System() string { return m.OS + "/" + m.Arch }
