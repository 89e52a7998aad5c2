package e2e_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"croupier/bff/e2e"
)

// The gateway specs also pass with the mock in a separate process behind the envelope adapter.
func TestSpecsWithEnvelopeAdapter(t *testing.T) {
	platform, err := e2e.Start(binary, nil, "mock", "--listen", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	file := writeConfig(t, "", map[string]string{"images: [http://127.0.0.1:8090]": "images: [http://" + platform.Address + "]"})
	gateway, err := e2e.Start(binary, inFrontOf(platform.Address), "serve", "--config", file, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Run("the upstream gets identity and site ID and no cookies", func(t *testing.T) {
		c := e2e.NewClient(gateway.Address, "zephyr.localhost", "")
		if _, a := mustCall(t, c, "user/login", map[string]any{"username": "demo", "password": "Demo123"}, nil); string(a["result"]) != "true" {
			t.Fatalf("login: %s", a["message"])
		}
		if _, a := mustCall(t, c, "finance/check_balance", nil, nil); string(a["result"]) != "true" {
			t.Fatalf("balance: %s", a["message"])
		}
		status, _, raw, err := e2e.NewClient(platform.Address, "", "").Do("GET", "/__mock/calls?limit=100", nil, nil)
		if err != nil || status != 200 {
			t.Fatalf("%d %v %s", status, err, raw)
		}
		type call struct {
			Class, Method string
			User          map[string]string
			Headers       map[string][]string
		}
		var logged []call
		if err := json.Unmarshal(raw, &logged); err != nil {
			t.Fatalf("%v in %s", err, raw)
		}
		// The server polls the maintenance status in the background.
		logged = slices.DeleteFunc(logged, func(c call) bool { return c.Method == "check_status" })
		if len(logged) == 0 {
			t.Fatalf("the upstream received no calls: %s", raw)
		}
		got := logged[0]
		if got.Method != "check_balance" || got.User["uip"] != "127.0.0.1" || got.User["sid"] == "" || strings.Contains(got.User["sid"], ".") {
			t.Errorf("the upstream received %+v", got)
		}
		if strings.Contains(string(raw), "croupier=") || got.Headers["Cookie"] != nil {
			t.Errorf("the upstream received the session cookie: %s", raw)
		}
		if site := got.Headers["X-Site-Id"]; len(site) != 1 || site[0] != "111" {
			t.Errorf("X-Site-Id: %v", site)
		}
	})
	t.Run("image URLs point to the upstream where the brand names it", func(t *testing.T) {
		c := e2e.NewClient(gateway.Address, "localhost", "")
		_, a := mustCall(t, c, "casino/games_list", map[string]any{"limit": 1}, nil)
		if !strings.Contains(string(a["data"]), "http://"+platform.Address+"/mock/art/") {
			t.Errorf("games: %s", a["data"])
		}
		_, a = mustCall(t, e2e.NewClient(gateway.Address, "pera.localhost", ""), "casino/games_list", map[string]any{"limit": 1}, nil)
		if strings.Contains(string(a["data"]), platform.Address) {
			t.Errorf("games of another brand: %s", a["data"])
		}
	})
	files, err := filepath.Glob("specs/gateway/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no specs")
	}
	for _, file := range files {
		spec, err := e2e.ReadSpec(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			runner := e2e.NewRunner(gateway.Address, spec.Host, "", nil)
			for i := range spec.Steps {
				if err := runner.Run(&spec.Steps[i]); err != nil {
					t.Fatalf("step %d, %s: %v", i+1, spec.Steps[i].Sentence, err)
				}
			}
		})
	}
	if err := gateway.Stop(); err != nil {
		t.Errorf("stop gateway: %v\n%s", err, gateway.Log())
	}
	t.Run("a stopped upstream is unavailable", func(t *testing.T) {
		gateway, err := e2e.Start(binary, inFrontOf(platform.Address), "serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if err := platform.Stop(); err != nil {
			t.Errorf("stop mock: %v\n%s", err, platform.Log())
		}
		status, a := mustCall(t, e2e.NewClient(gateway.Address, "localhost", ""), "casino/provider_list", nil, nil)
		if status != 503 || string(a["debug"]) != `"upstream unavailable"` {
			t.Errorf("%d %s", status, a["debug"])
		}
		if err := gateway.Stop(); err != nil {
			t.Errorf("stop gateway: %v", err)
		}
	})
}

// The fault specs also pass with the envelope adapter. In particular, writes are sent once even
// over reused connections.
func TestFaultSpecsWithEnvelopeAdapter(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"guest-read", "write", "money", "session-expired", "hang"} {
		t.Run(name, func(t *testing.T) {
			spec, err := e2e.ReadSpec("specs/faults/" + name + ".json")
			if err != nil {
				t.Fatal(err)
			}
			platform := start(t, nil, "mock", "--listen", "127.0.0.1:0")
			gateway := startServer(t, inFrontOf(platform.Address), t.TempDir())
			runner := e2e.NewRunner(gateway.Address, spec.Host, "", nil)
			runner.UseMock(platform.Address)
			for i := range spec.Steps {
				if err := runner.Run(&spec.Steps[i]); err != nil {
					t.Fatalf("step %d, %s: %v", i+1, spec.Steps[i].Sentence, err)
				}
			}
		})
	}
}
