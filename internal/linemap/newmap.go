package linemap

// NewMap maps the lines of a pair. Lines of the map are equal but for white
// space. See the package comment for the steps.
func NewMap(p *Pair) *Map {
	m := &mapper{Pair: p, Map: Map{To: nothing(len(p.A.Lines)), From: nothing(len(p.B.Lines))}}
	m.trim()
	m.seed()
	m.fill()
	m.Slide(p, false)
	m.dropWeak()
	m.extend()
	m.moves()
	m.uncross()
	return &m.Map
}
