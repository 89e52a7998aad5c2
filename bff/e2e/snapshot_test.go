package e2e_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"croupier/bff/e2e"
)

// What somebody did in a world of the demo is there again where a mock is started with its
// snapshot, and where it is restored into another world.
func TestWorldSnapshotIsRestored(t *testing.T) {
	t.Parallel()
	demo := start(t, nil, "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
	mine := e2e.NewClient(demo.Address, "localhost", "mine")
	profile := func(c *e2e.Client, user any) string {
		t.Helper()
		// The mock itself knows a player by the user object, the BFF by its cookie.
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

	login(mine)
	if _, a := mustCall(t, mine, "user/update_profile", map[string]any{"city": "Mardin"}, nil); string(a["result"]) != "true" {
		t.Fatalf("update: %s", a["message"])
	}
	status, _, snapshot, err := mine.Do("GET", "/__mock/snapshot?calls=1", nil, nil)
	if err != nil || status != 200 {
		t.Fatalf("%d %v: %.300s", status, err, snapshot)
	}
	theirs := e2e.NewClient(demo.Address, "localhost", "theirs")
	if status, _, raw, err := theirs.Do("POST", "/__mock/snapshot", snapshot, nil); err != nil || status != 200 {
		t.Fatalf("%d %v: %.300s", status, err, raw)
	}
	login(theirs)
	if city := profile(theirs, nil); city != "Mardin" {
		t.Errorf("restored into another world the city is %q", city)
	}

	file := filepath.Join(t.TempDir(), "world.json")
	if err := os.WriteFile(file, snapshot, 0o600); err != nil {
		t.Fatal(err)
	}
	alone := e2e.NewClient(start(t, nil, "mock", "--listen", "127.0.0.1:0", "--snapshot", file).Address, "", "")
	user := login(alone)
	if city := profile(alone, map[string]any{"uid": user["uid"], "sid": user["sid"]}); city != "Mardin" {
		t.Errorf("in a mock that is started with the snapshot the city is %q", city)
	}
	if status, _, page, err := mine.Do("GET", "/__mock/", nil, nil); err != nil || status != 200 || len(page) == 0 {
		t.Errorf("the page of the mock: %d %v", status, err)
	}
}
