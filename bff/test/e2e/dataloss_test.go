package e2e_test

import (
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
)

// memories contains the state of a deployment before its Redis loses everything.
type memories struct {
	*deployment
	active, revoked string // sessions
	settled         answer
	console         staffClient // logged in at instance 0
	sent            int         // money calls that the platform has received
}

// prepare creates one record of each kind in a deployment.
func prepare(t *testing.T, n int) *memories {
	m := &memories{deployment: deploy(t, n)}
	m.addStaff(t)
	v := m.visitorAt(0)
	m.active, m.revoked = v.login(t, "demo"), v.login(t, "demo")
	v.logout(t, m.revoked)
	m.settled = v.wantPay(t, m.active, firstKey, "200")
	fault(t, m.platform, moneyCall, `"reset"`)
	v.wantPay(t, m.active, otherKey, "503 outcome unknown")
	run(t, m.redisEnv(), "maintenance", "on", "--brand", "zephyr", "--data-dir", m.dirs[0])
	m.console = m.staff(t, 0, "yonetici")
	m.console.post(t, "/breakers/pera/mock/open", "")
	m.console.publish(t)
	m.sent = received(t, m.platform, moneyCall)
	eventually(t, "the states on every instance", func() bool {
		for i := range m.instances {
			if m.zephyrIsOpen(t, i) || !m.breakerOpen(t, i) ||
				!m.console.withAddress(m.instances[i].Address).isPublished(t) {
				return false
			}
		}
		return true
	})
	return m
}

// breakerOpen reports whether the breaker of pera is overridden on instance i.
func (d *deployment) breakerOpen(t *testing.T, i int) bool {
	if strings.Contains(strings.Join(d.metric(t, i, `croupier_breaker_overridden{brand="pera"`), "\n"), "} 1") {
		return true
	}
	pera := visitor{d.instances[i].Address, "pera.localhost", ""}
	return pera.call(t, "", "casino/provider_list", map[string]any{"limit": 7}).String() == "503 upstream unavailable"
}

// zephyrIsOpen reports whether the brand zephyr is not in maintenance on instance i.
func (d *deployment) zephyrIsOpen(t *testing.T, i int) bool {
	open, _ := siteState(t, d.instances[i].Address, "zephyr.localhost")
	return open
}

// assert checks that instance i has lost nothing.
func (m *memories) assert(t *testing.T, i int, when string) {
	v := m.visitorAt(i)
	for range 2 {
		assert.Equal(t, m.settled.raw, v.pay(t, m.active, firstKey).raw, "%s, instance %d: settled key", when, i)
		assert.Equal(t, "outcome unknown", v.pay(t, m.active, otherKey).Debug, "%s, instance %d: unknown key", when, i)
	}
	assertReceived(t, m.platform, moneyCall, m.sent)
	assert.False(t, v.hasSession(t, m.revoked), "%s, instance %d: a session works again after its logout", when, i)
	assert.True(t, v.hasSession(t, m.active), "%s, instance %d: a session has ended", when, i)
	assert.False(t, m.zephyrIsOpen(t, i), "%s, instance %d: declared maintenance has ended", when, i)
	assert.True(t, m.breakerOpen(t, i), "%s, instance %d: the breaker is no longer forced open", when, i)
	console := m.console.withAddress(m.instances[i].Address)
	console.get(t, "/me", nil)
	assert.True(t, console.isPublished(t), "%s, instance %d: a draft or a publication is lost", when, i)
	m.staff(t, i, "yonetici")
}

// stable waits until every instance has read the records after the loss.
func (m *memories) stable(t *testing.T) {
	eventually(t, "the records in Redis again", func() bool {
		for _, name := range []string{"maintenance", "breaker-overrides", "staff"} {
			if n, err := m.redis.Do("HLEN", "croupier:records:"+name); err != nil || n == "0" {
				return false
			}
		}
		return true
	})
}

