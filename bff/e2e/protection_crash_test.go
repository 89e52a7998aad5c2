package e2e_test

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"croupier/bff/e2e"
)

// depositLeft returns what is left of the player's deposit limit of the day.
func (v visitor) depositLeft(t *testing.T, token string) float64 {
	t.Helper()
	_, answer, _ := v.call(t, token, "limits/get", nil)
	var view struct{ Limits []struct{ Left float64 } }
	if err := json.Unmarshal(answer["data"], &view); err != nil || len(view.Limits) != 1 {
		t.Fatalf("limits/get: %s", answer["data"])
	}
	return view.Limits[0].Left
}

// A deposit that was under way when the server was killed counts on: nobody knows whether it was executed. A restored backup
// from before an exclusion does not end it.
func TestLimitsAndExclusionsSurviveACrashAndARestore(t *testing.T) {
	t.Parallel()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	platform := e2e.NewClient(mock.Address, "localhost", "")
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "croupier.backup")
	serve := func() *e2e.Process {
		return startServer(t, inFrontOf(mock.Address), dir)
	}
	p := serve()
	v := visitor{p.Address, "localhost", ""}
	token := v.login(t, "", "demo", "Demo123")
	if status, answer, _ := v.call(t, token, "limits/set", map[string]any{"kind": "deposit", "period": "day", "amount": 500}); status != http.StatusOK {
		t.Fatalf("limits/set: %d %s", status, answer["debug"])
	}
	control(t, platform, "fault", `{"call":"`+depositCall+`","kind":"hang","times":1}`)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if a, err := v.deposit(token, uuid.NewString(), "300"); err == nil {
			t.Errorf("the hanging deposit got a response: %s", a.raw)
		}
	}()
	eventually(t, "the deposit counts while it is under way", func() bool { return v.depositLeft(t, token) == 200 })
	kill(t, p)
	<-ended
	p = serve()
	v.address = p.Address
	if left := v.depositLeft(t, token); left != 200 {
		t.Errorf("after the crash %v of 500 are left, want 200", left)
	}

	mustRun(t, nil, "backup", file, "--data-dir", dir)
	if status, answer, _ := v.call(t, token, "limits/self_exclude", map[string]any{"months": 6}); status != http.StatusOK {
		t.Fatalf("limits/self_exclude: %d %s", status, answer["debug"])
	}
	kill(t, p)
	mustRun(t, nil, "restore", file, "--force", "--data-dir", dir)
	p = serve()
	v.address = p.Address
	token = v.login(t, "", "demo", "Demo123")
	if status, answer, _ := v.call(t, token, "casino/init_game", map[string]any{"gameID": 1001}); status != http.StatusLocked || string(answer["debug"]) != `"self excluded"` {
		t.Errorf("a game after the restore: %d %s", status, answer["debug"])
	}
	if left := v.depositLeft(t, token); left != 200 {
		t.Errorf("after the restore %v of 500 are left, want 200", left)
	}

	// A store that is damaged, which a restore may be for, stops none.
	kill(t, p)
	if err := os.WriteFile(filepath.Join(dir, "croupier.db"), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := mustRun(t, nil, "restore", file, "--force", "--data-dir", dir); !strings.Contains(out, "is damaged: self-exclusions") {
		t.Errorf("restored over a damaged store: %s", out)
	}
	serve()
}
