package setup

// These are the reasons for a file to wait for the user's consent.
const (
	WhyTracked  = "git tracks it, and your next commit would share a path on this machine"
	WhyReadOnly = "it is read-only"
)

// consentReason returns why a changed file needs the user's consent, "" if it does not.
func (e *engine) consentReason(at location, ofThisMachine bool) string {
	switch {
	case e.readOnly(at):
		return WhyReadOnly + "; --read-only writes it anyway"
	case ofThisMachine && !e.consent.Tracked && at.base == e.site.Root && e.site.Tracked != nil && e.site.Tracked(at.name):
		return WhyTracked + "; --tracked writes it anyway"
	}
	return ""
}

// readOnly reports whether a file is read-only and must not be written. It could be replaced nevertheless, because
// that depends on the permissions of its folder.
func (e *engine) readOnly(at location) bool {
	if e.consent.ReadOnly {
		return false
	}
	info, err := e.disk.stat(at)
	return err == nil && info.Mode().Perm()&0o222 == 0
}
