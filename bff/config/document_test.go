package config_test

import (
	"errors"
	"testing"
	"testing/fstest"

	"croupier/bff/config"
)

// An editor that truncates a file before writing leaves it empty for a moment, which must not
// stop a running server.
func TestEmptyFileIsAFault(t *testing.T) {
	env := func(name string) (string, bool) { return "127.0.0.1:0", name == "CROUPIER_LISTEN" }
	for _, content := range []string{"", "# nothing yet\n", "---\n", "null\n"} {
		var faults config.Faults
		_, err := config.Load(fstest.MapFS{"croupier.yaml": {Data: []byte(content)}}, "croupier.yaml", env)
		if !errors.As(err, &faults) || len(faults) == 0 || faults[0].File != "croupier.yaml" {
			t.Errorf("%q: got %v", content, err)
		}
	}
}
