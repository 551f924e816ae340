package setup

// Choice is what a person wants. What is left out stays as it was set up before. Where agents are named, it is about
// them alone.
type Choice struct {
	Gitignore    bool
	Integrations []Integration
	Hooks        Level // "" as before, off at first
	MCP          *bool // nil as before, no at first
	Allow        *bool // nil as before, no at first: our program is on the agent's list of what it may run unasked
	Plans        *bool // nil as before, no at first: a person gives the word on the agent's plans
	OwnFolders   bool  // skills go to each agent's own folder instead of the shared one
	Also         Also
	Dry          bool
	Force        bool
}
