package session

import (
	"time"

	"consider/internal/fail"
	"consider/internal/thread"
	"consider/internal/words"
)

// Caller is who asks, as the channel knows it: a flag or an input field never makes an agent a human.
type Caller struct {
	Agent    string            // name of the agent recognised by the channel, "" if none was
	Terminal bool              // a person can type here
	Human    bool              // the channel is a person's own (an editor, a browser)
	As       thread.AuthorKind // asked for explicitly, "" if not
	IsEditor bool              // the caller is the editor: it knows where the person is
	Name     string            // name asked for, "" if none
	Dir      string            // absolute folder that relative paths start from
	Window   string            // id of the editor's window whose terminal the caller runs in, "" if none is known

	Patience time.Duration // how long it waits when it does not say; 0 for as long as a shell allows
}

// Author decides who the caller is when nothing but its channel and the usual reader of an operation tell:
// usual is the kind that stands when there is no terminal and no recognised agent.
func (c Caller) Author(usual thread.AuthorKind) (thread.Author, error) {
	if c.As == thread.Human && c.Agent != "" && !c.Human {
		return thread.Author{}, fail.Denied("%s cannot speak as the human", c.Agent).
			Hint("leave --as out: what you write is recorded as %s's", c.Agent)
	}
	kind := usual
	switch {
	case c.As != "":
		kind = c.As
	case c.Human:
		kind = thread.Human
	case c.Agent != "":
		kind = thread.Agent
	case c.Terminal:
		kind = thread.Human
	}
	name := c.Name
	if name == "" && kind == thread.Agent {
		name = c.Agent
	}
	if len(name) > thread.MaxName || words.HasControl(name) {
		return thread.Author{}, fail.Usage("a name is at most %d bytes of plain text on one line", thread.MaxName)
	}
	return thread.Author{Kind: kind, Name: name}, nil
}

// Person returns an error unless the caller is surely a person: on a terminal, in a person's own channel, or
// saying so where no agent is recognised.
func (c Caller) Person(what string) error {
	if c.Human || c.Agent == "" && (c.Terminal || c.As == thread.Human) {
		return nil
	}
	err := fail.Denied("only a person may %s", what)
	if c.Agent == "" {
		return err.Hint("on a terminal this works as it is; elsewhere say --as human")
	}
	return err.Hint("say in the thread what you would like, and leave it to the human")
}

// Agent is the name that seen marks of the caller are kept under, "" for a human.
func (s *Session) Agent() string {
	if a, err := s.Caller.Author(thread.Human); err == nil && a.Kind == thread.Agent {
		return a.MarkName()
	}
	return ""
}
