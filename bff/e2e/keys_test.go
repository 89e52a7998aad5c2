package e2e_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"croupier/bff/e2e"
	"croupier/bff/internal/indexkey"
)

// runKeys runs `croupier keys` and returns the listed key IDs, the active one first.
func runKeys(t *testing.T, args ...string) []string {
	t.Helper()
	out, err := exec.Command(binary, append([]string{"keys"}, args...)...).CombinedOutput()
	if err != nil {
		t.Fatalf("keys %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) < 2 || !strings.Contains(lines[1], "seals") {
		t.Fatalf("keys %s printed\n%s", strings.Join(args, " "), out)
	}
	var kids []string
	for _, line := range lines[1:] {
		kids = append(kids, strings.Fields(line)[0])
	}
	return kids
}

// kidOf returns the ID of the key that signed a token.
func kidOf(t *testing.T, token string) string {
	t.Helper()
	head, _, _ := strings.Cut(token, ".")
	raw, err := base64.RawURLEncoding.DecodeString(head)
	if err != nil {
		t.Fatal(err)
	}
	var in struct{ Kid string }
	if err := json.Unmarshal(raw, &in); err != nil {
		t.Fatal(err)
	}
	return in.Kid
}

func TestKeyRotationKeepsSessions(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startServer(t, nil, dir)
	v := visitor{p.Address, "localhost", ""}
	before := runKeys(t, "list", "--data-dir", dir)
	token := v.login(t, "", "demo", "Demo123")
	if len(before) != 1 || kidOf(t, token) != before[0] {
		t.Fatalf("keys %v, the token has %s", before, kidOf(t, token))
	}
	after := runKeys(t, "rotate", "--data-dir", dir)
	if len(after) != 2 || after[1] != before[0] {
		t.Fatalf("keys %v after %v", after, before)
	}
	if !v.hasSession(t, token) {
		t.Error("the rotation ended a session")
	}
	var newToken string
	eventually(t, "a login with the new key", func() bool {
		newToken = v.login(t, "", "zengin", "Demo123")
		return kidOf(t, newToken) == after[0]
	})
	if !v.hasSession(t, token) || !v.hasSession(t, newToken) {
		t.Error("loading the new key ended a session")
	}
	_, a, refreshed := v.call(t, token, "user/refresh", nil)
	if string(a["result"]) != "true" || kidOf(t, refreshed) != after[0] {
		t.Errorf("refresh: %s, signed with %s", a["message"], kidOf(t, refreshed))
	}

	// An invalid key file is logged, and the server keeps its keys.
	if err := os.WriteFile(filepath.Join(dir, "keys.json"), []byte(`{"keys":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the log message about the invalid file", func() bool { return strings.Contains(p.Log(), "load key file: rejected") })
	if !v.hasSession(t, token) || !v.hasSession(t, v.login(t, "", "yeni", "Demo123")) {
		t.Error("the invalid key file ended a session")
	}
}

func TestKeysCommand(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "ring", "keys.json")
	first := runKeys(t, "new", "--keys-file", file)
	if out, err := exec.Command(binary, "keys", "new", "--keys-file", file).CombinedOutput(); err == nil || !strings.Contains(string(out), "there already") {
		t.Errorf("keys new over an existing file: %v\n%s", err, out)
	}
	if got := runKeys(t, "rotate", "--keys-file", file); len(got) != 2 || got[1] != first[0] {
		t.Errorf("keys %v after %v", got, first)
	}
	planned, err := exec.Command(binary, "keys", "rotate", "--keys-file", file, "--in", "1h").CombinedOutput()
	if lines := strings.Split(string(planned), "\n"); err != nil || len(lines) < 4 || strings.Contains(lines[1], "seals") || !strings.Contains(lines[2], "seals") {
		t.Errorf("rotate --in: %v\n%s", err, planned)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var ring struct {
		IndexKey string `json:"index_key"`
		Keys     []struct{ Secret string }
	}
	if err := json.Unmarshal(raw, &ring); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(binary, "keys", "list", "--keys-file", file).CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	if ring.IndexKey == "" || strings.Contains(string(out), ring.IndexKey) {
		t.Errorf("index key %q in the file; printed:\n%s", ring.IndexKey, out)
	}
	for _, k := range ring.Keys {
		if strings.Contains(string(out), k.Secret) {
			t.Errorf("a secret is printed:\n%s", out)
		}
	}
	for _, args := range [][]string{
		{"keys", "list", "--keys-file", file + ".none"},
		{"keys", "rotate", "--data-dir", t.TempDir()},
		{"keys", "rotate", "--keys-file", file, "--keep", "-1h"},
		{"keys", "rotate", "--keys-file", file, "--in", "-1h"},
		{"keys", "rotate", "--keys-file", file, "--data-dir", t.TempDir()},
	} {
		if out, err := exec.Command(binary, args...).CombinedOutput(); err == nil {
			t.Errorf("%v: want an error\n%s", args, out)
		}
	}
}

func TestWeakKeysFailAtStart(t *testing.T) {
	t.Parallel()
	for name, secret := range map[string][]byte{"short": []byte("short"), "empty": {}, "one byte repeated": make([]byte, 32)} {
		file := filepath.Join(t.TempDir(), "keys.json")
		ring := map[string]any{"index_key": indexkey.New().Encode(), "keys": []any{map[string]any{
			"kid": "20260101-ABCDEFGH", "created": "2026-01-01T00:00:00Z", "secret": base64.StdEncoding.EncodeToString(secret),
		}}}
		raw, err := json.Marshal(ring)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := e2e.Start(binary, []string{"CROUPIER_KEYS_FILE=" + file},
			"serve", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--data-dir", t.TempDir())
		if err == nil {
			t.Errorf("%s: want an error", name)
			_ = p.Stop()
		} else if !strings.Contains(err.Error(), "20260101-ABCDEFGH") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCodeIsAcceptedOnce(t *testing.T) {
	t.Parallel()
	v := visitor{server.Address, "localhost", "code-once"}
	_, _, raw, err := e2e.NewClient(v.address, v.host, v.world).Do(http.MethodGet, "/__mock/totp?username=ikili", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var totp struct{ Code string }
	if err := json.Unmarshal(raw, &totp); err != nil {
		t.Fatal(err)
	}
	code := map[string]any{"ga_code": totp.Code}
	first, second := v.login(t, "", "ikili", "Demo123"), v.login(t, "", "ikili", "Demo123")
	if _, a, _ := v.call(t, first, "user/check_ga", code); string(a["result"]) != "true" {
		t.Fatalf("check_ga: %s", a["message"])
	}
	status, a, _ := v.call(t, second, "user/check_ga", code)
	if status != http.StatusBadRequest || string(a["debug"]) != `"invalid payload"` || !strings.Contains(string(a["message"]), "ga_code") {
		t.Errorf("same code in another session: %d %s %s", status, a["debug"], a["message"])
	}
	if status, a, _ := v.call(t, second, "finance/check_balance", nil); status != http.StatusForbidden {
		t.Errorf("balance of the other session: %d %s", status, a["debug"])
	}
}
