package main

import (
	"fmt"
	"os"
)

// name is what .ci/names calls something.
func name(key string) (string, error) {
	value := os.Getenv(key)
	if value == "" {
		return "", fmt.Errorf("%s is not set; .ci/names has it", key)
	}
	return value, nil
}
