package e2e_test

import (
	"net/http"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"croupier/bff/test/e2e"
	"croupier/bff/test/storetest/realredis"
)

// A server starts with no other store than the one that has its records, until they are moved or it is told to drop them.
func TestRecordsFollowTheServerIntoRedisAndBack(t *testing.T) {
	parallel(t)
	mock, redis := startMock(t), realredis.Start(t)
	g := &gateway{dir: t.TempDir(), env: inFrontOf(mock.Address)}
	inFile := g.env
	inRedis := append(slices.Clone(inFile), "CROUPIER_REDIS_URL="+redis.URL())
	addAccount(t, g.dir, nil, "yonetici", "admin", passwords["yonetici"]) // before the first start, which makes the keys
	g.start(t)
	active, ended, excluded := g.login(t, "demo"), g.login(t, "demo"), g.login(t, "zengin")
	g.logout(t, ended)
	key := timedKey(t)
	paid := g.wantPay(t, active, key, "200").raw
	g.ok(t, excluded, "limits/self_exclude", map[string]any{"months": 6})
	console := staffLogin(t, g.visitor, "yonetici")
	console.post(t, "/players/marmara/yeni/block?by=username", `{"reason":"fraud"}`)
	refused := func(env []string, where string) {
		require.NoError(t, g.Stop())
		for _, args := range [][]string{e2e.ServeArgs(g.dir), {"check", "--config", writeConfig(t, "data_dir: "+g.dir+"\n", nil)}} {
			assert.Contains(t, runFailing(t, env, args...), "the records of the data folder "+g.dir+" are in "+where, args[0])
		}
		refuse(t, env, " are in "+where, "staff", "list", "--data-dir", g.dir)
	}
	remembers := func(when string) {
		assert.False(t, g.hasSession(t, ended), "%s: a session works again after its logout", when)
		assert.True(t, g.hasSession(t, active), "%s: a session has ended", when)
		assert.Equal(t, "blocked", g.call(t, "", "user/login", credentials("yeni")).Debug, when)
		assert.Equal(t, paid, g.pay(t, active, key).raw, "%s: a payment was sent again", when)
		g.want(t, excluded, "casino/init_game", oneGame, "423 self excluded")
		console.withAddress(g.Address).get(t, "/me", nil)
	}
	audited := func() {
		assert.Contains(t, console.withAddress(g.Address).get(t, "/audit", nil), `"action":"player blocked"`)
	}

	refused(inRedis, "croupier.db (limits and exclusions of players: ")
	// A migration that fails at its end is repeated. The server did not lose its store.
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
	other := startServer(t, append(slices.Clone(inRedis), "CROUPIER_KEYS_FILE="+filepath.Join(g.dir, "keys.json")), t.TempDir())
	refuse(t, inRedis, "other instances use this Redis", "store", "migrate", "--to", "embedded", "--data-dir", g.dir)
	kill(t, other)
	// Redis has lost its memory. The mirror of this server has what it needs, except for the audit log.
	_, err = redis.Do("FLUSHALL")
	require.NoError(t, err)
	assert.Contains(t, run(t, inRedis, "store", "migrate", "--to", "embedded", "--data-dir", g.dir), "moved ")
	g.env = inFile
	g.start(t)
	remembers("in the data folder again")
	// What was lifted since does not come back with the older records of Redis.
	console.withAddress(g.Address).must(t, http.MethodDelete, "/players/marmara/yeni/block?by=username", "", http.StatusOK, nil)
	require.NoError(t, g.Stop())
	run(t, inRedis, "store", "migrate", "--to", "redis", "--data-dir", g.dir)
	g.env = inRedis
	g.start(t)
	g.login(t, "yeni")
	require.NoError(t, g.Stop())
	run(t, inRedis, "store", "migrate", "--to", "embedded", "--data-dir", g.dir)

	// A wrong path of the key ring is no new key ring.
	wrong := filepath.Join(g.dir, "kyes.json")
	assert.Contains(t, runFailing(t, append(slices.Clone(inFile), "CROUPIER_KEYS_FILE="+wrong), e2e.ServeArgs(g.dir)...), "there is no key ring at "+wrong)
	assert.NoFileExists(t, wrong)
	runKeys(t, "new", "--keys-file", wrong)
	assert.Contains(t, runFailing(t, append(slices.Clone(inFile), "CROUPIER_KEYS_FILE="+wrong), e2e.ServeArgs(g.dir)...), "are not stored under the key ring "+wrong)

	_, err = redis.Do("FLUSHALL")
	require.NoError(t, err)
	g.env, g.args = inRedis, []string{"--discard-store"}
	g.start(t)
	logged(t, g.Process, "discarded the store of the data folder")
	logged(t, g.Process, "staff accounts: 1")
	assert.NotEqual(t, "423 self excluded", g.call(t, g.login(t, "zengin"), "casino/init_game", oneGame).String(), "the exclusion was dropped on purpose")
}
