package treediff

import (
	"context"

	"consider/internal/gitrepo"
)

// NameChange is a file that differs between two sides. Was and Is are its mode and the ID of its content, "" if there is none.
type NameChange struct{ Path, Was, Is string }

// Names returns the files that differ between two sides, in the order of their paths. It reads no contents, so that the
// entries may name contents that exist nowhere.
func Names(ctx context.Context, r *gitrepo.Repo, a, b Side) ([]NameChange, error) {
	d := &diffRun{repo: r, ctx: ctx, from: &contents{repo: r, ctx: ctx}}
	defer d.from.close()
	if err := d.differences(a, b); err != nil {
		return nil, err
	}
	out := make([]NameChange, 0, len(d.pairs))
	for _, p := range d.pairs {
		out = append(out, NameChange{p.d.Path, p.a.named(), p.b.named()})
	}
	return out, nil
}

func (f *sideFile) named() string {
	if f == nil {
		return ""
	}
	return f.mode + " " + f.id
}
