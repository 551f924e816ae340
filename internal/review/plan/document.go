package plan

import (
	"encoding/json"
	"fmt"
	"slices"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
)

// Document is a plan outside of a store: its manifest, and the texts of its versions, oldest first.
type Document struct {
	Manifest json.RawMessage `json:"plan"`
	Texts    []string        `json:"texts"`

	plan *Plan
}

// DocumentOf reads a plan from the store.
func DocumentOf(t gitstore.Files, id string) (Document, error) {
	data, err := t.ReadFile(manifestFile(id))
	if err != nil {
		return Document{}, fmt.Errorf("plan %s: %w", id, err)
	}
	d := Document{Manifest: data}
	if d.plan, err = decode(data, id); err != nil {
		return d, err
	}
	for _, v := range d.plan.Versions {
		text, err := d.plan.text(t, v.N)
		if err != nil {
			return d, err
		}
		d.Texts = append(d.Texts, string(text))
	}
	return d, nil
}

// Newest returns the last version and its text.
func (d *Document) Newest() (PlanView, string) { return d.plan.summary(), d.Texts[len(d.Texts)-1] }

// Check returns a usage error for a document that [Document.Import] could not store.
func (d *Document) Check() (err error) {
	var of struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(d.Manifest, &of); err != nil || !thread.IsID(of.ID, thread.PlanPrefix) {
		return fail.Usage("%q is not a plan ID", of.ID)
	}
	if d.plan, err = decode(d.Manifest, of.ID); err != nil {
		return fail.Usage("%w", err)
	}
	if n := len(d.plan.Versions); len(d.Texts) != n || n > maxVersions || slices.ContainsFunc(d.Texts, func(t string) bool { return len(t) > MaxText }) {
		return fail.Usage("plan %s is incomplete or too large", of.ID)
	}
	return nil
}

// Import stores the plan of a checked document. isNew is false if the store has it.
func (d *Document) Import(c *session.Change, worktree string) (isNew bool, err error) {
	p := *d.plan
	if found, err := c.Holds(manifestFile(p.ID)); err != nil || found {
		return false, err
	}
	for i, text := range d.Texts {
		v := &p.Versions[i]
		v.Turn, v.Blob = 0, c.Tx.Put(thread.PlanText(p.ID, v.N), []byte(text)).String()
		p.Title = titleOf([]byte(text))
	}
	p.Session, p.Worktree = "", worktree
	return true, save(c, &p)
}
