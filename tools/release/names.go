package main

import (
	"fmt"
	"os"
)

// name returns a value of .ci/names.
func name(key string) (string, error) {
	value := os.Getenv(key)
	if value == "" {
		return "", fmt.Errorf("%s is not set; .ci/names has it", key)
	}
	return value, nil
}
