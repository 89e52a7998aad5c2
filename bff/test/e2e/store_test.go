package e2e_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"croupier/bff/test/e2e"
	"croupier/bff/test/storetest/realredis"
)

// Without Redis or its writes, the server is degraded. /readyz, the log and a metric report the
// reason. The server refuses only calls that must write.
func TestReadinessReportsTheStore(t *testing.T) {
	parallel(t)
	d := deploy(t, 1)
	v, p := d.visitorAt(0), d.instances[0]
	token := v.login(t, "demo")
	writable := func(want string) {
		assert.Equal(t, []string{"croupier_store_writable " + want}, d.metric(t, 0, "croupier_store_writable "))
	}
	ready(t, p.Address, "") // the ping at the start may time out on a busy machine
	for i, row := range []struct{ name, fail, repair string }{
		{"READONLY", "REPLICAOF 127.0.0.1 1", "REPLICAOF NO ONE"},
		{"OOM", "CONFIG SET maxmemory 1", "CONFIG SET maxmemory 0"},
		{"NOREPLICAS", "CONFIG SET min-replicas-to-write 1", "CONFIG SET min-replicas-to-write 0"},
	} {
		key, sent := timedKey(t), received(t, d.platform, moneyCall)
		writable("1")
		d.redisDo(t, strings.Fields(row.fail)...)
		ready(t, p.Address, "store not writable: "+row.name)
		logged(t, p, `"state":"`+row.name+`"`)
		writable("0")
		v.want(t, "", "casino/provider_list", nil, "200")
		assert.True(t, v.hasSession(t, token), "%s: the session is invalid", row.name)
		v.wantPay(t, token, key, "503 upstream unavailable")
		assertReceived(t, d.platform, moneyCall, sent)
		d.redisDo(t, strings.Fields(row.repair)...)
		ready(t, p.Address, "")
		eventually(t, "a money call", func() bool { return v.pay(t, token, key).status == http.StatusOK })
		failed, again := strings.Count(p.Log(), "redis is unreachable or refuses writes"),
			strings.Count(p.Log(), "accepts writes again")
		assert.Equal(t, []int{i + 1, i + 1}, []int{failed, again}, "%s: messages of failures and of their ends",
			row.name)
	}

	// An instance starts while Redis refuses writes.
	d.redisDo(t, "CONFIG", "SET", "maxmemory", "1")
	second := startServer(t, d.env, t.TempDir())
	assert.True(t, (visitor{second.Address, "localhost", ""}).hasSession(t, token), "started without writes")
	assert.Contains(t, get(t, second.Address, "/readyz"), "store not writable: OOM", "readiness")
	d.redisDo(t, "CONFIG", "SET", "maxmemory", "0")
	ready(t, p.Address, "")

	d.redis.Kill()
	ready(t, p.Address, "store unreachable")
	status, _, _ := v.get(t, "/healthz", nil)
	assert.Equal(t, http.StatusOK, status, "liveness")
	v.want(t, "", "casino/provider_list", nil, "200")
	logged(t, p, `"state":"unreachable"`)
	d.redis.Run(t)
	ready(t, p.Address, "")
}

