package setup

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"consider/internal/agents"
	"consider/internal/digest"
)

// errTaken is returned if the user has an MCP server with our name.
var errTaken = errors.New("a server named consider already exists, and setup did not write it")

// share changes a settings file so that our entries in it are exactly the wanted ones.
func (e *engine) share(f sharedFile) Done {
	text, err := e.disk.read(f.at)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case missing && len(f.entries) == 0:
		e.forget(f.at)
		return ""
	case missing:
		text = f.skeleton
	case len(f.entries) == 0 && e.cannotBeOurs(f.at, err):
		return ""
	case err != nil:
		return e.refuse(f.at, f.what, err)
	}
	v, err := f.value(text)
	if err != nil {
		if missing || len(f.entries) > 0 {
			return e.refuse(f.at, f.what, err)
		}
		return e.note(f.at, f.what, Kept, reason(err)+"; if it has entries for consider, remove them by hand")
	}
	f.entries = withoutUserRules(f, v)
	ours := findOurs(v, e.program().path(), f.rules...)
	rec, known := e.recorded(f.at)
	switch {
	case len(ours) == 0 && len(f.entries) == 0:
		e.forget(f.at)
		return ""
	case !missing && sameEntries(ours, f.entries):
		if !known {
			e.remember(fileRecord{Path: f.at.path(), Kind: f.what, SHA256: digest.Of(text), Created: e.builtBySetup(f, text)})
		}
		return e.note(f.at, f.what, Unchanged, "")
	case isTaken(v, ours, f.entries):
		return e.note(f.at, f.what, Kept, errTaken.Error())
	case !e.force && len(userMembers(ours, f.entries)) > 0:
		return e.note(f.at, f.what, Kept, "the server named consider has "+strings.Join(userMembers(ours, f.entries), ", ")+
			", which setup did not write; --force removes the server")
	}
	if why := e.consentReason(f.at, e.ofThisMachine(f.entries) && !e.ofThisMachine(values(ours))); why != "" {
		return e.note(f.at, f.what, Kept, why)
	}
	clean, err := f.removeOurs(text, rec, ours, e.program().path())
	if err != nil {
		return e.refuse(f.at, f.what, err)
	}
	if len(f.entries) == 0 {
		return e.unshare(f, text, clean, rec)
	}
	_, asWritten := cut(text, rec.Inserted)
	return e.addEntries(f, clean, missing, rec, !asWritten && len(ours) > 0)
}

// removeOurs removes our entries from a text: the exact pieces that were added, or their edited form.
func (f sharedFile) removeOurs(text string, rec fileRecord, ours []ownEntry, program string) (string, error) {
	if len(ours) == 0 {
		return text, nil
	}
	if clean, ok := cut(text, rec.Inserted); ok && len(rec.Inserted) > 0 {
		// If the text was edited since, cutting the piece would leave behind a comma that the user added before it,
		// or would move lines that the user added below our TOML table into the table above.
		good := digest.Of(text) == rec.SHA256 || f.toml && onlyOursWent(text, clean) || !f.toml && endCommas(clean) <= endCommas(text)
		if v, err := f.value(clean); err == nil && good && len(findOurs(v, program, f.rules...)) == 0 {
			return clean, nil
		}
	}
	var clean string
	var err error
	if f.toml {
		clean, err = withoutTOML(text)
	} else {
		clean, err = without(text, pointers(ours))
	}
	if err != nil {
		return "", err
	}
	v, err := f.value(clean)
	if err != nil || len(findOurs(v, program, f.rules...)) > 0 {
		return "", errShape
	}
	return clean, nil
}

// addEntries adds the entries to a text without any of ours, and writes it. It reports if the previous entries had been
// edited.
func (e *engine) addEntries(f sharedFile, clean string, missing bool, rec fileRecord, edited bool) Done {
	changed, pieces, err := f.build(clean)
	if err != nil {
		return e.refuse(f.at, f.what, err)
	}
	now := fileRecord{
		Path: f.at.path(), Kind: f.what, SHA256: digest.Of(changed), Created: rec.Created || missing, Inserted: pieces,
	}
	if rules := rulesIn(f.entries); len(rules) > 0 {
		w := e.wiringOf(f.agent)
		w.Allow = rules
		e.recordWiring(f.agent, w)
	}
	if err := e.recordAndWrite(f.at, now, changed); err != nil {
		return e.refuse(f.at, f.what, err)
	}
	if missing {
		return e.note(f.at, f.what, Written, e.remarksOn(f))
	}
	why := e.remarksOn(f)
	if edited {
		why = strings.TrimSuffix("reset edits and formatting in consider's own entries; "+why, "; ")
	}
	return e.note(f.at, f.what, Updated, why)
}

// unshare writes a text without our entries back, or deletes the file if setup made it and nothing else is in it.
func (e *engine) unshare(f sharedFile, text, clean string, rec fileRecord) Done {
	_, known := e.recorded(f.at)
	if (rec.Created || !known && e.builtBySetup(f, text)) && f.isSkeleton(clean) {
		return e.removed(f.at, f.what, "", e.disk.remove(f.at))
	}
	_, err := e.disk.write(f.at, strings.NewReader(clean), 0o644)
	return e.removed(f.at, f.what, "removed setup's entries; the rest is unchanged", err)
}

// builtBySetup reports whether a file equals, to the byte, one that setup makes from nothing. It is used if the
// record is lost.
func (e *engine) builtBySetup(f sharedFile, text string) bool {
	for _, w := range allWanted() {
		for _, g := range e.sharedFiles(agents.WithSetup(), func(agent) Has { return w }) {
			if g.at != f.at || len(g.entries) == 0 {
				continue
			}
			if built, _, err := g.build(g.skeleton); err == nil && built == text {
				return true
			}
		}
	}
	return false
}

// isTaken reports whether a member to be added exists and is not ours.
func isTaken(v any, ours []ownEntry, want []entry) bool {
	for _, e := range want {
		if e.element {
			continue
		}
		at := v
		for _, k := range e.keys {
			object, _ := at.(map[string]any)
			at = object[k]
		}
		mine := slices.ContainsFunc(ours, func(f ownEntry) bool { return f.under == pointer(e.keys...) })
		if at != nil && !mine {
			return true
		}
	}
	return false
}
