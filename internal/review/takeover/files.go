package takeover

import (
	"strings"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/extra"
	"consider/internal/memory"
	"consider/internal/thread"
)

// memory takes a file of the memory if the store has it as the agent found it. Otherwise the store's version counts.
func (m *merge) memory(file string) error {
	if isSecret := strings.HasPrefix(file, "memory/secret/"); m.secret != isSecret || isSecret && !m.sameKey() {
		return nil // plain words do not get into a store whose memory is secret
	}
	if file == memory.BranchesFile {
		if err := memory.TakeBranches(m.Change, m.now); err != nil {
			m.damaged(file, err)
		}
		return nil
	}
	_, err := m.file(file)
	return err
}

// file takes a file if the store has it as it was. It reports false if the store has changed it.
func (m *merge) file(file string) (bool, error) {
	was, err := thread.FileID(m.was, file)
	if err != nil {
		return false, err
	}
	now, err := thread.FileID(m.now, file)
	if err != nil {
		return false, err
	}
	here, err := thread.FileID(m.Tx, file)
	if err != nil || here != was || here == now {
		return here == now, err
	}
	if now.IsZero() {
		return true, m.Tx.Remove(file)
	}
	data, err := m.now.ReadBlob(now)
	if err == nil {
		m.Tx.Put(file, data)
	}
	return true, err
}

// sameKey reports whether the secret memory is encrypted as it is here.
func (m *merge) sameKey() bool {
	const key = "memory/secret/key.json"
	now, err := thread.FileID(m.now, key)
	here, failed := thread.FileID(m.Tx, key)
	return err == nil && failed == nil && (here == now || here.IsZero())
}

// checkpoint takes a new checkpoint. If the store has another one of that name, the worktree's name is added.
func (m *merge) checkpoint(name string) error {
	data, err := m.now.ReadFile(checkpoint.ManifestFile(name))
	if err != nil {
		return nil //nolint:nilerr // it was deleted, which only a person may do
	}
	var c checkpoint.Checkpoint
	if extra.Unmarshal(data, &c) != nil || c.Version > checkpoint.Version || c.Name != name || checkpoint.CheckName(name) != nil || c.AddParts(m.now) != nil {
		return nil
	}
	for _, c.Name = range []string{name, name + "-" + m.worktree, ""} {
		if checkpoint.CheckName(c.Name) != nil {
			return nil
		}
		taken, err := checkpoint.NameTaken(m.Tx, c.Name)
		if err != nil {
			return err
		}
		if !taken {
			break
		}
		have, err := m.Tx.ReadFile(checkpoint.ManifestFile(c.Name))
		var other checkpoint.Checkpoint
		if err == nil && extra.Unmarshal(have, &other) == nil && other.CreatedAt.Equal(c.CreatedAt) && (m.own || other.Worktree == m.worktree) {
			return nil
		}
	}
	if !m.own {
		by := m.author(c.AuthorName)
		c.Author, c.AuthorName, c.Worktree, c.Store = by.Kind, by.Name, m.worktree, m.Tx.Base().String()
	}
	if c.Order, err = checkpoint.NextOrder(m.Tx); err != nil {
		return err
	}
	for _, f := range c.Files {
		for _, blob := range []string{f.Blob, f.Staged} {
			if id, err := gitstore.ParseID(blob); err == nil {
				if kept, err := m.now.ReadFile(checkpoint.ContentFile(name, id.String())); err == nil {
					m.Tx.Put(checkpoint.ContentFile(c.Name, id.String()), kept)
				}
			}
		}
	}
	return c.Put(m.Tx)
}
