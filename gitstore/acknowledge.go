package gitstore

import (
	"context"
	"strings"
)

// Acknowledge marks all lost tips as acknowledged and returns them. It removes nothing: each gets a second ref of the
// same name below refs/acknowledged. A lost tip without a ref gets one first: the store then continues from the tip
// before it, with what is left of the lost one.
func (s *Store) Acknowledge(ctx context.Context) ([]LostTip, error) {
	l, err := s.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer l.release()
	if err := s.ignoreSelf(); err != nil {
		return nil, err
	}
	ref, tip, err := s.tip()
	if err != nil {
		return nil, err
	}
	if ref.id != tip {
		if err := s.continueFrom(ctx, l, ref, tip); err != nil {
			return nil, movedError(err)
		}
	}
	lost, err := s.Lost()
	if err != nil {
		return nil, err
	}
	for _, t := range lost {
		name := strings.TrimPrefix(t.Ref, lostDir+"/")
		have, err := s.readRefFile(acknowledgedDir + "/" + name)
		if err == nil {
			err = s.setRef(acknowledgedDir+"/"+name, have, t.ID)
		}
		if err != nil {
			return nil, err
		}
	}
	return lost, nil
}
