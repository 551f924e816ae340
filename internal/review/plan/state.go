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
	{Name: string(Waiting), Word: "Waiting", Says: "nothing is decided on its newest version", Badge: "stale"},
	{Name: string(Approved), Word: "Approved", Says: "a person approved its newest version", Badge: "good"},
	{Name: string(Changes), Word: "Changes asked", Says: "a person asked for changes, and there is no newer version yet", Badge: "bad"},
}}

// Enum returns the states.
func (PlanState) Enum() enum.Set { return states }

// Passage says what happened to a comment's passage in another version.
type Passage string

// What can happen to a passage.
const (
	Kept   Passage = "kept"
	Edited Passage = "edited"
	Gone   Passage = "gone"
	Whole  Passage = "whole"
)

var passages = enum.Set{Values: []enum.Value{
	{Name: string(Kept), Word: "Kept", Says: "its words are there as they were"},
	{Name: string(Edited), Word: "Edited", Says: "it was found, and its words are others", Badge: "quiet"},
	{Name: string(Gone), Word: "Gone", Says: "it is not there, or not surely", Badge: "stale"},
	{Name: string(Whole), Word: "Whole plan", Says: "it is on the plan as a whole"},
}}

// Enum returns the values of Passage.
func (Passage) Enum() enum.Set { return passages }

// PlanMode is how an agent continues after its plan was approved, if the agent can be told.
type PlanMode string

// The modes. Without one, the agent continues in its usual way.
const (
	Asks  PlanMode = "asks"
	Edits PlanMode = "edits"
)

var modes = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(Asks), Word: "Ask", Says: "it asks before it edits"},
	{Name: string(Edits), Word: "Edit", Says: "it edits without asking"},
}}

// Enum returns the modes.
func (PlanMode) Enum() enum.Set { return modes }
