package commands

import (
	"fmt"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/thread"
)

// apply goes through the suggestions that can be applied now, and takes those that the person wants.
func (d *dialog) apply(in *apply.Input) error {
	offers, err := d.offers(in)
	if err != nil {
		return err
	}
	in.Each, in.IDs = false, nil
	taken := map[string]bool{}
	for i, o := range offers {
		if taken[o.t.ID] {
			continue // these lines were taken already
		}
		p := d.a.page() // shown on stderr, with the question
		p.Offer(i+1, len(offers), o.t, o.s)
		_, _ = d.a.env.Stderr.Write(p.Text.Bytes())
		said, err := d.answer("Apply it? y(es), n(o), q(uit and apply the accepted ones), c(ancel) [n]", "n", func(s string) bool {
			return slices.Contains([]string{"y", "yes", "n", "no", "q", "c"}, s)
		})
		switch {
		case err != nil:
			return err
		case said == "c":
			return nothingDone()
		case strings.HasPrefix(said, "y"):
			taken[o.t.ID] = true
			in.IDs = append(in.IDs, fmt.Sprintf("%s#%d@%s", o.t.ID, o.s.N, o.s.Version))
		}
		if said == "q" {
			break
		}
	}
	if len(in.IDs) == 0 {
		return nothingDone()
	}
	return nil
}

// offer is a suggestion that a person may take.
type offer struct {
	t *place.ThreadDetail
	s *place.Suggestion
}

func (d *dialog) offers(in *apply.Input) ([]offer, error) {
	var ids []string
	for _, ref := range in.IDs {
		id, number, numbered := strings.Cut(ref, "#")
		if numbered {
			return nil, fail.Usage("#%s cannot be combined with {-i}, which asks about each suggestion", number).Hint("{apply -i %s}", id)
		}
		at, err := d.service.Locate(d.ctx, id, thread.Active)
		if err != nil {
			return nil, err
		}
		ids = append(ids, at.ID)
	}
	all, err := review.Whole(d.ctx, d.service, review.ListInput{}, ids)
	if err != nil {
		return nil, err
	}
	var out []offer
	for i := range all.Threads {
		t := &all.Threads[i]
		for k := range t.Suggestions {
			s := &t.Suggestions[k]
			if s.Fits(in.ThreeWay) {
				out = append(out, offer{t, s})
			}
		}
	}
	if len(out) == 0 {
		return nil, fail.NotFound("no suggestion can be applied").Hint("run '{show ID}' to see a thread's suggestions and why they do not apply")
	}
	return out, nil
}
