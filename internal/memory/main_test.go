package memory_test

import (
	"os"
	"testing"

	"consider/internal/gittest"
)

func TestMain(m *testing.M) {
	if what := os.Getenv(writeForever); what != "" {
		writer(what)
	}
	os.Exit(gittest.Main(m))
}
