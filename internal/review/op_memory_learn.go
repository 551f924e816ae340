package review

import (
	"strings"

	"consider/internal/memory"
)

// draftsDir is the folder of the memory in which drafts wait. Its name hides it from agents' listings.
const draftsDir = ".drafts"

// draftOf returns the thread that a file is the draft of a lesson from, "" for other files.
func draftOf(p memory.Path) string {
	name, ok := strings.CutPrefix(string(p), draftsDir+"/")
	id, isNote := strings.CutSuffix(name, ".md")
	if !ok || !isNote || !isID(id, threadPrefix) {
		return ""
	}
	return id
}
