package fail

// Kind is the kind of an error, as far as callers must distinguish it. The list is closed.
type Kind string

// The kinds.
const (
	KindInternal Kind = "internal"  // a bug, a recovered panic, an unknown error
	KindUsage    Kind = "usage"     // a bad flag, argument or field, an unknown verb
	KindNotFound Kind = "not_found" // no such thread or path, or more than one
	KindNoStore  Kind = "no_store"  // no store here, and the verb does not make one
	KindConflict Kind = "conflict"  // not possible in the current state
	KindBusy     Kind = "busy"      // another writer holds the store; try again
	KindCorrupt  Kind = "corrupt"   // something stored is damaged
	KindVersion  Kind = "version"   // the store was written by a newer consider
	KindDenied   Kind = "denied"    // permission, read-only, outside the project, over a limit
	KindTimeout  Kind = "timeout"   // waited, and nothing came
	KindCanceled Kind = "canceled"  // interrupted
)

// Codes are a kind's codes on each surface.
type Codes struct {
	Exit int // of the process
	HTTP int
	RPC  int // JSON-RPC
}

// Codes returns the kind's codes; this is the one place that has them. Most starts of the program need none, so it makes
// the table when it is called.
func (k Kind) Codes() Codes {
	return map[Kind]Codes{
		KindInternal: {1, 500, -32603},
		KindUsage:    {2, 400, -32602},
		KindNotFound: {10, 404, -32010},
		KindNoStore:  {11, 404, -32011},
		KindConflict: {12, 409, -32012},
		KindBusy:     {13, 423, -32013},
		KindCorrupt:  {14, 500, -32014},
		KindVersion:  {15, 409, -32015},
		KindDenied:   {16, 403, -32016},
		KindTimeout:  {17, 408, -32017},
		KindCanceled: {130, 499, -32800},
	}[k]
}

// Kinder is an error that says of which kind it and the errors that wrap it are, and what to do about it; hint may be "".
type Kinder interface {
	error
	Kind() (k Kind, hint string)
}

type sentinel struct {
	kind       Kind
	text, hint string
}

func (s *sentinel) Error() string        { return s.text }
func (s *sentinel) Kind() (Kind, string) { return s.kind, s.hint }

// Sentinel returns an error to compare with by errors.Is, as errors.New does, which is a [Kinder].
func Sentinel(kind Kind, text, hint string) error { return &sentinel{kind, text, hint} }

// Kinds returns all kinds, in the order of their exit codes.
func Kinds() []Kind {
	return []Kind{
		KindInternal, KindUsage, KindNotFound, KindNoStore, KindConflict, KindBusy, KindCorrupt, KindVersion, KindDenied,
		KindTimeout, KindCanceled,
	}
}
