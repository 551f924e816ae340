package agents

// Agent is a coding agent: how it is recognized, and where it reads what setup writes. Paths are slash-separated; a path
// that does not apply is "".
type Agent struct {
	ID   string // under which its messages and read marks are stored
	Word string // on the command lines of setup and of hooks; "" if setup does not support it
	Name string // for people

	former    []string // names that earlier versions stored for it
	variables []string // that it sets for the commands it runs
	session   string   // the one of them with the ID of its session, which its hooks get too; "" if there is none
	programs  []string // names of its program
	parts     []string // parts of its program's path, where the file has another name
	clients   []string // beginnings of the names that it gives itself over MCP and in AI_AGENT
	source    string   // where these facts are from

	Skills Skills
	Hooks  Hooks
	MCP    []Server
	Allow  Allow
	Trust  Trust
}

// Skills are the folders of an agent's skills. Most agents read a shared one; each has one of its own.
type Skills struct {
	Shared, Own         string // below the project
	SharedHome, OwnHome string // below the home folder
	// HeedsIgnore means that the agent skips folders that git ignores when it looks for skills. Git ignores ours.
	HeedsIgnore bool
	Signs       []string // folders that show that the agent is used; by default those of its skills
}

// Allow is an agent's list of commands and tools that it may run without asking the user.
type Allow struct {
	File  string // below the project; the one that has the hooks too
	Keys  []string
	Shell string // the rule for our program's commands
	Tools string // the rule for our MCP server's tools
}

// Trust is how the user makes an agent read the files that setup wrote to the project.
type Trust struct {
	Needs string // instructions, for an output of setup
	Lacks string // message while the project is not trusted
}
