package verb

// Section is a heading under which help lists verbs.
type Section string

// The sections.
const (
	Talk     Section = "Threads"
	Places   Section = "Locations"
	Rounds   Section = "Rounds"
	PutAway  Section = "Archive and delete"
	Agents   Section = "Agents"
	Store    Section = "Review data"
	Program  Section = "Program"
	Programs Section = "For programs" // verbs that editors, agents and shells run
)

// Sections lists all sections, in help's order.
var Sections = []Section{Talk, Places, Rounds, PutAway, Agents, Store, Program, Programs}
