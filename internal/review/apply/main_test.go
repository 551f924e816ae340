package apply_test

import (
	"os"
	"testing"

	"consider/internal/gittest"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }
