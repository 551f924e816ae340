package gitstore

import "fmt"

type packSet struct{}

func (p *packSet) close()                                {}
func (p *packSet) reload(s *Store)                       {}
func (p *packSet) has(s *Store, id ID) bool              { return false }
func (p *packSet) each(s *Store, f func(ID) error) error { return nil }
func (p *packSet) read(s *Store, id ID) (object, error) {
	return object{}, fmt.Errorf("object %s: %w", id, errMissing)
}
