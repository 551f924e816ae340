package present

import (
	"cmp"

	"consider/internal/review"
	"consider/internal/thread"
	"consider/internal/words"
)

// proof is what was changed for a claim, in words; "" if it is not known.
func (p *Page) proof(proof thread.Proof, unchanged bool) string {
	switch {
	case unchanged && proof != thread.ChangedBefore && p.Terse:
		return thread.NothingChanged
	case unchanged && proof != thread.ChangedBefore:
		return "nothing changed since your message"
	}
	return proof.Text()
}

// evidence prints what was changed for a thread.
func (p *Page) evidence(o review.ProofOutput) {
	p.Line("%s: %s", o.ID, cmp.Or(p.proof(o.State, o.State == thread.ChangedNothing), "not known what changed, because "+o.Evidence.Why))
	if o.Reply != "" {
		p.Line("%s", p.Paint(dim, "from "+o.Since+" to the reply "+o.Reply))
	}
	p.hunks(o)
}

// hunks prints the changes for a claim.
func (p *Page) hunks(o review.ProofOutput) {
	if o.Later != "" {
		p.Line("%s", p.Paint(dim, "the newer message "+o.Later+" had not been read by then"))
	}
	for i := range o.Hunks {
		h := &o.Hunks[i]
		p.apart(p.Paint(Bold, safe(h.File)))
		p.patch(h.Patch)
		p.more(h.Cut, " ")
	}
	if o.More > 0 {
		p.apart(p.Paint(dim, words.Plural(o.More, "further change")+" of this thread, not shown"))
	}
	if o.Others > 0 {
		p.apart(p.Paint(dim, words.Plural(o.Others, "other change")+" meanwhile, without a sign that it belongs to this thread"))
	}
}
