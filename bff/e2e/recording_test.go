package e2e_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

func TestRecordAndReplay(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	platform := start(t, nil, "mock", "--listen", "127.0.0.1:0", "--seed", "5")
	recorder := start(t, nil, "mock", "--listen", "127.0.0.1:0", "--record", "--upstream", "http://"+platform.Address+"/endpoint/v1", "--out", dir)
	gateway := startServer(t, inFrontOf(recorder.Address), t.TempDir())

	visitor := e2e.NewClient(gateway.Address, "localhost", "")
	calls := []string{"casino/provider_list", "habanero/getJackpots", "cmscontroller/getPromotions"}
	for _, call := range calls {
		if status, a := mustCall(t, visitor, call, nil, nil); status != 200 || string(a["result"]) != "true" {
			t.Fatalf("%s: %d %s", call, status, a["message"])
		}
	}
	if _, a := mustCall(t, visitor, "user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil); string(a["result"]) != "true" {
		t.Fatalf("login: %s", a["message"])
	}
	if _, a := mustCall(t, visitor, "user/get_user_profile", nil, nil); !strings.Contains(string(a["data"]), "Deniz") {
		t.Fatalf("the recorder changed a response: %s", a["data"])
	}

	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		for _, secret := range []string{"Demo123", "Deniz", "demo@ornek.test", "555111", "Alsancak"} {
			if strings.Contains(string(raw), secret) {
				t.Errorf("%s contains %q", path, secret)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	replay := start(t, nil, "mock", "--listen", "127.0.0.1:0", "--seed", "9", "--replay", dir)
	replayed, original := e2e.NewClient(replay.Address, "", ""), e2e.NewClient(platform.Address, "", "")
	// The responses of the other calls depend on the clock.
	_, first := mustCall(t, original, calls[0], nil, nil)
	_, second := mustCall(t, replayed, calls[0], nil, nil)
	if !reflect.DeepEqual(decoded(t, first["data"]), decoded(t, second["data"])) {
		t.Errorf("%s: replayed response differs:\n%.500s\n%.500s", calls[0], first["data"], second["data"])
	}
	if _, a := mustCall(t, replayed, "livecasino/provider_list", nil, nil); string(a["result"]) != "true" {
		t.Errorf("call without recording: %s", a["message"])
	}
	status, _, raw, err := replayed.Do("GET", "/__mock/drift", nil, nil)
	var report struct {
		Records, Answers int
		Drifts           []struct{ Problem string }
	}
	if err != nil || status != 200 || json.Unmarshal(raw, &report) != nil {
		t.Fatalf("%d %v %s", status, err, raw)
	}
	if report.Records < 5 || report.Answers < 4 || len(report.Drifts) != 0 {
		t.Errorf("drift report %s", raw)
	}
}

func decoded(t *testing.T, raw json.RawMessage) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
