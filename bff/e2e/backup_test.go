package e2e_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"croupier/bff/e2e"
)

// runProgram runs the binary and returns its output and whether it succeeded.
func runProgram(env []string, args ...string) (out string, ok bool) {
	cmd := exec.Command(binary, args...)
	cmd.Env = append(os.Environ(), env...)
	raw, err := cmd.CombinedOutput()
	return string(raw), err == nil
}

// mustRun is runProgram that fails the test where the program does.
func mustRun(t *testing.T, env []string, args ...string) string {
	t.Helper()
	out, ok := runProgram(env, args...)
	if !ok {
		t.Fatalf("croupier %s: %s", strings.Join(args, " "), out)
	}
	return out
}

// timedKey returns an idempotency key with the time, as the player site makes them.
func timedKey(t *testing.T) string {
	t.Helper()
	key, err := uuid.NewV7()
	if err != nil {
		t.Fatal(err)
	}
	return key.String()
}

// A backup does not know who logged out and what was paid after it was made.
func TestRestoreRevivesNoSessionAndRepeatsNoPayment(t *testing.T) {
	t.Parallel()
	mock := start(t, nil, "mock", "--listen", "127.0.0.1:0")
	platform := e2e.NewClient(mock.Address, "localhost", "")
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "croupier.backup")
	startGateway := func() *e2e.Process {
		return startServer(t, inFrontOf(mock.Address), dir)
	}
	p := startGateway()
	runStaff(t, dir, nil, "Yonetici123!", "add", "yonetici", "--role", "admin", "--password-file", "-")
	console := staffLogin(t, p.Address, "localhost", "yonetici", "Yonetici123!")
	v := visitor{p.Address, "localhost", ""}
	ended, active := v.login(t, "", "demo", "Demo123"), v.login(t, "", "demo", "Demo123")
	known, forgotten, timeless := timedKey(t), timedKey(t), firstKey
	settled := v.mustPay(t, active, known, 1)
	if settled.Status != http.StatusOK {
		t.Fatal(settled.raw)
	}

	mustRun(t, nil, "backup", file, "--data-dir", dir) // of the running server
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the backup: %v, %v", info.Mode(), err)
	}
	if out, ok := runProgram(nil, "backup", file, "--data-dir", dir); ok || !strings.Contains(out, "--force") {
		t.Errorf("an existing file is replaced: %s", out)
	}
	v.call(t, ended, "user/logout", nil)
	for _, key := range []string{forgotten, timeless} {
		if p := v.mustPay(t, active, key, 1); p.Status != http.StatusOK {
			t.Fatal(p.raw)
		}
	}
	mustRun(t, nil, "maintenance", "on", "--brand", "pera", "--data-dir", dir)
	sent := received(t, platform, moneyCall)

	if out, ok := runProgram(nil, "restore", file, "--force", "--data-dir", dir); ok || !strings.Contains(out, "stop the server first") {
		t.Errorf("restored while the server runs: %s", out)
	}
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	if out, ok := runProgram(nil, "restore", file, "--data-dir", dir); ok || !strings.Contains(out, "is there already") {
		t.Errorf("a store is replaced: %s", out)
	}
	mustRun(t, nil, "restore", file, "--force", "--data-dir", dir)
	if kept, err := filepath.Glob(filepath.Join(dir, "croupier.db.before-*")); err != nil || len(kept) != 1 {
		t.Errorf("the replaced store is not kept: %v", err)
	}

	p = startGateway()
	v.address = p.Address
	for name, token := range map[string]string{"that was ended": ended, "that was not": active} {
		if v.hasSession(t, token) {
			t.Errorf("a session %s is valid after the restore", name)
		}
	}
	if status, _ := console.withAddress(p.Address).do(t, http.MethodGet, "/me", ""); status != http.StatusUnauthorized {
		t.Errorf("a login of staff is valid after the restore: %d", status)
	}
	token := v.login(t, "", "demo", "Demo123")
	for name, key := range map[string]string{"a key used after the backup": forgotten, "one without a time": timeless} {
		if p := v.mustPay(t, token, key, 1); p.Debug != "outcome unknown" {
			t.Errorf("%s: %s", name, p.raw)
		}
	}
	if p := v.mustPay(t, token, known, 1); p.raw != settled.raw {
		t.Errorf("a key that the backup knows: %s, want %s", p.raw, settled.raw)
	}
	if n := received(t, platform, moneyCall); n != sent {
		t.Errorf("the platform received %d payments again", n-sent)
	}
	fresh := timedKey(t)
	eventually(t, "a payment after the restore", func() bool { // a second of leeway between clocks
		fresh = timedKey(t)
		return v.mustPay(t, token, fresh, 1).Status == http.StatusOK
	})
	if open, _ := siteState(t, p.Address, "pera.localhost"); !open {
		t.Error("maintenance that was declared after the backup is in force")
	}
	after := staffLogin(t, p.Address, "localhost", "yonetici", "Yonetici123!")
	if _, raw := after.do(t, http.MethodGet, "/audit", ""); !strings.Contains(string(raw), `"action":"restore"`) {
		t.Errorf("the restore is not in the audit log: %s", raw)
	}
}

