package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// timedKey returns an idempotency key with the time, as the player site makes them.
func timedKey(t *testing.T) string {
	t.Helper()
	return uuid.Must(uuid.NewV7()).String()
}

// refuse runs the binary, which has to fail and to print a text.
func refuse(t *testing.T, env []string, text string, args ...string) {
	t.Helper()
	if out, ok := runProgram(env, "", args...); ok || !strings.Contains(out, text) {
		t.Errorf("%v: want %q in: %s", args, text, out)
	}
}

// assertRestored checks a server after a restore: the sessions of the backup have ended, known is a key that the backup
// knows with its answer, and lost are keys that it cannot know. New payments succeed.
func (v visitor) assertRestored(t *testing.T, sessions []string, known string, settled payment, lost ...string) {
	t.Helper()
	for i, token := range sessions {
		if v.hasSession(t, token) {
			t.Errorf("session %d is valid after the restore", i)
		}
	}
	token := v.login(t, "", "demo", "Demo123")
	for _, key := range lost {
		if p := v.mustPay(t, token, key, 1); p.Debug != "outcome unknown" {
			t.Errorf("key %s: %s", key, p.raw)
		}
	}
	if p := v.mustPay(t, token, known, 1); p.raw != settled.raw {
		t.Errorf("a key that the backup knows: %s, want %s", p.raw, settled.raw)
	}
	eventually(t, "a payment after the restore", func() bool { // a second of leeway between clocks
		return v.mustPay(t, token, timedKey(t), 1).Status == http.StatusOK
	})
}

// A backup does not know who logged out and what was paid after it was made.
func TestRestoreRevivesNoSessionAndRepeatsNoPayment(t *testing.T) {
	parallel(t)
	g, file := startGateway(t), filepath.Join(t.TempDir(), "croupier.backup")
	runStaff(t, g.dir, nil, "Yonetici123!", "add", "yonetici", "--role", "admin", "--password-file", "-")
	console := staffLogin(t, g.visitor, "yonetici", "Yonetici123!")
	ended, active := g.login(t, "", "demo", "Demo123"), g.login(t, "", "demo", "Demo123")
	known, forgotten, timeless := timedKey(t), timedKey(t), firstKey
	settled := g.mustPay(t, active, known, 1)

	run(t, nil, "backup", file, "--data-dir", g.dir) // of the running server
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode of the backup: %v, %v", info.Mode(), err)
	}
	refuse(t, nil, "--force", "backup", file, "--data-dir", g.dir)
	g.logout(t, ended)
	for _, key := range []string{forgotten, timeless} {
		if p := g.mustPay(t, active, key, 1); p.Status != http.StatusOK {
			t.Fatal(p.raw)
		}
	}
	run(t, nil, "maintenance", "on", "--brand", "pera", "--data-dir", g.dir)

	refuse(t, nil, "stop the server first", "restore", file, "--force", "--data-dir", g.dir)
	if err := g.Stop(); err != nil {
		t.Fatal(err)
	}
	refuse(t, nil, "is there already", "restore", file, "--data-dir", g.dir)
	run(t, nil, "restore", file, "--force", "--data-dir", g.dir)
	if kept, err := filepath.Glob(filepath.Join(g.dir, "croupier.db.before-*")); err != nil || len(kept) != 1 {
		t.Errorf("the replaced store is not kept: %v", err)
	}

	g.start(t)
	console.withAddress(g.Address).must(t, http.MethodGet, "/me", "", http.StatusUnauthorized, nil)
	g.assertRestored(t, []string{ended, active}, known, settled, forgotten, timeless)
	if n := received(t, g.platform, moneyCall); n != 4 {
		t.Errorf("the platform received %d payments, want one per key", n)
	}
	if open, _ := siteState(t, g.Address, "pera.localhost"); !open {
		t.Error("maintenance that was declared after the backup is in force")
	}
	after := staffLogin(t, g.visitor, "yonetici", "Yonetici123!")
	if raw := after.must(t, http.MethodGet, "/audit", "", http.StatusOK, nil); !strings.Contains(raw, `"action":"restore"`) {
		t.Errorf("the restore is not in the audit log: %s", raw)
	}
}

// With Redis, the backup of an instance is its mirror. Redis is empty, or has something of its own.
func TestRestoreWithRedisRevivesNoSessionAndRepeatsNoPayment(t *testing.T) {
	parallel(t)
	for _, flush := range []bool{true, false} {
		d := deploy(t, 1)
		v := d.visitorAt(0)
		ended, active := v.login(t, "", "demo", "Demo123"), v.login(t, "", "demo", "Demo123")
		known, forgotten, unused := timedKey(t), timedKey(t), timedKey(t)
		settled := v.mustPay(t, active, known, 1)
		file := filepath.Join(t.TempDir(), "croupier.backup")
		run(t, d.env, "backup", file, "--with-keys", "--data-dir", d.dirs[0])
		v.logout(t, ended)
		if p := v.mustPay(t, active, forgotten, 1); p.Status != http.StatusOK {
			t.Fatal(p.raw)
		}
		if err := d.instances[0].Stop(); err != nil {
			t.Fatal(err)
		}

		// The volume is lost too: another data folder and no key ring.
		if flush {
			d.redisDo(t, "FLUSHALL")
		}
		d.dirs[0] = t.TempDir()
		d.env = append(d.env, "CROUPIER_KEYS_FILE="+filepath.Join(t.TempDir(), "keys.json"))
		run(t, d.env, "restore", file, "--data-dir", d.dirs[0])
		d.startAgain(t, 0)
		v = d.visitorAt(0)
		token := v.login(t, "", "demo", "Demo123")
		v.mustPay(t, token, forgotten, 1) // unknown, or what Redis still has
		v.assertRestored(t, []string{ended, active}, known, settled, unused)
		if n := received(t, d.platform, moneyCall); n != 3 {
			t.Errorf("flushed %v: the platform received %d payments, want one per key", flush, n)
		}
	}
}

func TestRestoreRefusesWhatItCannotRestore(t *testing.T) {
	parallel(t)
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "croupier.backup")
	if err := startDemo(t, dir).Stop(); err != nil {
		t.Fatal(err)
	}
	run(t, nil, "backup", file, "--data-dir", dir) // of the stopped server
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	flipped := append([]byte{}, raw...)
	flipped[len(flipped)/3] ^= 0xff
	other := t.TempDir()
	runKeys(t, "new", "--data-dir", other)
	for _, c := range []struct {
		file, dir string
		env       []string
		want      string
	}{
		{writeFile(t, "backup", "text"), t.TempDir(), nil, "not a valid zip file"},
		{writeFile(t, "backup", string(raw[:len(raw)/2])), t.TempDir(), nil, "zip"},
		{writeFile(t, "backup", string(flipped)), dir, nil, "croupier.db"},
		{file, t.TempDir(), nil, "no key ring"},
		{file, other, nil, "is not the one that the store was used with"},
		{file, dir, []string{"CROUPIER_REDIS_URL=redis://127.0.0.1:1/0"}, "has no mirror.db"},
	} {
		refuse(t, c.env, c.want, "restore", c.file, "--force", "--data-dir", c.dir)
		if left, _ := filepath.Glob(filepath.Join(c.dir, ".restore-*")); len(left) > 0 {
			t.Errorf("%s: left behind: %v", c.want, left)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "croupier.db")); err != nil {
		t.Errorf("the store in place is gone: %v", err)
	}
}
