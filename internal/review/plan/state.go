package plan

import "consider/internal/enum"

// PlanState is the progress of a plan's review.
type PlanState string

// The states.
const (
	Waiting  PlanState = "waiting"
	Approved PlanState = "approved"
	Changes  PlanState = "changes"
)

var states = enum.Set{Values: []enum.Value{
	{Name: string(Waiting), Word: "Waiting", Says: "no verdict on the latest version yet", Badge: "stale"},
	{Name: string(Approved), Word: "Approved", Says: "the human approved the latest version", Badge: "good"},
	{Name: string(Changes), Word: "Changes requested", Says: "the human requested changes, and no newer version exists yet", Badge: "bad"},
}}

// Enum returns the states.
func (PlanState) Enum() enum.Set { return states }

// Passage says what happened to a comment's passage in another version.
type Passage string

// The values of Passage.
const (
	Kept   Passage = "kept"
	Edited Passage = "edited"
	Gone   Passage = "gone"
	Whole  Passage = "whole"
)

var passages = enum.Set{Values: []enum.Value{
	{Name: string(Kept), Word: "Kept", Says: "its text is unchanged"},
	{Name: string(Edited), Word: "Edited", Says: "its text was edited", Badge: "quiet"},
	{Name: string(Gone), Word: "Gone", Says: "its text was not found, or its location is uncertain", Badge: "stale"},
	{Name: string(Whole), Word: "Whole plan", Says: "it is about the whole plan"},
}}

// Enum returns the values of Passage.
func (Passage) Enum() enum.Set { return passages }

// PlanMode is how an agent continues after its plan was approved, if the agent lets others choose that.
type PlanMode string

// The modes. Without one, the agent continues in its usual way.
const (
	Asks  PlanMode = "asks"
	Edits PlanMode = "edits"
)

var modes = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(Asks), Word: "Ask", Says: "it asks before each edit"},
	{Name: string(Edits), Word: "Edit", Says: "it edits without asking"},
}}

// Enum returns the modes.
func (PlanMode) Enum() enum.Set { return modes }
