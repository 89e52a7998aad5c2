package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"croupier/bff/e2e"
)

// A snapshot of a world is restored into another world, and into a mock that starts with it.
func TestWorldSnapshotIsRestored(t *testing.T) {
	t.Parallel()
	demo := startServer(t, nil, t.TempDir())
	source := e2e.NewClient(demo.Address, "localhost", "source")
	profile := func(c *e2e.Client, user any) string {
		t.Helper()
		// The mock identifies a player by the user object, the BFF by the cookie.
		body, err := json.Marshal(map[string]any{"api": map[string]string{"class": "user", "method": "get_user_profile"}, "data": map[string]string{"Lang": "tr"}, "user": user})
		if err != nil {
			t.Fatal(err)
		}
		_, _, raw, err := c.Do("POST", "/endpoint/v1", body, map[string]string{"Content-Type": "application/json", "panel": "frontend"})
		var a struct{ Data struct{ City string } }
		if err != nil || json.Unmarshal(raw, &a) != nil {
			t.Fatalf("%v: %s", err, raw)
		}
		return a.Data.City
	}
	login := func(c *e2e.Client) map[string]any {
		t.Helper()
		_, a := mustCall(t, c, "user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil)
		data, _ := decoded(t, a["data"]).(map[string]any)
		if data == nil {
			t.Fatalf("login: %s", a["message"])
		}
		return data
	}

	login(source)
	if _, a := mustCall(t, source, "user/update_profile", map[string]any{"city": "Mardin"}, nil); string(a["result"]) != "true" {
		t.Fatalf("update: %s", a["message"])
	}
	status, _, snapshot, err := source.Do("GET", "/__mock/snapshot?calls=1", nil, nil)
	if err != nil || status != 200 {
		t.Fatalf("%d %v: %.300s", status, err, snapshot)
	}
	target := e2e.NewClient(demo.Address, "localhost", "target")
	if status, _, raw, err := target.Do("POST", "/__mock/snapshot", snapshot, nil); err != nil || status != 200 {
		t.Fatalf("%d %v: %.300s", status, err, raw)
	}
	login(target)
	if city := profile(target, nil); city != "Mardin" {
		t.Errorf("city after the restore into another world: %q", city)
	}

	file := filepath.Join(t.TempDir(), "world.json")
	if err := os.WriteFile(file, snapshot, 0o600); err != nil {
		t.Fatal(err)
	}
	standalone := e2e.NewClient(start(t, nil, "mock", "--listen", "127.0.0.1:0", "--snapshot", file).Address, "", "")
	user := login(standalone)
	if city := profile(standalone, map[string]any{"uid": user["uid"], "sid": user["sid"]}); city != "Mardin" {
		t.Errorf("city in a mock started with the snapshot: %q", city)
	}
	if status, _, page, err := source.Do("GET", "/__mock/", nil, nil); err != nil || status != 200 || len(page) == 0 {
		t.Errorf("page of the mock: %d %v", status, err)
	}
}
