package main

import (
	"fmt"
	"os"
)

// names returns values of .ci/names, by their keys.
func names(keys ...string) (map[string]string, error) {
	all := map[string]string{}
	for _, key := range keys {
		if all[key] = os.Getenv(key); all[key] == "" {
			return nil, fmt.Errorf("%s is not set; .ci/names has it", key)
		}
	}
	return all, nil
}
