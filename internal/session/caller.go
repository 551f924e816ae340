package session

import (
	"cmp"
	"time"

	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/thread"
	"consider/internal/words"
)

// Caller is who asks, as known from the channel. No flag or input field turns an agent into a human.
//
// A caller is a person, an agent, or unknown. An unknown caller is recorded as an agent and has an agent's rights. It
// marks nothing as seen, because it may be a person's script. docs/reference/identity.md says how each is recognized and what it
// may do.
type Caller struct {
	Agent    string            // name of the agent recognized by the channel, "" if none was
	Door     bool              // called through the program that setup installs for agents: the caller is not a person
	Terminal bool              // a terminal is on one of the three streams
	OnScreen bool              // the answer is printed on a terminal
	Human    bool              // the channel is a person's own (an editor, a browser)
	As       thread.AuthorKind // the kind that the caller asked for, "" if none
	IsEditor bool              // the caller is the editor: it knows where the person is
	IsPage   bool              // the caller is the review page, or what starts it
	Name     string            // the name that the caller asked for, "" if none
	Why      string            // the evidence for the above, in words; "" when the channel itself is the evidence
	Unproven string            // of an editor's back end that may be another's: why, and what to do, in a sentence; "" for every other caller
	Dir      string            // absolute folder that relative paths start from
	Window   string            // id of the editor's window whose terminal the caller runs in, "" if none is known

	InSession func() agents.Session // the agent's session that the caller runs in; nil if none is known

	Bounded  bool          // the caller pays for each word, so long answers are cut and say where
	Patience time.Duration // how long the caller waits if it does not say; 0 for as long as a shell allows
}

// IsPerson reports whether the caller is surely a person: it uses a person's own channel, or no agent is recognized and
// it is on a terminal or says that it is a person.
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

// IsUnknown reports whether there is no evidence of who the caller is.
func (c Caller) IsUnknown() bool {
	return !c.IsPerson() && !c.Door && c.Agent == "" && c.As == ""
}

// Claims reports whether only the caller's own word says that it is a person.
func (c Caller) Claims() bool { return c.IsPerson() && c.As == thread.Human && !c.Terminal }

// String says who the caller is taken for.
func (c Caller) String() string {
	switch {
	case c.IsPerson():
		return "the human"
	case c.Agent != "":
		return "the agent " + c.Agent
	case c.IsUnknown():
		return "an unknown caller"
	}
	return "an agent"
}

// Author returns the author under which the caller's words and acts are recorded.
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
	// A name shows who said what and who may change it, so a known agent's name is reserved for that agent.
	if (c.Agent != "" || c.IsUnknown()) && a.Kind == thread.Agent && a.Name != c.Agent && agents.Known(agents.Present(a.Name)) {
		return thread.Author{}, fail.Denied("%s cannot act as %s", c, a.Name).Hint("omit {--name}, or use another name")
	}
	if len(a.Name) > thread.MaxName || words.HasControl(a.Name) {
		return thread.Author{}, fail.Usage("a name must be plain text on one line, at most %d bytes", thread.MaxName)
	}
	return a, nil
}

func (c Caller) notHuman() error {
	if c.Agent == "" {
		return fail.Denied("this copy of consider is for agents, which cannot act as the human").
			Hint("without {--as}, you are recorded as an agent")
	}
	return fail.Denied("%s cannot act as the human", c.Agent).
		Hint("without {--as}, you are recorded as %s", c.Agent)
}

// Person returns an error unless the caller is surely a person. An editor's back end that only claims to be a person's
// is not.
func (c Caller) Person(what string) error {
	if c.IsPerson() && c.Unproven == "" {
		return nil
	}
	err := fail.Denied("only a human can %s", what)
	if c.Unproven != "" {
		return err.Hint("%s", c.Unproven)
	}
	if c.IsUnknown() {
		return err.Hint("ask the human, who can do it in a terminal, the editor or the browser")
	}
	return err.Hint("ask the human in the thread")
}
