package commands

import (
	"cmp"

	"consider/internal/review"
	"consider/internal/thread"
	"consider/internal/words"
)

// proof is what was changed for a claim, in words; "" if it is not known.
func (p *page) proof(proof thread.Proof, unchanged bool) string {
	switch {
	case unchanged && proof != thread.ChangedBefore && p.terse:
		return thread.NothingChanged
	case unchanged && proof != thread.ChangedBefore:
		return "nothing changed since your message"
	}
	return proof.Text()
}

// evidence prints what was changed for a thread.
func (p *page) evidence(o review.ProofOutput) {
	p.line("%s: %s", o.ID, cmp.Or(p.proof(o.State, o.State == thread.ChangedNothing), "not known what changed, because "+o.Evidence.Why))
	if o.Reply != "" {
		p.line("%s", p.paint(dim, "from "+o.Since+" to the reply "+o.Reply))
	}
	p.hunks(o)
}

// hunks prints the changes for a claim.
func (p *page) hunks(o review.ProofOutput) {
	if o.Later != "" {
		p.line("%s", p.paint(dim, "the newer message "+o.Later+" had not been read by then"))
	}
	for i := range o.Hunks {
		h := &o.Hunks[i]
		p.apart(p.paint(bold, safe(h.File)))
		p.patch(h.Patch)
		p.more(h.Cut, " ")
	}
	if o.More > 0 {
		p.apart(p.paint(dim, words.Plural(o.More, "further change")+" of this thread, not shown"))
	}
	if o.Others > 0 {
		p.apart(p.paint(dim, words.Plural(o.Others, "other change")+" meanwhile, without a sign that it belongs to this thread"))
	}
}
