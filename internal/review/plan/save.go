package plan

import (
	"fmt"

	"consider/internal/extra"
	"consider/internal/session"
)

// save writes a plan's manifest.
func save(c *session.Change, p *Plan) error {
	data, err := extra.Document(p)
	if err != nil {
		return fmt.Errorf("encode plan %q: %w", p.ID, err)
	}
	c.Tx.Put(manifestFile(p.ID), data)
	return nil
}
