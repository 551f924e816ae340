package thread

import (
	"strings"

	"consider/internal/enum"
	"consider/internal/extra"
	"consider/internal/words"
)

// Concern makes a message a finding: the report of a problem by an agent or a tool. It is stored with the message.
type Concern struct {
	Kind       string `json:"kind,omitempty"`       // such as bug or security
	Confidence int    `json:"confidence,omitempty"` // in percent; 0 if unknown
	Tree       string `json:"tree,omitempty"`       // the commit that the finder read, if its text was not the current one
	Report     bool   `json:"report,omitempty"`     // from a document, so the finder does not read replies
	Held       bool   `json:"held,omitempty"`       // of a first message: other agents get the thread once the human accepts it

	Unknown extra.Fields `json:",embed"`
}

// MarshalJSON writes unknown fields back, for every encoder.
func (c Concern) MarshalJSON() ([]byte, error) {
	type plain Concern
	return extra.Marshal((*plain)(&c))
}

// Revision returns the name of a commit in a text that a tool wrote or a store holds. It begins the text, as the rest could
// be anything.
func Revision(text string) string {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return ""
	}
	return words.Headline(fields[0])
}

// Stance is a judgement of the last outcome of a finding, by a finder or the human.
type Stance string

// The stances.
const (
	Confirm Stance = "confirm"
	Insist  Stance = "insist"
)

var stances = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(Confirm), Word: "Confirms", Says: "the outcome settles the finding", Badge: "good"},
	{Name: string(Insist), Word: "Insists", Says: "the finding still holds", Badge: "bad"},
}}

// Enum returns the stances that this version knows.
func (Stance) Enum() enum.Set { return stances }
