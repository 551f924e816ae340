package house

import (
	"fmt"
	"regexp"
	"strings"
)

// maxSubject is the limit of a commit's subject, in characters.
const maxSubject = 72

// area matches the room before a subject, and what git writes itself.
var (
	area    = regexp.MustCompile(`^[\w.,/ -]{1,40}: `)
	written = regexp.MustCompile(`^(Revert|Reapply|fixup!|squash!) `)
)

// subjectFaults says what is wrong with the subject of a commit, as CONTRIBUTING.md asks for it.
func subjectFaults(subject string) []string {
	if written.MatchString(subject) {
		return nil
	}
	var faults []string
	if n := len([]rune(subject)); n > maxSubject {
		faults = append(faults, fmt.Sprintf("has %d characters, %d are allowed: put the reason into the body", n, maxSubject))
	}
	said := strings.TrimPrefix(subject, area.FindString(subject))
	if !isImperative(said) {
		faults = append(faults, "does not begin with an imperative: add the verb to imperatives in tools/house/wording.go if it is one")
	}
	for _, w := range wordings {
		if w.in(strings.ToLower(said), "subjects") > 0 {
			faults = append(faults, fmt.Sprintf("has the phrase %q: write %s", w.name, w.advice))
		}
	}
	return faults
}
