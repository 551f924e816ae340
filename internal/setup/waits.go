package setup

// Why a file waits for a person's word.
const (
	WhyTracked  = "git tracks it, and a path of this machine would go into it"
	WhyReadOnly = "it is read-only"
)

// waits says why a file that would be changed waits for a person's word, "" if it does not.
func (e *engine) waits(at location, ofThisMachine bool) string {
	switch {
	case e.readOnly(at):
		return WhyReadOnly + "; --read-only writes it all the same"
	case ofThisMachine && !e.also.Tracked && at.base == e.site.Root && e.site.Tracked != nil && e.site.Tracked(at.name):
		return WhyTracked + "; --tracked writes it all the same"
	}
	return ""
}

// readOnly reports whether a person took the right to write a file away. It can be replaced nevertheless, as its folder
// decides about that.
func (e *engine) readOnly(at location) bool {
	if e.also.ReadOnly {
		return false
	}
	info, err := e.disk.stat(at)
	return err == nil && info.Mode().Perm()&0o222 == 0
}