// With Redis, the backup of an instance is its mirror. Redis is empty, or has something of its own.
func TestRestoreWithRedisRevivesNoSessionAndRepeatsNoPayment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		flush bool
	}{{"Redis has lost everything", true}, {"Redis has another state than the backup", false}} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			d := deploy(t, 1)
			v := d.visitorAt(0)
			ended, active := v.login(t, "", "demo", "Demo123"), v.login(t, "", "demo", "Demo123")
			known, forgotten, unused := timedKey(t), timedKey(t), timedKey(t)
			settled := v.mustPay(t, active, known, 1)
			file := filepath.Join(t.TempDir(), "croupier.backup")
			mustRun(t, d.env, "backup", file, "--with-keys", "--data-dir", d.dirs[0])
			v.call(t, ended, "user/logout", nil)
			if p := v.mustPay(t, active, forgotten, 1); p.Status != http.StatusOK {
				t.Fatal(p.raw)
			}
			sent := received(t, d.platform, moneyCall)
			if err := d.instances[0].Stop(); err != nil {
				t.Fatal(err)
			}

			// The volume is lost too: another data folder and no key ring.
			if c.flush {
				flush(t, d.redis)
			}
			d.dirs[0] = t.TempDir()
			env := []string{d.env[0], d.env[1], d.env[2], "CROUPIER_KEYS_FILE=" + filepath.Join(t.TempDir(), "keys.json")}
			mustRun(t, env, "restore", file, "--data-dir", d.dirs[0])
			d.env = env
			d.startAgain(t, 0)
			v = d.visitorAt(0)
			for name, token := range map[string]string{"that was ended": ended, "that was not": active} {
				if v.hasSession(t, token) {
					t.Errorf("a session %s is valid after the restore", name)
				}
			}
			token := v.login(t, "", "demo", "Demo123")
			if p := v.mustPay(t, token, known, 1); p.raw != settled.raw {
				t.Errorf("a key that the backup knows: %s, want %s", p.raw, settled.raw)
			}
			if p := v.mustPay(t, token, unused, 1); p.Debug != "outcome unknown" {
				t.Errorf("a key made before the restore: %s", p.raw)
			}
			v.mustPay(t, token, forgotten, 1) // unknown, or what Redis still has
			if n := received(t, d.platform, moneyCall); n != sent {
				t.Errorf("the platform received %d payments again", n-sent)
			}
			eventually(t, "a payment after the restore", func() bool { return v.mustPay(t, token, timedKey(t), 1).Status == http.StatusOK })
		})
	}
}

func TestRestoreRefusesWhatItCannotRestore(t *testing.T) {
	t.Parallel()
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "croupier.backup")
	p := startDemo(t, dir)
	if err := p.Stop(); err != nil {
		t.Fatal(err)
	}
	mustRun(t, nil, "backup", file, "--data-dir", dir) // of the stopped server
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write := func(content []byte) string {
		at := filepath.Join(t.TempDir(), "backup")
		if err := os.WriteFile(at, content, 0o600); err != nil {
			t.Fatal(err)
		}
		return at
	}
	flipped := append([]byte{}, raw...)
	flipped[len(flipped)/3] ^= 0xff
	other := t.TempDir()
	runKeys(t, "new", "--data-dir", other)
	for _, c := range []struct {
		name, file, dir string
		env             []string
		want            string
	}{
		{"a file that is no backup", write([]byte("text")), t.TempDir(), nil, "not a valid zip file"},
		{"half a backup", write(raw[:len(raw)/2]), t.TempDir(), nil, "zip"},
		{"a changed byte", write(flipped), dir, nil, "croupier.db"},
		{"no key ring", file, t.TempDir(), nil, "no key ring"},
		{"another key ring", file, other, nil, "is not the one that the store was used with"},
		{"a server with Redis", file, dir, []string{"CROUPIER_REDIS_URL=redis://127.0.0.1:1/0"}, "has no mirror.db"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, ok := runProgram(c.env, "restore", c.file, "--force", "--data-dir", c.dir)
			if ok || !strings.Contains(out, c.want) {
				t.Errorf("want %q in: %s", c.want, out)
			}
			if _, err := os.Stat(filepath.Join(dir, "croupier.db")); err != nil {
				t.Errorf("the store in place is gone: %v", err)
			}
			if left, _ := filepath.Glob(filepath.Join(c.dir, ".restore-*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}
