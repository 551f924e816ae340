package gitstore

import "fmt"

func runUnixChild(_ *Store, role string) error { return fmt.Errorf("no role %q", role) }
