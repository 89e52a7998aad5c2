package rest_test

import (
	"os"
	"testing"

	"croupier/bff/contract"
	"croupier/bff/upstream/rest"
)

// worked is the mapping that ships as an example.
func worked(t testing.TB) (*rest.Mapping, *contract.Catalogue) {
	t.Helper()
	calls, err := contract.Load()
	if err != nil {
		t.Fatal(err)
	}
	m, err := rest.Load(os.DirFS("../../../configs/mappings"), "fictional.yaml", calls)
	if err != nil {
		t.Fatal(err)
	}
	return m, calls
}

func TestTheWorkedExampleMapsEveryCallOfThePlatform(t *testing.T) {
	m, calls := worked(t)
	for _, c := range calls.Calls() {
		if m.Has(c) == c.Local {
			t.Errorf("%s: mapped %v, answered by the server itself %v", c.Name(), m.Has(c), c.Local)
		}
	}
}