func TestNothingIsForgottenWhenRedisIsFlushed(t *testing.T) {
	parallel(t)
	m := prepare(t, 2)
	m.redisDo(t, "FLUSHALL")
	m.assert(t, 1, "at once")
	m.assert(t, 0, "at once")
	m.stable(t)
	for i := range 2 {
		m.assert(t, i, "later")
		eventually(t, "the loss in the metrics", func() bool {
			return slices.Equal(m.metric(t, i, "croupier_store_memory_lost_total"),
				[]string{"croupier_store_memory_lost_total 1"})
		})
		assert.Contains(t, m.instances[i].Log(), "redis lost data", "instance %d does not log the loss", i)
	}
	m.healRedis(t)
	m.visitorAt(1).wantPay(t, m.active, "5a0c0d6e-1111-4b4e-9a40-0f6d1f6f0003", "200")
	m.sent++

	// Every instance is down. Each one has its records on its disk.
	for _, p := range m.instances {
		kill(t, p)
	}
	m.redisDo(t, "FLUSHALL")
	m.startAgain(t, 1)
	m.assert(t, 1, "after the restart of all")
	m.startAgain(t, 0)
	m.assert(t, 0, "after the restart of all")
	// Redis loses its memory, and then one instance restarts.
	m.redisDo(t, "FLUSHALL")
	m.restart(t, 0)
	m.assert(t, 0, "after a restart")
	m.assert(t, 1, "after the restart of another")

	// Later changes must remain.
	run(t, m.redisEnv(), "maintenance", "off", "--brand", "zephyr", "--data-dir", m.dirs[0])
	eventually(t, "the end of maintenance", func() bool { return m.zephyrIsOpen(t, 0) && m.zephyrIsOpen(t, 1) })
	m.redisDo(t, "FLUSHALL")
	m.stable(t)
	m.restart(t, 0)
	assert.True(t, m.zephyrIsOpen(t, 0) && m.zephyrIsOpen(t, 1), "maintenance that was ended came back")
}

// timedKey returns an idempotency key with the time, as the player site makes them.
func timedKey(t *testing.T) string {
	return uuid.Must(uuid.NewV7()).String()
}

// refuse runs the binary, which must fail and print a text.
func refuse(t *testing.T, env []string, text string, args ...string) {
	out, ok := e2e.Run(binary, env, "", args...)
	assert.True(t, !ok && strings.Contains(out, text), "%v: want %q in: %s", args, text, out)
}

// assertRestored checks a server after a restore. The sessions of the backup must have ended. The
// backup knows the key known but none of lost. New payments succeed.
func (v visitor) assertRestored(t *testing.T, sessions []string, known, settled string, lost ...string) {
	for i, token := range sessions {
		assert.False(t, v.hasSession(t, token), "session %d is valid after the restore", i)
	}
	token := v.login(t, "demo")
	for _, key := range lost {
		assert.Equal(t, "outcome unknown", v.pay(t, token, key).Debug, key)
	}
	assert.Equal(t, settled, v.pay(t, token, known).raw, "a key that the backup knows")
	eventually(t, "a payment after the restore", func() bool { // a second of leeway between clocks
		return v.pay(t, token, timedKey(t)).status == http.StatusOK
	})
}

// A backup contains no later logouts or payments.
func TestRestoreRevivesNoSessionAndRepeatsNoPayment(t *testing.T) {
	parallel(t)
	g, file := startGateway(t), filepath.Join(t.TempDir(), "croupier.backup")
	console := g.staff(t, "yonetici", "admin")
	console.publish(t)
	ended, active := g.login(t, "demo"), g.login(t, "demo")
	known, forgotten, timeless := timedKey(t), timedKey(t), firstKey
	settled := g.pay(t, active, known).raw

	run(t, nil, "backup", file, "--data-dir", g.dir) // backup of the running server
	info, err := os.Stat(file)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm(), "mode of the backup")
	refuse(t, nil, "--force", "backup", file, "--data-dir", g.dir)
	g.logout(t, ended)
	g.wantPay(t, active, forgotten, "200")
	g.wantPay(t, active, timeless, "200")
	run(t, nil, "maintenance", "on", "--brand", "pera", "--data-dir", g.dir)

	refuse(t, nil, "another croupier process", "restore", file, "--force", "--data-dir", g.dir)
	require.NoError(t, g.Stop())
	refuse(t, nil, "already exists", "restore", file, "--data-dir", g.dir)
	run(t, nil, "restore", file, "--force", "--data-dir", g.dir)
	kept, err := filepath.Glob(filepath.Join(g.dir, "croupier.db.before-*"))
	assert.True(t, err == nil && len(kept) == 1, "the replaced store is not kept: %v", err)

	g.start(t)
	console.withAddress(g.Address).must(t, http.MethodGet, "/me", "", http.StatusUnauthorized, nil)
	g.assertRestored(t, []string{ended, active}, known, settled, forgotten, timeless)
	assertReceived(t, g.platform, moneyCall, 4)
	open, _ := siteState(t, g.Address, "pera.localhost")
	assert.True(t, open, "maintenance that was declared after the backup is active")
	console = staffLogin(t, g.visitor, "yonetici")
	assert.True(t, console.isPublished(t), "the published look and picture are lost")
	audit := console.get(t, "/audit", nil)
	assert.Contains(t, audit, `"action":"restore"`, "the restore is not in the audit log")
}

