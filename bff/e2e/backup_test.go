package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// timedKey returns an idempotency key with the time, as the player site makes them.
func timedKey(t *testing.T) string {
	t.Helper()
	return uuid.Must(uuid.NewV7()).String()
}

// refuse runs the binary, which has to fail and to print a text.
func refuse(t *testing.T, env []string, text string, args ...string) {
	t.Helper()
	out, ok := runProgram(env, "", args...)
	assert.True(t, !ok && strings.Contains(out, text), "%v: want %q in: %s", args, text, out)
}

// assertRestored checks a server after a restore: the sessions of the backup have ended, known is a key that the backup
// knows with its answer, and lost are keys that it cannot know. New payments succeed.
func (v visitor) assertRestored(t *testing.T, sessions []string, known string, settled payment, lost ...string) {
	t.Helper()
	for i, token := range sessions {
		assert.False(t, v.hasSession(t, token), "session %d is valid after the restore", i)
	}
	token := v.login(t, "", "demo", "Demo123")
	for _, key := range lost {
		p := v.mustPay(t, token, key, 1)
		assert.Equal(t, "outcome unknown", p.Debug, "key %s: %s", key, p.raw)
	}
	assert.Equal(t, settled.raw, v.mustPay(t, token, known, 1).raw, "a key that the backup knows")
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
	info, err := os.Stat(file)
	assert.True(t, err == nil && info.Mode().Perm() == 0o600, "mode of the backup: %v, %v", info.Mode(), err)
	refuse(t, nil, "--force", "backup", file, "--data-dir", g.dir)
	g.logout(t, ended)
	for _, key := range []string{forgotten, timeless} {
		p := g.mustPay(t, active, key, 1)
		require.Equal(t, http.StatusOK, p.Status, p.raw)
	}
	run(t, nil, "maintenance", "on", "--brand", "pera", "--data-dir", g.dir)

	refuse(t, nil, "stop the server first", "restore", file, "--force", "--data-dir", g.dir)
	require.NoError(t, g.Stop())
	refuse(t, nil, "is there already", "restore", file, "--data-dir", g.dir)
	run(t, nil, "restore", file, "--force", "--data-dir", g.dir)
	kept, err := filepath.Glob(filepath.Join(g.dir, "croupier.db.before-*"))
	assert.True(t, err == nil && len(kept) == 1, "the replaced store is not kept: %v", err)

	g.start(t)
	console.withAddress(g.Address).must(t, http.MethodGet, "/me", "", http.StatusUnauthorized, nil)
	g.assertRestored(t, []string{ended, active}, known, settled, forgotten, timeless)
	n := received(t, g.platform, moneyCall)
	assert.Equal(t, 4, n, "the platform received %d payments, want one per key", n)
	open, _ := siteState(t, g.Address, "pera.localhost")
	assert.True(t, open, "maintenance that was declared after the backup is in force")
	after := staffLogin(t, g.visitor, "yonetici", "Yonetici123!")
	assert.Contains(t, after.must(t, http.MethodGet, "/audit", "", http.StatusOK, nil), `"action":"restore"`,
		"the restore is not in the audit log")
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
		p := v.mustPay(t, active, forgotten, 1)
		require.Equal(t, http.StatusOK, p.Status, p.raw)
		require.NoError(t, d.instances[0].Stop())

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
		n := received(t, d.platform, moneyCall)
		assert.Equal(t, 3, n, "flushed %v: the platform received %d payments, want one per key", flush, n)
	}
}

func TestRestoreRefusesWhatItCannotRestore(t *testing.T) {
	parallel(t)
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "croupier.backup")
	require.NoError(t, startDemo(t, dir).Stop())
	run(t, nil, "backup", file, "--data-dir", dir) // of the stopped server
	raw, err := os.ReadFile(file)
	require.NoError(t, err)
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
		left, _ := filepath.Glob(filepath.Join(c.dir, ".restore-*"))
		assert.True(t, len(left) <= 0, "%s: left behind: %v", c.want, left)
	}
	if _, err := os.Stat(filepath.Join(dir, "croupier.db")); err != nil {
		t.Errorf("the store in place is gone: %v", err)
	}
}
