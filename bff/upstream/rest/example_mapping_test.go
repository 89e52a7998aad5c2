package rest_test

import (
	"os"
	"testing"

	"croupier/bff/contract"
	"croupier/bff/upstream/rest"
)

// exampleMapping loads configs/mappings/fictional.yaml.
func exampleMapping(t testing.TB) (*rest.Mapping, *contract.Catalogue) {
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

func TestExampleMappingMapsEveryCallOfThePlatform(t *testing.T) {
	m, calls := exampleMapping(t)
	for _, c := range calls.Calls() {
		if m.Has(c) == c.Local {
			t.Errorf("%s: mapped %v, answered by the server %v", c.Name(), m.Has(c), c.Local)
		}
	}
}