// With Redis, the backup of an instance is its mirror. The new Redis may be empty or not.
func TestRestoreWithRedisRevivesNoSessionAndRepeatsNoPayment(t *testing.T) {
	parallel(t)
	for _, flush := range []bool{true, false} {
		d := deploy(t, 1)
		v := d.visitorAt(0)
		ended, active := v.login(t, "demo"), v.login(t, "demo")
		known, forgotten, unused := timedKey(t), timedKey(t), timedKey(t)
		settled := v.pay(t, active, known).raw
		file := filepath.Join(t.TempDir(), "croupier.backup")
		run(t, d.env, "backup", file, "--with-keys", "--data-dir", d.dirs[0])
		v.logout(t, ended)
		v.wantPay(t, active, forgotten, "200")
		require.NoError(t, d.instances[0].Stop())

		// The volume is lost too, so the data directory is new and has no key ring.
		if flush {
			d.redisDo(t, "FLUSHALL")
		}
		d.dirs[0] = t.TempDir()
		d.env = append(d.env, "CROUPIER_KEYS_FILE="+filepath.Join(t.TempDir(), "keys.json"))
		run(t, d.env, "restore", file, "--data-dir", d.dirs[0])
		d.startAgain(t, 0)
		v = d.visitorAt(0)
		v.pay(t, v.login(t, "demo"), forgotten) // unknown unless Redis still has it
		v.assertRestored(t, []string{ended, active}, known, settled, unused)
		assertReceived(t, d.platform, moneyCall, 3)
	}
}

func TestRestoreRefusesWhatItCannotRestore(t *testing.T) {
	parallel(t)
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "croupier.backup")
	require.NoError(t, startServer(t, nil, dir).Stop())
	run(t, nil, "backup", file, "--data-dir", dir) // backup of the stopped server
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
		{file, t.TempDir(), nil, "key ring not found"},
		{file, other, nil, "does not match the backup"},
		{file, dir, []string{"CROUPIER_REDIS_URL=redis://127.0.0.1:1/0"}, "mirror.db is missing from the backup"},
	} {
		refuse(t, c.env, c.want, "restore", c.file, "--force", "--data-dir", c.dir)
		left, _ := filepath.Glob(filepath.Join(c.dir, ".restore-*"))
		assert.Empty(t, left, c.want)
	}
	assert.FileExists(t, filepath.Join(dir, "croupier.db"), "the store in place")
}

// behind returns the address of a proxy in front of a server that closes the first n connections.
func behind(t *testing.T, address string, n int) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = l.Close() })
	pipe := func(to, from net.Conn) {
		_, _ = io.Copy(to, from)
		_ = errors.Join(to.Close(), from.Close())
	}
	go func() {
		for i := 0; ; i++ {
			client, err := l.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial("tcp", address)
			if err != nil || i < n {
				_ = client.Close()
				continue
			}
			go pipe(server, client)
			go pipe(client, server)
		}
	}()
	return l.Addr().String()
}

// A starting instance waits for Redis until redis.start_timeout. Then it starts from its mirror, if
// it has one, and refuses calls that need Redis.
func TestInstancesStartWhileRedisDoesNotAnswer(t *testing.T) {
	parallel(t)
	d := deploy(t, 1, "CROUPIER_REDIS_START_TIMEOUT=30s")
	d.addStaff(t)
	v := d.visitorAt(0)
	active, ended := v.login(t, "demo"), v.login(t, "demo")
	v.logout(t, ended)
	run(t, d.redisEnv(), "maintenance", "on", "--brand", "zephyr", "--data-dir", d.dirs[0])
	eventually(t, "maintenance", func() bool { return !d.zephyrIsOpen(t, 0) })
	kill(t, d.instances[0])
	d.env = append(d.env, "CROUPIER_REDIS_URL=redis://"+behind(t, d.redis.Address(), 20)+"?timeout=1s")
	d.startAgain(t, 0)
	logged(t, d.instances[0], "could not use Redis, Croupier retries")
	assert.True(t, d.visitorAt(0).hasSession(t, active), "after the wait")

	kill(t, d.instances[0])
	d.redis.Kill()
	d.env = append(d.env, "CROUPIER_REDIS_START_TIMEOUT=1s")
	assert.Contains(t, runFailing(t, d.env, e2e.ServeArgs(t.TempDir())...), "no mirror to start from")
	d.startAgain(t, 0)
	v = d.visitorAt(0)
	logged(t, d.instances[0], "the instance starts from its mirror")
	ready(t, d.instances[0].Address, "store unreachable")
	v.want(t, "", "casino/provider_list", nil, "200")
	assert.False(t, d.zephyrIsOpen(t, 0), "declared maintenance has ended")
	v.want(t, active, "finance/check_balance", nil, "503 upstream unavailable")
	assert.NotEqual(t, http.StatusOK, v.call(t, ended, "finance/check_balance", nil).status,
		"a session works again after its logout")
	d.redis.Run(t)
	ready(t, d.instances[0].Address, "")
	eventually(t, "the session", func() bool { return v.hasSession(t, active) })
	assert.False(t, v.hasSession(t, ended), "a session works again after its logout")
	d.staff(t, 0, "yonetici")
}
