package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// Lines of requests wait to be written together. A server that is told to stop has written all of them before it ends.
func TestStoppedServerHasLoggedEveryRequest(t *testing.T) {
	t.Parallel()
	p := startDemo(t, t.TempDir())
	client := e2e.NewClient(p.Address, "localhost", "")
	const calls = 25
	for range calls {
		if status, _, raw, err := client.Call("casino/provider_list", map[string]any{}, nil); err != nil || status != http.StatusOK {
			t.Fatal(status, string(raw), err)
		}
	}
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(p.Log(), `"call":"casino/provider_list"`); n != calls {
		t.Errorf("%d of %d requests are in the log", n, calls)
	}
}
