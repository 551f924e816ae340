package verb

// Section is a heading under which help lists verbs.
type Section string

// The sections.
const (
	Talk    Section = "Talk"
	Places  Section = "Find places again"
	Rounds  Section = "Rounds"
	PutAway Section = "Put away"
	Agents  Section = "Agents"
	Store   Section = "The store"
	Program Section = "The program" // hosts only, such as serve
)

// Sections are all of them, in the order in which help has them.
var Sections = []Section{Talk, Places, Rounds, PutAway, Agents, Store, Program}