// In production, a Redis that may lose data stops the start. An unknown configuration only causes a
// warning.
func TestProductionRefusesForgetfulRedis(t *testing.T) {
	parallel(t)
	redis := realredis.Start(t)
	d := &deployment{redis: redis}
	keys := filepath.Join(t.TempDir(), "keys.json") // instances that share Redis share their keys
	file := writeConfig(t, "", nil)
	env := func(url string) []string {
		return inFrontOf("127.0.0.1:9", "CROUPIER_KEYS_FILE="+keys, "CROUPIER_PROFILE=production",
			"CROUPIER_UPSTREAMS_MOCK_CONTROL=false", "CROUPIER_REDIS_URL="+url)
	}
	out := runFailing(t, env(redis.URL()), e2e.ServeArgs(t.TempDir(), "--config", file)...)
	assert.Contains(t, out, "Set appendonly yes", "no persistence")
	d.redisDo(t, "CONFIG", "SET", "appendonly", "yes")
	d.redisDo(t, "CONFIG", "SET", "maxmemory", "100mb")
	d.redisDo(t, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
	out = runFailing(t, env(redis.URL()), e2e.ServeArgs(t.TempDir(), "--config", file)...)
	assert.Contains(t, out, "Set maxmemory-policy noeviction", "eviction")
	assert.NotContains(t, out, "Set appendonly yes", "eviction")
	d.redisDo(t, "CONFIG", "SET", "maxmemory-policy", "noeviction")
	p := startServer(t, env(redis.URL()), t.TempDir(), "--config", file)
	assert.NotContains(t, p.Log(), "Redis is not safe", "a persistent Redis")
	d.redisDo(t, "ACL", "SETUSER", "croupier", "on", ">secret", "~*", "&*", "+@all", "-config")
	p = startServer(t, env("redis://croupier:secret@"+redis.Address()), t.TempDir(), "--config", file)
	assert.Contains(t, p.Log(), "redis does not report its configuration", "a Redis without CONFIG")
}

// reads returns the number of reads of Redis from connections. A pipeline is one read.
func (d *deployment) reads(t *testing.T) int {
	_, text, _ := strings.Cut(d.redisDo(t, "INFO", "stats"), "total_reads_processed:")
	text, _, _ = strings.Cut(text, "\r")
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// TestSessionCallIsOneRedisRoundTrip counts the round trips of consecutive session calls, with the
// session in the cookie and with a ticket.
func TestSessionCallIsOneRedisRoundTrip(t *testing.T) {
	parallel(t)
	for _, store := range []string{"cookie", "redis"} {
		d := deploy(t, 1, "CROUPIER_SESSION_STORE="+store)
		v := d.visitorAt(0)
		const calls = 150 // fewer than the burst of a session
		for _, call := range []string{"system/ping", "user/get_user_profile"} {
			token := v.login(t, "demo")
			v.want(t, token, call, nil, "200") // the server remembers the token
			before := d.reads(t)
			for range calls {
				v.want(t, token, call, nil, "200")
			}
			// The server also polls Redis and writes requests for staff.
			n := d.reads(t) - before
			assert.True(t, n >= calls && n <= calls+calls/2, "%s, %s: %d round trips for %d calls, want one each",
				store, call, n, calls)
		}
	}
}

// With a full disk, logouts apply, new money calls are refused, known ones are repeated, and the
// server starts. After space is available, the server writes its queued changes, which survive a
// crash.
func TestFullDisk(t *testing.T) {
	parallel(t)
	g := startGateway(t)
	limit := func(most uint64) { require.NoError(t, g.LimitFiles(most)) }
	// logout logs a new session out and returns the token. The store must report failed writes.
	logout := func() (token string) {
		token = g.login(t, "demo")
		g.logout(t, token)
		ready(t, g.Address, "store not writable")
		return token
	}
	kept := g.login(t, "zengin")
	paidKey := timedKey(t)
	paid := g.wantPay(t, kept, paidKey, "200").raw
	limit(0)
	ended := logout()
	sessions := func(when string, ended ...string) {
		for _, token := range ended {
			assert.False(t, g.hasSession(t, token), "%s: a logout does not apply", when)
		}
		assert.True(t, g.hasSession(t, kept), "%s: a logout has ended another session", when)
	}
	sessions("full disk", ended)
	g.wantPay(t, kept, firstKey, "503 upstream unavailable")
	g.want(t, kept, "limits/set", depositLimit(500), "503 upstream unavailable")
	metrics := get(t, g.Admin, "/metrics")
	assert.Contains(t, metrics, "croupier_store_writable 0")
	assert.NotContains(t, metrics, "croupier_store_unsaved_revocations 0")

	limit(unix.RLIM_INFINITY)
	ready(t, g.Address, "")
	for _, text := range []string{"could not write to the data directory", "accepts writes again"} {
		logged(t, g.Process, text)
		assert.Equal(t, 1, strings.Count(g.Log(), text), text)
	}
	g.restart(t)
	sessions("after a crash", ended)

	interrupted := g.startHangingPayment(t, g.platform, kept)
	kill(t, g.Process)
	<-interrupted
	var err error
	limited := append([]string{"-c", `ulimit -S -f 0 && exec "$0" "$@"`, binary}, e2e.ServeArgs(g.dir)...)
	g.Process, err = e2e.Start("/bin/sh", g.env, limited...)
	require.NoError(t, err)
	t.Cleanup(func() { _ = g.Stop() })
	g.visitor.address = g.Process.Address
	sessions("started on a full disk", ended, logout())
	g.wantPay(t, kept, firstKey, "503 outcome unknown")
	g.wantPay(t, kept, otherKey, "503 upstream unavailable")
	assert.Equal(t, paid, g.pay(t, kept, paidKey).raw, "a repeat of a payment from before")
	assertReceived(t, g.platform, moneyCall, 2)
	limit(unix.RLIM_INFINITY)
	ready(t, g.Address, "")
	eventually(t, "the admin file", func() bool {
		_, err := os.Stat(filepath.Join(g.dir, "admin.json"))
		return err == nil
	})
	p := g.pay(t, kept, timedKey(t))
	assert.True(t, p.status == http.StatusOK || p.Debug != "upstream unavailable", "money call with space again: %s",
		p.raw)
}

// A damaged, empty or missing store stops the start. One line names the file and the command.
func TestDamagedStoreStopsTheStart(t *testing.T) {
	parallel(t)
	dir := t.TempDir()
	require.NoError(t, startServer(t, nil, dir).Stop())
	path := filepath.Join(dir, "croupier.db")
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	for name, content := range map[string][]byte{
		"empty": {}, "three quarters": whole[:len(whole)*3/4],
		"no store": []byte("text"), "missing": nil,
	} {
		require.NoError(t, os.Remove(path), name)
		if content != nil {
			require.NoError(t, os.WriteFile(path, content, 0o600), name)
		}
		for _, args := range [][]string{
			e2e.ServeArgs(dir),
			{"staff", "list", "--data-dir", dir},
			{"check", "--config", writeConfig(t, "data_dir: "+dir+"\n", nil)},
		} {
			out := runFailing(t, nil, args...)
			assert.Contains(t, out, path+" is damaged: ", "%s: %v", name, args)
			assert.Contains(t, out, "croupier restore", "%s: %v", name, args)
			assert.NotContains(t, out, "goroutine", "%s: %v", name, args)
		}
		require.NoError(t, os.WriteFile(path, whole, 0o600), name)
	}
	require.NoError(t, startServer(t, nil, dir).Stop(), "whole again")
}

// A server starts only with the store that contains its records. You can move or discard them.
func TestRecordsFollowTheServerIntoRedisAndBack(t *testing.T) {
	parallel(t)
	mock, redis := startMock(t), realredis.Start(t)
	g := &gateway{dir: t.TempDir(), env: inFrontOf(mock.Address)}
	inFile := g.env
	inRedis := append(slices.Clone(inFile), "CROUPIER_REDIS_URL="+redis.URL())
	addAccount(t, g.dir, nil, "yonetici", "admin", passwords["yonetici"]) // before the start, which creates the keys
	g.start(t)
	active, ended, excluded := g.login(t, "demo"), g.login(t, "demo"), g.login(t, "zengin")
	g.logout(t, ended)
	key := timedKey(t)
	paid := g.wantPay(t, active, key, "200").raw
	g.ok(t, excluded, "limits/self_exclude", map[string]any{"months": 6})
	console := staffLogin(t, g.visitor, "yonetici")
	console.post(t, "/players/marmara/yeni/block?by=username", `{"reason":"fraud"}`)
	console.publish(t)
	refused := func(env []string, where string) {
		require.NoError(t, g.Stop())
		for _, args := range [][]string{
			e2e.ServeArgs(g.dir),
			{"check", "--config", writeConfig(t, "data_dir: "+g.dir+"\n", nil)},
		} {
			assert.Contains(t, runFailing(t, env, args...),
				"the records of the data directory "+g.dir+" are in "+where, args[0])
		}
		refuse(t, env, " are in "+where, "staff", "list", "--data-dir", g.dir)
	}
	remembers := func(when string) {
		assert.False(t, g.hasSession(t, ended), "%s: a session works again after its logout", when)
		assert.True(t, g.hasSession(t, active), "%s: a session has ended", when)
		assert.Equal(t, "blocked", g.call(t, "", "user/login", credentials("yeni")).Debug, when)
		assert.Equal(t, paid, g.pay(t, active, key).raw, "%s: a payment was sent again", when)
		g.want(t, excluded, "casino/init_game", oneGame, "423 self excluded")
		assert.True(t, console.withAddress(g.Address).isPublished(t), "%s: a brand has lost its changes", when)
	}
	audited := func() {
		assert.Contains(t, console.withAddress(g.Address).get(t, "/audit", nil), `"action":"player blocked"`)
	}

	refused(inRedis, "croupier.db (limits and exclusions of players: ")
	// A failed migration is repeatable, and the server still has its store.
	_, err := redis.Do("SET", "croupier:audit:staff", "none")
	require.NoError(t, err)
	refuse(t, inRedis, "run the command again", "store", "migrate", "--to", "redis", "--data-dir", g.dir)
	g.start(t)
	remembers("after a failed migration")
	audited()
	require.NoError(t, g.Stop())
	_, err = redis.Do("DEL", "croupier:audit:staff")
	require.NoError(t, err)
	run(t, inRedis, "store", "migrate", "--to", "redis", "--data-dir", g.dir)
	refuse(t, inRedis, "has no records to move", "store", "migrate", "--to", "redis", "--data-dir", g.dir)
	g.env = inRedis
	g.start(t)
	remembers("in Redis")
	audited()
	refused(inFile, "Redis")
	other := startServer(t, append(slices.Clone(inRedis), "CROUPIER_KEYS_FILE="+filepath.Join(g.dir, "keys.json")),
		t.TempDir())
	refuse(t, inRedis, "other instances use this Redis", "store", "migrate", "--to", "embedded", "--data-dir", g.dir)
	kill(t, other)
	// Redis loses its memory. The server's mirror has all records except the audit log.
	_, err = redis.Do("FLUSHALL")
	require.NoError(t, err)
	assert.Contains(t, run(t, inRedis, "store", "migrate", "--to", "embedded", "--data-dir", g.dir), "moved ")
	g.env = inFile
	g.start(t)
	remembers("in the data folder again")
	// Older records in Redis do not restore a lifted block.
	console.withAddress(g.Address).must(t, http.MethodDelete, "/players/marmara/yeni/block?by=username", "",
		http.StatusOK, nil)
	require.NoError(t, g.Stop())
	run(t, inRedis, "store", "migrate", "--to", "redis", "--data-dir", g.dir)
	g.env = inRedis
	g.start(t)
	g.login(t, "yeni")
	require.NoError(t, g.Stop())
	run(t, inRedis, "store", "migrate", "--to", "embedded", "--data-dir", g.dir)

	// A wrong path must not create a new key ring.
	wrong := filepath.Join(g.dir, "kyes.json")
	assert.Contains(t, runFailing(t, append(slices.Clone(inFile), "CROUPIER_KEYS_FILE="+wrong),
		e2e.ServeArgs(g.dir)...), "key ring not found at "+wrong)
	assert.NoFileExists(t, wrong)
	runKeys(t, "new", "--keys-file", wrong)
	assert.Contains(t, runFailing(t, append(slices.Clone(inFile), "CROUPIER_KEYS_FILE="+wrong),
		e2e.ServeArgs(g.dir)...), "belong to another key ring than "+wrong)

	_, err = redis.Do("FLUSHALL")
	require.NoError(t, err)
	g.env, g.args = inRedis, []string{"--discard-store"}
	g.start(t)
	logged(t, g.Process, "discarded the store of the data directory")
	logged(t, g.Process, "staff accounts: 1")
	assert.NotEqual(t, "423 self excluded", g.call(t, g.login(t, "zengin"), "casino/init_game", oneGame).String(),
		"the exclusion was dropped on purpose")
}
