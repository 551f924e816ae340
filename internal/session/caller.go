package session

import (
	"cmp"
	"time"

	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/thread"
	"consider/internal/words"
)

// Caller is who asks, as the channel knows it: a flag or an input field never makes an agent a human.
//
// It is one of three: a person, an agent, or unknown. An unknown caller is recorded as an agent and has an agent's
// rights, but marks nothing as seen: it may be a person's script. docs/identity.md says how each is recognised and what
// it may do.
type Caller struct {
	Agent    string            // name of the agent recognised by the channel, "" if none was
	Door     bool              // through the program that setup installs for agents: the caller is no person
	Terminal bool              // a terminal is on one of the three streams
	OnScreen bool              // a terminal is what the answer is printed on
	Human    bool              // the channel is a person's own (an editor, a browser)
	As       thread.AuthorKind // asked for explicitly, "" if not
	IsEditor bool              // the caller is the editor: it knows where the person is
	Name     string            // name asked for, "" if none
	Why      string            // what the above was told by, in words; "" where the channel says it all
	Dir      string            // absolute folder that relative paths start from
	Window   string            // id of the editor's window whose terminal the caller runs in, "" if none is known

	Bounded  bool          // it pays for each word of an answer, so that long ones are cut, and say where
	Patience time.Duration // how long it waits when it does not say; 0 for as long as a shell allows
}

// IsPerson reports whether the caller is surely a person: in a person's own channel, on a terminal, or saying so where
// no agent is recognised.
func (c Caller) IsPerson() bool {
	switch {
	case c.Human:
		return c.As != thread.Agent
	case c.Door || c.Agent != "":
		return false
	case c.As != "":
		return c.As == thread.Human
	}
	return c.Terminal
}

// IsUnknown reports whether nothing tells who the caller is.
func (c Caller) IsUnknown() bool {
	return !c.IsPerson() && !c.Door && c.Agent == "" && c.As == ""
}

// Claims reports whether the caller is a person by its word alone.
func (c Caller) Claims() bool { return c.IsPerson() && c.As == thread.Human && !c.Terminal }

// String is who the caller is taken for.
func (c Caller) String() string {
	switch {
	case c.IsPerson():
		return "a person"
	case c.Agent != "":
		return "the agent " + c.Agent
	case c.IsUnknown():
		return "an unknown caller"
	}
	return "an agent"
}

// Author is who the caller's words and acts are recorded as.
func (c Caller) Author() (thread.Author, error) {
	if c.As == thread.Human && !c.IsPerson() {
		return thread.Author{}, c.notHuman()
	}
	a := thread.Author{Kind: thread.Agent, Name: c.Name}
	switch {
	case c.IsPerson():
		a.Kind = thread.Human
	case c.IsUnknown():
		a.Name = cmp.Or(c.Name, thread.Unknown)
	default:
		a.Name = cmp.Or(c.Name, c.Agent)
	}
	// Names tell who said what, and who may change it: that of an agent is the agent's alone.
	if (c.Agent != "" || c.IsUnknown()) && a.Kind == thread.Agent && a.Name != c.Agent && agents.Known(a.Name) {
		return thread.Author{}, fail.Denied("%s cannot speak as %s", c, a.Name).Hint("leave --name out, or choose another")
	}
	if len(a.Name) > thread.MaxName || words.HasControl(a.Name) {
		return thread.Author{}, fail.Usage("a name is at most %d bytes of plain text on one line", thread.MaxName)
	}
	return a, nil
}

func (c Caller) notHuman() error {
	if c.Agent == "" {
		return fail.Denied("this is the program for agents, which cannot speak as the human").
			Hint("leave --as out: what you write is recorded as an agent's")
	}
	return fail.Denied("%s cannot speak as the human", c.Agent).
		Hint("leave --as out: what you write is recorded as %s's", c.Agent)
}

// Person returns an error unless the caller is surely a person.
func (c Caller) Person(what string) error {
	if c.IsPerson() {
		return nil
	}
	err := fail.Denied("only a person may %s", what)
	if c.IsUnknown() {
		return err.Hint("leave it to the human, who does it on a terminal, in the editor or in the browser")
	}
	return err.Hint("say in the thread what you would like, and leave it to the human")
}
