package testkit

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files")

// Golden compares a text with a file line by line; with the flag -update it writes the file.
func Golden(t testing.TB, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	raw, err := os.ReadFile(file) //nolint:gosec // a file of the test
	require.NoError(t, err)
	got, want := strings.Split(text, "\n"), strings.Split(string(raw), "\n")
	for i, line := range want {
		assert.True(t, slices.Contains(got, line),
			"%s:%d: %q is no longer so; if that is intended, run the test with -update (make generate)", file, i+1, line)
	}
	for _, line := range got {
		assert.True(t, slices.Contains(want, line),
			"%s lacks %q; if that is intended, run the test with -update (make generate)", file, line)
	}
	if !t.Failed() && text != string(raw) {
		t.Errorf("%s is in another order; run the test with -update (make generate)", file)
	}
}
